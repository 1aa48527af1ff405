use model::{Brief, Counts, Held, Level, Session, SessionId, Stuck, Summary, TaskPath, TaskState};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::planloop::answer::testing::{
    AT, MINUTE_MS, agent, claim, doing, done, dropped, failed, outlook, session, signal, task,
};

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

fn answer(view: &StatusView<'_>) -> Value {
    serde_json::from_str(&status(view)).unwrap()
}

fn ask(outlook: &Outlook) -> Value {
    let answer = answer(&view(outlook, &agent("ada")));
    assert_eq!(answer["version"], 17);
    assert_eq!(answer["cursor"], "17");
    assert_eq!(answer["session"]["id"], "user-auth-1");
    assert!(!answer["now"]["agent_instructions"].as_str().unwrap().is_empty());
    answer
}

fn with_task(outlook: Outlook, state: TaskState) -> Outlook {
    let mine = matches!(&state, TaskState::Doing(claim) if claim.agent == agent("ada"));
    let task = Some(task(2, &[1], state));
    if mine {
        Outlook { mine: task, ..outlook }
    } else {
        Outlook { ready: task, ..outlook }
    }
}

#[test]
fn a_ready_task_comes_whole() {
    let answer = ask(&with_task(outlook(), TaskState::Todo));
    let task = json!({"id": 2, "title": "Step 2", "type": "feature", "status": "TODO", "dependencies": [1],
        "context_hints": ["Read `spec.md`."], "relevant_file_paths": ["spec.md", "+src/new.py"]});
    assert_eq!(answer["now"]["reason"], "ready_for_task");
    assert_eq!(answer["now"]["current_task"], task);
    assert_eq!(answer["now"]["message"], Value::Null);
    assert_eq!(
        answer["session"],
        json!({"id": "user-auth-1", "goal": "Let users log in"})
    );
    assert_eq!(answer["signals"], json!([]));
    assert_eq!(answer["signal"], Value::Null);
    let instructions = answer["now"]["agent_instructions"].as_str().unwrap();
    assert!(
        instructions.starts_with("Claim task 2 (set it IN_PROGRESS)"),
        "{instructions}"
    );
}

#[test]
fn a_held_task_shows_its_claim() {
    let answer = ask(&with_task(outlook(), doing("ada", 20)));
    let task = &answer["now"]["current_task"];
    assert_eq!(answer["now"]["reason"], "ready_for_task");
    assert_eq!(task["status"], "IN_PROGRESS");
    assert_eq!(task["claimed_by"], "ada");
    assert_eq!(task["claim_expires_at"], "2026-11-05T12:20:00.000Z");
    assert_eq!(task["fence"], 7);
    assert!(
        answer["now"]["agent_instructions"]
            .as_str()
            .unwrap()
            .starts_with("You hold task 2")
    );
}

#[test]
fn an_expired_claim_is_free_for_others_and_open_to_its_holder() {
    let others = ask(&with_task(outlook(), doing("bob", -1)));
    assert_eq!(others["now"]["current_task"]["claimed_by"], Value::Null);
    assert!(
        others["now"]["agent_instructions"]
            .as_str()
            .unwrap()
            .contains("left unfinished by bob")
    );
    let own = ask(&with_task(outlook(), doing("ada", -1)));
    assert_eq!(own["now"]["current_task"]["fence"], 7);
    assert!(
        own["now"]["agent_instructions"]
            .as_str()
            .unwrap()
            .starts_with("Your claim on task 2 has run out")
    );
}

#[test]
fn a_blocker_comes_before_the_work() {
    let signals = vec![
        signal("test_failure", Level::Blocker, "Tests failed."),
        signal("slow_ci", Level::Warning, "CI is slow."),
    ];
    let answer = ask(&Outlook {
        signals,
        ..with_task(outlook(), TaskState::Todo)
    });
    assert_eq!(answer["now"]["reason"], "waiting_on_signal");
    assert_eq!(
        answer["now"]["message"],
        "Waiting for signal 'test_failure' on task 2 to be cleared."
    );
    assert_eq!(answer["now"]["current_task"], Value::Null);
    let expected = json!({"id": "test_failure", "task_id": 2, "level": "blocker", "message": "Tests failed.",
        "link": "https://ci.example/7"});
    assert_eq!(answer["signal"], expected);
    assert_eq!(answer["signals"].as_array().unwrap().len(), 1);
    assert_eq!(answer["signals"][0]["id"], "slow_ci");
    let instructions = answer["now"]["agent_instructions"].as_str().unwrap();
    assert!(
        instructions.contains("planloop alert --close --id test_failure"),
        "{instructions}"
    );
}

