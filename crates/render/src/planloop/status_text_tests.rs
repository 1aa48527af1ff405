use engine::Window;
use model::{Brief, Level, Outlook, TaskPath, TaskState};

use super::*;
use crate::planloop::testing::{outlook, plain, request, signal, status, task};

fn shown(outlook: Outlook) -> String {
    plain(&status_text(&Address::NONE, &request(Window::Around), &status(outlook)))
}

#[test]
fn empty_plan_asks_for_tasks() {
    let text = shown(outlook());
    assert!(text.contains("No tasks yet."), "{text}");
    assert!(
        text.ends_with("Next: planloop update --json '{\"add_tasks\":[...]}'\n"),
        "{text}"
    );
}

#[test]
fn long_description_is_cut_with_a_command_for_the_rest() {
    let mut long = task(2, &[], TaskState::Todo);
    long.brief.body = "line\n".repeat(BODY_LINES + 1);
    let text = shown(Outlook {
        ready: Some(long),
        ..outlook()
    });
    assert_eq!(text.matches("  line\n").count(), BODY_LINES);
    assert!(text.contains("  … the rest is in `planwright show 2`\n"), "{text}");
}

#[test]
fn nothing_hidden_reaches_the_terminal() {
    let mut hostile = task(2, &[], TaskState::Todo);
    let evil = "\u{1b}[2Jx\u{202e}\n\u{7}";
    hostile.brief = Brief {
        title: evil.into(),
        hints: vec![evil.into()],
        paths: vec![TaskPath::read(evil)],
        ..Brief::default()
    };
    let mut world = Outlook {
        ready: Some(hostile),
        signals: vec![signal("s", Level::Info, evil)],
        ..outlook()
    };
    world.session.goal = Some(evil.into());
    let text = shown(world);
    assert!(
        !text.chars().any(|c| c == '\u{202e}' || (c.is_control() && c != '\n')),
        "{text:?}"
    );
}
