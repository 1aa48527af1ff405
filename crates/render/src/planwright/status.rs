//! The answer of `planwright status`: where things stand, for somebody who just came in.

use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use dialect::text::visible::visible;
use engine::Listed;
use model::{AgentName, Held, Now, Outlook, Task, Timestamp, now};
use serde_json::json;

use super::event::summary_value;
use super::now::{held_value, message, now_value, ways_text};
use super::plan::plan_value;
use super::signal::{signal_lines, signal_value};
use crate::address::Address;
use crate::show::page::Page;
use crate::show::progress::progress;
use crate::show::style::{BOLD, DIM, PLAIN, paint};
use crate::show::table::{Cell, lay_out};
use crate::show::time::left;
use crate::show::width::clip;

/// Where a plan stands for one asker.
#[derive(Debug, Clone, Copy)]
pub struct PlanState<'a> {
    pub outlook: &'a Outlook,
    /// The tasks in progress.
    pub doing: &'a Listed,
    pub asker: &'a AgentName,
    pub at: Timestamp,
}

impl PlanState<'_> {
    /// Who works on what, the asker included.
    fn held(&self) -> Vec<Held> {
        let held = |task: &Task| {
            Some(Held {
                number: task.number,
                title: task.brief.title.clone(),
                claim: task.claim()?.seen(self.at),
            })
        };
        self.doing.tasks.iter().filter_map(held).collect()
    }
}

pub fn status_json(state: PlanState<'_>) -> String {
    let session = &state.doing.session;
    pretty(&json!({
        "plan": plan_value(state.doing),
        "opened_by": session.opened_by.as_str(),
        "opened_at": rfc3339(session.opened_at),
        "summary": session.summary.as_ref().map(summary_value),
        "asker": state.asker.as_str(),
        "now": now_value(&now(state.outlook)),
        "held": state.held().iter().map(held_value).collect::<Vec<_>>(),
        "signals": state.outlook.signals.iter().map(signal_value).collect::<Vec<_>>(),
        "version": session.version.0,
    }))
}

pub fn status_text(state: PlanState<'_>, address: &Address<'_>, width: usize) -> String {
    let mut page = Page::default();
    heading(&mut page, state, width);
    page.gap();
    page.line(progress(state.doing.counts, width));
    page.section("Now", now_lines(&now(state.outlook), address, width));
    page.section("Held", held_lines(&state.held(), state.at, width));
    page.section("Signals", signal_lines(&state.outlook.signals, state.at, width));
    page.finish()
}

fn heading(page: &mut Page, state: PlanState<'_>, width: usize) {
    let session = &state.doing.session;
    let goal = state.outlook.aim().unwrap_or("no goal given");
    page.line(paint(BOLD, clip(&visible(goal.trim()), width)));
    let mut facts = vec![format!("session {}", session.id)];
    facts.extend(state.doing.plan.as_ref().map(|plan| format!("plan v{}", plan.version)));
    facts.push(format!("version {}", session.version));
    facts.push(format!("you are {}", visible(state.asker.as_str())));
    page.line(paint(DIM, facts.join(", ")));
}

fn now_lines(now: &Now<'_>, address: &Address<'_>, width: usize) -> Vec<String> {
    const INDENT: usize = 2;
    let message = message(now);
    let mut lines = vec![clip(&visible(&message), width.saturating_sub(INDENT)).into_owned()];
    lines.extend(ways_text(now, false, address));
    lines
}

fn held_lines(held: &[Held], at: Timestamp, width: usize) -> Vec<String> {
    let room = (width / 2).max(20);
    let row = |held: &Held| {
        vec![
            Cell::right(DIM, held.number.to_string()),
            Cell::left(PLAIN, clip(&visible(&held.title), room)),
            Cell::left(PLAIN, visible(held.claim.agent.as_str())),
            Cell::left(DIM, left(held.claim.until, at)),
        ]
    };
    let rows: Vec<_> = held.iter().map(row).collect();
    lay_out(&rows)
}