#[test]
fn a_failed_task_is_a_derived_blocker() {
    let answer = ask(&Outlook {
        failed: Some(task(2, &[], failed("exit code 1"))),
        ..outlook()
    });
    assert_eq!(answer["now"]["reason"], "waiting_on_signal");
    let expected = json!({"id": "task_failed", "task_id": 2, "level": "blocker",
        "message": "Task 2 'Step 2' failed: exit code 1"});
    assert_eq!(answer["signal"], expected);
}

#[test]
fn tasks_held_by_others_are_named_with_their_leases() {
    let held = Held {
        number: TaskNumber(2),
        title: "Step 2".into(),
        claim: claim("bob", 5),
    };
    let answer = ask(&Outlook {
        held: vec![held],
        ..outlook()
    });
    assert_eq!(answer["signal"]["id"], "all_tasks_claimed");
    assert_eq!(answer["signal"]["task_id"], Value::Null);
    let message = answer["signal"]["message"].as_str().unwrap();
    assert!(
        message.contains("task 2 by bob until 2026-11-05T12:05:00.000Z"),
        "{message}"
    );
    assert_eq!(answer["signal"]["holders"][0]["agent"], "bob");
    assert_eq!(
        answer["now"]["message"],
        "Waiting for signal 'all_tasks_claimed' to be cleared."
    );
}

