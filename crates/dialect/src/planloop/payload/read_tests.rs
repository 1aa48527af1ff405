use model::{Kind, Move, TaskNumber, TaskRef};
use proptest::prelude::*;

use super::*;
use crate::planloop::payload::{DUPLICATE_KEY, JSON, LIMIT, MISSING_FIELD, Status, TYPE, UNKNOWN_FIELD, VALUE};

fn number(number: u32) -> TaskRef {
    TaskRef::Number(TaskNumber(number))
}

/// The faults as `rule path`, in order.
fn check(text: &str, expected: &[&str]) {
    let (_, _, faults) = read_update(text);
    let found: Vec<_> = faults
        .iter()
        .map(|fault| format!("{} {}", fault.rule, fault.place.path.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(found, expected, "{text}\n{faults:#?}");
    assert!(faults.iter().all(|fault| fault.hint.is_some()), "{faults:#?}");
}

fn fault(text: &str) -> Diagnostic {
    let (_, _, faults) = read_update(text);
    assert_eq!(faults.len(), 1, "{text}\n{faults:#?}");
    faults.into_iter().next().unwrap()
}

#[test]
fn reads_a_full_task() {
    let (change, _, faults) = read_update(
        r#"{"add_tasks": [{"title": "Greet", "type": "feature", "dependencies": [1, 2],
            "context_hints": ["Read `a.md`."], "relevant_file_paths": ["a.md", "+b/"]}]}"#,
    );
    assert_eq!(faults, []);
    let [task] = change.add.as_slice() else {
        panic!("{change:?}")
    };
    assert_eq!(task.brief.title, "Greet");
    assert_eq!(task.brief.kind, Some(Kind::Feature));
    assert_eq!(task.brief.hints, ["Read `a.md`."]);
    assert_eq!(task.after, [number(1), number(2)]);
    let paths: Vec<_> = task.brief.paths.iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["a.md", "+b/"]);
}

#[test]
fn reads_every_other_field() {
    let (change, origin, faults) = read_update(
        r#"{"update_tasks": [
              {"id": 1, "status": "DONE", "fence": 7},
              {"id": 1, "status": "TODO"},
              {"id": 2, "status": "CANCELLED", "dependencies": []},
              {"id": 3, "status": "IN_PROGRESS", "title": "T"}],
            "final_summary": "All of it.", "last_seen_version": 4, "agent": "ada"}"#,
    );
    assert_eq!(faults, []);
    assert_eq!(origin.agent.as_ref().map(ToString::to_string).as_deref(), Some("ada"));
    assert_eq!(change.last_seen, Some(OpVersion(4)));
    assert_eq!(change.summary.as_deref(), Some("All of it."));
    let statuses = [Status::Done, Status::Todo, Status::Cancelled, Status::InProgress];
    let moves: Vec<_> = change.update.iter().map(|update| update.to.clone()).collect();
    assert_eq!(moves, statuses.map(|status| Some(status.to_move())));
    assert_eq!(change.update[0].fence, Some(Fence(7)));
    assert_eq!(change.update[0].after, None);
    assert_eq!(change.update[2].after, Some(Vec::new()));
    assert_eq!(change.update[3].task, number(3));
    assert_eq!(change.update[3].edit.title.as_deref(), Some("T"));
}

