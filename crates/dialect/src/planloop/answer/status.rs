//! The answer of `planloop status`.

use std::borrow::Cow;

use model::{AgentName, Now, OpVersion, Outlook, Signal, Task, TaskNumber, Timestamp, limits, now};
use serde::Serialize;

use super::STATUS_COMMAND;
use super::cut::Cut;
use super::json::{compact, pretty};
use super::now::NowShape;
use super::session::{CountsShape, SessionShape};
use super::signal::SignalShape;
use super::task::{Eye, TaskLineShape, TaskShape};
use crate::address::Address;

#[derive(Debug, Clone, Copy)]
pub struct StatusView<'a> {
    pub address: Address<'a>,
    pub outlook: &'a Outlook,
    /// The whole new `docs/agents.md`, if the agent's is out of date.
    pub sync: Option<&'a str>,
    pub asker: &'a AgentName,
    pub at: Timestamp,
    /// The tasks to list: all of a small plan, the part around the current task of a large one.
    pub window: &'a [Task],
    /// Where the plan goes on behind the window.
    pub next_window: Option<TaskNumber>,
    /// The asker's cursor, if it gave one.
    pub since: Option<OpVersion>,
    /// Tasks that changed since then.
    pub changes: Option<&'a [Task]>,
    /// Tasks that are gone since then.
    pub removed: &'a [TaskNumber],
    pub warnings: &'a [String],
    pub detail: Detail,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Normal,
    /// On one line and never longer than `limits::BRIEF_BYTES`: no list of tasks, and long fields are clipped.
    Brief,
    /// The same shape as `Normal`; the window is the whole plan.
    Full,
}

pub(super) const FULL_COMMAND: &str = "planloop status --json --full";

/// Characters per text and entries per list that a brief answer tries in turn until it fits.
const BRIEF_CUTS: [(usize, usize); 10] = [
    (usize::MAX, usize::MAX),
    (400, 20),
    (240, 12),
    (140, 8),
    (80, 6),
    (48, 4),
    (24, 3),
    (12, 2),
    (4, 1),
    (0, 0),
];

#[derive(Serialize)]
struct StatusShape<'a> {
    now: NowShape<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<SignalShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<PlanShape<'a>>,
    session: SessionShape<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<Vec<SignalShape<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Cow<'a, str>>,
    version: u64,
    cursor: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_command: Option<String>,
}

#[derive(Serialize)]
struct PlanShape<'a> {
    counts: CountsShape,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<WindowShape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks: Option<Vec<TaskShape<'a>>>,
}

#[derive(Serialize)]
struct WindowShape {
    shown: usize,
    total: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_task_id: Option<u32>,
    next_command: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ChangesShape<'a> {
    Whole(Vec<TaskShape<'a>>),
    Lines(Vec<TaskLineShape<'a>>),
}

pub fn status(view: &StatusView<'_>) -> String {
    match view.detail {
        Detail::Normal | Detail::Full => pretty(&shape(view, &Cut::none())),
        Detail::Brief => brief(view),
    }
}

/// The text that `--since` takes to ask for what changed after this version.
pub fn cursor(version: OpVersion) -> String {
    version.to_string()
}

pub fn read_cursor(text: &str) -> Option<OpVersion> {
    text.trim().parse().ok().map(OpVersion)
}

fn brief(view: &StatusView<'_>) -> String {
    let mut text = String::new();
    for (chars, entries) in BRIEF_CUTS {
        text = compact(&shape(view, &Cut::new(chars, entries)));
        if text.len() < limits::BRIEF_BYTES {
            break;
        }
    }
    text
}

fn shape<'a>(view: &StatusView<'a>, cut: &Cut) -> StatusShape<'a> {
    let outlook = view.outlook;
    let is_brief = view.detail == Detail::Brief;
    let eye = Eye {
        asker: view.asker,
        at: view.at,
    };
    let what_now = now(outlook);
    let signal = SignalShape::awaited(&what_now, cut).filter(|_| view.sync.is_none());
    let shape = StatusShape {
        now: match view.sync {
            Some(_) if is_brief => NowShape::brief_sync(&view.address),
            Some(content) => NowShape::sync(content, &view.address),
            None => NowShape::new(&what_now, signal.as_ref(), &view.address, eye, cut),
        },
        signal,
        plan: view.sync.is_none().then(|| plan(view, eye, cut)),
        session: SessionShape::new(&outlook.session, outlook.aim(), cut),
        signals: other_signals(view, &what_now, cut),
        changes: view.changes.map(|changes| changes_shape(changes, is_brief, eye, cut)),
        removed: view
            .changes
            .map(|_| cut.list(view.removed).iter().map(|number| number.0).collect()),
        warnings: cut.texts(view.warnings),
        version: outlook.session.version.0,
        cursor: cursor(outlook.session.version),
        truncated: false,
        full_command: None,
    };
    StatusShape {
        truncated: cut.has_bitten(),
        full_command: cut.has_bitten().then(|| full_command(view)),
        ..shape
    }
}

/// The call that answers the same without clipping.
fn full_command(view: &StatusView<'_>) -> String {
    let since = view.since.map(|version| format!(" --since {}", cursor(version)));
    let since = since.unwrap_or_default();
    view.address.on(format!("{STATUS_COMMAND}{since}"))
}

fn plan<'a>(view: &StatusView<'a>, eye: Eye<'_>, cut: &Cut) -> PlanShape<'a> {
    let counts = view.outlook.counts;
    let is_listed = view.detail != Detail::Brief;
    let is_partial = u64::try_from(view.window.len()).is_ok_and(|shown| shown < counts.total());
    PlanShape {
        counts: counts.into(),
        window: (is_listed && is_partial).then(|| WindowShape {
            shown: view.window.len(),
            total: counts.total(),
            next_task_id: view.next_window.map(|number| number.0),
            next_command: view.address.on(FULL_COMMAND),
        }),
        tasks: is_listed.then(|| view.window.iter().map(|task| TaskShape::new(task, eye, cut)).collect()),
    }
}

/// Open signals beside the one that is waited for. Brief answers leave an empty list out.
fn other_signals<'a>(view: &StatusView<'a>, what_now: &Now<'a>, cut: &Cut) -> Option<Vec<SignalShape<'a>>> {
    let awaited = match what_now {
        Now::Wait(signal) => Some(&signal.id),
        _ => None,
    };
    if view.sync.is_some() {
        return None;
    }
    let others: Vec<&Signal> = view
        .outlook
        .signals
        .iter()
        .filter(|signal| Some(&signal.id) != awaited)
        .collect();
    let shapes: Vec<_> = cut
        .list(&others)
        .iter()
        .map(|signal| SignalShape::raised(signal, cut))
        .collect();
    (!others.is_empty() || view.detail != Detail::Brief).then_some(shapes)
}

fn changes_shape<'a>(changes: &'a [Task], is_brief: bool, eye: Eye<'_>, cut: &Cut) -> ChangesShape<'a> {
    let changes = cut.list(changes).iter();
    if is_brief {
        ChangesShape::Lines(changes.map(|task| TaskLineShape::new(task, cut)).collect())
    } else {
        ChangesShape::Whole(changes.map(|task| TaskShape::new(task, eye, cut)).collect())
    }
}

#[cfg(test)]
#[path = "status_tests.rs"]
mod tests;