#[test]
fn a_dropped_dependency_names_both_ways_out() {
    let answer = ask(&Outlook {
        stuck: Some(Stuck {
            task: task(4, &[2, 3], TaskState::Todo),
            on: task(3, &[], dropped()),
        }),
        ..outlook()
    });
    assert_eq!(answer["signal"]["id"], "blocked_dependency");
    assert_eq!(answer["signal"]["task_id"], 4);
    let message = answer["signal"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("Task 4 'Step 4' depends on task 3 'Step 3', which was cancelled."),
        "{message}"
    );
    assert!(
        message.contains(r#"{"update_tasks":[{"id":4,"status":"CANCELLED"}]}"#),
        "{message}"
    );
    assert!(
        message.contains(r#"{"update_tasks":[{"id":4,"dependencies":[2]}]}"#),
        "{message}"
    );
}

#[test]
fn an_end_is_a_completed_plan() {
    let message = |answer: &Value| answer["now"]["message"].as_str().unwrap().to_owned();
    let empty = ask(&outlook());
    assert_eq!(empty["now"]["reason"], "plan_completed");
    assert!(message(&empty).contains("empty"));
    let counts = Counts {
        done: 2,
        ..Counts::default()
    };
    let complete = Outlook { counts, ..outlook() };
    let answer = ask(&complete);
    assert_eq!(answer["now"]["reason"], "plan_completed");
    assert_eq!(
        message(&answer),
        "All tasks are complete. The agent should provide a final summary."
    );
    let summary = Some(Summary {
        text: "All of it.".into(),
        by: agent("ada"),
        at: AT,
    });
    let closed = ask(&Outlook {
        session: Session { summary, ..session() },
        ..complete
    });
    assert_eq!(closed["now"]["reason"], "plan_completed");
    assert_eq!(closed["session"]["final_summary"], "All of it.");
    assert!(message(&closed).contains("closed"));
}

#[test]
fn the_plan_shows_its_tasks_and_counts() {
    let tasks = [
        task(1, &[], done()),
        task(2, &[], doing("bob", 3)),
        task(3, &[], failed("x")),
        task(4, &[], dropped()),
        task(5, &[], TaskState::Todo),
    ];
    let counts = Counts {
        todo: 1,
        doing: 1,
        done: 1,
        failed: 1,
        dropped: 1,
    };
    let outlook = Outlook { counts, ..outlook() };
    let asker = agent("ada");
    let full = StatusView {
        window: &tasks,
        ..view(&outlook, &asker)
    };
    let whole = answer(&full);
    let statuses: Vec<_> = whole["plan"]["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|task| task["status"].clone())
        .collect();
    assert_eq!(statuses, ["DONE", "IN_PROGRESS", "TODO", "CANCELLED", "TODO"]);
    assert_eq!(whole["plan"]["tasks"][1]["claimed_by"], "bob");
    assert_eq!(
        whole["plan"]["counts"],
        json!({"total": 5, "todo": 2, "in_progress": 1, "done": 1, "cancelled": 1, "failed": 1})
    );
    assert_eq!(whole["plan"]["window"], Value::Null);
    let part = answer(&StatusView {
        window: &tasks[..2],
        next_window: Some(TaskNumber(3)),
        ..full
    });
    assert_eq!(
        part["plan"]["window"],
        json!({"shown": 2, "total": 5, "next_task_id": 3, "next_command": "planloop status --json --full"})
    );
}

#[test]
fn a_task_without_a_type_says_null() {
    let mut bare = task(2, &[], TaskState::Todo);
    bare.brief = Brief {
        title: "From elsewhere".into(),
        ..Brief::default()
    };
    let answer = ask(&Outlook {
        ready: Some(bare),
        ..outlook()
    });
    let task = answer["now"]["current_task"].as_object().unwrap();
    assert_eq!(task["type"], Value::Null);
    assert!(task.contains_key("type") && task.contains_key("context_hints"));
}

#[test]
fn stale_instructions_come_first_and_whole() {
    let outlook = with_task(outlook(), TaskState::Todo);
    let asker = agent("ada");
    let content = "x".repeat(5_000);
    let sync = StatusView {
        sync: Some(&content),
        ..view(&outlook, &asker)
    };
    let whole = answer(&sync);
    assert_eq!(whole["now"]["reason"], "sync_instructions");
    assert_eq!(whole["now"]["instructions_content"], content);
    assert_eq!(
        whole["session"],
        json!({"id": "user-auth-1", "goal": "Let users log in"})
    );
    assert_eq!(whole["version"], 17);
    assert_eq!(whole["plan"], Value::Null);
    let brief = answer(&StatusView {
        detail: Detail::Brief,
        ..sync
    });
    assert_eq!(brief["now"]["reason"], "sync_instructions");
    assert_eq!(brief["now"]["instructions_content"], Value::Null);
    assert!(
        brief["now"]["agent_instructions"]
            .as_str()
            .unwrap()
            .contains("`planloop status --json`")
    );
}

#[test]
fn changes_and_warnings_appear_when_there_are_any() {
    let (outlook, asker) = (outlook(), agent("ada"));
    let plain = answer(&view(&outlook, &asker));
    for field in ["changes", "removed", "warnings", "truncated", "full_command"] {
        assert!(!plain.as_object().unwrap().contains_key(field), "{field}");
    }
    let (changed, warnings) = ([task(2, &[], done())], ["Careful.".to_owned()]);
    let since = StatusView {
        changes: Some(&changed),
        removed: &[TaskNumber(3)],
        warnings: &warnings,
        ..view(&outlook, &asker)
    };
    let told = answer(&since);
    assert_eq!(told["changes"][0]["id"], 2);
    assert_eq!(told["changes"][0]["context_hints"][0], "Read `spec.md`.");
    assert_eq!(told["removed"], json!([3]));
    assert_eq!(told["warnings"], json!(["Careful."]));
    let brief = answer(&StatusView {
        detail: Detail::Brief,
        ..since
    });
    assert_eq!(
        brief["changes"],
        json!([{"id": 2, "title": "Step 2", "status": "DONE"}])
    );
}

#[test]
fn cursors_come_back() {
    assert_eq!(read_cursor(&cursor(OpVersion(12))), Some(OpVersion(12)));
    for bad in ["", "x", "-1", "1.5"] {
        assert_eq!(read_cursor(bad), None);
    }
}

#[test]
fn a_brief_answer_is_one_line_and_leaves_the_list_out() {
    let outlook = with_task(outlook(), TaskState::Todo);
    let asker = agent("ada");
    let tasks = [task(2, &[], TaskState::Todo)];
    let text = status(&StatusView {
        window: &tasks,
        detail: Detail::Brief,
        ..view(&outlook, &asker)
    });
    assert_eq!(text.lines().count(), 1);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["now"]["current_task"]["title"], "Step 2");
    assert_eq!(answer["plan"]["tasks"], Value::Null);
    assert_eq!(answer["plan"]["counts"]["total"], 0);
    assert_eq!(answer["truncated"], Value::Null);
}

#[test]
fn a_clipped_answer_says_so() {
    let mut outlook = with_task(outlook(), TaskState::Todo);
    outlook.session.goal = Some("é".repeat(20_000));
    let asker = agent("ada");
    let text = status(&StatusView {
        detail: Detail::Brief,
        ..view(&outlook, &asker)
    });
    assert!(text.len() < limits::BRIEF_BYTES, "{}", text.len());
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["truncated"], true);
    assert_eq!(answer["full_command"], "planloop status --json");
    assert_eq!(answer["now"]["current_task"]["title"], "Step 2");
}

#[test]
fn a_clipped_list_of_changes_is_had_whole_with_the_same_cursor() {
    let (outlook, asker) = (outlook(), agent("ada"));
    let changes = vec![task(2, &[], done()); 100];
    let brief = answer(&StatusView {
        since: Some(OpVersion(12)),
        changes: Some(&changes),
        detail: Detail::Brief,
        ..view(&outlook, &asker)
    });
    assert_eq!(brief["full_command"], "planloop status --json --since 12");
}

fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("x"),
        Just("日"),
        Just("\u{1}"),
        Just("\"\\"),
        Just("🦀"),
        Just("\u{202e}")
    ];
    (piece, 0..3_000_usize).prop_map(|(piece, count)| piece.repeat(count))
}

