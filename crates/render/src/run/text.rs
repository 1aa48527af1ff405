//! The events of a run for people.

use std::borrow::Cow;

use dialect::text::listed_of;
use dialect::text::visible::{visible, visible_lines};
use engine::rawko::PlanFileWarning;
use engine::run::{News, Resolution, StepLine};
use model::conclude::StepConclusion;
use model::{Cost, Counts, TaskNumber};

use super::RunLines;
use super::remark::{left_out, lost, remark};
use crate::rawko::plan_file_warning;
use crate::show::command::command_block;
use crate::show::page::Page;
use crate::show::style::{BAD, BOLD, BUSY, DIM, GOOD, WARNING, paint};
use crate::show::time::elapsed;

/// A time below this is not shown.
pub(super) const SHOWN_MS: u64 = 1000;
/// How many lines of a note or an error are shown on the way; `planwright show` prints all of it.
const LINES_SHOWN: usize = 3;

/// Whole lines; none for an event that only programs see.
pub fn run_line_text(news: &News, lines: &RunLines) -> String {
    let mut page = Page::default();
    match news {
        News::Begins {
            goal,
            counts,
            jobs,
            sandbox,
            ..
        } => {
            begins(&mut page, goal.as_deref(), *counts, *jobs);
            if let Some(sandbox) = sandbox {
                page.line(unasked(sandbox));
            }
        }
        News::Started { step, agent } => {
            let agent = paint(DIM, format!("({})", visible(agent)));
            page.line(format!("{} {} {agent}", paint(BUSY, "▶"), named(step, lines)));
        }
        News::Output { number, text } => {
            output(&mut page, lines.number(*number), text);
        }
        News::OutputLeftOut { number, lines: count } => output(&mut page, lines.number(*number), &left_out(*count)),
        News::Checking { .. } => {}
        News::Checked {
            number,
            command,
            has_passed,
        } => {
            let (color, mark) = if *has_passed { (GOOD, "✓") } else { (BAD, "✗") };
            let step = match lines.is_parallel {
                true => paint(DIM, format!("{} │", lines.number(*number))) + " ",
                false => "  ".to_owned(),
            };
            checked(&mut page, &format!("{step}{}", paint(color, mark)), command);
        }
        News::Ended {
            step,
            conclusion,
            elapsed_ms,
            ..
        } => ended(&mut page, &named(step, lines), conclusion, *elapsed_ms),
        News::Replanning { step, .. } => {
            page.line(format!(
                "{} planning anew after {}",
                paint(WARNING, "↻"),
                named(step, lines)
            ));
        }
        News::Replanned { version, counts } => {
            let standing = standing(*counts);
            page.line(format!(
                "{} version {version} of the plan: {standing}",
                paint(GOOD, "✓")
            ));
        }
        News::Resolved { step, resolution, .. } => {
            let (mark, words) = match resolution {
                Resolution::Done => (paint(GOOD, "✓"), "was done"),
                Resolution::Failed => (paint(BAD, "✗"), "has failed"),
                Resolution::Again => (paint(WARNING, "↩"), "is to be done again"),
            };
            page.line(format!("{mark} {} {words}, as you say", named(step, lines)));
        }
        News::PlanFile(warning) => page.line(visible(&plan_file(warning))),
        News::Remark(told) => page.line(visible(&remark(told))),
    }
    page.finish()
}

fn output(page: &mut Page, number: TaskNumber, text: &str) {
    for line in visible_lines(text) {
        page.line(format!("{} {}", paint(DIM, format!("{number} │")), line));
    }
}

pub(super) fn plan_file(warning: &PlanFileWarning) -> String {
    let (message, hint) = plan_file_warning(warning);
    format!("{message}; {hint}")
}

fn begins(page: &mut Page, goal: Option<&str>, counts: Counts, jobs: usize) {
    if let Some(goal) = goal.and_then(|goal| goal.lines().next()) {
        page.line(paint(BOLD, visible(goal)));
    }
    let jobs = match jobs {
        0 | 1 => String::new(),
        more => format!(", up to {more} at once"),
    };
    page.line(format!("{}{jobs}", standing(counts)));
}

/// Commands run without confirmation, so that the user must know what restricts them.
fn unasked(sandbox: &str) -> String {
    paint(DIM, format!("commands run unasked; sandbox: {}", visible(sandbox)))
}

