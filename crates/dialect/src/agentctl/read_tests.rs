use super::*;
use crate::agentctl::testing::{PLAN, agent, faults_of, folder, places, read_folder, task_text};

fn key(text: &str) -> TaskKey {
    TaskKey::new(text).unwrap()
}

#[test]
fn the_example_of_the_document_is_read() {
    let plan = "---\ntitle: \"Add user authentication\"\n---\n\nWe need JWT.\n\nConstraints:\n- None.\n";
    let first = "---\nid: create-schema\ndepends_on: []\n---\n\nCreate the `users` table.\n";
    let second = "---\nid: implement-service\ndepends_on: [create-schema]\nagent: claude-code\nsubtasks:\n  - Define \
                  service interface\n  - Implement SQLite store\n---\n\n# Implement `auth_service.go`\n\nDetails.\n";
    let tasks = [("02-implement-service.md", second), ("01-create-schema.md", first)];
    let (plan, faults) = read_folder(&folder(Some(plan), &tasks));
    let plan = plan.unwrap();
    assert_eq!(faults, []);
    assert_eq!(plan.title, "Add user authentication");
    assert_eq!(plan.body, "We need JWT.\n\nConstraints:\n- None.");
    let [first, second] = plan.tasks.as_slice() else {
        panic!()
    };
    assert_eq!(
        (first.order, &first.id, first.title.as_str()),
        (1, &key("create-schema"), "Create the `users` table.")
    );
    assert_eq!((first.agent.as_ref(), first.subtasks.as_slice()), (None, [].as_slice()));
    let expected = TaskFile {
        file: "02-implement-service.md".into(),
        order: 2,
        id: key("implement-service"),
        title: "Implement `auth_service.go`".into(),
        body: "# Implement `auth_service.go`\n\nDetails.".into(),
        depends_on: vec![key("create-schema")],
        agent: Some(agent("claude-code")),
        subtasks: vec!["Define service interface".into(), "Implement SQLite store".into()],
    };
    assert_eq!(*second, expected);
}

#[test]
fn an_empty_folder_is_no_plan() {
    for tasks in [
        None,
        Some(vec![]),
        Some(vec![
            (".DS_Store".into(), Ok(String::new())),
            ("a~".into(), Ok(String::new())),
        ]),
    ] {
        let folder = FolderText {
            tasks: tasks.map(Ok),
            ..FolderText::default()
        };
        assert_eq!(read_folder(&folder), (None, vec![]));
    }
}

#[test]
fn a_half_empty_folder_is_an_error() {
    assert_eq!(
        faults_of(None, &[("01-a.md", &task_text("id: a"))]),
        ["plan.md plan-file"]
    );
    let (plan, faults) = read_folder(&FolderText {
        name: "/p".into(),
        plan: Some(Ok(PLAN.into())),
        tasks: None,
    });
    assert_eq!(plan.unwrap().tasks, []);
    assert_eq!(places(&faults), ["tasks tasks-folder?"]);
    assert_eq!(faults_of(Some(PLAN), &[(".keep", "")]), ["tasks tasks-folder?"]);
}

#[test]
fn tasks_that_cannot_be_read_as_a_whole_are_an_error() {
    for plan in [None, Some(PLAN)] {
        let mut folder = folder(plan, &[]);
        folder.tasks = Some(Err("it is not a folder".into()));
        let (read, faults) = read_folder(&folder);
        assert_eq!(read, None);
        let fault = faults.iter().find(|fault| fault.rule == "tasks-folder").unwrap();
        assert_eq!(fault.message, "The tasks cannot be read: it is not a folder.");
    }
}

#[test]
fn a_plan_that_cannot_be_read_is_told_of_once() {
    let mut folder = folder(None, &[("01-a.md", &task_text("id: a"))]);
    folder.plan = Some(Err("it is a folder".into()));
    let (plan, faults) = read_folder(&folder);
    assert_eq!(plan, None);
    assert_eq!(places(&faults), ["plan.md file-readable"]);
}

