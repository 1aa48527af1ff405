use model::{Held, Level, Stuck, Summary, Task, TaskPath, TaskState};
use serde_json::json;

use super::*;
use crate::native::testing::{AT, agent, doing, dropped, failed, minutes_ago, plain, signal, task};

fn view<'a>(now: &'a Now<'a>, claimed: bool) -> NextView<'a> {
    NextView {
        address: Address::NONE,
        now,
        blocked_by: &[],
        claimed,
        version: OpVersion(12),
        at: AT,
    }
}

fn check(now: &Now<'_>, claimed: bool, expected: &str) {
    assert_eq!(
        plain(&next_text(&view(now, claimed))),
        expected.trim_start_matches('\n')
    );
}

fn value(now: &Now<'_>, claimed: bool) -> serde_json::Value {
    serde_json::from_str(&next_json(&view(now, claimed))).unwrap()
}

fn login(state: TaskState) -> Task {
    let mut task = task(3, "Add login", &[1], state);
    task.brief.body = "With a form.\n".to_owned();
    task.brief.hints = vec!["Read `src/auth.rs`.\nTwice.".to_owned()];
    task.brief.paths = vec![TaskPath::read("src/auth.rs"), TaskPath::read("+src/login.rs")];
    task.brief.acceptance = vec!["A user can log in.".to_owned()];
    task
}

#[test]
fn a_ready_task() {
    check(
        &Now::Work(&login(TaskState::Todo)),
        false,
        "
○ Task 3: Add login
Task 3 is ready.

With a form.

Hints
  - Read `src/auth.rs`.
    Twice.

Paths
  - src/auth.rs
  + src/login.rs (new)

Acceptance
  - A user can log in.

What to do
  planwright next --claim  takes it, for you alone
  planwright done 3        when it is finished
",
    );
}

#[test]
fn a_claimed_task_names_its_lease() {
    let task = task(3, "Add login", &[], doing("bob", 30));
    check(
        &Now::Work(&task),
        true,
        "
▶ Task 3: Add login
Task 3 is yours until 2026-11-05 12:30 UTC (30 min left), fence 7.

What to do
  planwright done 3        when it is finished
  planwright fail 3 \"WHY\"  when it cannot be done
",
    );
    let value = value(&Now::Work(&task), true);
    assert_eq!(value["now"], "work");
    assert_eq!(value["claimed"], true);
    assert_eq!(value["task"]["claim"]["fence"], 7);
    assert_eq!(value["version"], 12);
    assert_eq!(value["signal"], json!(null));
}

#[test]
fn a_lapsed_claim_frees_the_task() {
    let text = plain(&next_text(&view(
        &Now::Work(&task(3, "Add login", &[], doing("bob", -1))),
        false,
    )));
    assert!(
        text.starts_with("○ Task 3: Add login\nTask 3 is free again: the lease of bob has lapsed.\n"),
        "{text}"
    );
}

#[test]
fn a_blocker_comes_with_its_signal() {
    let signal = signal("ci_red", Level::Blocker, "CI is red.\nSee the log.");
    check(
        &Now::Wait(&signal),
        false,
        "
Signal ci_red blocks the work: CI is red.
See the log.

What to do
  planwright signal ci_red --close  when its cause is gone
",
    );
    let value = value(&Now::Wait(&signal), false);
    assert_eq!(value["now"], "wait");
    assert_eq!(value["task"], json!(null));
    assert_eq!(
        value["signal"],
        json!({
            "id": "ci_red",
            "task": 2,
            "level": "blocker",
            "message": "CI is red.\nSee the log.",
            "link": "https://ci.example/7",
            "state": "open",
            "by": "ci",
            "at": "2026-11-05T11:56:00.000Z",
        })
    );
}

#[test]
fn a_failed_task_asks_for_another_plan() {
    check(
        &Now::Replan(&task(5, "Try OAuth", &[], failed("eve", "No network."))),
        false,
        "
✗ Task 5: Try OAuth
Task 5 failed: No network.

What to do
  planwright reopen 5     tries it again
  planwright done 5       when it has succeeded after all
  planwright drop 5       gives it up
  planwright add \"TITLE\"  plans another way
",
    );
}

#[test]
fn a_dropped_dependency_has_two_ways_out() {
    let stuck = Stuck {
        task: task(4, "Login page", &[1, 2, 3], TaskState::Todo),
        on: task(2, "Sessions", &[], dropped("ann")),
    };
    let now = Now::Blocked(&stuck);
    let text = plain(&next_text(&view(&now, false)));
    assert!(
        text.contains("Task 4 waits for task 2 “Sessions”, which was dropped.\n"),
        "{text}"
    );
    assert!(text.contains("planwright drop 4 "), "{text}");
    let waive = "planwright edit 4 --after 1 --after 3";
    assert!(text.contains(waive), "{text}");
    assert_eq!(value(&now, false)["task"]["number"], 4);
}

#[test]
fn holders_are_named() {
    let held = [Held {
        number: TaskNumber(2),
        title: "Hash passwords".to_owned(),
        claim: task(2, "x", &[], doing("bob", 25)).claim().unwrap().clone(),
    }];
    let value = value(&Now::Held(&held), false);
    assert_eq!(value["now"], "held");
    assert_eq!(
        value["message"],
        "All that is ready is held by others: task 2 by bob until 2026-11-05 12:25 UTC."
    );
    assert_eq!(value["held"][0]["title"], "Hash passwords");
    assert_eq!(value["held"][0]["claim"]["agent"], "bob");
}

#[test]
fn the_words_of_every_answer() {
    let summary = Summary {
        text: "It works.".to_owned(),
        by: agent("ann"),
        at: minutes_ago(1),
    };
    let mine = task(1, "Mine", &[], doing("ann", 9));
    for (now, word, message) in [
        (Now::Resume(&mine), "resume", "Task 1 “Mine” is yours already."),
        (Now::Decompose, "decompose", "There is no task yet."),
        (Now::Summarize, "summarize", "Every task is settled."),
        (Now::Rest(&summary), "rest", "The session is closed: It works."),
    ] {
        let value = value(&now, false);
        assert_eq!((&value["now"], &value["message"]), (&word.into(), &message.into()));
        assert!(plain(&next_text(&view(&now, false))).contains("\nWhat to do\n  planw") || word == "summarize");
    }
}
