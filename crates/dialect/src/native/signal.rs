//! The answer of `planwright signal`, and signals wherever they are listed.

use anstyle::Style;
use model::{Level, OpVersion, Signal, SignalState, Timestamp};
use serde::Serialize;

use super::json::pretty;
use super::page::Page;
use super::style::{BAD, BOLD, DIM, PLAIN, WARNING, paint};
use super::table::{Cell, lay_out};
use super::time::{ago, rfc3339};
use super::verbs;
use super::visible::{visible, visible_lines};
use super::width::clip;
use crate::address::Address;

#[derive(Debug, Clone, Copy)]
pub struct SignalView<'a> {
    pub address: Address<'a>,
    pub signal: &'a Signal,
    /// False where the signal was like this already.
    pub changed: bool,
    pub version: OpVersion,
}

#[derive(Serialize)]
pub(super) struct SignalShape<'a> {
    id: &'a str,
    task: Option<u32>,
    level: &'static str,
    message: &'a str,
    link: Option<&'a str>,
    state: &'static str,
    by: &'a str,
    at: String,
}

#[derive(Serialize)]
struct AnswerShape<'a> {
    signal: SignalShape<'a>,
    changed: bool,
    version: u64,
}

#[derive(Serialize)]
struct ListShape<'a> {
    signals: Vec<SignalShape<'a>>,
    version: u64,
}

impl<'a> From<&'a Signal> for SignalShape<'a> {
    fn from(signal: &'a Signal) -> Self {
        let (state, by, at) = match &signal.state {
            SignalState::Open { by, at } => ("open", by, *at),
            SignalState::Closed { by, at } => ("closed", by, *at),
        };
        Self {
            id: signal.id.as_str(),
            task: signal.task.map(|number| number.0),
            level: signal.level.word(),
            message: &signal.message,
            link: signal.link.as_deref(),
            state,
            by: by.as_str(),
            at: rfc3339(at),
        }
    }
}

pub fn signal_json(view: &SignalView<'_>) -> String {
    pretty(&AnswerShape {
        signal: SignalShape::from(view.signal),
        changed: view.changed,
        version: view.version.0,
    })
}

pub fn signal_text(view: &SignalView<'_>) -> String {
    let signal = view.signal;
    let what = match (signal.is_open(), view.changed) {
        (true, true) => "is open",
        (true, false) => "was open already",
        (false, true) => "is cleared",
        (false, false) => "was cleared already",
    };
    let mut page = Page::default();
    page.line(format!("Signal {} {what}.", paint(BOLD, &signal.id)));
    if signal.is_open() {
        page.indented(paint(level_style(signal.level), signal.level.word()) + &about(signal));
        for line in visible_lines(&signal.message) {
            page.indented(line);
        }
        if let Some(link) = &signal.link {
            page.indented(visible(link));
        }
        let clear = view.address.on(verbs::clear(&signal.id));
        page.line(format!("Clear it with {}.", verbs::painted(&clear)));
    }
    page.finish()
}

pub fn signals_json(signals: &[Signal], version: OpVersion) -> String {
    pretty(&ListShape {
        signals: signals.iter().map(SignalShape::from).collect(),
        version: version.0,
    })
}

/// One line for each signal, its message clipped to `columns` in all.
pub fn signals_text(signals: &[Signal], at: Timestamp, columns: usize) -> String {
    let mut page = Page::default();
    if signals.is_empty() {
        page.line("No signal is open.");
    }
    for line in signal_lines(signals, at, columns) {
        page.line(line);
    }
    page.finish()
}

pub(super) fn signal_lines(signals: &[Signal], at: Timestamp, columns: usize) -> Vec<String> {
    const LEAST: usize = 30;
    let room = (columns / 2).max(LEAST);
    let row = |signal: &Signal| {
        let link = signal.link.as_deref().unwrap_or_default();
        vec![
            Cell::left(level_style(signal.level), signal.level.word()),
            Cell::left(PLAIN, signal.id.as_str()),
            Cell::left(
                DIM,
                signal.task.map(|number| format!("task {number}")).unwrap_or_default(),
            ),
            Cell::left(PLAIN, clip(&visible(&signal.message), room)),
            Cell::left(
                DIM,
                if signal.is_open() {
                    ago(signal.since(), at)
                } else {
                    "cleared".to_owned()
                },
            ),
            Cell::left(DIM, visible(link)),
        ]
    };
    let rows: Vec<_> = signals.iter().map(row).collect();
    lay_out(&rows)
}

fn about(signal: &Signal) -> String {
    signal
        .task
        .map(|number| format!(", about task {number}"))
        .unwrap_or_default()
}

fn level_style(level: Level) -> Style {
    match level {
        Level::Blocker => BAD,
        Level::Warning => WARNING,
        Level::Info => PLAIN,
    }
}

#[cfg(test)]
#[path = "signal_tests.rs"]
mod tests;
