use model::{Brief, Part, Role, Standing, Task, TaskKey, TaskPath, TaskRef, TaskState, Tasks, Thread, ThreadId, Uid};

use serde_json::json;

use super::*;
use crate::planloop::payload::read_update;

/// A project with `README.md`, `spec.md`, `src/main.py` and a `tests` folder.
const DISK: [(&str, OnDisk); 5] = [
    ("README.md", OnDisk::File),
    ("spec.md", OnDisk::File),
    ("src", OnDisk::Folder),
    ("src/main.py", OnDisk::File),
    ("tests", OnDisk::Folder),
];

/// A stored task: its number, what it waits for, and its paths.
type Stored<'a> = (u32, &'a [u32], &'a [&'a str]);

fn stored_task((number, after, paths): Stored<'_>) -> Task {
    Task {
        uid: Uid([0; 16]),
        number: TaskNumber(number),
        key: TaskKey::from_title(&format!("stored {number}")),
        order: number,
        brief: Brief {
            title: format!("Stored {number}"),
            paths: paths.iter().map(|path| TaskPath::read(path)).collect(),
            ..Brief::default()
        },
        after: after.iter().map(|number| TaskNumber(*number)).collect(),
        state: TaskState::Todo,
    }
}

/// The part of a plan that the engine promises to load, and nothing more, so that asking for more panics.
fn thread(change: &Change, on_disk: &BTreeMap<String, OnDisk>, plan: &[Stored<'_>]) -> ThreadState {
    let next = plan.iter().map(|task| task.0).max().unwrap_or(0) + 1;
    let find = |number: u32| plan.iter().find(|task| task.0 == number);
    let needs_ancestors = needs_ancestors(change, on_disk);
    let mut part = Part::default();
    let mut rows = Vec::new();
    let dependencies = change.add.iter().flat_map(|task| &task.after);
    let changed = change.update.iter().flat_map(|task| task.after.iter().flatten());
    let mut up: Vec<u32> = dependencies
        .chain(changed)
        .map(|task| task.number().unwrap().0)
        .collect();
    for number in &up {
        match find(*number) {
            Some(_) => drop(part.standings.insert(TaskNumber(*number), Standing::Todo)),
            None => drop(part.absent.insert(TaskRef::Number(TaskNumber(*number)))),
        }
    }
    for update in &change.update {
        let number = update.task.number().unwrap().0;
        up.push(number);
        match find(number) {
            Some(task) => rows.push(stored_task(*task)),
            None => drop(part.absent.insert(update.task.clone())),
        }
    }
    up.retain(|_| needs_ancestors);
    while let Some(number) = up.pop() {
        if let Some(task) = find(number) {
            up.extend(task.1);
            part.links
                .insert(TaskNumber(number), task.1.iter().map(|n| TaskNumber(*n)).collect());
        }
    }
    for path in paths_to_look_up(change) {
        let is_it = |made: &str| {
            made.strip_prefix('+')
                .is_some_and(|made| made.trim_end_matches('/') == path)
        };
        let makes = |task: &&Stored<'_>| task.2.iter().any(|made| is_it(made));
        let makers = plan.iter().filter(makes).map(|task| TaskNumber(task.0)).collect();
        part.creators.insert(path, makers);
    }
    let mut state = ThreadState::new(Thread {
        id: ThreadId::PRIMARY,
        uid: Uid([0; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    });
    state.next_number = TaskNumber(next);
    state.tasks = Tasks::part(rows, part);
    state
}

fn judge(text: &str, plan: &[Stored<'_>]) -> Vec<Diagnostic> {
    let (change, origin, faults) = read_update(text);
    assert_eq!(faults, []);
    let known: BTreeMap<_, _> = DISK.into_iter().collect();
    let look_up = |path: String| {
        let found = known.get(path.trim_end_matches('/')).copied();
        (path, found.unwrap_or(OnDisk::Missing))
    };
    let on_disk: BTreeMap<_, _> = paths_to_look_up(&change).into_iter().map(look_up).collect();
    let thread = thread(&change, &on_disk, plan);
    check(
        &change,
        &origin,
        &Facts {
            thread: &thread,
            on_disk: &on_disk,
        },
    )
}

#[test]
fn examples_break_exactly_their_rule() {
    let plan: [Stored<'_>; 3] = [(1, &[], &[]), (2, &[1], &[]), (3, &[2], &[])];
    crate::rules::assert_examples(RULES, |_, example| {
        judge(example.text, &plan).iter().map(|fault| fault.rule).collect()
    });
}

/// The faults as `rule path`.
#[track_caller]
fn expect_in(plan: &[Stored<'_>], text: &str, expected: &[&str]) {
    let faults = judge(text, plan);
    let found: Vec<_> = faults
        .iter()
        .map(|fault| format!("{} {}", fault.rule, fault.place.path.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(found, expected, "{text}\n{faults:#?}");
    assert!(faults.iter().all(|fault| fault.hint.is_some()), "{faults:#?}");
}

/// A payload of new tasks with the given paths and dependencies, all else well.
fn tasks(tasks: &[(&[&str], &[u32])]) -> String {
    let each = tasks.iter().zip(1..).map(|((paths, dependencies), number)| {
        json!({"title": format!("New {number}"), "type": "chore", "context_hints": ["Read `spec.md`."],
            "relevant_file_paths": paths, "dependencies": dependencies})
    });
    json!({"add_tasks": each.collect::<Vec<_>>()}).to_string()
}

/// The same payload with updates, too.
fn and_updates(payload: &str, updates: &str) -> String {
    format!("{}, \"update_tasks\": {updates}}}", payload.strip_suffix('}').unwrap())
}

#[track_caller]
fn expect_paths(paths: &[&str], expected: &[&str]) {
    expect_in(&[], &tasks(&[(paths, &[])]), expected);
}

#[track_caller]
fn expect_hint(hint: &str, expected: &[&str]) {
    let text = json!({"add_tasks": [{"title": "A", "type": "chore", "context_hints": [hint],
        "relevant_file_paths": ["src/main.py"]}]});
    expect_in(&[], &text.to_string(), expected);
}

#[test]
fn a_good_task_passes() {
    expect_paths(&["src/main.py", "tests/"], &[]);
}

#[test]
fn missing_fields_are_all_named_at_once() {
    expect_in(
        &[],
        r#"{"add_tasks": [{}, {"title": " ", "context_hints": [], "relevant_file_paths": []}]}"#,
        &[
            "task-title add_tasks[0].title",
            "task-type add_tasks[0].type",
            "task-hints add_tasks[0].context_hints",
            "task-paths add_tasks[0].relevant_file_paths",
            "task-title add_tasks[1].title",
            "task-type add_tasks[1].type",
            "task-hints add_tasks[1].context_hints",
            "task-paths add_tasks[1].relevant_file_paths",
        ],
    );
}

#[test]
fn messages_keep_the_documents_words() {
    let faults = judge(
        r#"{"add_tasks": [
            {"title": "Add password_hash to User model", "type": "feature", "context_hints": ["Read `spec.md`."]},
            {"title": "Create login endpoint", "type": "feature", "context_hints": ["Use `src/api/utils.py`."],
             "relevant_file_paths": ["src/main.py"]},
            {"type": "feature", "context_hints": ["Read `spec.md`."], "relevant_file_paths": ["spec.md"]}]}"#,
        &[],
    );
    let messages: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "Task 'Add password_hash to User model' is missing the `relevant_file_paths` field.",
            "Task 'Create login endpoint' has a hint pointing to a non-existent file: `src/api/utils.py`.",
            "Task 3 of `add_tasks` is missing the `title` field.",
        ]
    );
}

#[test]
fn the_short_example_of_the_document_is_rejected() {
    expect_in(
        &[(1, &[], &[])],
        r#"{"add_tasks": [{"title": "Set up database schema", "context_hints": [
              "Read the 'Database Schema' section in `spec.md`.",
              "Review existing models in `src/models/` for conventions."]}],
            "update_tasks": [{"id": 1, "status": "DONE"}]}"#,
        &[
            "task-type add_tasks[0].type",
            "task-paths add_tasks[0].relevant_file_paths",
            "hint-path add_tasks[0].context_hints[1]",
        ],
    );
}

