//! The same for people.

use model::{Cost, Counts};

use super::{RunBusy, RunFate, RunLine, RunStep, RunSummary, RunWord};
use crate::native::page::Page;
use crate::native::progress::progress;
use crate::native::style::{BAD, BOLD, BUSY, DIM, GOOD, HINT, WARNING, paint};
use crate::native::visible::{visible, visible_lines};

/// Whatever took less than this was quick, and nobody needs to know how quick.
const UNTOLD_MS: u64 = 1000;
/// How much of a note or an error is told on the way; `planwright show` tells all of it.
const LINES_SHOWN: usize = 3;

/// Whole lines.
pub fn run_line_text(told: &RunLine<'_>) -> String {
    let mut page = Page::default();
    match told {
        RunLine::Begins {
            goal,
            counts,
            jobs,
            sandbox,
        } => {
            begins(&mut page, *goal, *counts, *jobs);
            if let Some(sandbox) = sandbox {
                page.line(unasked(sandbox));
            }
        }
        RunLine::Started { step, agent } => {
            page.line(format!(
                "{} {} {}",
                paint(BUSY, "▶"),
                named(step),
                paint(DIM, format!("({})", visible(agent)))
            ));
        }
        RunLine::Output { number, text } => {
            for line in visible_lines(text) {
                page.line(format!("{} {}", paint(DIM, format!("{number} │")), line));
            }
        }
        RunLine::Checking { .. } => {}
        RunLine::Checked {
            number,
            command,
            has_passed,
            is_beside,
        } => {
            let (color, mark) = if *has_passed { (GOOD, "✓") } else { (BAD, "✗") };
            let whose = match is_beside {
                true => paint(DIM, format!("{number} │")) + " ",
                false => "  ".to_owned(),
            };
            checked(&mut page, &format!("{whose}{}", paint(color, mark)), command);
        }
        RunLine::Ended {
            step, fate, elapsed_ms, ..
        } => ended(&mut page, step, fate, *elapsed_ms),
        RunLine::Replanning { step, .. } => {
            page.line(format!("{} planning anew after {}", paint(WARNING, "↻"), named(step)));
        }
        RunLine::Replanned { version, counts } => {
            page.line(format!(
                "{} version {version} of the plan: {}",
                paint(GOOD, "✓"),
                standing(*counts)
            ));
        }
        RunLine::Resolved { step, said, .. } => {
            let (mark, words) = match said {
                RunWord::Done => (paint(GOOD, "✓"), "was done"),
                RunWord::Failed => (paint(BAD, "✗"), "has failed"),
                RunWord::Again => (paint(WARNING, "↩"), "is to be done again"),
            };
            page.line(format!("{mark} {} {words}, as you say", named(step)));
        }
        RunLine::Remark(remark) => page.line(visible(remark)),
    }
    page.finish()
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

/// A line for each of its lines, as it was approved.
fn checked(page: &mut Page, mark: &str, command: &str) {
    let mut lead = format!("{mark} run: ");
    for line in visible_lines(command) {
        page.line(format!("{lead}{line}"));
        lead = "         │ ".to_owned();
    }
}

fn ended(page: &mut Page, step: &RunStep<'_>, fate: &RunFate<'_>, elapsed_ms: u64) {
    let time = match elapsed_ms {
        0..UNTOLD_MS => String::new(),
        _ => format!(" {}", paint(DIM, elapsed(elapsed_ms))),
    };
    let (mark, words, more) = match fate {
        RunFate::Done { note, .. } => (paint(GOOD, "✓"), "", *note),
        RunFate::Failed { error, .. } => (paint(BAD, "✗"), " failed", Some(*error)),
        RunFate::Released => (paint(WARNING, "↩"), " was stopped, and handed back", None),
        RunFate::Unstarted { why } => (paint(WARNING, "↩"), " was not begun, and handed back", Some(*why)),
        RunFate::Lost { why } => (paint(WARNING, "?"), ": what came of it was not kept", Some(*why)),
        RunFate::Unknown => (paint(WARNING, "?"), ": nobody knows what became of it", None),
        RunFate::Unchecked => (
            paint(WARNING, "?"),
            " was called done, and the next run checks it",
            None,
        ),
    };
    page.line(format!("{mark} {}{words}{time}", named(step)));
    let mut lines = visible_lines(more.unwrap_or_default().trim());
    for line in lines.by_ref().take(LINES_SHOWN).filter(|line| !line.is_empty()) {
        page.indented(paint(DIM, line));
    }
    if lines.next().is_some() {
        page.indented(paint(DIM, "…"));
    }
    if let RunFate::Done { files, .. } | RunFate::Failed { files, .. } = fate {
        if !files.all.is_empty() {
            page.indented(paint(DIM, format!("changed: {}", listed(files.all, 0))));
        }
        if !files.undeclared.is_empty() {
            let listed = listed(files.undeclared, 0);
            page.indented(paint(WARNING, format!("changed, and not declared: {listed}")));
        }
    }
}

/// `more` are not among the files.
fn listed(files: &[String], more: usize) -> String {
    let shown: Vec<_> = files
        .iter()
        .take(LINES_SHOWN)
        .map(|file| visible(file).into_owned())
        .collect();
    match more + files.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The line that stays at the bottom of a terminal: `3 of 9 settled · 4 developer 12 s · $0.02`.
pub fn run_status(counts: Counts, busy: &[RunBusy<'_>], elapsed_ms: u64, cost: Option<Cost>) -> String {
    let mut parts = vec![standing(counts)];
    parts.extend(busy.iter().map(|busy| {
        let agent = visible(busy.agent);
        format!("{} {agent} {}", busy.number, elapsed(busy.elapsed_ms))
    }));
    parts.push(format!("{} in all", elapsed(elapsed_ms)));
    parts.extend(cost.map(|cost| cost.to_string()));
    parts.join(" · ")
}

pub fn run_summary_text(summary: &RunSummary<'_>, columns: usize) -> String {
    let mut page = Page::default();
    page.line(progress(summary.counts, columns));
    let style = if summary.is_good { GOOD } else { BAD };
    page.line(paint(style, visible(summary.message)));
    let mut parts = vec![format!("{} started", summary.started), format!("{} done", summary.done)];
    let others = [
        (summary.failed, "failed"),
        (summary.released, "handed back"),
        (summary.replans, if summary.replans == 1 { "replan" } else { "replans" }),
    ];
    parts.extend(
        others
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}")),
    );
    if summary.elapsed_ms >= UNTOLD_MS {
        parts.push(format!("in {}", elapsed(summary.elapsed_ms)));
    }
    parts.extend(summary.cost.map(|cost| cost.to_string()));
    page.line(paint(DIM, parts.join(", ")));
    if !summary.undeclared.is_empty() {
        let listed = listed(summary.undeclared, summary.undeclared_more);
        let words = "changed while several steps ran, and declared by none of them:";
        page.line(paint(WARNING, format!("{words} {listed}")));
    }
    if let Some(hint) = summary.hint {
        page.line(format!("{}: {}", paint(HINT, "hint"), visible(hint)));
    }
    page.finish()
}

/// Whoever lets commands run unasked has to know what holds them.
fn unasked(sandbox: &str) -> String {
    let words = sandbox.trim_start_matches("sandbox: ");
    paint(DIM, format!("commands run unasked; sandbox: {}", visible(words)))
}

fn named(step: &RunStep<'_>) -> String {
    format!("{} {}", step.number, visible(step.title))
}

fn standing(counts: Counts) -> String {
    format!("{} of {} settled", counts.settled(), counts.total())
}

fn elapsed(ms: u64) -> String {
    match ms / 1000 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}
