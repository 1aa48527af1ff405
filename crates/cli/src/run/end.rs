//! How a run ended, as an exit code and in words.

use dialect::native::{RunSummary, Trouble, error_line, error_text, run_summary_json, run_summary_text};
use engine::HoldError;
use engine::run::{End, Interrupted, RunEnd, RunFault};
use model::TaskNumber;

use super::words::Words;
use crate::answer::{Answer, exit};
use crate::{teddy, trouble};

pub fn ended(end: &RunEnd, wants_json: bool, words: Words, columns: usize) -> Answer {
    let (word, code) = word_and_code(&end.end);
    let message = match &end.end {
        End::Complete if !end.counts.is_complete() => "The task is done; others are left.".to_owned(),
        other => message(other, words),
    };
    let hint = hint(&end.end, words);
    let summary = RunSummary {
        end: word,
        message: &message,
        hint: hint.as_deref(),
        is_good: code == exit::DONE,
        counts: end.counts,
        started: end.tally.started,
        done: end.tally.done,
        failed: end.tally.failed,
        released: end.tally.released,
        replans: end.tally.replans,
        elapsed_ms: end.elapsed_ms,
        cost: end.cost,
    };
    let text = match wants_json {
        true => run_summary_json(&summary),
        false => run_summary_text(&summary, columns),
    };
    Answer::done(text).with_code(code)
}

fn word_and_code(end: &End) -> (&'static str, u8) {
    match end {
        End::Complete => ("complete", exit::DONE),
        End::Empty => ("empty", exit::INVALID),
        End::Failed { .. } => ("failed", exit::INVALID),
        End::OutOfIterations => ("out_of_iterations", exit::INVALID),
        End::Stuck(_) => ("stuck", exit::INVALID),
        End::NotReady(_) => ("not_ready", exit::INVALID),
        End::Blocked(_) => ("blocked", exit::CONFLICT),
        End::Held(_) => ("held", exit::CONFLICT),
        End::Unknown(_) => ("unknown", exit::CONFLICT),
        End::Stopped => ("stopped", exit::REFUSED),
        End::Declined { is_absent: true, .. } => ("not_approved", exit::REFUSED),
        End::Declined { .. } => ("declined", exit::REFUSED),
    }
}

fn message(end: &End, words: Words) -> String {
    match end {
        End::Complete => "Everything is done.".to_owned(),
        End::Empty => "There is no task to run.".to_owned(),
        End::Failed { step, error, why } => {
            let error = error.lines().next().unwrap_or_default();
            format!("{} failed: {error}; {why}.", words.step(step))
        }
        End::OutOfIterations => "All iterations are used up, and work is left.".to_owned(),
        End::Stuck(stuck) => {
            format!(
                "Task {} waits for task {}, which was dropped.",
                stuck.task.number, stuck.on.number
            )
        }
        End::NotReady(waiting_for) => format!("The task waits for {}.", numbers(waiting_for)),
        End::Blocked(signal) => format!("A blocker is open: {}.", signal.message.trim_end_matches('.')),
        End::Held(held) => {
            let held = held
                .iter()
                .map(|held| format!("{} ({})", held.number, held.claim.agent));
            format!(
                "What is left is held by others: {}.",
                held.collect::<Vec<_>>().join(", ")
            )
        }
        End::Unknown(tasks) => format!("Nobody knows what became of {}.", names(tasks, words)),
        End::Stopped => "It was stopped; what had begun was handed back.".to_owned(),
        End::Declined { step, is_absent: true } => {
            let step = words.step(step);
            format!("{step} needs somebody to say yes to what it would run, and there is no terminal.")
        }
        End::Declined { step, .. } => format!("{} wanted to run what was not approved.", words.step(step)),
    }
}