#[test]
fn windows_files_and_abrupt_ends_are_read() {
    let plan = "\u{feff}---\r\ntitle: A\r\n---";
    let task = "\u{feff}---\r\nid: a\r\n---\r\n\r\n# Do it\r\n\r\nNow.\r\n";
    let (plan, faults) = read_folder(&folder(Some(plan), &[("01-a.md", task)]));
    assert_eq!(faults, []);
    let plan = plan.unwrap();
    assert_eq!((plan.title.as_str(), plan.body.as_str()), ("A", ""));
    assert_eq!(
        (plan.tasks[0].title.as_str(), plan.tasks[0].body.as_str()),
        ("Do it", "# Do it\n\nNow.")
    );
}

/// One instance of every fault that a folder without `plan.md` can have.
fn every_fault() -> FolderText {
    let long_agent = format!("id: long-agent\nagent: {}", "x".repeat(65));
    let many = format!("id: many\nsubtasks: [{}]", vec!["x"; 1_001].join(", "));
    let nested = format!("id: nested\nsubtasks: {}x", "[".repeat(20));
    let too_many = format!("id: too-many\nsubtasks: [{}]", vec!["x"; 5_000].join(", "));
    let huge = format!("id: huge\nagent: {}", "x".repeat(70_000));
    let big_body = format!("---\nid: big-body\n---\n{}", "x".repeat(300_000));
    let tasks = [
        ("00-fine.md", task_text("id: fine")),
        ("01-no-front.md", "Just text.\n".into()),
        ("02-empty.md", String::new()),
        ("03-unclosed.md", "---\nid: unclosed\n".into()),
        ("04-list.md", task_text("- a")),
        ("05-syntax.md", task_text("id: syntax\nsubtasks: [a")),
        ("06-documents.md", task_text("id: documents\n...\nid: b")),
        ("07-anchor.md", task_text("id: &a anchor")),
        ("08-alias.md", task_text("id: alias\nagent: *a")),
        ("09-tag.md", task_text("id: !!str tag")),
        ("10-merge.md", task_text("id: merge\n<<: {agent: codex}")),
        ("11-directive.md", task_text("%YAML 1.2\nid: directive")),
        ("12-unknown.md", task_text("id: unknown\npriority: high")),
        ("13-twice.md", task_text("id: twice\nagent: codex\nagent: aider")),
        ("14-odd.md", task_text("id: odd\n? [a]\n: b")),
        ("15-number.md", task_text("id: number\nagent: 7")),
        ("16-text.md", task_text("id: text\ndepends_on: fine")),
        ("17-no-id.md", task_text("agent: codex")),
        ("18-case.md", task_text("id: Case_Kept")),
        ("19-same.md", task_text("id: fine")),
        ("20-ghost.md", task_text("id: ghost-hunter\ndepends_on: [fine, ghost]")),
        ("21-b.md", task_text("id: b\ndepends_on: [a]")),
        ("22-a.md", task_text("id: a\ndepends_on: [c]")),
        ("23-c.md", task_text("id: c\ndepends_on: [b]")),
        ("24-self.md", task_text("id: self\ndepends_on: [self]")),
        ("25-body.md", "---\nid: body\n---\n \n".into()),
        ("26-agent.md", task_text("id: agent\nagent: claude-cod")),
        ("27-long-agent.md", task_text(&long_agent)),
        ("28-many.md", task_text(&many)),
        ("28-twin.md", task_text("id: twin")),
        ("29-nested.md", task_text(&nested)),
        ("30-too-many.md", task_text(&too_many)),
        ("31-huge.md", task_text(&huge)),
        ("32-big-body.md", big_body),
        ("34-vast.md", "---\n".repeat(100_000)),
        ("100-over.md", task_text("id: over")),
        ("notes.txt", "hello".into()),
        (".hidden", String::new()),
    ];
    let mut tasks: Vec<_> = tasks
        .into_iter()
        .map(|(file, text)| (file.to_owned(), Ok(text)))
        .collect();
    tasks.push(("33-latin.md".into(), Err("it is not UTF-8".into())));
    FolderText {
        name: "/p".into(),
        plan: None,
        tasks: Some(Ok(tasks)),
    }
}

