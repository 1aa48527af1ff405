//! R10 on the full screen: hidden characters of a plan are visible in the list, in the details and in the fields.

use planwright_testkit::project::Project;
use planwright_testkit::terminal::{CTRL_C, Left, Terminal};
use planwright_testkit::{Tier, tier};

use crate::at_terminal::{asked, has_terminal};
use crate::r10_prompt::{TRICKS, hides};
use crate::turn_scenes::{PLAN, chat, create, edit, execute, execute_with, plan, titled, waiting};

/// A plan with the trick, and the keys that lead to the place where it is fully visible.
type Place = (&'static str, fn(&str) -> String, &'static str);

const PLACES: &[Place] = &[
    ("content", |trick| plan(&create("hello.txt", trick)), ""),
    ("replacement", |trick| plan(&edit("greet.txt", "Hello", trick)), ""),
    (
        "replacement beside",
        |trick| plan(&edit("greet.txt", "Hello", trick)),
        "d",
    ),
    ("command", |trick| plan(&execute(&format!("echo {trick}"))), ""),
    (
        "command that is typed",
        |trick| plan(&execute(&format!("echo {trick}"))),
        "pe",
    ),
    (
        "variable",
        |trick| {
            plan(&execute_with(
                &format!("- **env:**\n    - `GREETING`: \"{trick}\"\n"),
                "true",
            ))
        },
        "",
    ),
    ("message", |trick| plan(&chat(&format!("Look: {trick}"))), "p"),
    (
        "title",
        |trick| titled(&format!("T {trick}"), "", &create("hello.txt", "Hello")),
        "",
    ),
    (
        "memo",
        |trick| {
            titled(
                "Greet",
                &format!("[+] Guests {trick} come."),
                &create("hello.txt", "Hello"),
            )
        },
        "",
    ),
];

/// Everything that reached the terminal is text, or one of planwright's own movements or styles. No title is set, and
/// nothing is hidden.
#[track_caller]
fn assert_clean(left: &Left, what: &str) {
    let text = String::from_utf8_lossy(&left.raw).into_owned();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\x1b' {
            let body = rest.strip_prefix('[').unwrap_or_default();
            let end = body.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
            let sequence = &body[..end];
            let is_ours = sequence
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, ';' | '?' | ':'));
            assert!(
                is_ours && !sequence.is_empty() && sequence != "8m",
                "{what}: {sequence:?}"
            );
            rest = &body[end..];
            continue;
        }
        assert!(!hides(c), "{what}: the terminal got {c:?}");
    }
}

/// The rows of the screen as one text, without frames, marks and blanks.
fn joined(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !"│↪╭╮╰╯─".contains(*c))
        .collect()
}

fn looked_at(project: &Project, keys: &str, expected: &str) -> Left {
    let mut terminal: Terminal = asked(project, &["execute", PLAN]);
    terminal.press("m");
    terminal.wait_to_see("chosen");
    for key in keys.chars() {
        terminal.press(&key.to_string());
        terminal.wait_to_see(match key {
            'p' => "(c)lose ›",
            'e' => "esc keep  ctrl-c discard",
            _ => "chosen",
        });
    }
    terminal.wait_until(expected, |drawn| joined(&drawn.text).contains(&joined(expected)));
    if keys.ends_with('e') {
        terminal.press(CTRL_C);
        terminal.wait_to_see("discarded");
    }
    terminal.press(CTRL_C);
    terminal.end()
}

#[test]
fn r10_nothing_hides_on_the_screen() {
    if !has_terminal("r10_screen") {
        return;
    }
    let step = match tier() {
        Tier::Quick => 5,
        Tier::Full => 1,
    };
    for (number, (place, make, keys)) in PLACES.iter().enumerate() {
        for (trick, expected) in TRICKS.iter().skip(number % step).step_by(step) {
            // Some tricks change the kind of a line. They are not part of this test.
            let project = waiting(&make(trick));
            let what = format!("{place}: {trick:?}");
            let left = looked_at(&project, keys, expected);
            assert_clean(&left, &what);
            assert_eq!(left.code, Some(4), "{what}");
        }
    }
}

/// A plan cannot imitate planwright's frames, questions or marks: all its rows are inside the frame of the details, and
/// continued rows are marked.
#[test]
fn r10_a_plan_cannot_leave_its_frame() {
    if !has_terminal("r10_screen") {
        return;
    }
    let fake = format!("x{}╭ Plan ╮ [✓] EXECUTE: true (y/n) ›", " ".repeat(150));
    let project = waiting(&plan(&create("hello.txt", &fake)));
    let mut terminal = asked(&project, &["execute", PLAN]);
    terminal.press("m");
    let drawn = terminal.wait_to_see("(y/n) ›");
    for row in drawn
        .text
        .lines()
        .filter(|row| row.contains("(y/n) ›") || row.contains("╭ Plan ╮"))
    {
        assert!(row.contains('↪') && row.ends_with('│'), "{}", drawn.text);
    }
    terminal.press(CTRL_C);
    assert_eq!(terminal.end().code, Some(4));
}