#[test]
fn dependencies_exist_in_the_plan_or_the_payload() {
    let plan: &[Stored] = &[(1, &[], &[]), (3, &[], &[])];
    let ok: &[&str] = &["spec.md"];
    expect_in(
        plan,
        &tasks(&[(ok, &[1, 3, 5]), (ok, &[4])]),
        &["dependency-cycle add_tasks[0].dependencies"],
    );
    expect_in(plan, &tasks(&[(ok, &[5]), (ok, &[])]), &[]);
    expect_in(
        plan,
        &tasks(&[(ok, &[0, 1, 2]), (ok, &[6, 4294967295])]),
        &[
            "dependency-exists add_tasks[0].dependencies[0]",
            "dependency-exists add_tasks[0].dependencies[2]",
            "dependency-exists add_tasks[1].dependencies[0]",
            "dependency-exists add_tasks[1].dependencies[1]",
        ],
    );
    let fault = &judge(&tasks(&[(ok, &[9]), (ok, &[])]), plan)[0];
    assert_eq!(fault.message, "Task 'New 1' depends on task 9, which does not exist.");
    assert!(fault.hint.as_ref().unwrap().ends_with("get 4 to 5, in their order."));
}

#[test]
fn circles_are_drawn_once() {
    let ok: &[&str] = &["spec.md"];
    let plan: &[Stored] = &[(1, &[], &[]), (2, &[1], &[])];
    let drawn = |text: &str| {
        let faults = judge(text, plan);
        assert_eq!(faults.len(), 1, "{faults:#?}");
        assert_eq!(faults[0].rule, DEPENDENCY_CYCLE);
        faults[0]
            .message
            .rsplit_once(": ")
            .map(|(_, circle)| circle.to_owned())
            .unwrap()
    };
    assert_eq!(drawn(&tasks(&[(ok, &[4]), (ok, &[3])])), "3 → 4 → 3.");
    assert_eq!(drawn(&tasks(&[(ok, &[3])])), "3 → 3.");
    assert_eq!(
        drawn(r#"{"update_tasks": [{"id": 1, "dependencies": [2]}]}"#),
        "1 → 2 → 1."
    );
    assert_eq!(drawn(r#"{"update_tasks": [{"id": 2, "dependencies": [2]}]}"#), "2 → 2.");
    let through_new = and_updates(&tasks(&[(ok, &[2])]), r#"[{"id": 1, "dependencies": [3]}]"#);
    assert_eq!(drawn(&through_new), "1 → 3 → 2 → 1.");
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 1, "dependencies": [2]}, {"id": 1, "dependencies": []}]}"#,
        &[],
    );
}

