//! Who is asked for plans: the user's configuration and environment, turned into somebody who answers.
//!
//! No secret that we know of leaves with a question.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dialect::teddy::split_command;
use workspace::program::{self, End, Program};
use workspace::redact::Secrets;

pub use planner::{
    Answer, Asking, Bound, Choice, Expected, Planner, PlannerError, Price, Progress, Provider, Purse, Spent, Usage,
};
use planner::{Ending, Environment, Opening, SystemClock};

use crate::config::{self, Config};
use crate::discretion::secret_values;
use crate::error::EngineError;
use crate::project::Setting;

/// Who would be asked, and what may be spent.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    pub choice: Choice,
    /// For one question, and for a session.
    pub max_cost: Option<model::Cost>,
    pub max_session_cost: Option<model::Cost>,
    /// Why nobody could be asked as things are.
    pub obstacle: Option<PlannerError>,
}

/// Somebody who answers.
pub struct Opened {
    pub choice: Choice,
    pub planner: Box<dyn Planner>,
    /// What the session has spent.
    pub purse: Arc<Purse>,
}

/// Asks nobody, and is meant to be shown. `variables` is the environment of the caller.
pub fn choice(setting: &Setting, variables: &[(OsString, OsString)]) -> Result<Chosen, EngineError> {
    let written = config::load(setting.config_folder.as_deref())?;
    let (config, secrets) = (&written.planner, secrets(variables, &written));
    with_environment(variables, |environment| {
        let choice = planner::choose(config, environment)?;
        let opened = planner::open(&choice, environment, Opening::default());
        Ok(Chosen {
            choice: presentable(choice, &secrets),
            max_cost: config.max_cost,
            max_session_cost: config.max_session_cost,
            obstacle: opened.err(),
        })
    })
}

/// `spent` is what the session has spent in earlier processes.
pub fn open(setting: &Setting, variables: &[(OsString, OsString)], spent: Spent) -> Result<Opened, EngineError> {
    let written = config::load(setting.config_folder.as_deref())?;
    let (config, secrets) = (&written.planner, secrets(variables, &written));
    let purse = Arc::new(Purse::new(config.max_session_cost, spent));
    let opening = Opening {
        max_cost: config.max_cost,
        purse: Arc::clone(&purse),
        clock: Arc::new(SystemClock),
        run: Arc::new(run_program),
    };
    with_environment(variables, |environment| {
        let choice = planner::choose(config, environment)?;
        let inner = planner::open(&choice, environment, opening)?;
        let planner = Box::new(Discreet { inner, secrets });
        Ok(Opened { choice, planner, purse })
    })
}

/// Whoever can be asked; `None` where a person would have to carry the question. `spent` as for [`open`].
pub fn find(
    setting: &Setting,
    variables: &[(OsString, OsString)],
    spent: Spent,
) -> Result<Option<Opened>, EngineError> {
    match choice(setting, variables)?.choice.provider {
        Provider::Manual => Ok(None),
        _ => open(setting, variables, spent).map(Some),
    }
}

