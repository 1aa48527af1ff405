//! The errors of planners: kind, exit code and hint of each.

use engine::planner::{Bound, PlannerError};

use super::{Trouble, exit};

pub fn planner_error(error: &PlannerError) -> Trouble {
    use PlannerError as E;
    let kind = match error {
        E::NotConfigured { .. } => ("planner_not_configured", exit::USAGE),
        E::Setting { .. } => ("planner_setting", exit::USAGE),
        E::NoKey { .. } => ("planner_no_key", exit::USAGE),
        E::Budget { .. } | E::TooMany { .. } => ("planner_budget", exit::REFUSED),
        E::Cancelled => ("cancelled", exit::REFUSED),
        E::LongQuestion { .. } | E::LongAnswer { .. } => ("planner_too_large", exit::INVALID),
        E::BadAnswer { .. } => ("planner_bad_answer", exit::INVALID),
        E::Refused { .. } => ("planner_refused", exit::IO),
        E::RateLimited { .. } => ("planner_rate_limited", exit::IO),
        E::Unavailable { .. } => ("planner_unavailable", exit::IO),
        E::Unreachable { .. } => ("planner_unreachable", exit::IO),
        E::TimedOut { .. } => ("planner_timed_out", exit::IO),
        E::Cut { .. } => ("planner_cut", exit::IO),
        E::NotStarted { .. } => ("planner_not_started", exit::IO),
        E::CommandFailed { .. } => ("planner_command_failed", exit::IO),
    };
    Trouble::of(error, kind, &planner_hint(error))
}

pub(crate) fn planner_hint(error: &PlannerError) -> String {
    use PlannerError as E;
    let hint: &str = match error {
        E::NotConfigured { .. } => {
            "set PLANWRIGHT_PLANNER_COMMAND to a program such as `claude -p`, or PLANWRIGHT_MODEL to a model such as \
             `openai/gpt-6.1-sol`, or write a `[planner]` section in the configuration"
        }
        E::Setting { name, .. } => &format!("correct {name}, or unset it"),
        E::NoKey { variable } => &format!("set {variable}; `planwright planner` says who is asked, and why"),
        E::Refused { status: 401 | 403, .. } => "check the key, and whether it may use this model",
        E::Refused { status: 404, .. } => "check the name of the model and the base URL",
        E::Refused { status: 413, .. } | E::LongQuestion { .. } => "ask with less context",
        E::Refused { .. } => "check the model and the base URL; the server says what it does not like",
        E::RateLimited {
            retry_after_s: Some(seconds),
            ..
        } => &format!("ask again in {seconds} s, or ask somebody else"),
        E::RateLimited { .. } | E::Unavailable { .. } => "ask again later, or ask somebody else",
        E::Unreachable { .. } => "check the network and the base URL, and whether the server runs",
        E::TimedOut { .. } => "allow more time: `timeout_s` in `[planner]`, or PLANWRIGHT_PLANNER_TIMEOUT",
        E::Cut { .. } => "ask again, or ask for less at once",
        E::LongAnswer { .. } => "ask for less at once",
        E::Budget { bound: Bound::Call, .. } => "raise `max_cost` in `[planner]`, or ask with less context",
        E::Budget { .. } => "raise `max_session_cost` in `[planner]`, or begin a new session",
        E::TooMany { .. } => "look at what the answers have in common before you ask again",
        E::Cancelled => "ask again when you are ready",
        E::NotStarted { .. } => "check the command: its first word is a program, and no shell reads it",
        E::CommandFailed { .. } => "run the command yourself with a short question, and see what it says",
        E::BadAnswer { .. } => "ask again, or ask another model",
    };
    hint.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_name_the_setting_and_the_time() {
        let refused = |status| PlannerError::Refused {
            host: "host".to_owned(),
            status,
            message: String::new(),
        };
        let limited = |retry_after_s| PlannerError::RateLimited {
            host: "host".to_owned(),
            message: String::new(),
            retry_after_s,
        };
        let variable = "OPENAI_API_KEY";
        for (error, hint) in [
            (PlannerError::NoKey { variable }, variable),
            (refused(401), "key"),
            (refused(404), "name of the model"),
            (refused(400), "server says"),
            (limited(Some(3600)), "3600 s"),
            (limited(None), "later"),
        ] {
            assert!(planner_hint(&error).contains(hint), "{error}");
        }
    }
}
