use super::*;
use crate::agentctl::testing::{agent, read, task};

#[test]
fn a_plan_looks_like_the_document() {
    let mut first = task(1, "create-schema", "Create the schema");
    first.brief.body = "# Create the schema\n\nWith columns.\n".into();
    let mut second = task(2, "implement-service", "Implement the service");
    second.brief.body = "Follow the pattern.".into();
    second.brief.agent = Some(agent("claude-code"));
    second.brief.checklist = vec!["Define: interface".into(), "Two\nlines".into()];
    second.after = vec![TaskNumber(1)];
    let files = write_folder("Add \"auth\"", "Why.\n", &[&second, &first]).unwrap();
    let expected = [
        ("plan.md", "---\ntitle: Add \"auth\"\n---\n\nWhy.\n"),
        (
            "tasks/01-create-schema.md",
            "---\nid: create-schema\ndepends_on: []\n---\n\n# Create the schema\n\nWith columns.\n",
        ),
        (
            "tasks/02-implement-service.md",
            "---\nid: implement-service\ndepends_on: [create-schema]\nagent: claude-code\nsubtasks:\n  - \"Define: \
             interface\"\n  - \"Two\\nlines\"\n---\n\nImplement the service\n\nFollow the pattern.\n",
        ),
    ];
    let files: Vec<_> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    assert_eq!(files, expected);
}

#[test]
fn empty_words_still_read_back() {
    let files = write_folder("", " ", &[&task(1, "a", "")]).unwrap();
    let (plan, faults) = read(&files);
    assert_eq!(faults, []);
    let plan = plan.unwrap();
    assert_eq!(
        (plan.title.as_str(), plan.tasks[0].title.as_str()),
        ("Untitled plan", "a")
    );
    let mut bodied = task(1, "a", " ");
    bodied.brief.body = "\n\n## Said below\n".into();
    let (plan, _) = read(&write_folder("", "# From the body", &[&bodied]).unwrap());
    let plan = plan.unwrap();
    assert_eq!(
        (plan.title.as_str(), plan.tasks[0].title.as_str()),
        ("From the body", "Said below")
    );
}

#[test]
fn places_that_do_not_fit_become_ranks() {
    let names = |orders: &[u32]| -> Vec<String> {
        let tasks = (1..).zip(orders).map(|(n, order)| Task {
            order: *order,
            ..task(n, &format!("t{n}"), "T")
        });
        let tasks: Vec<_> = tasks.collect();
        let files = write_folder("P", "", &tasks.iter().collect::<Vec<_>>()).unwrap();
        files[1..].iter().map(|(path, _)| path.clone()).collect()
    };
    assert_eq!(
        names(&[20, 0, 99]),
        ["tasks/00-t2.md", "tasks/20-t1.md", "tasks/99-t3.md"]
    );
    assert_eq!(
        names(&[7, 7, 3]),
        ["tasks/01-t3.md", "tasks/02-t1.md", "tasks/03-t2.md"]
    );
    assert_eq!(names(&[100, 1]), ["tasks/01-t2.md", "tasks/02-t1.md"]);
    let hundred: Vec<u32> = (1..=100).collect();
    assert_eq!(names(&hundred)[0], "tasks/00-t1.md");
    assert_eq!(names(&hundred)[99], "tasks/99-t100.md");
}

#[test]
fn what_cannot_be_read_back_is_refused() {
    let tasks: Vec<_> = (1..=101).map(|n| task(n, &format!("t{n}"), "T")).collect();
    let fault = write_folder("P", "", &tasks.iter().collect::<Vec<_>>()).unwrap_err();
    assert_eq!(fault, WriteFault::TooManyTasks { count: 101 });
    assert!(fault.to_string().contains("at most 100"));
    let mut waits = task(1, "a", "A");
    waits.after = vec![TaskNumber(9)];
    let fault = write_folder("P", "", &[&waits]).unwrap_err();
    assert!(matches!(fault, WriteFault::UnknownDependency { .. }));
    let mut large = task(1, "a", "A");
    large.brief.checklist = vec!["x".repeat(limits::TEXT_BYTES)];
    assert!(matches!(
        write_folder("P", "", &[&large]),
        Err(WriteFault::TooLarge { .. })
    ));
    large.brief.checklist = vec!["x".into(); limits::LIST_ENTRIES];
    let (plan, faults) = read(&write_folder("P", "", &[&large]).unwrap());
    assert_eq!(
        (faults, plan.unwrap().tasks[0].subtasks.len()),
        (vec![], limits::LIST_ENTRIES)
    );
}

#[test]
fn an_agent_that_looks_like_a_number_reads_back() {
    let mut odd = task(1, "a", "A");
    odd.brief.agent = Some(agent("---1"));
    odd.brief.checklist = vec!["&".into()];
    let (plan, _) = read(&write_folder("P", "", &[&odd]).unwrap());
    assert_eq!(plan.unwrap().tasks[0].agent, Some(agent("---1")));
}
