//! Steps for people: a table of them, and one in a line.

use model::{AgentName, Standing};

use crate::native::mark::Mark;
use crate::native::style::{DIM, PLAIN};
use crate::native::table::{Cell, lay_out};
use crate::native::visible::{visible, visible_lines};
use crate::native::width::{clip, width};
use crate::rawko::sheet::{StepSheet, is_ready};

pub(super) fn mark(steps: &[StepSheet], step: &StepSheet) -> Mark {
    match step.status {
        Standing::Done => Mark::Done,
        Standing::Doing => Mark::Doing,
        Standing::Failed => Mark::Failed,
        Standing::Dropped => Mark::Dropped,
        Standing::Todo if is_ready(steps, step) => Mark::Ready,
        Standing::Todo => Mark::Waiting,
    }
}

/// A line for each step, of at most `columns` if the descriptions can be clipped to that.
pub(super) fn table(steps: &[StepSheet], columns: usize) -> Vec<String> {
    let room = description_room(steps, columns);
    let row = |step: &StepSheet| {
        let mark = mark(steps, step);
        vec![
            Cell::right(DIM, step.index.to_string()),
            Cell::left(mark.style(), mark.sign()),
            Cell::left(mark.title_style(), clip(&visible(&step.description), room)),
            Cell::left(if mark == Mark::Doing { PLAIN } else { DIM }, who(step)),
            Cell::left(DIM, after(step)),
        ]
    };
    let rows: Vec<_> = steps.iter().map(row).collect();
    lay_out(&rows)
}

/// `step 2, Load the notes`
pub(super) fn named(step: &StepSheet) -> String {
    const ROOM: usize = 100;
    format!("step {}, {}", step.index, clip(&visible(&step.description), ROOM))
}

/// The first lines of a longer text, indented.
pub(super) fn excerpt(text: &str) -> Vec<String> {
    const SHOWN: usize = 12;
    let mut lines: Vec<_> = visible_lines(text.trim()).take(SHOWN + 1).collect();
    if lines.len() > SHOWN {
        lines.truncate(SHOWN);
        lines.push("…".to_owned());
    }
    lines
}

/// `1, 2, 5`
pub(super) fn indexes(indexes: &[u32]) -> String {
    let words: Vec<_> = indexes.iter().map(ToString::to_string).collect();
    words.join(", ")
}

fn who(step: &StepSheet) -> String {
    const ROOM: usize = 24;
    let name = |agent: &AgentName| clip(&visible(agent.as_str()), ROOM).into_owned();
    match (&step.executed_by, &step.suggested_agent) {
        (Some(agent), _) => name(agent),
        (None, Some(agent)) => format!("for {}", name(agent)),
        (None, None) => String::new(),
    }
}

fn after(step: &StepSheet) -> String {
    const ROOM: usize = 28;
    match step.depends_on.is_empty() {
        true => String::new(),
        false => clip(&format!("after {}", indexes(&step.depends_on)), ROOM).into_owned(),
    }
}

/// What the other columns leave for the description.
fn description_room(steps: &[StepSheet], columns: usize) -> usize {
    const LEAST: usize = 20;
    const GAP: usize = 2;
    let widest = |text: &dyn Fn(&StepSheet) -> String| {
        let columns = steps.iter().map(|step| width(&text(step))).max().unwrap_or(0);
        if columns == 0 { 0 } else { columns + GAP }
    };
    let mark = 1 + GAP;
    let others = widest(&|step| step.index.to_string()) + mark + widest(&who) + widest(&after);
    columns.saturating_sub(others).max(LEAST)
}
