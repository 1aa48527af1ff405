//! R6 and R7 for rawko's commands: a hostile or truncated file is reported in little memory and in one JSON document.
//! Neither the plan nor the file changes.

use std::fs;

use planwright_testkit::project::{Project, Ran, finish, must};
use planwright_testkit::{Tier, bins, tier};
use serde_json::Value;

use crate::r07_bombs::bombs;

const PLAN_FILE: &str = ".rawko/plans/plan-20261115-keep-notes.yaml";
const TASK_FILE: &str = ".rawko/current-task.yaml";
const INPUT_FILE: &str = "steps.yaml";
const COMPLETE: [&str; 6] = ["step", "complete", "0", "--output", "Done", "--json"];
const STEPS: &str = r#"[{"description": "Look"}, {"description": "Write", "dependsOn": [0]}]"#;

/// More than the program itself needs, and too little for data that grows with the input.
const MEMORY_KIB: u32 = 256 * 1024;
const QUICK_STEP: usize = 9;

struct Hostile {
    name: String,
    bytes: Vec<u8>,
}

fn hostile() -> Vec<Hostile> {
    let named = |name: &str, bytes: &[u8]| Hostile {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    };
    let bytes = [
        named("no text", b"id: \xff\xfe\nsteps: []\n"),
        named(
            "half a letter",
            "task: Gr\u{fc}"
                .as_bytes()
                .split_last()
                .map_or(b"".as_slice(), |(_, most)| most),
        ),
        named("zeros", &[0; 64 * 1024]),
        named("another encoding", b"\xff\xfei\0d\0:\0 \0a\0"),
        named("next to nothing", b"\n"),
        named("wrong types", b"id: [1]\ntask: {}\nsteps: 7\nversion: x\nstatus: 1\n"),
    ];
    let bombs = bombs().into_iter().map(|bomb| named(bomb.name, bomb.front.as_bytes()));
    bombs.chain(bytes).collect()
}

fn chosen() -> Vec<Hostile> {
    let step = match tier() {
        Tier::Quick => QUICK_STEP,
        Tier::Full => 1,
    };
    hostile().into_iter().rev().step_by(step).collect()
}

fn planned() -> Project {
    let project = Project::in_memory();
    let line = ["plan", "create", "--task", "Keep notes", "--steps", STEPS];
    project.run("rawko", &line).done();
    project
}

#[test]
fn r06_a_hostile_plan_file_is_refused_and_left_alone() {
    let lines: [(&[&str], i32); 3] = [
        (&["next", "--json"], 0),
        (&COMPLETE, 3),
        (&["plan", "import", "--json"], 1),
    ];
    refused_in_place(PLAN_FILE, &lines);
}

#[test]
fn r06_a_hostile_current_task_is_refused_and_left_alone() {
    refused_in_place(TASK_FILE, &[(&["next", "--json"], 3), (&COMPLETE, 3)]);
}

/// The store keeps the plan, the file stays as it is, and the errors of the file are reported.
fn refused_in_place(path: &str, lines: &[(&[&str], i32)]) {
    let project = planned();
    let (file, before) = (project.root().join(path), project.status_json());
    let honest = must(path, fs::read(&file));
    for hostile in chosen() {
        must(path, fs::write(&file, &hostile.bytes));
        for (line, code) in lines {
            let ran = small(&project, line);
            let place = format!("{path} with {:?}, {line:?}", hostile.name);
            assert_eq!(ran.code, Some(*code), "{place}: {ran:?}");
            match code {
                0 => check_warning(&ran, &place),
                _ => check_error(&ran, &place),
            }
            assert_eq!(
                must(path, fs::read(&file)),
                hostile.bytes,
                "{place}: the file was touched"
            );
        }
        must(path, fs::write(&file, &honest));
        assert_eq!(project.status_json(), before, "{path} with {:?}", hostile.name);
    }
    project.assert_sound();
    small(&project, &COMPLETE).done();
}

#[test]
fn r06_hostile_steps_make_no_plan() {
    let project = planned();
    small(&project, &["step", "fail", "0", "--error", "Nothing there", "--json"]).done();
    let before = project.status_json();
    let create = ["plan", "create", "--task", "Another", "--json"];
    let replan = ["replan", "--json"];
    for hostile in chosen() {
        must(INPUT_FILE, fs::write(project.root().join(INPUT_FILE), &hostile.bytes));
        for line in [&create[..], &replan[..]] {
            refused(&project, &[line, &["--from", INPUT_FILE]].concat(), &hostile.name);
        }
        // A command line cannot contain zero bytes, and its length is limited.
        let text = String::from_utf8_lossy(&hostile.bytes).replace('\0', " ");
        if text.len() < 100_000 {
            refused(
                &project,
                &[&create[..], &[&format!("--steps={text}")]].concat(),
                &hostile.name,
            );
        }
    }
    assert_eq!(project.status_json(), before);
    project.assert_sound();
}