/// A line for each line of the command, as it was approved.
fn checked(page: &mut Page, mark: &str, command: &str) {
    let mut lead = format!("{mark} run: ");
    for line in visible_lines(command) {
        page.line(format!("{lead}{line}"));
        lead = "         │ ".to_owned();
    }
}

fn ended(page: &mut Page, step: &str, conclusion: &StepConclusion, elapsed_ms: u64) {
    let time = match elapsed_ms {
        0..SHOWN_MS => String::new(),
        _ => format!(" {}", paint(DIM, elapsed(elapsed_ms))),
    };
    let (mark, words, more) = match conclusion {
        StepConclusion::Done { note, .. } => (paint(GOOD, "✓"), "", note.as_deref().map(Cow::Borrowed)),
        StepConclusion::Failed { error, .. } => (paint(BAD, "✗"), " failed", Some(Cow::Borrowed(error.as_str()))),
        StepConclusion::Released => (paint(WARNING, "↩"), " was stopped, and handed back", None),
        StepConclusion::NotStarted { reason } => (
            paint(WARNING, "↩"),
            " was not begun, and handed back",
            Some(Cow::Borrowed(reason.as_str())),
        ),
        StepConclusion::Lost { reason } => (
            paint(WARNING, "?"),
            ": what came of it was not kept",
            Some(Cow::Owned(lost(reason))),
        ),
        StepConclusion::Unknown => (paint(WARNING, "?"), ": nobody knows what became of it", None),
        StepConclusion::Unchecked => (
            paint(WARNING, "?"),
            " was called done, and the next run checks it",
            None,
        ),
    };
    page.line(format!("{mark} {step}{words}{time}"));
    let mut lines = visible_lines(more.as_deref().unwrap_or_default().trim());
    for line in lines.by_ref().take(LINES_SHOWN).filter(|line| !line.is_empty()) {
        page.indented(paint(DIM, line));
    }
    if lines.next().is_some() {
        page.indented(paint(DIM, "…"));
    }
    if let StepConclusion::Done { files, undeclared, .. } | StepConclusion::Failed { files, undeclared, .. } =
        conclusion
    {
        if !files.is_empty() {
            page.indented(paint(DIM, format!("changed: {}", listed(files, 0))));
        }
        if !undeclared.is_empty() {
            let listed = listed(undeclared, 0);
            page.indented(paint(WARNING, format!("changed, and not declared: {listed}")));
        }
    }
}

/// `more` are not among the files.
pub(super) fn listed(files: &[String], more: usize) -> String {
    let files: Vec<String> = files.iter().map(|file| visible(file).into_owned()).collect();
    listed_of(&files, LINES_SHOWN, files.len() + more)
}

/// An agent that works now.
#[derive(Debug, Clone, Copy)]
pub struct BusyAgent<'a> {
    pub number: TaskNumber,
    pub agent: &'a str,
    pub elapsed_ms: u64,
}

/// The line that stays at the bottom of a terminal: `3 of 9 settled · 4 developer 12 s · $0.02`.
pub fn run_status(counts: Counts, busy: &[BusyAgent<'_>], elapsed_ms: u64, cost: Option<Cost>) -> String {
    let mut parts = vec![standing(counts)];
    parts.extend(busy.iter().map(|busy| {
        let agent = visible(busy.agent);
        format!("{} {agent} {}", busy.number, elapsed(busy.elapsed_ms))
    }));
    parts.push(format!("{} in all", elapsed(elapsed_ms)));
    parts.extend(cost.map(|cost| cost.to_string()));
    parts.join(" · ")
}

/// The question before commands of the plan may run. `step` begins a sentence, and `noun` is what the front end calls
/// it. `rights` is the sentence about the sandbox.
pub fn run_question_text(step: &str, noun: &str, commands: &[String], rights: &str, columns: usize) -> String {
    let words = format!("{} is checked by commands of the plan:", visible(step));
    let mut text = paint(BOLD, words) + "\n";
    for (index, command) in commands.iter().enumerate() {
        text.push_str(&command_block(&(index + 1).to_string(), command, columns));
    }
    for words in [rights, &format!("They run each time that a {noun} asks for them.")] {
        text = text + &paint(DIM, words) + "\n";
    }
    text
}

fn named(step: &StepLine, lines: &RunLines) -> String {
    format!("{} {}", lines.step(step), visible(&step.title))
}

fn standing(counts: Counts) -> String {
    format!("{} of {} settled", counts.settled(), counts.total())
}
