//! How a run ended, as an exit code and in words.

use dialect::native::{RunSummary, Trouble, run_summary_json, run_summary_text};
use dialect::teddy::answer::Named;
use engine::run::{End, Interrupted, Lack, RunEnd, RunFault, StepLine};
use engine::{EngineError, HoldError, StoreError};

use super::refused::{refused, unfit};
use super::words::{Advice, Words};
use crate::answer::{Answer, exit};
use crate::assignment::Assignment;
use crate::{teddy, trouble};

pub fn ended(end: &RunEnd, wants_json: bool, advice: Advice<'_>, columns: usize) -> Answer {
    let (word, code, message, hint) = match &end.end {
        Ok(how) => {
            let (word, code) = word_and_code(how);
            let message = match how {
                End::Complete if !end.counts.is_complete() => {
                    format!("The {} is done; others are left.", advice.words.noun())
                }
                End::Declined { step, is_absent: true } if wants_json => unasked(step, advice.words),
                other => message(other, advice.words),
            };
            (word, code, message, hint(how, advice, wants_json))
        }
        Err(fault) => broken(fault, advice),
    };
    let summary = RunSummary {
        end: word,
        message: &message,
        hint: hint.as_deref(),
        undeclared: &end.undeclared,
        undeclared_more: end.undeclared_more,
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
        End::Unchecked(_) => ("unchecked", exit::CONFLICT),
        End::Stopped => ("stopped", exit::REFUSED),
        End::Declined { is_absent: true, .. } => ("not_approved", exit::REFUSED),
        End::Declined { .. } => ("declined", exit::REFUSED),
    }
}

