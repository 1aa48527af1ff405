use model::{AgentName, Brief, Level, Outlook, TaskPath, TaskState};

use super::*;
use crate::address::Address;
use crate::planloop::answer::Detail;
use crate::planloop::answer::testing::{AT, agent, doing, outlook, plain, signal, task};

fn view<'a>(outlook: &'a Outlook, asker: &'a AgentName) -> StatusView<'a> {
    StatusView {
        address: Address::NONE,
        outlook,
        sync: None,
        asker,
        at: AT,
        window: &[],
        next_window: None,
        since: None,
        changes: None,
        removed: &[],
        warnings: &[],
        detail: Detail::Normal,
    }
}

fn shown(outlook: &Outlook) -> String {
    plain(&status_text(&view(outlook, &agent("ada"))))
}

#[test]
fn a_person_sees_the_goal_the_progress_and_the_task() {
    let outlook = Outlook {
        counts: Counts {
            done: 1,
            dropped: 1,
            doing: 1,
            todo: 1,
            failed: 0,
        },
        mine: Some(task(3, &[1, 2], doing("ada", 25))),
        signals: vec![signal("slow_ci", Level::Warning, "CI is slow.")],
        ..outlook()
    };
    let expected = "\
Let users log in
session user-auth-1, version 17, you are ada

████████████░░░░░░░░░░░░  2 of 4 settled: 1 done, 1 cancelled, 1 in progress, 1 to do

You are on task 3: Step 3
  IN_PROGRESS, feature, after 1, 2, held by ada for another 25 min
  - Read `spec.md`.
    spec.md
  + src/new.py

Signals
  warning slow_ci on task 2: CI is slow. (https://ci.example/7)

Next: planloop update --json '{\"update_tasks\":[{\"id\":3,\"status\":\"DONE\"}]}'
";
    assert_eq!(shown(&outlook), expected);
}

#[test]
fn every_case_says_what_comes_next() {
    let blocked = Outlook {
        signals: vec![signal("test_failure", Level::Blocker, "Tests failed.")],
        ..outlook()
    };
    assert!(shown(&blocked).contains("Signal test_failure blocks the work\n  Tests failed.\n"));
    assert!(shown(&blocked).ends_with("Next: planloop alert --close --id test_failure\n"));
    assert!(shown(&outlook()).contains("No tasks yet."));
    assert!(shown(&outlook()).ends_with("Next: planloop update --json '{\"add_tasks\":[...]}'\n"));
}

#[test]
fn stale_instructions_are_a_warning_for_people() {
    let (outlook, asker) = (outlook(), agent("ada"));
    let text = status_text(&StatusView {
        sync: Some("new"),
        ..view(&outlook, &asker)
    });
    assert!(plain(&text).contains("Warnings\n  docs/agents.md is out of date"));
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
    let text = plain(&status_text(&view(&world, &agent("ada"))));
    assert!(
        !text.chars().any(|c| c == '\u{202e}' || (c.is_control() && c != '\n')),
        "{text:?}"
    );
}
