//! What our own documents tell agents to send must pass our own gates.

use std::collections::{BTreeMap, BTreeSet};

use model::{Change, Part, Role, TaskNumber, TaskRef, Tasks, Thread, ThreadId, ThreadState, Uid};

use super::gates::{Facts, OnDisk, check, paths_to_look_up};
use super::{PayloadOrigin, read_update};

const RULEBOOK: &str = include_str!("agents.md");
const GUIDE: &str = include_str!("../../../../docs/planning-guide.md");

/// A fresh session, in which only the decomposition exists.
fn thread(on_disk: &BTreeMap<String, OnDisk>) -> ThreadState {
    let mut thread = ThreadState::new(Thread {
        id: ThreadId::PRIMARY,
        uid: Uid([0; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    });
    thread.next_number = TaskNumber(2);
    let part = Part {
        absent: BTreeSet::from([TaskRef::Number(TaskNumber(1))]),
        creators: on_disk.keys().map(|path| (path.clone(), Vec::new())).collect(),
        ..Part::default()
    };
    thread.tasks = Tasks::part(Vec::new(), part);
    thread
}

fn expect_good(text: &str, folders: &[&str], files: &[&str]) {
    let (change, origin, faults) = read_update(text);
    assert_eq!(faults, []);
    expect_passes(&change, &origin, folders, files);
}

/// The change passes every gate in a fresh session of a project that holds these.
pub(crate) fn expect_passes(change: &Change, origin: &PayloadOrigin, folders: &[&str], files: &[&str]) {
    let look_up = |path: String| {
        let found = match path.as_str() {
            path if folders.contains(&path) => OnDisk::Folder,
            path if files.contains(&path) => OnDisk::File,
            _ => OnDisk::Missing,
        };
        (path, found)
    };
    let on_disk = paths_to_look_up(change).into_iter().map(look_up).collect();
    let facts = Facts {
        thread: &thread(&on_disk),
        on_disk: &on_disk,
    };
    assert_eq!(check(change, origin, &facts), []);
}

#[test]
fn the_rulebook() {
    let here_documents = RULEBOOK.split("<<'EOF'\n").skip(1);
    let payloads: Vec<_> = here_documents.filter_map(|rest| rest.split("\nEOF\n").next()).collect();
    assert_eq!(payloads.len(), 3);
    for payload in payloads {
        expect_good(payload, &["src"], &["README.md", "src/main.py"]);
    }
}

#[test]
fn the_planning_guide() {
    let blocks: Vec<_> = GUIDE.split("```json\n").skip(1).collect();
    assert_eq!(blocks.len(), 1);
    let payload = blocks[0].split("```").next().unwrap();
    expect_good(payload, &["src", "tests"], &["spec.md", "src/main.py"]);
}

#[test]
fn the_planning_guide_names_every_gate() {
    for rule in super::gates::RULES {
        assert!(GUIDE.contains(&format!("| `{rule}` |")), "{rule}");
    }
}