fn message(end: &End, words: Words) -> String {
    match end {
        End::Complete => "Everything is done.".to_owned(),
        End::Empty => format!("There is no {} to run.", words.noun()),
        End::Failed { step, error, why } => {
            let error = error.lines().next().unwrap_or_default();
            let why = why.to_string();
            format!("{} failed: {error}; {}.", words.step(step), why.trim_end_matches('.'))
        }
        End::OutOfIterations => "All iterations are used up, and work is left.".to_owned(),
        End::Stuck { step, on } => {
            let (step, on) = (words.step(step), words.the_step(on));
            format!("{step} waits for {on}, which was {}.", words.dropped())
        }
        End::NotReady(waiting_for) => {
            let steps: Vec<String> = waiting_for.iter().map(|step| words.the_step(step)).collect();
            format!("The {} waits for {}.", words.noun(), steps.join(", "))
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
        End::Unchecked(step) => format!("{} was called done, and its checks were lost.", words.step(step)),
        End::Stopped => "It was stopped; what this run had begun was handed back.".to_owned(),
        End::Declined { step, is_absent: true } => {
            let step = words.step(step);
            format!("{step} needs somebody to say yes to what it would run, and there is no terminal.")
        }
        End::Declined { step, .. } => format!("{} wanted to run what was not approved.", words.step(step)),
    }
}

/// Whoever reads lines of JSON cannot be asked, also at a terminal.
fn unasked(step: &StepLine, words: Words) -> String {
    let step = words.step(step);
    format!("{step} needs somebody to say yes to what it would run, and with --json nobody is asked.")
}

fn hint(end: &End, advice: Advice<'_>, wants_json: bool) -> Option<String> {
    Some(match end {
        End::Complete | End::Declined { is_absent: false, .. } => return None,
        End::Empty => advice.add(),
        End::Failed { step, why, .. } => advice.after_failure(step, why),
        End::OutOfIterations => format!("go on: {}", advice.run(" --iterations N")),
        End::Stuck { step, .. } => advice.unstick(step),
        End::WithoutAgent { steps, known } => find_somebody(steps, known, advice),
        End::NotReady(_) => format!("run the plan without naming a {}", advice.words.noun()),
        End::Blocked(signal) => format!("when it is gone: {}", advice.clear(&signal.id)),
        End::Held(_) => "run it again when they are done, or their leases have ended".to_owned(),
        End::Unknown(_) => advice.resolve(),
        End::Unchecked(_) => format!("check it, and go on: {}", advice.run("")),
        End::Stopped => format!("go on where it was: {}", advice.run("")),
        End::Declined { .. } => {
            let place = if wants_json { " without --json" } else { "" };
            format!("run it on a terminal{place}; or approve everything with -y, which locks commands in")
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
        Lack::HandedBack { by } => {
            let by: Vec<String> = by.iter().map(|agent| format!("`{agent}`")).collect();
            format!("{step}, which {} handed back in this run", by.join(" and "))
        }
        Lack::Restless { times } => format!("{step}, whose criteria were changed {times} times while it was worked on"),
        Lack::Unstarted { agent, why } => format!("{step}, whose agent `{agent}` cannot be started ({why})"),
    }
}

fn find_somebody(steps: &[(StepLine, Lack)], known: &[String], advice: Advice<'_>) -> String {
    let wanted = steps.iter().find_map(|(_, lack)| match lack {
        Lack::Undecided { wanted } => wanted.as_deref(),
        Lack::NoChoice(_) | Lack::HandedBack { .. } | Lack::Unstarted { .. } | Lack::Restless { .. } => None,
    });
    let cannot_have_it = |agent: &str| match steps.first() {
        Some((_, Lack::HandedBack { by })) => by.iter().any(|name| name.as_str() == agent),
        Some((_, Lack::Unstarted { agent: absent, .. })) => absent.as_str() == agent,
        _ => false,
    };
    if let Some((_, Lack::Restless { .. })) = steps.first() {
        return format!("find out who changes them, be it its agent; then {}", advice.run(""));
    }
    let others: Vec<&str> = known
        .iter()
        .map(String::as_str)
        .filter(|agent| !cannot_have_it(agent))
        .collect();
    let mut ways = Vec::new();
    ways.extend(wanted.map(|wanted| {
        format!(
            "configure it in planwright/config.toml below $XDG_CONFIG_HOME: [agents.{wanted}] and command = [\"prog\"]"
        )
    }));
    match steps.first() {
        Some((step, Lack::HandedBack { .. })) => ways.push(advice.say_more(step)),
        Some((_, Lack::Unstarted { agent, .. })) => ways.push(format!(
            "name a program that is there in planwright/config.toml below $XDG_CONFIG_HOME: command of [agents.{agent}]"
        )),
        _ => {}
    }
    if let (Some((step, _)), Some(agent)) = (steps.first(), others.first()) {
        let others = others.join(", ");
        ways.push(format!(
            "let the plan suggest one that is there ({others}): {}",
            advice.suggest(step, agent)
        ));
    }
    let is_undecided = |lack: &Lack| matches!(lack, Lack::Undecided { .. } | Lack::NoChoice(_));
    if wanted.is_none() && steps.first().is_some_and(|(_, lack)| is_undecided(lack)) {
        ways.push("let an agent be followed by another with on_success".to_owned());
    }
    format!("{}; then {}", ways.join("; or "), advice.run(""))
}

/// A run that could not go on tells so with its sum.
fn broken(fault: &RunFault, advice: Advice<'_>) -> (&'static str, u8, String, Option<String>) {
    let (code, trouble) = judged(fault, advice);
    let details: Vec<&str> = trouble.details.iter().map(String::as_str).collect();
    let message = match details.is_empty() {
        true => format!("It could not go on: {}.", trouble.message.trim_end_matches('.')),
        false => format!(
            "It could not go on: {} ({}).",
            trouble.message.trim_end_matches('.'),
            details.join("; ")
        ),
    };
    let hint = match fault {
        RunFault::Engine(EngineError::Store(StoreError::Replaced(_) | StoreError::Missing(_))) => Some(format!(
            "bring the plan back: planwright restore; what had begun is still to be judged: {}",
            advice.resolve()
        )),
        _ => trouble.hint,
    };
    ("broken", code, message, hint)
}

pub fn failed(fault: &RunFault, wants_json: bool, advice: Advice<'_>, assignment: &Assignment) -> Answer {
    if let RunFault::Engine(EngineError::Unfit { diagnostics, sources }) = fault {
        return unfit(diagnostics, sources, wants_json);
    }
    let (code, trouble) = judged(fault, advice);
    let trouble = match fault {
        RunFault::Engine(error) => assignment.explain(error, trouble),
        _ => trouble,
    };
    refused(&trouble, code, wants_json)
}

fn judged(fault: &RunFault, advice: Advice<'_>) -> (u8, Trouble) {
    match fault {
        RunFault::Engine(error) => (trouble::code(error), trouble::trouble(error, &advice.address)),
        RunFault::Turn(error) => (
            teddy::trouble::code(error),
            teddy::trouble::trouble_of(error, Named::default(), &advice.address),
        ),
        other => (code(other), trouble_of(other, advice)),
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

fn trouble_of(fault: &RunFault, advice: Advice<'_>) -> Trouble {
    let message = fault.to_string();
    match fault {
        RunFault::NoAgents => Trouble::new("no_agents", message).with_hint(
            "name one in planwright/config.toml below $XDG_CONFIG_HOME: [agents.developer] and command = [\"prog\"]; or \
             configure a planner, and there are four",
        ),
        RunFault::UnknownTarget { known, .. } => Trouble::new("unknown_agent", message)
            .with_details(known.iter().cloned())
            .with_hint("these agents are there; planner agents only if a planner is configured"),
        RunFault::Unresolved(tasks) => Trouble::new("unresolved", format!("{message}: {}", names(tasks, advice.words)))
            .with_details(tasks.iter().map(|task| {
                let number = advice.words.number(&task.step);
                format!("{number} {}: {}", task.agent, task.step.title)
            }))
            .with_hint(advice.resolve()),
        RunFault::NothingToResolve => {
            let message = format!("no {} was interrupted by the end of an earlier run", advice.words.noun());
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