#[test]
fn a_long_circle_is_shortened() {
    let ok: &[&str] = &["spec.md"];
    let next: Vec<[u32; 1]> = (0..40).map(|index| [(index + 1) % 40 + 1]).collect();
    let list: Vec<_> = next.iter().map(|next| (ok, next.as_slice())).collect();
    let faults = judge(&tasks(&list), &[]);
    assert_eq!(faults.len(), 1);
    assert!(
        faults[0].message.ends_with("12 → … 28 more … → 1."),
        "{}",
        faults[0].message
    );
}

#[test]
fn paths_stay_inside_the_project() {
    let bad = [
        "/etc/passwd",
        "../x",
        "src/../../x",
        "",
        "+",
        "~/x",
        "C:/x",
        "+../x",
        "https://example.com/x",
        "a\u{7}",
    ];
    for path in bad {
        expect_paths(&[path], &["path-safe add_tasks[0].relevant_file_paths[0]"]);
    }
    expect_paths(
        &bad[..2],
        &[
            "path-safe add_tasks[0].relevant_file_paths[0]",
            "path-safe add_tasks[0].relevant_file_paths[1]",
        ],
    );
}

#[test]
fn paths_exist_or_are_created() {
    let first = "path-exists add_tasks[0].relevant_file_paths[0]";
    expect_paths(&["."], &[]);
    expect_paths(&["./src/main.py", "src//main.py", "src"], &[]);
    expect_paths(&["src/nope.py"], &[first]);
    expect_paths(&["README.md/"], &[first]);
    expect_paths(&["+README.md/"], &[first]);
    expect_paths(&["+src/nope.py"], &[]);
    expect_paths(&["+nope.py", "+nope/"], &[]);
    expect_paths(&["+src/main.py"], &[]);
    expect_paths(&["+pkg/a.py"], &[first]);
    expect_paths(&["+pkg/", "+pkg/a.py"], &[]);
    expect_paths(&["+pkg/a.py", "+pkg/"], &[]);
    expect_paths(
        &["+pkg/", "+pkg/sub/a.py"],
        &["path-exists add_tasks[0].relevant_file_paths[1]"],
    );
    expect_paths(&["+pkg/", "+pkg/sub/", "+pkg/sub/a.py"], &[]);
    expect_paths(
        &["+pkg", "+pkg/a.py"],
        &["path-exists add_tasks[0].relevant_file_paths[1]"],
    );
    expect_paths(&["+README.md/a.py"], &[first]);
    expect_paths(&["+src/a.py", "src/a.py"], &[]);
    expect_paths(&["+pkg/", "pkg"], &[]);
    expect_paths(&["src\\main.py"], &[first]);
}

