use model::{Level, TaskNumber};

use super::*;
use crate::native::testing::{AT, Board, agent, doing, plain, session, signal, task};
use crate::native::width::width;

fn outlook(board: &Board) -> Outlook {
    let views = board.views();
    Outlook {
        session: session(),
        plan_title: None,
        counts: board.plan().counts,
        signals: Vec::new(),
        failed: None,
        mine: None,
        ready: views
            .iter()
            .find(|view| view.is_ready(AT))
            .map(|view| view.task.clone()),
        held: Vec::new(),
        stuck: None,
        review: None,
    }
}

fn holder(number: u32, title: &str, name: &str) -> Held {
    let task = task(number, title, &[], doing(name, 25));
    Held {
        number: TaskNumber(number),
        title: title.to_owned(),
        claim: task.claim().unwrap().clone(),
    }
}

#[test]
fn work_in_progress() {
    let board = Board::sample();
    let mut outlook = outlook(&board);
    outlook.signals = vec![signal("slow", Level::Warning, "Tests are slow.")];
    let holders = [holder(2, "Hash passwords", "bob"), holder(10, "データ", "太郎")];
    let view = StatusView {
        address: Address::NONE,
        outlook: &outlook,
        plan: board.plan(),
        holders: &holders,
        asker: &agent("ann"),
        at: AT,
        width: 80,
    };
    assert_eq!(
        plain(&status_text(&view)),
        "\
Let users log in
session user-auth-1, plan v2, version 17, you are ann

███████░░░░░░░░░░░░░  2 of 6 settled: 1 done, 1 dropped, 1 failed, 1 doing, 2 todo

Now
  Task 3 “Write the docs” is ready.
  planwright next --claim  takes it, for you alone
  planwright done 3        when it is finished

Held
   2  Hash passwords  bob   25 min left
  10  データ          太郎  25 min left

Signals
  warning  slow  task 2  Tests are slow.  4 min ago  https://ci.example/7
"
    );
    let value: serde_json::Value = serde_json::from_str(&status_json(&view)).unwrap();
    assert_eq!(value["plan"]["session"], "user-auth-1");
    assert_eq!(value["now"]["now"], "work");
    assert_eq!(value["now"]["task"]["number"], 3);
    assert_eq!(value["held"][1]["claim"]["agent"], "太郎");
    assert_eq!(value["signals"][0]["id"], "slow");
    assert_eq!((&value["asker"], &value["version"]), (&"ann".into(), &17.into()));
}

#[test]
fn an_empty_plan() {
    let board = Board::new(vec![]);
    let view = StatusView {
        address: Address::NONE,
        outlook: &outlook(&board),
        plan: PlanView {
            plan: None,
            ..board.plan()
        },
        holders: &[],
        asker: &agent("ann"),
        at: AT,
        width: 80,
    };
    assert_eq!(
        plain(&status_text(&view)),
        "\
Let users log in
session user-auth-1, version 17, you are ann

No tasks yet.

Now
  There is no task yet.
  planwright add \"TITLE\"  adds the first task
"
    );
    let value: serde_json::Value = serde_json::from_str(&status_json(&view)).unwrap();
    assert_eq!(value["plan"]["version"], serde_json::Value::Null);
}

#[test]
fn long_texts_keep_to_the_width() {
    let board = Board::sample();
    let mut outlook = outlook(&board);
    outlook.signals = vec![signal("ci_red", Level::Blocker, &"It is red. ".repeat(5_000))];
    let mut session = session();
    session.goal = Some("A long goal.\n".repeat(900));
    let plan = PlanView {
        session: &session,
        ..board.plan()
    };
    let view = StatusView {
        address: Address::NONE,
        outlook: &outlook,
        plan,
        holders: &[],
        asker: &agent("ann"),
        at: AT,
        width: 100,
    };
    let text = plain(&status_text(&view));
    assert!(text.lines().all(|line| width(line) <= 120), "{text}");
    assert_eq!(text.lines().count(), 11, "{text}");
}
