//! R6 for plan folders: any content is read without a panic and answered in one JSON document.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use planwright_testkit::project::{Project, must};
use proptest::prelude::*;
use proptest::sample::select;

use crate::r01_folder_scenes as folders;
use crate::r06_parsers::check_answer;
use crate::r06_soup::config;

#[test]
fn r06_any_folder_is_answered_in_one_json_document() {
    let project = folders::allocated();
    let folder = folders::current_folder(&project);
    let committed = Cell::new(0);
    proptest!(config(80), |(plan in file(), tasks in prop::collection::vec((name(), file()), 0..6))| {
        write(&folder, &plan, &tasks);
        committed.set(committed.get() + usize::from(is_committed(&project)));
    });
    project.assert_sound();
    assert!(committed.get() > 0, "no folder was valid");
}

/// `check` and `commit` must agree.
fn is_committed(project: &Project) -> bool {
    let [checked, committed, status] =
        ["check", "commit", "status"].map(|verb| project.agentctl(&["plan", verb, "--json"]));
    for answer in [&checked, &committed, &status] {
        check_answer(answer);
    }
    assert_eq!(checked.code, committed.code, "{checked:?}\n{committed:?}");
    assert_eq!(status.code, Some(0), "{status:?}");
    committed.code == Some(0)
}

fn write(folder: &Path, plan: &str, tasks: &[(String, String)]) {
    let _ = fs::remove_dir_all(folder.join("tasks"));
    must("a folder", fs::create_dir_all(folder.join("tasks")));
    must("plan.md", fs::write(folder.join("plan.md"), plan));
    for (name, text) in tasks {
        must(name, fs::write(folder.join("tasks").join(name), text));
    }
}

fn name() -> impl Strategy<Value = String> {
    let odd = "[^/\0]{1,20}".prop_filter("names of folders", |name| !matches!(name.as_str(), "." | ".."));
    prop_oneof![4 => "0[0-9]-[a-d]\\.md", 1 => odd]
}

fn file() -> impl Strategy<Value = String> {
    let soup = || prop::collection::vec(select(PIECES), 0..16).prop_map(|pieces| pieces.concat());
    prop_oneof![
        3 => select(RIGHT).prop_map(str::to_owned),
        2 => (soup(), soup()).prop_map(|(front, body)| format!("---\n{front}\n---\n{body}")),
        1 => soup(),
        1 => any::<String>(),
    ]
}

const RIGHT: &[&str] = &[
    "---\ntitle: Ship it\n---\n\nHow.\n",
    "---\nid: a\n---\n\n# Do a\n",
    "---\nid: b\ndepends_on: [a]\n---\n\n# Do b\n",
    "---\nid: c\nagent: codex\nsubtasks:\n  - One\n---\n\n# Do c\n",
];

/// Fragments of front matters, and texts that break them.
const PIECES: &[&str] = &[
    "id: a\n",
    "id: b\n",
    "title: T\n",
    "depends_on: [a]\n",
    "depends_on: [b]\n",
    "agent: ",
    "subtasks:\n",
    "  - x\n",
    "---\n",
    "...\n",
    "# Do it\n",
    "&x ",
    "*x",
    "!t ",
    "<<: ",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "|\n",
    "? ",
    ": ",
    ",",
    "\t",
    "\r\n",
    "\u{feff}",
    "\u{2028}",
    "\u{202e}",
    "\u{0}",
    "é",
    "日本",
    "1",
    "~",
    "true",
    "\n",
];
