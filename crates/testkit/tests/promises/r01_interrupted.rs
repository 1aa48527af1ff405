//! R1 for commands after a killed execution: reading commands report it, writing commands of any front end recover it,
//! and no command touches the files of a live execution.

use std::process::Stdio;

use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::{Project, Ran, Tree, finish, must};
use planwright_testkit::skip;
use planwright_testkit::strace::{self, Call, Point};

use crate::r04_lock::patiently;
use crate::turn_scenes::{bare, create, edit, own_files, plan};

const LINE: &[&str] = &["execute", "plan.md", "-y"];

/// Commands that read, of every front end.
const READING: &[(&str, &[&str])] = &[
    ("planwright", &["status"]),
    ("planwright", &["list"]),
    ("planwright", &["board", "--once"]),
    ("planwright", &["log"]),
    ("planloop", &["status"]),
    ("planloop", &["sessions"]),
    ("agentctl", &["plan", "status"]),
    ("rawko", &["plan", "list"]),
    ("teddy", &["get-prompt", "--list"]),
];

/// Commands that write, of every front end.
const WRITING: &[(&str, &[&str])] = &[
    ("planwright", &["add", "Look around"]),
    ("planwright", &["next", "--claim"]),
    (
        "planloop",
        &["alert", "--id", "a", "--level", "info", "--message", "Look"],
    ),
    ("agentctl", &["set-topic", "Greet"]),
    ("rawko", &["step", "add", "--description", "Look around"]),
    ("teddy", &["new", "other"]),
];

/// A project with a plan in its store, and a plan file outside of any session.
fn scene() -> Project {
    let project = bare();
    project.planwright(&["init", "--goal", "Greet the guests"]).done();
    let actions = [
        edit("greet.txt", "Hello", "Bonjour"),
        edit("leave.txt", "Bye", "Adieu"),
        create("new/deep.txt", "Deep"),
        create("other.txt", "Other"),
    ];
    project.write("plan.md", &plan(&actions.concat()));
    project
}

/// The system call that puts a file of the group in its place. Executes the plan.
pub fn publishing(project: &Project, file: &str) -> Point {
    let (ran, calls) = strace::trace(project, "teddy", LINE);
    ran.done();
    let is_publishing = |call: &&Call| {
        let is_rename = call.name.starts_with("rename") || call.name.starts_with("link");
        is_rename && call.paths.last().is_some_and(|path| path.ends_with(file))
    };
    let Some(place) = calls.iter().position(|call| is_publishing(&call)) else {
        panic!("no file is put in its place: {calls:#?}");
    };
    let name = calls[place].name.clone();
    let nth = calls[..=place].iter().filter(|call| call.name == name).count();
    Point { name, nth }
}

/// The project, and the call at which its files are half written.
fn prepared() -> Option<(Project, Point)> {
    if !strace::is_usable() {
        skip("r01_interrupted", "strace is missing or may not trace");
        return None;
    }
    let project = scene();
    let start = project.snapshot();
    let point = publishing(&project, "leave.txt");
    project.rewind(&start);
    Some((project, point))
}

fn killed(project: &Project, point: &Point) {
    let ran = finish(&mut strace::interrupted(project, "teddy", LINE, "SIGKILL", point));
    assert_eq!(ran.code, None, "{ran:?}");
}

fn files(project: &Project) -> Tree {
    let mut files = own_files(project);
    files.retain(|path, _| !path.starts_with(".rawko"));
    files
}

#[test]
fn r01_reading_commands_report_half_written_files() {
    as_each_user(|| {
        let Some((project, point)) = prepared() else { return };
        let before = files(&project);
        killed(&project, &point);
        let half = files(&project);
        assert_ne!(half, before, "nothing was half written");

        let doctor = project.planwright(&["doctor"]);
        assert_eq!(doctor.code, Some(1), "{doctor:?}");
        let named = "The execution of plan.md was interrupted";
        assert!(doctor.stdout.contains(named), "{doctor:?}");
        assert!(project.assert_sound_or_interrupted());
        for (program, line) in READING {
            let ran = project.run(program, line);
            assert!(ran.stderr.contains(named), "{program} {line:?}: {ran:?}");
            let ran = project.run(program, &[*line, &["--json"]].concat());
            let interrupted = &ran.json()["interrupted"];
            assert_eq!(interrupted["plan"], "plan.md", "{program} {line:?}: {ran:?}");
            assert_eq!(interrupted["files"], "half written", "{program} {line:?}: {ran:?}");
        }
        assert_eq!(files(&project), half, "a command that reads has changed files");
    });
}

#[test]
fn r01_the_next_writing_command_of_any_front_end_recovers_the_files() {
    as_each_user(|| {
        let Some((project, point)) = prepared() else { return };
        let (start, before) = (project.snapshot(), files(&project));
        for (program, line) in WRITING {
            project.rewind(&start);
            killed(&project, &point);
            let ran = project.run(program, line);
            assert!(
                ran.stderr.contains("recovered the files"),
                "{program} {line:?}: {ran:?}"
            );
            assert_eq!(files(&project), before, "{program} {line:?}: {ran:?}");
            project.assert_sound();
            assert_silent(&project.planwright(&["status", "--json"]));
        }
    });
}

#[test]
fn r01_a_live_execution_is_not_called_interrupted() {
    as_each_user(|| {
        let Some((project, Point { name, nth })) = prepared() else {
            return;
        };
        let before = files(&project);
        let mut command = strace::stopped_at(&project, "teddy", LINE, &name, Some(nth));
        let mut child = must("teddy", command.stdout(Stdio::null()).stderr(Stdio::null()).spawn());
        let pid = patiently("the execution to stop", || strace::stopped(&project));
        assert_ne!(files(&project), before, "it was stopped too early");
        let half = files(&project);

        project.assert_sound();
        assert_silent(&project.planwright(&["status", "--json"]));
        let added = project.planwright(&["add", "Look around"]).done();
        assert!(!added.stderr.contains("recovered"), "{added:?}");
        assert_eq!(files(&project), half, "files of a live execution were touched");

        must("going on", finish_stopped(pid));
        assert!(must("teddy", child.wait()).success());
        let deep = std::fs::read_to_string(project.root().join("new/deep.txt"));
        assert_eq!(deep.ok().as_deref(), Some("Deep\n"));
    });
}

pub fn finish_stopped(pid: i32) -> std::io::Result<()> {
    let status = std::process::Command::new("kill")
        .args(["-CONT", &pid.to_string()])
        .status()?;
    status
        .success()
        .then_some(())
        .ok_or_else(|| std::io::Error::other("kill"))
}

#[track_caller]
fn assert_silent(ran: &Ran) {
    assert!(ran.json().get("interrupted").is_none(), "{ran:?}");
    assert_eq!(ran.stderr, "", "{ran:?}");
}