#[test]
fn a_missing_path_teaches_the_plus() {
    let fault = &judge(&tasks(&[(&["src/nope.py"], &[])]), &[])[0];
    assert_eq!(
        fault.message,
        "Task 'New 1' lists a path that does not exist: `src/nope.py`."
    );
    assert!(fault.hint.as_ref().unwrap().contains("write `+src/nope.py`"));
    let fault = &judge(&tasks(&[(&["+pkg/a.py"], &[])]), &[])[0];
    assert!(fault.message.ends_with("in a folder that does not exist: `pkg`."));
    assert!(fault.hint.as_ref().unwrap().contains("`+pkg/`"));
    let fault = &judge(&tasks(&[(&["+src/a.py"], &[]), (&["src/a.py"], &[])]), &[])[0];
    assert!(
        fault
            .hint
            .as_ref()
            .unwrap()
            .starts_with("Task 1 creates it: add 1 to `dependencies`")
    );
}

#[test]
fn a_created_file_is_named_plainly_only_after_its_maker() {
    let makes: &[&str] = &["+src/a.py"];
    let reads: &[&str] = &["src/a.py"];
    let other: &[&str] = &["spec.md"];
    expect_in(&[], &tasks(&[(makes, &[]), (reads, &[1])]), &[]);
    expect_in(&[], &tasks(&[(reads, &[2]), (makes, &[])]), &[]);
    expect_in(&[], &tasks(&[(makes, &[]), (other, &[1]), (reads, &[2])]), &[]);
    expect_in(
        &[],
        &tasks(&[(makes, &[]), (reads, &[])]),
        &["path-exists add_tasks[1].relevant_file_paths[0]"],
    );
    expect_in(
        &[],
        &tasks(&[(makes, &[2]), (reads, &[])]),
        &["path-exists add_tasks[1].relevant_file_paths[0]"],
    );
}

