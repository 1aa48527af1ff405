//! How a run ended: a word and an exit code for programs, a sentence and a hint for people.

use dialect::text::json::compact;
use dialect::text::visible::visible;
use engine::run::{End, Interrupted, Lack, RunEnd, RunFault, StepLine};
use engine::{EngineError, HoldError, StoreError};
use model::Cost;
use serde_json::json;

use super::remark::{no_choice, not_replanned};
use super::terms::{Advice, Terms};
use super::text::{SHOWN_MS, listed};
use crate::errors::{Trouble, engine_error, exit};
use crate::planwright::counts_value;
use crate::show::page::Page;
use crate::show::progress::progress;
use crate::show::style::{BAD, DIM, GOOD, HINT, WARNING, paint};
use crate::show::time::elapsed;

/// The result of a run as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// For machines: `complete`, `failed`, `stopped` and the like.
    word: &'static str,
    /// A sentence.
    message: String,
    hint: Option<String>,
    /// One of [`exit`].
    pub exit: u8,
}

/// `wants_json` because a program that reads lines of JSON cannot be asked, also at a terminal.
pub fn run_result(end: &RunEnd, advice: Advice<'_>, wants_json: bool) -> RunResult {
    let how = match &end.end {
        Ok(how) => how,
        Err(error) => return broken(error, advice),
    };
    let (word, exit) = word_and_exit(how);
    let message = match how {
        End::Complete if !end.counts.is_complete() => {
            format!("The {} is done; others are left.", advice.terms.noun())
        }
        End::Declined { step, is_absent: true } if wants_json => unasked(step, advice.terms),
        other => message(other, advice.terms),
    };
    RunResult {
        word,
        message,
        hint: hint(how, advice, wants_json),
        exit,
    }
}

impl RunResult {
    pub fn json(&self, end: &RunEnd) -> String {
        compact(&json!({
            "event": "run_ended",
            "end": self.word,
            "message": self.message,
            "hint": self.hint,
            "tasks": counts_value(end.counts),
            "started": end.tally.started,
            "done": end.tally.done,
            "failed": end.tally.failed,
            "released": end.tally.released,
            "replans": end.tally.replans,
            "elapsed_ms": end.elapsed_ms,
            "cost": end.cost.as_ref().map(Cost::to_string),
            "undeclared": end.undeclared,
            "undeclared_more": end.undeclared_more,
            "sandbox": end.sandbox,
        }))
    }

    pub fn text(&self, end: &RunEnd, columns: usize) -> String {
        let mut page = Page::default();
        page.line(progress(end.counts, columns));
        let style = if self.exit == exit::DONE { GOOD } else { BAD };
        page.line(paint(style, visible(&self.message)));
        let tally = end.tally;
        let mut parts = vec![format!("{} started", tally.started), format!("{} done", tally.done)];
        let others = [
            (tally.failed, "failed"),
            (tally.released, "handed back"),
            (tally.replans, if tally.replans == 1 { "replan" } else { "replans" }),
        ];
        let others = others.iter().filter(|(count, _)| *count > 0);
        parts.extend(others.map(|(count, word)| format!("{count} {word}")));
        if end.elapsed_ms >= SHOWN_MS {
            parts.push(format!("in {}", elapsed(end.elapsed_ms)));
        }
        parts.extend(end.cost.map(|cost| cost.to_string()));
        page.line(paint(DIM, parts.join(", ")));
        if !end.undeclared.is_empty() {
            let listed = listed(&end.undeclared, end.undeclared_more);
            let words = "changed while several steps ran, and declared by none of them:";
            page.line(paint(WARNING, format!("{words} {listed}")));
        }
        if let Some(hint) = &self.hint {
            page.line(format!("{}: {}", paint(HINT, "hint"), visible(hint)));
        }
        page.finish()
    }
}