fn hint(end: &End, words: Words) -> Option<String> {
    let run = words.run();
    Some(match end {
        End::Complete | End::Declined { is_absent: false, .. } => return None,
        End::Empty => words.add(),
        End::Failed { step, .. } => words.after_failure(step),
        End::OutOfIterations => format!("go on: {run} --iterations N"),
        End::Stuck(stuck) => format!(
            "drop it, too: planwright drop {0}; or let it wait for nothing: planwright edit {0} --after none",
            stuck.task.number
        ),
        End::NotReady(_) => "run the plan without naming a task".to_owned(),
        End::Blocked(signal) => format!("when it is gone: planwright signal {} --close", signal.id),
        End::Held(_) => "run it again when they are done, or their leases have ended".to_owned(),
        End::Unknown(_) => words.resolve(),
        End::Stopped => format!("go on where it was: {run}"),
        End::Declined { .. } => {
            "run it on a terminal; or approve everything with -y, which locks commands in".to_owned()
        }
    })
}

/// On one line for programs, because lines came before it.
pub fn failed(fault: &RunFault, wants_json: bool, words: Words) -> Answer {
    let (code, trouble) = match fault {
        RunFault::Engine(error) => (trouble::code(error), trouble::trouble(error)),
        RunFault::Turn(error) => (teddy::trouble::code(error), teddy::trouble::trouble_of(error)),
        other => (code(other), trouble_of(other, words)),
    };
    match wants_json {
        true => Answer::machine_error(error_line(&trouble), code),
        false => Answer::error(error_text(&trouble), code),
    }
}

fn code(fault: &RunFault) -> u8 {
    match fault {
        RunFault::NoAgents => exit::USAGE,
        RunFault::Unresolved(_) | RunFault::Held(HoldError::HeldBy { .. }) => exit::CONFLICT,
        RunFault::Held(_) => exit::IO,
        _ => exit::INVALID,
    }
}

fn trouble_of(fault: &RunFault, words: Words) -> Trouble {
    let message = fault.to_string();
    match fault {
        RunFault::NoAgents => Trouble::new("no_agents", message).with_hint(
            "name one in planwright/config.toml below $XDG_CONFIG_HOME: [agents.developer] and command = [\"prog\"]; or \
             configure a planner, and there are four",
        ),
        RunFault::UnknownTarget { known, .. } => Trouble::new("unknown_agent", message)
            .with_details(known.iter().cloned())
            .with_hint("these agents are there; planner agents only if a planner is configured"),
        RunFault::NoAgent { wanted, known, .. } => {
            let hint = match wanted {
                Some(wanted) => format!("the plan wants `{wanted}`, which is not configured"),
                None => "let the plan suggest one, or let an agent be followed by another with on_success".to_owned(),
            };
            Trouble::new("no_agent", message)
                .with_details(known.iter().cloned())
                .with_hint(hint)
        }
        RunFault::NoChoice { .. } => {
            Trouble::new("no_choice", message).with_hint("run it again, or let the plan suggest an agent")
        }
        RunFault::Unresolved(tasks) => unresolved(tasks, words),
        RunFault::NothingToResolve => {
            Trouble::new("nothing_to_resolve", message).with_hint("leave --resolve out")
        }
        RunFault::Held(_) => Trouble::new("held", message).with_hint("one run at a time works on a plan"),
        RunFault::Engine(_) | RunFault::Turn(_) => Trouble::new("run", message),
    }
}

fn unresolved(tasks: &[Interrupted], words: Words) -> Trouble {
    let message = format!(
        "an earlier run was killed while agents worked, and what became of their work is unknown: {}",
        names(tasks, words)
    );
    let detail = |task: &Interrupted| format!("{} {}: {}", words.number(&task.step), task.agent, task.step.title);
    Trouble::new("unresolved", message)
        .with_details(tasks.iter().map(detail))
        .with_hint(words.resolve())
}

fn numbers(tasks: &[TaskNumber]) -> String {
    let numbers: Vec<String> = tasks.iter().map(|number| format!("task {number}")).collect();
    numbers.join(", ")
}

fn names(tasks: &[Interrupted], words: Words) -> String {
    let names: Vec<String> = tasks.iter().map(|task| words.of_agent(task)).collect();
    names.join(", ")
}