#[test]
fn missing_fields_of_a_task_are_left_to_the_gates() {
    check(r#"{"add_tasks": [{}]}"#, &[]);
    check(
        r#"{"add_tasks": [{"title": "", "context_hints": [], "relevant_file_paths": []}]}"#,
        &[],
    );
}

#[test]
fn the_same_task_may_be_updated_twice() {
    let (change, _, faults) =
        read_update(r#"{"update_tasks": [{"id": 2, "status": "IN_PROGRESS"}, {"id": 2, "status": "DONE"}]}"#);
    assert_eq!(faults, []);
    let moves: Vec<_> = change.update.iter().map(|update| update.to.clone()).collect();
    assert_eq!(moves, [Some(Move::Start), Some(Move::finish(None, Vec::new()))]);
}

#[test]
fn text_that_is_not_json() {
    check("", &["payload-empty -"]);
    check(" \n\t", &["payload-empty -"]);
    check("nonsense", &["payload-json -"]);
    check("{\"add_tasks\": [] // none\n}", &["payload-json -"]);
    check(
        "{\"update_tasks\": [{\"id\": 1, \"status\": \"DONE\"},]}",
        &["payload-json -"],
    );
    check("{\"last_seen_version\": 1e999}", &["payload-json -"]);
    assert_eq!(fault("{\n  oops").place.line_column, Some((2, 3)));
}

#[test]
fn a_fault_has_the_line_and_column_of_its_field() {
    let text =
        "{\n  \"update_tasks\": [\n    {\"id\": 1, \"é\": 2, \"status\": \"NOPE\"}, {\"status\": \"DONE\"}\n  ]}";
    let (_, _, faults) = read_update(text);
    let places: Vec<_> = faults.iter().map(|fault| fault.place.line_column.unwrap()).collect();
    assert_eq!(places, [(3, 15), (3, 33), (3, 42)], "{faults:#?}");
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    check("\u{feff}{\"update_tasks\": [{\"id\": 1, \"status\": \"DONE\"}]}", &[]);
}

#[test]
fn the_top_must_be_an_object() {
    check("[]", &["payload-type -"]);
    check("null", &["payload-type -"]);
    check("\"DONE\"", &["payload-type -"]);
    assert!(fault("[{}]").hint.unwrap().contains("add_tasks"));
}

#[test]
fn a_payload_that_does_nothing() {
    check("{}", &["payload-empty -"]);
    check(r#"{"add_tasks": [], "update_tasks": []}"#, &["payload-empty -"]);
    check(r#"{"agent": "ada", "last_seen_version": 3}"#, &["payload-empty -"]);
    check(r#"{"final_summary": "  "}"#, &["payload-empty final_summary"]);
    check(r#"{"update_tasks": [{"id": 1}]}"#, &["payload-empty update_tasks[0]"]);
    check(
        r#"{"update_tasks": [{"id": 1, "fence": 2}]}"#,
        &["payload-empty update_tasks[0]"],
    );
}

#[test]
fn unknown_fields_are_refused_with_a_guess() {
    let text =
        r#"{"tasks": [], "add_tasks": [{"hints": [], "body": ""}], "update_tasks": [{"id": 1, "state": "DONE"}]}"#;
    check(
        text,
        &[
            "payload-unknown-field tasks",
            "payload-unknown-field add_tasks[0].hints",
            "payload-unknown-field add_tasks[0].body",
            "payload-unknown-field update_tasks[0].state",
        ],
    );
    let fault = fault(r#"{"add_task": []}"#);
    assert_eq!(fault.rule, UNKNOWN_FIELD);
    assert!(
        fault
            .hint
            .unwrap()
            .starts_with("Did you mean `add_tasks`? Allowed fields: `add_tasks`, `update_tasks`")
    );
}

#[test]
fn duplicate_keys_are_refused_at_every_level() {
    check(
        r#"{"update_tasks": [{"id": 1, "id": 2, "id": 3, "status": "DONE"}], "update_tasks": []}"#,
        &[
            "payload-duplicate-key update_tasks",
            "payload-duplicate-key update_tasks[0].id",
        ],
    );
    check(
        r#"{"add_tasks": [{"title": "a", "title": "a"}]}"#,
        &["payload-duplicate-key add_tasks[0].title"],
    );
    assert_eq!(fault(r#"{"add_tasks": [{}], "add_tasks": [{}]}"#).rule, DUPLICATE_KEY);
}

#[test]
fn every_field_wants_its_type() {
    check(
        r#"{"add_tasks": [3, {"title": 1, "type": [], "dependencies": "1", "context_hints": "x",
            "relevant_file_paths": [1, "a"]}],
            "update_tasks": {"id": 1}, "final_summary": null, "last_seen_version": "3", "agent": false}"#,
        &[
            "payload-type add_tasks[0]",
            "payload-type add_tasks[1].title",
            "payload-type add_tasks[1].type",
            "payload-type add_tasks[1].dependencies",
            "payload-type add_tasks[1].context_hints",
            "payload-type add_tasks[1].relevant_file_paths[0]",
            "payload-type update_tasks",
            "payload-type final_summary",
            "payload-type last_seen_version",
            "payload-type agent",
        ],
    );
}

#[test]
fn numbers_must_be_whole() {
    check(
        r#"{"update_tasks": [{"id": -1, "status": "DONE"}, {"id": 1.5, "status": "DONE"}, {"id": "1", "status": "DONE"},
            {"id": 4294967296, "status": "DONE"}, {"id": 1, "status": "DONE", "fence": -2}]}"#,
        &[
            "payload-type update_tasks[0].id",
            "payload-type update_tasks[1].id",
            "payload-type update_tasks[2].id",
            "payload-value update_tasks[3].id",
            "payload-type update_tasks[4].fence",
        ],
    );
    check(
        r#"{"add_tasks": [{"dependencies": [1, null, 2.0]}]}"#,
        &[
            "payload-type add_tasks[0].dependencies[1]",
            "payload-type add_tasks[0].dependencies[2]",
        ],
    );
    assert_eq!(
        fault(r#"{"update_tasks": [{"id": "7", "status": "DONE"}]}"#)
            .hint
            .unwrap(),
        "Write 7 without quotes."
    );
}

#[test]
fn an_optional_field_is_left_out_and_not_null() {
    let fault = fault(r#"{"update_tasks": [{"id": 1, "status": "DONE", "title": null}]}"#);
    assert_eq!(fault.rule, TYPE);
    assert_eq!(fault.message, "`update_tasks[0].title` must be a string, not null.");
    assert!(fault.hint.unwrap().contains("Leave the field out"));
}

#[test]
fn words_are_taken_from_the_list() {
    check(
        r#"{"add_tasks": [{"type": "epic"}], "update_tasks": [{"id": 1, "status": "FINISHED"}]}"#,
        &[
            "payload-value add_tasks[0].type",
            "payload-value update_tasks[0].status",
        ],
    );
    let fault = fault(r#"{"update_tasks": [{"id": 1, "status": "done"}]}"#);
    assert_eq!(fault.rule, VALUE);
    assert!(
        fault.message.contains("`TODO`, `IN_PROGRESS`, `DONE`, `CANCELLED`"),
        "{}",
        fault.message
    );
    assert_eq!(fault.hint.unwrap(), "Write it exactly as `DONE`.");
    for status in Status::ALL {
        check(
            &format!(r#"{{"update_tasks": [{{"id": 1, "status": "{}"}}]}}"#, status.word()),
            &[],
        );
    }
}

#[test]
fn an_update_names_its_task() {
    check(
        r#"{"update_tasks": [{"status": "DONE"}]}"#,
        &["payload-missing-field update_tasks[0]"],
    );
    assert_eq!(fault(r#"{"update_tasks": [{}]}"#).rule, MISSING_FIELD);
}

#[test]
fn agents_have_proper_names() {
    check(r#"{"agent": "", "final_summary": "x"}"#, &["payload-value agent"]);
    check(
        r#"{"agent": "a\u0007b", "final_summary": "x"}"#,
        &["payload-value agent"],
    );
    check(r#"{"agent": "ada lovelace", "final_summary": "x"}"#, &[]);
}

#[test]
fn nothing_is_unbounded() {
    let title = "é".repeat(limits::TITLE_CHARS);
    check(&format!(r#"{{"add_tasks": [{{"title": "{title}"}}]}}"#), &[]);
    check(
        &format!(r#"{{"add_tasks": [{{"title": "{title}x"}}]}}"#),
        &["payload-limit add_tasks[0].title"],
    );
    let hints = vec!["\"x\""; limits::LIST_ENTRIES + 1].join(",");
    check(
        &format!(r#"{{"add_tasks": [{{"context_hints": [{hints}], "relevant_file_paths": [{hints}]}}]}}"#),
        &[
            "payload-limit add_tasks[0].context_hints",
            "payload-limit add_tasks[0].relevant_file_paths",
        ],
    );
    let text = "x".repeat(limits::TEXT_BYTES + 1);
    check(
        &format!(r#"{{"final_summary": "{text}"}}"#),
        &["payload-limit final_summary"],
    );
    let many = vec!["{}"; limits::TASKS + 1].join(",");
    check(&format!(r#"{{"add_tasks": [{many}]}}"#), &["payload-limit add_tasks"]);
    assert_eq!(fault(&" ".repeat(limits::PAYLOAD_BYTES + 1)).rule, LIMIT);
}

#[test]
fn complaints_are_bounded_too() {
    let many: Vec<_> = (0..150_000).map(|index| format!("\"f{index}\":0")).collect();
    let (_, _, faults) = read_update(&format!("{{{}}}", many.join(",")));
    let last = faults.last().unwrap();
    assert_eq!(faults.len(), limits::DIAGNOSTICS + 1);
    assert_eq!(last.message, "140000 more faults are not listed.");
    let key = "k".repeat(1_000_000);
    let fault = fault(&format!("{{\"{key}\": 0}}"));
    assert!(fault.message.len() < 300 && fault.place.path.unwrap().len() < 300);
}

/// It once took time that grew with the square of the repetitions.
#[test]
fn a_key_that_repeats_forever_is_one_fault() {
    let entries = vec![r#""final_summary":"x""#; 100_000].join(",");
    check(&format!("{{{entries}}}"), &["payload-duplicate-key final_summary"]);
}

#[test]
fn all_faults_come_at_once_in_the_order_of_the_text() {
    check(
        r#"{"update_tasks": [{"id": "x", "status": "NOPE", "colour": 1}], "add_tasks": [{"title": 5}], "agent": 1}"#,
        &[
            "payload-unknown-field update_tasks[0].colour",
            "payload-type update_tasks[0].id",
            "payload-value update_tasks[0].status",
            "payload-type add_tasks[0].title",
            "payload-type agent",
        ],
    );
}

#[test]
fn depth_does_not_crash() {
    for nest in ["[", "{\"a\":", "{\"add_tasks\":["] {
        let (_, _, faults) = read_update(&nest.repeat(50_000));
        assert_eq!(faults[0].rule, JSON);
    }
}

const SAMPLE: &str = r#"{"add_tasks": [{"title": "Grüße", "type": "feature", "dependencies": [1],
  "context_hints": ["Read `a.md`.\n\u00e9"], "relevant_file_paths": ["+a.md", "日本/"]}],
  "update_tasks": [{"id": 1, "status": "DONE", "fence": 3}], "final_summary": "x", "last_seen_version": 2, "agent": "a"}"#;

#[test]
fn every_truncation_gives_exactly_one_syntax_fault() {
    assert_eq!(read_update(SAMPLE).2, []);
    for end in (1..SAMPLE.len()).filter(|end| SAMPLE.is_char_boundary(*end)) {
        assert_eq!(fault(&SAMPLE[..end]).rule, JSON, "{end}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        read_update(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_update(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_damage_is_survived(at in 0..SAMPLE.len(), cut in 0usize..20, insert in "[\\[\\]{}\":,a0\\\\nul/-]{0,6}") {
        let floor = |mut index: usize| {
            index = index.min(SAMPLE.len());
            while !SAMPLE.is_char_boundary(index) {
                index -= 1;
            }
            index
        };
        let (start, end) = (floor(at), floor(at + cut));
        let text = format!("{}{insert}{}", &SAMPLE[..start], &SAMPLE[end.max(start)..]);
        let (_, _, faults) = read_update(&text);
        for fault in faults {
            prop_assert!(fault.message.ends_with('.'), "{}", fault.message);
        }
    }
}