fn refused(project: &Project, line: &[&str], name: &str) {
    let ran = small(project, line);
    let place = format!("{name:?}, {:?}", line.first());
    // Bytes that are not text cannot be read.
    assert!(matches!(ran.code, Some(1 | 2 | 5)), "{place}: {ran:?}");
    check_error(&ran, &place);
}

/// Only a limited part of a file is read.
#[test]
fn r06_an_endless_file_is_refused_in_little_memory() {
    let project = planned();
    let before = project.status_json();
    for path in [PLAN_FILE, TASK_FILE, INPUT_FILE] {
        let file = project.root().join(path);
        let honest = fs::read(&file).ok();
        // A sparse file takes no space on the disk.
        let huge = must(path, fs::File::create(&file));
        must(path, huge.set_len(1 << 40));
        let from = ["plan", "create", "--task", "Another", "--json", "--from", INPUT_FILE];
        let ran = match path {
            INPUT_FILE => small(&project, &from),
            _ => small(&project, &["next", "--json"]),
        };
        match path {
            INPUT_FILE => {
                assert!(matches!(ran.code, Some(1 | 5)), "{path}: {ran:?}");
                check_error(&ran, path);
            }
            _ => check_warning(&ran, path),
        }
        must(path, fs::remove_file(&file));
        if let Some(honest) = honest {
            must(path, fs::write(&file, honest));
        }
    }
    assert_eq!(project.status_json(), before);
}

/// A truncated file is refused, or is a valid file with the first of the steps.
#[test]
fn r07_a_truncated_file_is_refused_or_a_valid_prefix() {
    let project = planned();
    let (start, before) = (project.snapshot(), titles(&project));
    let step = match tier() {
        Tier::Quick => 37,
        Tier::Full => 3,
    };
    for path in [PLAN_FILE, TASK_FILE] {
        let file = project.root().join(path);
        let whole = must(path, fs::read(&file));
        let mut refused = 0;
        for end in (0..whole.len() - 1).step_by(step) {
            must(path, fs::write(&file, &whole[..end]));
            let ran = match path {
                PLAN_FILE => small(&project, &["plan", "import", "--json"]),
                _ => small(&project, &["next", "--json"]),
            };
            let place = format!("{path}, torn after {end} bytes");
            if ran.code == Some(0) {
                let left = titles(&project);
                assert!(!left.is_empty() && before.starts_with(&left), "{place}: {left:?}");
            } else {
                assert!(matches!(ran.code, Some(1 | 3)), "{place}: {ran:?}");
                check_error(&ran, &place);
                assert_eq!(titles(&project), before, "{place}");
                refused += 1;
            }
            project.assert_sound();
            project.rewind(&start);
        }
        assert!(refused > 0, "whatever stands in {path}, it is taken");
    }
}

fn titles(project: &Project) -> Vec<Value> {
    let list = project.planwright(&["list", "--json"]).done().json();
    let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
    tasks.iter().map(|task| task["title"].clone()).collect()
}

/// The stored plan, and a warning that names the file.
fn check_warning(ran: &Ran, place: &str) {
    assert_eq!(ran.code, Some(0), "{place}: {ran:?}");
    assert!(ran.json()["plan"]["id"].is_string(), "{place}: {ran:?}");
    assert!(ran.stderr.contains(".rawko/"), "{place}: {ran:?}");
}

/// One JSON document with the error, and nothing else.
fn check_error(ran: &Ran, place: &str) {
    assert_eq!(ran.stderr, "", "{place}: {ran:?}");
    let answer = ran.json();
    assert_eq!(answer["status"], "error", "{place}: {ran:?}");
    let message = answer["message"].as_str().unwrap_or_default();
    assert!((1..2_000).contains(&message.len()), "{place}: {ran:?}");
    assert!(
        ran.stdout.len() < 200_000,
        "{place}: an answer of {} bytes",
        ran.stdout.len()
    );
}

fn small(project: &Project, line: &[&str]) -> Ran {
    let script = format!("ulimit -v {MEMORY_KIB} && exec \"$0\" \"$@\"");
    let mut command = project.command("sh");
    finish(command.args(["-c", &script]).arg(bins::path("rawko")).args(line))
}