#[test]
fn stored_tasks_create_paths_too() {
    let plan: &[Stored] = &[
        (1, &[], &["+src/a.py", "+pkg/"]),
        (2, &[1], &[]),
        (3, &[2], &[]),
        (4, &[], &[]),
    ];
    let reads: &[&str] = &["src/a.py"];
    expect_in(plan, &tasks(&[(reads, &[3])]), &[]);
    expect_in(plan, &tasks(&[(reads, &[1])]), &[]);
    expect_in(
        plan,
        &tasks(&[(reads, &[4])]),
        &["path-exists add_tasks[0].relevant_file_paths[0]"],
    );
    expect_in(plan, &tasks(&[(&["+pkg/x.py"], &[])]), &[]);
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 3, "relevant_file_paths": ["src/a.py"]}]}"#,
        &[],
    );
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 1, "relevant_file_paths": ["src/a.py"]}]}"#,
        &["path-exists update_tasks[0].relevant_file_paths[0]"],
    );
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 4, "relevant_file_paths": ["src/a.py"]}]}"#,
        &["path-exists update_tasks[0].relevant_file_paths[0]"],
    );
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 4, "relevant_file_paths": ["src/a.py"], "dependencies": [3]}]}"#,
        &[],
    );
}

#[test]
fn an_update_takes_a_stored_creation_back() {
    let plan: &[Stored] = &[(1, &[], &["+src/a.py"])];
    let reads = tasks(&[(&["src/a.py"], &[1])]);
    let text = and_updates(&reads, r#"[{"id": 1, "relevant_file_paths": ["spec.md"]}]"#);
    expect_in(plan, &reads, &[]);
    expect_in(plan, &text, &["path-exists add_tasks[0].relevant_file_paths[0]"]);
}

#[test]
fn a_circle_does_not_spawn_further_faults() {
    let text = tasks(&[(&["+src/a.py"], &[2]), (&["src/a.py"], &[1])]);
    expect_in(&[], &text, &["dependency-cycle add_tasks[0].dependencies"]);
}

#[test]
fn hints_must_be_actionable() {
    let first = "hint-actionable add_tasks[0].context_hints[0]";
    expect_hint("Be careful.", &[first]);
    expect_hint("", &[first]);
    expect_hint("Keep it small.", &[]);
}

#[test]
fn paths_in_hints_lead_somewhere() {
    let first = "hint-path add_tasks[0].context_hints[0]";
    expect_hint("Use `src/main.py` and `main.py`.", &[]);
    expect_hint("Use `src/nope.py`, then `src/nope.py` again.", &[first]);
    expect_hint("Use `src/nope.py` and `nope.md`.", &[first, first]);
    expect_hint("Use `src/models/`.", &[first]);
    expect_hint("Use `src/models`.", &[first]);
    expect_hint("Send `application/json` to `/users` on `origin/main`.", &[]);
    expect_hint("Use `tests/` and `src/main.py:10`.", &[]);
    expect_hint("Use `README.md` and `Node.js`.", &[]);
    expect_hint("Read `../outside/spec.md` and `/etc/hosts`.", &[]);
}

#[test]
fn paths_in_hints_may_be_created_anywhere_in_the_plan() {
    let plan: &[Stored] = &[(1, &[], &["+src/a.py", "+pkg/"])];
    let text = r#"{"add_tasks": [
        {"title": "A", "type": "test", "context_hints": ["Use `src/a.py`, `pkg/`, `src/b.py`, `b.py` and `+src/b.py`."],
         "relevant_file_paths": ["spec.md"]},
        {"title": "B", "type": "test", "context_hints": ["Read `spec.md`."], "relevant_file_paths": ["+src/b.py"]}]}"#;
    expect_in(plan, text, &[]);
}

