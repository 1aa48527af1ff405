//! R1 for rawko: a kill at any write leaves the plan before or after the command, and files that match it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, skip, tier};

use crate::r01_kill::points_within;
use crate::r01_scenes as scene;
use crate::r01_verbs::Verb;

const STEPS: &str = r#"[{"description": "Look"}, {"description": "Write", "dependsOn": [0]}, {"description": "Tell"}]"#;
const PLAN_FILE: &str = ".rawko/plans/plan-20261115-keep-notes.yaml";

const fn rawko(line: &'static [&'static str], scene: fn() -> Project) -> Verb {
    Verb {
        program: "rawko",
        line,
        scene,
    }
}

pub const RAWKO: &[Verb] = &[
    rawko(
        &["plan", "create", "--task", "Keep notes", "--direct", "--json"],
        scene::empty,
    ),
    rawko(&["plan", "create", "--task", "Another", "--direct", "--json"], complete),
    rawko(&["step", "start", "0", "--agent", "ada", "--json"], planned),
    rawko(
        &["step", "complete", "0", "--output", "Found", "--file", "a.rs", "--json"],
        planned,
    ),
    rawko(&["step", "fail", "0", "--error", "Nothing there", "--json"], planned),
    rawko(&["step", "skip", "0", "--cascade", "--json"], planned),
    rawko(&["step", "reopen", "0", "--json"], complete),
    rawko(
        &["step", "add", "--description", "Between", "--after", "0", "--json"],
        planned,
    ),
    rawko(&["replan", "--from", "again.yaml", "--json"], failed),
    rawko(&["plan", "import", "--json"], edited),
    rawko(&["plan", "discard", PLAN_FILE, "--json"], edited),
    rawko(&["plan", "archive", "--json"], complete),
    rawko(&["plan", "gc", "--older-than", "0", "--json"], archived),
];

fn planned() -> Project {
    let project = scene::empty();
    project.write(
        "again.yaml",
        "- description: Ask\n- description: Write\n  dependsOn: [0]\n",
    );
    project
        .run("rawko", &["plan", "create", "--task", "Keep notes", "--steps", STEPS])
        .done();
    project
}

fn failed() -> Project {
    let project = planned();
    project
        .run("rawko", &["step", "fail", "0", "--error", "Nothing there"])
        .done();
    project
}

fn complete() -> Project {
    let project = scene::empty();
    project
        .run("rawko", &["plan", "create", "--task", "Keep notes", "--direct"])
        .done();
    project
        .run("rawko", &["step", "complete", "0", "--output", "Done"])
        .done();
    project
}

/// Another plan is current, so that this one can be removed.
fn archived() -> Project {
    let project = complete();
    project.run("rawko", &["plan", "archive"]).done();
    project
        .run("rawko", &["plan", "create", "--task", "Read them", "--direct"])
        .done();
    project
}

fn edited() -> Project {
    let project = planned();
    let text = must(PLAN_FILE, fs::read_to_string(project.root().join(PLAN_FILE)));
    project.write(
        PLAN_FILE,
        &text.replace("description: Tell", "description: Tell everybody"),
    );
    project
}

#[test]
fn r01_a_killed_rawko_command_keeps_plan_and_files_consistent() {
    RAWKO.iter().for_each(kill);
}

fn kill(verb: &Verb) {
    if !strace::is_usable() {
        return skip("r01_rawko", "strace is missing or may not trace");
    }
    let scene = (verb.scene)();
    let whole = scene.copy();
    whole.run(verb.program, verb.line).done();
    let after = (whole.status_json(), tree(&whole));
    let before = (scene.copy().status_json(), tree(&scene));
    assert_ne!(before, after, "{:?}", verb.line);
    let traced = scene.copy();
    let (ran, calls) = strace::trace(&traced, verb.program, verb.line);
    ran.done();
    let points = points_within(&calls, &[traced.root(), traced.state_folder()]);
    let step = match tier() {
        Tier::Quick => 4,
        Tier::Full => 1,
    };
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    for point in &chosen {
        let place = format!("{:?} killed at {point:?}", verb.line);
        let copy = scene.copy();
        finish(&mut strace::interrupted(
            &copy,
            verb.program,
            verb.line,
            "SIGKILL",
            point,
        ));
        copy.assert_sound();
        let status = copy.status_json();
        assert!(
            status == after.0 || status == before.0,
            "{place}: a partial state: {status:#}"
        );
        // The next command that writes updates the files.
        copy.run("rawko", &["plan", "gc", "--older-than", "99999"]);
        let files = tree(&copy);
        assert!(
            status == after.0 && files == after.1 || status == before.0 && without_copies(&files) == before.1,
            "{place}: the files do not show the plan: {files:#?}"
        );
        if files != after.1 {
            copy.run(verb.program, verb.line).done();
            assert_eq!((copy.status_json(), tree(&copy)), after, "{place}, and again");
        }
    }
    eprintln!(
        "rawko {}: killed at {} of {} write points",
        verb.line[..2].join(" "),
        chosen.len(),
        points.len()
    );
}

/// The copy of an edit is made first, and only once if the command is repeated.
fn without_copies(files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut files = files.clone();
    files.retain(|path, _| !path.ends_with(".orig.yaml"));
    files
}

/// All files below `.rawko`, without temporary files of a kill. Their names begin with a dot.
pub fn tree(project: &Project) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    collect(&project.root().join(".rawko"), "", &mut files);
    files
}

fn collect(folder: &Path, below: &str, files: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{below}/{name}");
        if entry.path().is_dir() {
            collect(&entry.path(), &path, files);
        } else if !name.starts_with('.') {
            files.insert(path, must("a file", fs::read_to_string(entry.path())));
        }
    }
}
