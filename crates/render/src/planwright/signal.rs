//! The answer of `planwright signal`, and signals wherever they are listed.

use anstyle::Style;
use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use dialect::text::visible::{visible, visible_lines};
use engine::Signaled;
use model::{Level, OpVersion, Signal, SignalState, Timestamp};
use serde_json::{Value, json};

use super::verbs;
use crate::address::Address;
use crate::show::page::Page;
use crate::show::style::{BAD, BOLD, DIM, PLAIN, WARNING, paint};
use crate::show::table::{Cell, lay_out};
use crate::show::time::ago;
use crate::show::width::clip;

pub(super) fn signal_value(signal: &Signal) -> Value {
    let (state, by, at) = match &signal.state {
        SignalState::Open { by, at } => ("open", by, *at),
        SignalState::Closed { by, at } => ("closed", by, *at),
    };
    json!({
        "id": signal.id.as_str(),
        "task": signal.task.map(|number| number.0),
        "level": signal.level.word(),
        "message": signal.message,
        "link": signal.link,
        "state": state,
        "by": by.as_str(),
        "at": rfc3339(at),
    })
}

pub fn signal_json(signaled: &Signaled) -> String {
    pretty(&json!({
        "signal": signal_value(&signaled.signal),
        "changed": signaled.changed,
        "version": signaled.version.0,
    }))
}

pub fn signal_text(signaled: &Signaled, address: &Address<'_>) -> String {
    let signal = &signaled.signal;
    let what = match (signal.is_open(), signaled.changed) {
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
        let clear = address.on(verbs::clear(&signal.id));
        page.line(format!("Clear it with {}.", verbs::painted(&clear)));
    }
    page.finish()
}

pub fn signals_json(signals: &[Signal], version: OpVersion) -> String {
    let signals: Vec<_> = signals.iter().map(signal_value).collect();
    pretty(&json!({"signals": signals, "version": version.0}))
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