const EVERY_FAULT: [&str; 36] = [
    "plan.md plan-file",
    "tasks/01-no-front.md:1:1 front-matter",
    "tasks/02-empty.md:1:1 front-matter",
    "tasks/03-unclosed.md:1:1 front-matter",
    "tasks/04-list.md:2:1 front-matter",
    "tasks/05-syntax.md:3:11 front-matter-yaml",
    "tasks/06-documents.md:4:1 front-matter-yaml",
    "tasks/07-anchor.md:2:5 front-matter-plain",
    "tasks/08-alias.md:3:8 front-matter-plain",
    "tasks/09-tag.md:2:5 front-matter-plain",
    "tasks/10-merge.md:3:1 front-matter-plain",
    "tasks/100-over.md file-name",
    "tasks/11-directive.md:2:1 front-matter-plain",
    "tasks/12-unknown.md:3:1 front-matter-key",
    "tasks/13-twice.md:4:1 front-matter-key",
    "tasks/14-odd.md:3:3 front-matter-key",
    "tasks/15-number.md:3:8 front-matter-value",
    "tasks/16-text.md:3:13 front-matter-value",
    "tasks/17-no-id.md:1:1 task-id",
    "tasks/18-case.md:2:5 task-id",
    "tasks/19-same.md:2:5 id-unique",
    "tasks/20-ghost.md:3:20 depends-on-exists",
    "tasks/22-a.md:3:14 depends-on-cycle",
    "tasks/24-self.md:3:14 depends-on-cycle",
    "tasks/25-body.md:3:1 task-body",
    "tasks/26-agent.md:3:8 agent-name?",
    "tasks/27-long-agent.md:3:8 agent-name",
    "tasks/28-many.md:3:3012 task-size",
    "tasks/28-twin.md order-unique",
    "tasks/29-nested.md:3:19 front-matter-yaml",
    "tasks/30-too-many.md:3:6195 front-matter-yaml",
    "tasks/31-huge.md:1:1 front-matter-yaml",
    "tasks/32-big-body.md:4:1 task-size",
    "tasks/33-latin.md file-readable",
    "tasks/34-vast.md:1:1 task-size",
    "tasks/notes.txt file-name",
];

#[test]
fn every_fault_is_told_once_and_in_order() {
    let folder = every_fault();
    let (plan, faults) = read_folder(&folder);
    assert_eq!(plan, None);
    assert_eq!(places(&faults), EVERY_FAULT);
    let mut shuffled = folder.clone();
    shuffled.tasks.as_mut().unwrap().as_mut().unwrap().reverse();
    assert_eq!(read_folder(&shuffled).1, faults);
    assert!(faults.iter().all(|fault| fault.hint.is_some()));
}

#[test]
fn every_rule_has_an_instance() {
    let (_, mut faults) = read_folder(&every_fault());
    faults.extend(read_folder(&folder(Some("---\ntitle: ' '\n---"), &[])).1);
    faults.push(rules::task_replanned::fault("tasks/01-a.md", "a"));
    for rule in rules::RULES {
        assert!(faults.iter().any(|fault| fault.rule == *rule), "{rule}");
    }
}