prop_compose! {
    fn hostile_task()(
        title in hostile_text(),
        hints in proptest::collection::vec(hostile_text(), 0..30),
        after in proptest::collection::vec(any::<u32>(), 0..600),
        holder in "\\PC{1,64}",
        state in 0..4,
    ) -> Task {
        let state = match state {
            0 => TaskState::Todo,
            1 => failed(&title),
            2 => TaskState::Doing(claim(holder.trim().get(..).filter(|name| !name.is_empty()).unwrap_or("x"), 1)),
            _ => done(),
        };
        let mut made = task(2, &after, state);
        made.brief.paths = hints.iter().map(|path| TaskPath::read(path)).collect();
        made.brief.title = title;
        made.brief.hints = hints;
        made
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_brief_answer_always_fits(
        task in hostile_task(),
        other in hostile_task(),
        text in hostile_text(),
        case in 0..9,
        signals in 0..200_usize,
        warnings in proptest::collection::vec(hostile_text(), 0..5),
    ) {
        let long = "s".repeat(64);
        let mut outlook = outlook();
        outlook.session.id = SessionId::new(&long).unwrap();
        outlook.session.goal = Some(text.clone());
        outlook.session.version = OpVersion(u64::MAX);
        outlook.signals = (0..signals).map(|_| signal(&long, Level::Info, &text)).collect();
        let name = AgentName::new(&"🦀".repeat(64)).unwrap();
        let until = AT.plus_millis(MINUTE_MS);
        let held = Held { number: TaskNumber(u32::MAX), title: text.clone(), claim: model::Claim { agent: name.clone(), until, ..claim("x", 1) } };
        let sync = (case == 8).then_some(text.as_str());
        match case {
            0 => outlook.signals.insert(0, signal(&long, Level::Blocker, &text)),
            1 => outlook.failed = Some(task.clone()),
            2 => outlook.mine = Some(task.clone()),
            3 => outlook.ready = Some(Task { state: TaskState::Doing(model::Claim { agent: name.clone(), ..claim("x", -1) }), ..task.clone() }),
            4 => outlook.held = vec![held; 10],
            5 => outlook.stuck = Some(Stuck { task: task.clone(), on: other.clone() }),
            6 => outlook.session.summary = Some(Summary { text: text.clone(), by: name.clone(), at: AT }),
            _ => {}
        }
        let changes = vec![other; 40];
        let removed = vec![TaskNumber(u32::MAX); 500];
        let view = StatusView {
            sync,
            since: Some(OpVersion(u64::MAX)),
            changes: Some(&changes),
            removed: &removed,
            warnings: &warnings,
            detail: Detail::Brief,
            ..view(&outlook, &name)
        };
        let text = status(&view);
        prop_assert!(text.len() < limits::BRIEF_BYTES, "{} bytes in case {case}: {text}", text.len());
        prop_assert!(serde_json::from_str::<Value>(&text).is_ok());
    }
}
