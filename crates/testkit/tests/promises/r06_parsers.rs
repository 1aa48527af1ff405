//! R6: any input is read without a panic and answered in one JSON document.

use std::collections::BTreeMap;

use dialect::planloop::gates::{self, Facts};
use dialect::planloop::{PayloadOrigin, read_update};
use model::{Change, Diagnostic, Role, Thread, ThreadId, ThreadState, Uid};
use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish, finish_with_input};
use proptest::prelude::*;
use serde_json::Value;

use crate::r01_scenes as scene;
use crate::r06_soup::{VALID, config, payload};

#[test]
fn r06_any_payload_is_read_without_a_panic() {
    proptest!(config(2_000), |(text in payload())| check(&text));
}

#[test]
fn r06_every_cut_of_a_payload_is_read_without_a_panic() {
    let ends = VALID.char_indices().map(|(end, _)| end);
    ends.for_each(|end| check(&VALID[..end]));
    check(VALID);
}

#[test]
fn r06_texts_that_broke_parsers_before_are_read() {
    for deep in ["[", "{\"a\":", "[{\"a\":", "[[", "{\"add_tasks\":["] {
        check(&deep.repeat(100_000));
    }
    for odd in [
        "",
        "\u{feff}",
        "\u{feff}{",
        "\u{feff}é{",
        "\"\\ud800\"",
        "{\"add_tasks\":[{\"title\":\"\\udfff\"}]}",
        "{\"last_seen_version\":1e999}",
        "{\"last_seen_version\":-0}",
        "{\"update_tasks\":[{\"id\":4294967296}]}",
        "nul",
        "\0",
    ] {
        check(odd);
    }
    check(&format!("{{\"last_seen_version\":{}}}", "9".repeat(100_000)));
}

#[test]
fn r06_a_byte_order_mark_does_not_shift_the_places() {
    let span = |text: &str| read_update(text).2.remove(0).place.span;
    assert_eq!(span("{é"), Some(1..1));
    assert_eq!(span("\u{feff}{é"), Some(4..4));
    check("\u{feff}\n\0");
}

fn check(text: &str) {
    let read = read_update(text);
    assert_eq!(read, read_update(text), "read twice, read differently: {text:?}");
    let (change, origin, faults) = read;
    faults.iter().for_each(|fault| check_fault(text, fault));
    if faults.is_empty() {
        let judged = judge(&change, &origin);
        assert_eq!(judged, judge(&change, &origin));
        judged.iter().for_each(|fault| check_fault(text, fault));
    }
}

fn check_fault(text: &str, fault: &Diagnostic) {
    let place = &fault.place;
    let is_worded = !fault.rule.name.is_empty() && !fault.message.trim().is_empty();
    // A long text is quoted in part, so that the answer stays short.
    let is_short = fault.message.chars().count() < 1_000;
    let is_placed = place.path.as_ref().is_none_or(|path| !path.is_empty());
    let (lines, longest) = (
        text.matches('\n').count() + 1,
        text.lines().map(|line| line.chars().count()).max(),
    );
    let is_in_lines = place
        .line_column
        .is_none_or(|(line, column)| (1..=lines).contains(&line) && (1..=longest.unwrap_or(0) + 2).contains(&column));
    let is_in_text = place.span.as_ref().is_none_or(|span| text.get(span.clone()).is_some());
    assert!(
        is_worded && is_short && is_placed && is_in_lines && is_in_text,
        "{text:?}: {fault:?}"
    );
}

/// The gates in a project without files and with an empty plan.
pub fn judge(change: &Change, origin: &PayloadOrigin) -> Vec<Diagnostic> {
    let thread = ThreadState::new(Thread {
        id: ThreadId::PRIMARY,
        uid: Uid([0; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    });
    let on_disk = gates::paths_to_look_up(change)
        .into_iter()
        .map(|path| (path, gates::OnDisk::Missing));
    let on_disk: BTreeMap<_, _> = on_disk.collect();
    gates::check(
        change,
        origin,
        &Facts {
            thread: &thread,
            on_disk: &on_disk,
        },
    )
}

#[test]
fn r06_every_answer_is_one_json_document() {
    let project = scene::claimed();
    proptest!(config(60), |(text in payload())| {
        let mut command = project.command(bins::path("planloop"));
        check_answer(&finish_with_input(command.arg("update"), text.as_bytes()));
        // A command line cannot contain zero bytes, and its length is limited.
        let text = text.replace('\0', "");
        check_answer(&planloop(&project, &["update", "--json", &text]));
        check_answer(&planloop(&project, &["update", "--dry-run", "--json", &text, "--agent", "ada"]));
    });
    proptest!(config(40), |(text in "[^\0]{0,40}")| {
        check_answer(&planloop(&project, &["start", "--goal", &text]));
        check_answer(&planloop(&project, &["alert", "--id", &text, "--level", "info", "--message", &text]));
        check_answer(&planloop(&project, &["alert", "--close", "--id", &text]));
        check_answer(&planloop(&project, &["status", "--json", "--agent", &text]));
        check_answer(&planloop(&project, &["status", "--json", "--since", &text]));
        check_answer(&planloop(&project, &["sessions", "--json", "show", &text]));
        check_answer(&planloop(&project, &["update", "--file", &text, "--session", &text]));
    });
    project.assert_sound();
}

fn planloop(project: &Project, line: &[&str]) -> Ran {
    finish(project.command(bins::path("planloop")).args(line))
}

/// One JSON document and nothing else, except for help.
pub fn check_answer(ran: &Ran) {
    assert!(matches!(ran.code, Some(0 | 1 | 2 | 3 | 5)), "{ran:?}");
    assert_eq!(ran.stderr, "", "{ran:?}");
    let is_document = serde_json::from_str::<Value>(&ran.stdout).is_ok_and(|answer| answer.is_object());
    assert!(is_document && ran.stdout.ends_with("}\n"), "{ran:?}");
}