fn word_and_exit(end: &End) -> (&'static str, u8) {
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

fn message(end: &End, terms: Terms) -> String {
    match end {
        End::Complete => "Everything is done.".to_owned(),
        End::Empty => format!("There is no {} to run.", terms.noun()),
        End::Failed { step, error, why } => {
            let error = error.lines().next().unwrap_or_default();
            let why = not_replanned(why);
            format!("{} failed: {error}; {}.", terms.step(step), why.trim_end_matches('.'))
        }
        End::OutOfIterations => "All iterations are used up, and work is left.".to_owned(),
        End::Stuck { step, on } => {
            let (step, on) = (terms.step(step), terms.the_step(on));
            format!("{step} waits for {on}, which was {}.", terms.dropped())
        }
        End::NotReady(waiting_for) => {
            let steps: Vec<String> = waiting_for.iter().map(|step| terms.the_step(step)).collect();
            format!("The {} waits for {}.", terms.noun(), steps.join(", "))
        }
        End::WithoutAgent { steps, .. } => {
            let steps: Vec<String> = steps.iter().map(|(step, lack)| lacking(step, lack, terms)).collect();
            format!("Nobody is there for {}.", steps.join("; "))
        }
        End::Blocked(signal) => format!("A blocker is open: {}.", signal.message.trim_end_matches('.')),
        End::Held(held) => {
            let held = held
                .iter()
                .map(|(step, agent)| format!("{} ({agent})", terms.number(step)));
            format!(
                "What is left is held by others: {}.",
                held.collect::<Vec<_>>().join(", ")
            )
        }
        End::Unknown(tasks) => format!("Nobody knows what became of {}.", names(tasks, terms)),
        End::Unchecked(step) => format!("{} was called done, and its checks were lost.", terms.step(step)),
        End::Stopped => "It was stopped; what this run had begun was handed back.".to_owned(),
        End::Declined { step, is_absent: true } => {
            let step = terms.step(step);
            format!("{step} needs somebody to say yes to what it would run, and there is no terminal.")
        }
        End::Declined { step, .. } => format!("{} wanted to run what was not approved.", terms.step(step)),
    }
}

/// Whoever reads lines of JSON cannot be asked, also at a terminal.
fn unasked(step: &StepLine, terms: Terms) -> String {
    let step = terms.step(step);
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
        End::NotReady(_) => format!("run the plan without naming a {}", advice.terms.noun()),
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
fn lacking(step: &StepLine, lack: &Lack, terms: Terms) -> String {
    let step = terms.the_step(step);
    match lack {
        Lack::Undecided { wanted: Some(wanted) } => format!("{step}, which wants `{wanted}`"),
        Lack::Undecided { wanted: None } => format!("{step}, for which nothing says who does it"),
        Lack::NoChoice(why) => format!(
            "{step}, for which the arbiter chose none ({})",
            no_choice(why).trim_end_matches('.')
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

/// A run that could not go on ends with its tally, too.
fn broken(error: &EngineError, advice: Advice<'_>) -> RunResult {
    let Trouble {
        message,
        details,
        hint,
        exit,
        ..
    } = run_error(error, advice);
    let message = message.trim_end_matches('.');
    let message = match details.is_empty() {
        true => format!("It could not go on: {message}."),
        false => format!("It could not go on: {message} ({}).", details.join("; ")),
    };
    let hint = match error {
        EngineError::Store(StoreError::Replaced(_) | StoreError::Missing(_)) => Some(format!(
            "bring the plan back: planwright restore; what had begun is still to be judged: {}",
            advice.resolve()
        )),
        _ => hint,
    };
    RunResult {
        word: "broken",
        message,
        hint,
        exit,
    }
}

/// Why a run could not begin, or could not go on.
pub fn run_error(error: &EngineError, advice: Advice<'_>) -> Trouble {
    match error {
        EngineError::Run(fault) => run_fault(fault, advice),
        other => engine_error(other, &advice.address),
    }
}

pub(crate) fn run_fault(fault: &RunFault, advice: Advice<'_>) -> Trouble {
    let kind = match fault {
        RunFault::NoAgents => ("no_agents", exit::USAGE),
        RunFault::UnknownTarget { .. } => ("unknown_agent", exit::INVALID),
        RunFault::Unresolved(_) => ("unresolved", exit::CONFLICT),
        RunFault::NothingToResolve => ("nothing_to_resolve", exit::INVALID),
        RunFault::Held(HoldError::HeldBy { .. }) => ("held", exit::CONFLICT),
        RunFault::Held(HoldError::Io { .. }) => ("held", exit::IO),
    };
    let hint = match fault {
        RunFault::NoAgents => {
            "name one in planwright/config.toml below $XDG_CONFIG_HOME: [agents.developer] and command = [\"prog\"]; or \
             configure a planner, and there are four"
        }
        RunFault::UnknownTarget { .. } => "these agents are there; planner agents only if a planner is configured",
        RunFault::Unresolved(_) => &advice.resolve(),
        RunFault::NothingToResolve => "leave --resolve out",
        RunFault::Held(_) => "one run at a time works on a plan",
    };
    let mut trouble = Trouble::of(fault, kind, hint);
    match fault {
        RunFault::UnknownTarget { known, .. } => trouble.details.clone_from(known),
        RunFault::Unresolved(tasks) => {
            trouble.message = format!("{fault}: {}", names(tasks, advice.terms));
            trouble.details.extend(tasks.iter().map(|task| {
                let number = advice.terms.number(&task.step);
                format!("{number} {}: {}", task.agent, task.step.title)
            }));
        }
        RunFault::NothingToResolve => {
            trouble.message = format!(
                "no {} was interrupted by the end of an earlier run",
                advice.terms.noun()
            );
        }
        RunFault::NoAgents | RunFault::Held(_) => {}
    }
    trouble
}

fn names(tasks: &[Interrupted], terms: Terms) -> String {
    let names: Vec<String> = tasks
        .iter()
        .map(|task| format!("{} ({})", terms.the_step(&task.step), task.agent))
        .collect();
    names.join(", ")
}
