//! The answer of `planwright status`: where things stand, for somebody who just came in.

use model::{AgentName, Held, Now, Outlook, Timestamp, now};
use serde::Serialize;

use super::event::SummaryShape;
use super::json::pretty;
use super::now::{HeldShape, NowShape, message, ways_text};
use super::page::Page;
use super::plan::{PlanShape, PlanView};
use super::progress::progress;
use super::signal::{SignalShape, signal_lines};
use super::style::{BOLD, DIM, PLAIN, paint};
use super::table::{Cell, lay_out};
use super::time::{left, rfc3339};
use super::visible::visible;
use super::width::clip;
use crate::address::Address;

#[derive(Debug, Clone, Copy)]
pub struct StatusView<'a> {
    pub outlook: &'a Outlook,
    pub plan: PlanView<'a>,
    pub address: Address<'a>,
    /// Who holds what, the asker included.
    pub holders: &'a [Held],
    pub asker: &'a AgentName,
    pub at: Timestamp,
    /// How wide the text may be.
    pub width: usize,
}

#[derive(Serialize)]
struct StatusShape<'a> {
    plan: PlanShape<'a>,
    opened_by: &'a str,
    opened_at: String,
    summary: Option<SummaryShape<'a>>,
    asker: &'a str,
    now: NowShape<'a>,
    held: Vec<HeldShape<'a>>,
    signals: Vec<SignalShape<'a>>,
    version: u64,
}

pub fn status_json(view: &StatusView<'_>) -> String {
    let session = view.plan.session;
    pretty(&StatusShape {
        plan: PlanShape::from(&view.plan),
        opened_by: session.opened_by.as_str(),
        opened_at: rfc3339(session.opened_at),
        summary: session.summary.as_ref().map(SummaryShape::from),
        asker: view.asker.as_str(),
        now: NowShape::new(&now(view.outlook)),
        held: view.holders.iter().map(HeldShape::from).collect(),
        signals: view.outlook.signals.iter().map(SignalShape::from).collect(),
        version: session.version.0,
    })
}

pub fn status_text(view: &StatusView<'_>) -> String {
    let mut page = Page::default();
    heading(&mut page, view);
    page.gap();
    page.line(progress(view.plan.counts, view.width));
    let what_now = now(view.outlook);
    page.section("Now", now_lines(&what_now, &view.address, view.width));
    page.section("Held", held_lines(view));
    page.section("Signals", signal_lines(&view.outlook.signals, view.at, view.width));
    page.finish()
}

fn heading(page: &mut Page, view: &StatusView<'_>) {
    let session = view.plan.session;
    let goal = view.outlook.aim().unwrap_or("no goal given");
    page.line(paint(BOLD, clip(&visible(goal.trim()), view.width)));
    let mut facts = vec![format!("session {}", session.id)];
    facts.extend(view.plan.plan.map(|plan| format!("plan v{}", plan.version)));
    facts.push(format!("version {}", session.version));
    facts.push(format!("you are {}", visible(view.asker.as_str())));
    page.line(paint(DIM, facts.join(", ")));
}

fn now_lines(now: &Now<'_>, address: &Address<'_>, width: usize) -> Vec<String> {
    const INDENT: usize = 2;
    let message = message(now);
    let mut lines = vec![clip(&visible(&message), width.saturating_sub(INDENT)).into_owned()];
    lines.extend(ways_text(now, false, address));
    lines
}

fn held_lines(view: &StatusView<'_>) -> Vec<String> {
    let room = (view.width / 2).max(20);
    let row = |held: &Held| {
        vec![
            Cell::right(DIM, held.number.to_string()),
            Cell::left(PLAIN, clip(&visible(&held.title), room)),
            Cell::left(PLAIN, visible(held.claim.agent.as_str())),
            Cell::left(DIM, left(held.claim.until, view.at)),
        ]
    };
    let rows: Vec<_> = view.holders.iter().map(row).collect();
    lay_out(&rows)
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