/// Processes belong to the workspace.
fn run_program(
    call: planner::ProgramCall<'_>,
    listen: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<planner::ProgramEnd, String> {
    let program = Program {
        name: call.program,
        arguments: call.arguments,
        input: Some(call.input),
        timeout: call.timeout,
    };
    let ran = program::run(program, &mut |chunk| match listen(chunk) {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    });
    let ran = ran.map_err(|error| program::in_plain_words(&error))?;
    let ending = match (ran.end, ran.status) {
        (End::TimedOut, _) => Ending::TimedOut,
        (End::Left, _) => Ending::Left,
        (End::Ended, Ok(status)) if status.success() => Ending::Success,
        (End::Ended, status) => Ending::Failure(status.ok().and_then(|status| status.code())),
    };
    Ok(planner::ProgramEnd {
        ending,
        stderr: ran.stderr,
    })
}

/// Asks without telling secrets.
struct Discreet {
    inner: Box<dyn Planner>,
    secrets: Secrets,
}

impl Planner for Discreet {
    fn ask(
        &self,
        asking: &Asking<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<Answer, PlannerError> {
        let (system, prompt) = (self.secrets.redact(asking.system), self.secrets.redact(asking.prompt));
        let asking = Asking {
            system: &system,
            prompt: &prompt,
            answer: asking.answer,
        };
        let answer = self.inner.ask(&asking, watch, cancelled);
        // Programs and servers quote what they were given, and what they know.
        answer.map_err(|error| error.cleaned(|text| self.secrets.redact(text)))
    }

    fn name(&self) -> &str {
        self.inner.name()
    }
}

fn secrets(variables: &[(OsString, OsString)], config: &Config) -> Secrets {
    Secrets::new(secret_values(variables, config))
}

/// Some hand their key to a program as an argument.
fn presentable(choice: Choice, secrets: &Secrets) -> Choice {
    let command = choice.command.iter().map(|word| secrets.redact(word));
    Choice {
        command: command.collect(),
        base_url: choice.base_url.as_deref().map(|url| secrets.redact(url)),
        ..choice
    }
}

fn with_environment<T>(
    variables: &[(OsString, OsString)],
    then: impl FnOnce(&Environment<'_>) -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let variable = |name: &str| {
        let found = variables.iter().find(|(known, _)| known == name);
        found.and_then(|(_, value)| value.to_str()).map(str::to_owned)
    };
    then(&Environment {
        variable: &variable,
        split: &split_command,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn setting(folder: &Path, config: &str) -> Setting {
        fs::create_dir_all(folder.join("planwright")).unwrap();
        fs::write(folder.join("planwright/config.toml"), config).unwrap();
        Setting {
            config_folder: Some(folder.to_owned()),
            ..Setting::bare(folder.to_owned())
        }
    }

    fn variables(all: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
        all.iter().map(|(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn configuration_and_environment_meet() {
        let folder = tempfile::tempdir().unwrap();
        let config = "[planner]\nprovider = \"anthropic\"\nmodel = \"m\"\nmax_cost = 0.5\ntimeout_s = 7\n";
        let setting = setting(folder.path(), config);
        let chosen = choice(&setting, &[]).unwrap();
        assert_eq!(chosen.choice.provider, Provider::Anthropic);
        assert_eq!(
            (chosen.choice.model.as_deref(), chosen.choice.timeout_s),
            (Some("m"), 7)
        );
        assert_eq!(chosen.max_cost, model::Cost::from_dollars(0.5));
        assert!(matches!(chosen.obstacle, Some(PlannerError::NoKey { .. })));
        let command = variables(&[("PLANWRIGHT_PLANNER_COMMAND", "sh -c 'cat; echo \"a b\"'")]);
        let chosen = choice(&setting, &command).unwrap();
        assert_eq!(chosen.choice.command, ["sh", "-c", "cat; echo \"a b\""]);
        assert_eq!(chosen.obstacle, None);
    }

    #[test]
    fn a_key_among_the_arguments_is_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let setting = setting(folder.path(), "");
        let command = "llm --key hunter2-hunter2 -m x";
        let variables = variables(&[("PLANWRIGHT_PLANNER_COMMAND", command), ("LLM_KEY", "hunter2-hunter2")]);
        let chosen = choice(&setting, &variables).unwrap();
        assert_eq!(chosen.choice.command, ["llm", "--key", "[redacted]", "-m", "x"]);
    }

    #[test]
    fn a_broken_configuration_stops_everything() {
        let folder = tempfile::tempdir().unwrap();
        let setting = setting(folder.path(), "[planner]\nprovidr = \"manual\"\n");
        assert!(matches!(choice(&setting, &[]), Err(EngineError::Project(_))));
        let error = open(&setting, &[], Spent::default()).map(|_| ()).unwrap_err();
        assert!(matches!(error, EngineError::Project(_)));
    }

    #[test]
    fn nobody_can_be_asked_by_hand() {
        let folder = tempfile::tempdir().unwrap();
        let setting = setting(folder.path(), "");
        assert_eq!(choice(&setting, &[]).unwrap().choice.provider, Provider::Manual);
        let error = open(&setting, &[], Spent::default()).map(|_| ()).unwrap_err();
        assert!(matches!(
            error,
            EngineError::Planner(PlannerError::NotConfigured { .. })
        ));
    }

    #[test]
    fn secrets_stay_here() {
        let folder = tempfile::tempdir().unwrap();
        let setting = setting(folder.path(), "");
        let variables = variables(&[
            ("PLANWRIGHT_PLANNER_COMMAND", "cat"),
            ("DEPLOY_TOKEN", "hunter2-hunter2"),
        ]);
        let opened = open(&setting, &variables, Spent::default()).unwrap();
        let asking = Asking {
            system: "The token is hunter2-hunter2.",
            prompt: "Again: hunter2-hunter2.",
            answer: Expected::Text,
        };
        let answer = opened
            .planner
            .ask(&asking, &mut |_| {}, &AtomicBool::new(false))
            .unwrap();
        assert_eq!(answer.text, "The token is [redacted].\n\n---\n\nAgain: [redacted].");
        assert_eq!(opened.purse.spent().calls, 1);
    }
}