#[test]
fn updates_are_judged_by_the_fields_they_give() {
    let plan: &[Stored] = &[(1, &[], &["src/deep/util.py"])];
    expect_in(plan, r#"{"update_tasks": [{"id": 1, "status": "DONE"}]}"#, &[]);
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 1, "context_hints": ["Use `util.py`."]}]}"#,
        &[],
    );
    expect_in(
        plan,
        r#"{"update_tasks": [{"id": 1, "title": "", "context_hints": [], "relevant_file_paths": [], "dependencies": [7]},
            {"id": 1, "context_hints": ["Hm.", "Use `gone.md`."], "relevant_file_paths": ["gone.md"]},
            {"id": 9, "title": " "}]}"#,
        &[
            "task-title update_tasks[0].title",
            "task-hints update_tasks[0].context_hints",
            "task-paths update_tasks[0].relevant_file_paths",
            "dependency-exists update_tasks[0].dependencies[0]",
            "path-exists update_tasks[1].relevant_file_paths[0]",
            "hint-actionable update_tasks[1].context_hints[0]",
            "task-title update_tasks[2].title",
        ],
    );
    let faults = judge(
        r#"{"update_tasks": [{"id": 1, "title": ""}, {"id": 9, "title": ""}]}"#,
        plan,
    );
    assert_eq!(faults[0].message, "Task 'Stored 1' has an empty `title`.");
    assert_eq!(faults[1].message, "Task 9 has an empty `title`.");
}

#[test]
fn look_ups_are_bare() {
    let (change, ..) = read_update(
        r#"{"add_tasks": [{"context_hints": ["Use `./docs/a.md`, `x/y` and `/no`."],
            "relevant_file_paths": ["./a.py", "+pkg/sub/b.py", "lib/", "../no", "."]}]}"#,
    );
    let paths: Vec<_> = paths_to_look_up(&change).into_iter().collect();
    assert_eq!(
        paths,
        ["a.py", "docs/a.md", "lib", "pkg/sub", "pkg/sub/b.py", "x", "x/y"]
    );
}

#[test]
fn ancestors_are_needed_only_where_they_matter() {
    let check = |text: &str, expected: bool| {
        let on_disk = BTreeMap::from([("a".to_owned(), OnDisk::File), ("b".to_owned(), OnDisk::Missing)]);
        assert_eq!(needs_ancestors(&read_update(text).0, &on_disk), expected, "{text}");
    };
    check(r#"{"update_tasks": [{"id": 1, "status": "DONE"}]}"#, false);
    check(r#"{"update_tasks": [{"id": 1, "dependencies": []}]}"#, true);
    check(
        r#"{"add_tasks": [{"dependencies": [1], "relevant_file_paths": ["a", "+b", "../c"]}]}"#,
        false,
    );
    check(r#"{"add_tasks": [{"relevant_file_paths": ["b"]}]}"#, true);
    check(r#"{"update_tasks": [{"id": 1, "relevant_file_paths": ["b"]}]}"#, true);
}

/// Each names what another one creates; a search per name would keep this test busy for minutes.
#[test]
fn ten_thousand_tasks_are_judged() {
    const COUNT: u32 = 10_000;
    let task = |number: u32| {
        let before = number.saturating_sub(1).max(1);
        let dependencies = if number == 1 { String::new() } else { before.to_string() };
        let far = number.saturating_sub(5).max(1);
        format!(
            r#"{{"title": "Step {number}", "type": "chore", "dependencies": [{dependencies}],
                "context_hints": ["Read `spec.md` and `src/f{before}.py`."],
                "relevant_file_paths": ["+src/f{number}.py", "src/f1.py", "src/f{before}.py", "src/f{far}.py"]}}"#
        )
    };
    let list: Vec<_> = (1..=COUNT).map(task).collect();
    let text = format!(r#"{{"add_tasks": [{}]}}"#, list.join(","));
    assert_eq!(judge(&text, &[]), []);
}

/// It once took seconds, and an answer of twenty megabytes.
#[test]
fn a_plan_full_of_faults_is_not_judged_to_its_end() {
    let text = format!(r#"{{"add_tasks": [{}]}}"#, vec!["{}"; 100_000].join(","));
    let faults = judge(&text, &[]);
    assert_eq!(faults.len(), model::limits::DIAGNOSTICS + 1);
    assert_eq!(faults.last().unwrap().message, "97500 more tasks were not judged.");
}
