//! R10 for the check commands of a run: exactly the approved commands run.

use planwright_testkit::terminal::Left;

use crate::at_terminal::has_terminal;
use crate::r10_prompt::{TRICKS, assert_clean};
use crate::run_terminal::{ended, scene, start};

const MAY_RUN: &str = "Run them? (y/n) › ";

/// The text between the heading and the question, and the final screen.
#[track_caller]
fn asked(criterion: &str, key: &str) -> (String, Left) {
    let project = scene("planwright", "dev", Some(criterion));
    let mut terminal = start(&project, "planwright", &["run"]);
    let asked = terminal.wait_for(MAY_RUN);
    terminal.press(key);
    let left = ended(terminal);
    let (_, asked) = asked.split_once("commands of the plan:\n").unwrap_or_default();
    let (asked, _) = asked.split_once("Commands run ").unwrap_or_default();
    (asked.to_owned(), left)
}

#[test]
fn r10_a_command_behind_a_line_break_is_not_taken_for_a_comment() {
    if !has_terminal("r10_run") {
        return;
    }
    let (broken, left) = asked("run: echo ok # splits at\ntouch SEEN", "y");
    assert_eq!(broken, "  1 │ echo ok # splits at\n    │ touch SEEN\n");
    let expected = "  ✓ run: echo ok # splits at\n         │ touch SEEN\n";
    assert!(left.drawn.text.contains(expected), "{}", left.drawn.text);
    let (plain, left) = asked(r"run: echo ok # splits at\ntouch SEEN", "y");
    assert_eq!(plain, "  1 │ echo ok # splits at\\ntouch SEEN\n");
    let expected = "  ✓ run: echo ok # splits at\\ntouch SEEN\n";
    assert!(left.drawn.text.contains(expected), "{}", left.drawn.text);
}

#[test]
fn r10_a_blank_is_not_taken_for_its_escape() {
    if !has_terminal("r10_run") {
        return;
    }
    let (tab, _) = asked("run: echo a\tb", "n");
    let (plain, _) = asked(r"run: echo a\tb", "n");
    assert_eq!(
        (tab.as_str(), plain.as_str()),
        ("  1 │ echo a    b\n", "  1 │ echo a\\tb\n")
    );
    let (escape, _) = asked("run: echo a\rb", "n");
    assert_eq!(escape, "  1 │ echo a\\rb\n    (1 hidden character, shown as escapes)\n");
}

/// A line that is too long, or imitates planwright's own text, stays behind a mark.
#[test]
fn r10_a_check_cannot_imitate_a_question() {
    if !has_terminal("r10_run") {
        return;
    }
    let fake = format!("run: true #{}Run all of it? (y/n) › y\n  2 │ ls\n", " ".repeat(90));
    let (shown, _) = asked(&format!("{fake}They are harmless."), "n");
    let is_marked =
        |line: &str| line.starts_with("  1 │ ") || line.starts_with("    │ ") || line.starts_with("      ↪ ");
    assert!(shown.lines().count() >= 4 && shown.lines().all(is_marked), "{shown}");
}

#[test]
fn r10_nothing_hidden_in_a_check_reaches_the_terminal() {
    if !has_terminal("r10_run") {
        return;
    }
    for (trick, expected) in TRICKS.iter().step_by(4) {
        let (shown, left) = asked(&format!("run: true # {trick}"), "n");
        assert_clean(&left, &format!("{trick:?}"));
        assert!(shown.contains(expected), "{trick:?}: {shown}");
        assert!(shown.contains("shown as escapes)\n"), "{trick:?}: {shown}");
    }
}
