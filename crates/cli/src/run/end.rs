//! How a run ended, as an exit code and in words.

use dialect::native::{RunSummary, Trouble, error_line, error_text, run_summary_json, run_summary_text};
use engine::run::{End, Interrupted, Lack, RunEnd, RunFault, StepLine};
use engine::{EngineError, HoldError, StoreError};

use super::words::Words;
use crate::answer::{Answer, exit};
use crate::{teddy, trouble};

pub fn ended(end: &RunEnd, wants_json: bool, words: Words, columns: usize) -> Answer {
    let (word, code, message, hint) = match &end.end {
        Ok(how) => {
            let (word, code) = word_and_code(how);
            let message = match how {
                End::Complete if !end.counts.is_complete() => "The task is done; others are left.".to_owned(),
                other => message(other, words),
            };
            (word, code, message, hint(how, words))
        }
        Err(fault) => broken(fault, words),
    };
    let summary = RunSummary {
        end: word,
        message: &message,
        hint: hint.as_deref(),
        undeclared: &end.undeclared,
        sandbox: end.sandbox.as_deref(),
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
        End::Stuck { .. } => ("stuck", exit::INVALID),
        End::WithoutAgent { .. } => ("no_agent", exit::INVALID),
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
        End::Stuck { step, on } => {
            let (step, on) = (words.step(step), words.the_step(on));
            format!("{step} waits for {on}, which was dropped.")
        }
        End::NotReady(waiting_for) => {
            let steps: Vec<String> = waiting_for.iter().map(|step| words.the_step(step)).collect();
            format!("The task waits for {}.", steps.join(", "))
        }
        End::WithoutAgent { steps, .. } => {
            let steps: Vec<String> = steps.iter().map(|(step, lack)| lacking(step, lack, words)).collect();
            format!("Nobody is there for {}.", steps.join("; "))
        }
        End::Blocked(signal) => format!("A blocker is open: {}.", signal.message.trim_end_matches('.')),
        End::Held(held) => {
            let held = held
                .iter()
                .map(|(step, agent)| format!("{} ({agent})", words.number(step)));
            format!(
                "What is left is held by others: {}.",
                held.collect::<Vec<_>>().join(", ")
            )
        }
        End::Unknown(tasks) => format!("Nobody knows what became of {}.", names(tasks, words)),
        End::Stopped => "It was stopped; what this run had begun was handed back.".to_owned(),
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
        End::Stuck { step, .. } => words.unstick(step),
        End::WithoutAgent { steps, known } => find_somebody(steps, known, words),
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

/// Which agent would do it, or why none was chosen.
fn lacking(step: &StepLine, lack: &Lack, words: Words) -> String {
    let step = words.the_step(step);
    match lack {
        Lack::Undecided { wanted: Some(wanted) } => format!("{step}, which wants `{wanted}`"),
        Lack::Undecided { wanted: None } => format!("{step}, for which nothing says who does it"),
        Lack::NoChoice(why) => format!(
            "{step}, for which the arbiter chose none ({})",
            why.trim_end_matches('.')
        ),
    }
}

fn find_somebody(steps: &[(StepLine, Lack)], known: &[String], words: Words) -> String {
    let wanted = steps.iter().find_map(|(_, lack)| match lack {
        Lack::Undecided { wanted } => wanted.as_deref(),
        Lack::NoChoice(_) => None,
    });
    let mut ways = Vec::new();
    ways.extend(wanted.map(|wanted| {
        format!(
            "configure it in planwright/config.toml below $XDG_CONFIG_HOME: [agents.{wanted}] and command = [\"prog\"]"
        )
    }));
    if let (Some((step, _)), Some(agent)) = (steps.first(), known.first()) {
        let others = known.join(", ");
        ways.push(format!(
            "let the plan suggest one that is there ({others}): {}",
            words.suggest(step, agent)
        ));
    }
    if wanted.is_none() {
        ways.push("let an agent be followed by another with on_success".to_owned());
    }
    format!("{}; then {}", ways.join("; or "), words.run())
}

/// A run that could not go on tells so with its sum.
fn broken(fault: &RunFault, words: Words) -> (&'static str, u8, String, Option<String>) {
    let (code, trouble) = judged(fault, words);
    let details: Vec<&str> = trouble.details.iter().map(String::as_str).collect();
    let message = match details.is_empty() {
        true => format!("It could not go on: {}.", trouble.message.trim_end_matches('.')),
        false => format!("It could not go on: {} ({}).", trouble.message, details.join("; ")),
    };
    let hint = match fault {
        RunFault::Engine(EngineError::Store(StoreError::Replaced(_) | StoreError::Missing(_))) => Some(format!(
            "bring the plan back: planwright restore; what had begun is still to be judged: {}",
            words.resolve()
        )),
        _ => trouble.hint,
    };
    ("broken", code, message, hint)
}

/// On one line for programs, because lines came before it.
pub fn failed(fault: &RunFault, wants_json: bool, words: Words) -> Answer {
    let (code, trouble) = judged(fault, words);
    match wants_json {
        true => Answer::machine_error(error_line(&trouble), code),
        false => Answer::error(error_text(&trouble), code),
    }
}

fn judged(fault: &RunFault, words: Words) -> (u8, Trouble) {
    match fault {
        RunFault::Engine(error) => (trouble::code(error), trouble::trouble(error)),
        RunFault::Turn(error) => (teddy::trouble::code(error), teddy::trouble::trouble_of(error)),
        other => (code(other), trouble_of(other, words)),
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
        RunFault::Unresolved(tasks) => Trouble::new("unresolved", format!("{message}: {}", names(tasks, words)))
            .with_details(tasks.iter().map(|task| {
                let number = words.number(&task.step);
                format!("{number} {}: {}", task.agent, task.step.title)
            }))
            .with_hint(words.resolve()),
        RunFault::NothingToResolve => {
            Trouble::new("nothing_to_resolve", message).with_hint("leave --resolve out")
        }
        RunFault::Held(_) => Trouble::new("held", message).with_hint("one run at a time works on a plan"),
        RunFault::Engine(_) | RunFault::Turn(_) => Trouble::new("run", message),
    }
}

fn names(tasks: &[Interrupted], words: Words) -> String {
    let names: Vec<String> = tasks
        .iter()
        .map(|task| format!("{} ({})", words.the_step(&task.step), task.agent))
        .collect();
    names.join(", ")
}