#[test]
fn a_broken_plan_hides_no_task_error() {
    let task = task_text("id: A");
    for (plan, fault) in [
        ("", "plan.md:1:1 front-matter"),
        ("text", "plan.md:1:1 front-matter"),
        ("---\ntitle: a", "plan.md:1:1 front-matter"),
        ("---\n---\n", "plan.md:1:1 plan-title"),
        ("---\ntitle: \"\"\n---\n", "plan.md:2:8 plan-title"),
        ("---\ntitle: '  '\n---\n", "plan.md:2:8 plan-title"),
        ("---\ntitle:\n---\n", "plan.md:2:6 front-matter-value"),
        ("---\ntitle: 7\n---\n", "plan.md:2:8 front-matter-value"),
        ("---\ntitel: x\n---\n", "plan.md:2:1 front-matter-key"),
        ("---\ntitle: x\ntags: [a]\n---\n", "plan.md:3:1 front-matter-key"),
        ("---\ntitle: \"x\n---\n", "plan.md:3:1 front-matter-yaml"),
    ] {
        let faults = faults_of(Some(plan), &[("01-a.md", &task)]);
        assert_eq!(faults, [fault, "tasks/01-a.md:2:5 task-id"], "{plan}");
    }
}

#[test]
fn a_broken_file_causes_no_unknown_ids() {
    let waits = task_text("id: waits\ndepends_on: [wanted]");
    for (file, broken) in [
        ("01-other.md", task_text("id: wanted\nagent: [")),
        ("01-other.md", task_text("agent: [\nid: wanted")),
        ("01-other.md", task_text("task_id: wanted")),
        ("01-other.md", task_text("id: wanted\nid: again")),
        ("01-other.md", task_text("id: &x \"wanted\"")),
        ("01-other.md", "---\nid: wanted # unclosed\n".into()),
        ("01-wanted.md", "No front matter.".into()),
        ("01-wanted.md", task_text("agent: codex")),
        ("1-wanted.md", "No front matter.".into()),
        ("other.md", task_text("id: wanted")),
        ("other.txt", task_text("id: wanted")),
    ] {
        let faults = faults_of(Some(PLAN), &[(file, &broken), ("02-waits.md", &waits)]);
        assert_eq!(faults.len(), 1, "{broken}: {faults:?}");
        assert!(faults[0].contains(file), "{faults:?}");
    }
    let odd = [
        ("01-a.md", &*task_text("id: Wan_ted")),
        ("02-b.md", &task_text("id: b\ndepends_on: [Wan_ted]")),
    ];
    assert_eq!(faults_of(Some(PLAN), &odd), ["tasks/01-a.md:2:5 task-id"]);
}

#[test]
fn a_shared_id_makes_no_circle() {
    let tasks = [
        ("01-a.md", &*task_text("id: a")),
        ("02-b.md", &task_text("id: a\ndepends_on: [a]")),
    ];
    assert_eq!(faults_of(Some(PLAN), &tasks), ["tasks/02-b.md:2:5 id-unique"]);
}

#[test]
fn circles_are_drawn_from_the_smallest_id() {
    let tasks = [
        ("01-z.md", task_text("id: z\ndepends_on: [m, y]")),
        ("02-y.md", task_text("id: y\ndepends_on: [m]")),
        ("03-m.md", task_text("id: m\ndepends_on: [y, z]")),
        ("04-b.md", task_text("id: b\ndepends_on: [a]")),
        ("05-a.md", task_text("id: a\ndepends_on: [b, z]")),
    ];
    let tasks: Vec<_> = tasks.iter().map(|(file, text)| (*file, text.as_str())).collect();
    let messages = |tasks: &[(&str, &str)]| -> Vec<String> {
        let (_, faults) = read_folder(&folder(Some(PLAN), tasks));
        faults.into_iter().map(|fault| fault.message).collect()
    };
    let expected = [
        "Tasks wait for each other in a circle: m → y → m.",
        "Tasks wait for each other in a circle: a → b → a.",
    ];
    for turn in 0..100 {
        let mut turned = tasks.clone();
        turned.rotate_left(turn % tasks.len());
        assert_eq!(messages(&turned), expected);
    }
}

