use engine::{PlanError, PlanWarning};
use model::{AgentName, Held, Level, OpVersion, Outlook, SessionId, Stuck, Summary, TaskNumber, TaskPath, TaskState};
use proptest::prelude::*;

use super::*;
use crate::planloop::testing::{
    AT, MINUTE_MS, agent, claim, doing, done, failed, outlook, request, signal, status, task,
};

fn answer(request: &StatusRequest, status: &Status) -> Value {
    serde_json::from_str(&status_json(&Address::NONE, request, status)).unwrap()
}

fn with_task(state: TaskState) -> Outlook {
    Outlook {
        ready: Some(task(2, &[1], state)),
        ..outlook()
    }
}

#[test]
fn expired_claim_stays_visible_to_its_owner() {
    let others = with_task(doing("bob", -1));
    let others = answer(&request(Window::Around), &status(others));
    assert_eq!(others["now"]["current_task"]["claimed_by"], Value::Null);
    let own = Outlook {
        mine: Some(task(2, &[1], doing("ada", -1))),
        ..outlook()
    };
    let own = answer(&request(Window::Around), &status(own));
    assert_eq!(own["now"]["current_task"]["fence"], 7);
    let instructions = own["now"]["agent_instructions"].as_str().unwrap();
    assert!(
        instructions.starts_with("Your claim on task 2 has run out"),
        "{instructions}"
    );
}

#[test]
fn current_task_has_every_field_for_its_worker() {
    let mut whole = task(2, &[], TaskState::Todo);
    whole.brief.body = "Do it.".to_owned();
    whole.brief.checklist = vec!["a".to_owned()];
    whole.brief.acceptance = vec!["b".to_owned()];
    whole.brief.agent = Some(agent("bob"));
    let outlook = Outlook {
        ready: Some(whole),
        ..outlook()
    };
    let answer = answer(&request(Window::Around), &status(outlook));
    let expected = json!({"id": 2, "title": "Step 2", "type": "feature", "status": "TODO", "dependencies": [],
        "context_hints": ["Read `spec.md`."], "relevant_file_paths": ["spec.md", "+src/new.py"],
        "description": "Do it.", "subtasks": ["a"], "acceptance_criteria": ["b"], "agent": "bob"});
    assert_eq!(answer["now"]["current_task"], expected);
}

#[test]
fn brief_answer_is_one_line_without_the_task_list() {
    let status = Status {
        window: vec![task(2, &[], TaskState::Todo)],
        ..status(with_task(TaskState::Todo))
    };
    let text = status_json(&Address::NONE, &request(Window::None), &status);
    assert_eq!(text.lines().count(), 1);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["now"]["current_task"]["title"], "Step 2");
    assert_eq!(answer["plan"]["tasks"], Value::Null);
    assert_eq!(answer["plan"]["counts"]["total"], 0);
    assert_eq!(answer["truncated"], Value::Null);
}

#[test]
fn cut_answer_is_marked_and_names_the_full_command() {
    let mut outlook = with_task(TaskState::Todo);
    outlook.session.goal = Some("é".repeat(20_000));
    let text = status_json(&Address::NONE, &request(Window::None), &status(outlook));
    assert!(text.len() < limits::BRIEF_BYTES, "{}", text.len());
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["truncated"], true);
    assert_eq!(answer["full_command"], "planloop status --json");
    assert_eq!(answer["now"]["current_task"]["title"], "Step 2");
}

#[test]
fn full_command_of_cut_changes_keeps_the_cursor() {
    let request = StatusRequest {
        since: Some(OpVersion(12)),
        ..request(Window::None)
    };
    let status = Status {
        changes: Some((vec![task(2, &[], done()); 100], Vec::new())),
        ..status(outlook())
    };
    let brief = answer(&request, &status);
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
        let request = StatusRequest { by: name, since: Some(OpVersion(u64::MAX)), ..request(Window::None) };
        let status = Status {
            stale_instructions: (case == 8).then_some(text),
            changes: Some((vec![other; 40], vec![TaskNumber(u32::MAX); 500])),
            warnings: warnings.into_iter().map(|text| PlanWarning::ClaimNotRenewed(PlanError::UnknownPlan(text).into())).collect(),
            ..status(outlook)
        };
        let text = status_json(&Address::NONE, &request, &status);
        prop_assert!(text.len() < limits::BRIEF_BYTES, "{} bytes in case {case}: {text}", text.len());
        prop_assert!(serde_json::from_str::<Value>(&text).is_ok());
    }
}