#[test]
fn more_than_a_hundred_tasks_are_impossible() {
    let files: Vec<_> = (0..101)
        .map(|n| (format!("{:02}-t{n}.md", n % 100), task_text(&format!("id: t{n}"))))
        .collect();
    let tasks: Vec<_> = files
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    let (_, faults) = read_folder(&folder(Some(PLAN), &tasks));
    assert_eq!(places(&faults), ["tasks/00-t100.md order-unique"]);
    assert!(faults[0].hint.as_ref().unwrap().contains("at most 100"), "{faults:?}");
    let (_, faults) = read_folder(&folder(Some(PLAN), &[("100-a.md", &task_text("id: a"))]));
    assert!(faults[0].hint.as_ref().unwrap().contains("at most 100"), "{faults:?}");
    assert!(
        faults[0].message.contains("100-a.md") && faults[0].message.contains(r"^\d{2}-"),
        "{faults:?}"
    );
}

#[test]
fn unknown_agents_warn_and_are_kept() {
    let (plan, faults) = read_folder(&folder(Some(PLAN), &[("01-a.md", &task_text("id: a\nagent: my-bot"))]));
    assert_eq!(places(&faults), ["tasks/01-a.md:3:8 agent-name?"]);
    assert_eq!(plan.unwrap().tasks[0].agent, Some(agent("my-bot")));
    let own = ["my-bot".to_owned()];
    let known = folder(Some(PLAN), &[("01-a.md", &task_text("id: a\nagent: My-bot"))]);
    assert_eq!(read_folder_for(&known, &own).1, []);
    let typo = folder(Some(PLAN), &[("01-a.md", &task_text("id: a\nagent: my-bto"))]);
    let (_, faults) = read_folder_for(&typo, &own);
    assert!(
        faults[0].hint.as_deref().is_some_and(|hint| hint.contains("`my-bot`")),
        "{faults:?}"
    );
}

#[test]
fn typos_are_guessed() {
    let hints = |front: &str| {
        let known = task_text("id: create-schema");
        let (_, faults) = read_folder(&folder(
            Some(PLAN),
            &[("01-a.md", &known), ("02-b.md", &task_text(front))],
        ));
        faults.into_iter().map(|fault| fault.hint.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(
        hints("id: b\ndepends_on: [create-shema]"),
        ["Did you mean `create-schema`?"]
    );
    assert!(hints("id: b\ndependencies: []")[0].starts_with("Did you mean `depends_on`?"));
    assert!(hints("id: b\nagent: claude-cod")[0].starts_with("Did you mean `claude-code`?"));
    assert_eq!(hints("id: Create Schema 2"), ["Write it like `create-schema-2`."]);
    assert_eq!(
        hints("id: b\nagent: 1.0"),
        ["Put it into quotes if it is meant as text: `\"1.0\"`."]
    );
}

#[test]
fn adoption_takes_everything_over() {
    let front = "id: b\ndepends_on: [a, a]\nagent: codex\nsubtasks: [one]";
    let tasks = [("02-b.md", &*task_text(front)), ("01-a.md", &task_text("id: a"))];
    let (plan, faults) = read_folder(&folder(Some(PLAN), &tasks));
    assert_eq!(faults, []);
    let mut count = 0;
    let adopted = crate::agentctl::into_adopted(
        &plan.unwrap(),
        &mut || {
            count += 1;
            model::Uid([count; 16])
        },
        &|text| model::Fingerprint(text.to_owned()),
    );
    let [first, second] = adopted.as_slice() else { panic!() };
    assert_eq!((&first.key, first.uid), (&key("a"), model::Uid([1; 16])));
    assert_eq!((&second.key, &second.after), (&key("b"), &vec![key("a")]));
    assert_eq!(
        (second.brief.title.as_str(), second.brief.body.as_str()),
        ("Do it.", "Do it.")
    );
    assert_eq!(second.brief.checklist, ["one"]);
    assert_eq!(second.brief.agent, Some(agent("codex")));
}
