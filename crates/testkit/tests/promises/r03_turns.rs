//! R3 through the real binary: a group of file changes is atomic, and a command runs at most once, wherever a process
//! is killed.

use std::fs;
use std::process::{Child, Stdio};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, must};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, skip, tier};

use crate::r01_kill::points_within;
use crate::r01_turns::{Trial, kill};
use crate::r01_verbs::Verb;
use crate::r04_lock::patiently;
use crate::turn_scenes::{
    EXECUTED, PLAN, assert_refused, assert_whole, create, edit, execute, own_files, plan, report, show, turn, waiting,
};

const FILES: usize = 10;

const TWENTY: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["execute", PLAN, "-y"],
        scene: twenty_files,
    },
    ends: 0,
    again: (3, EXECUTED),
    quick_step: 41,
};

/// Alternates ten files to change and ten to create.
fn twenty_changes() -> Vec<(String, String)> {
    let change = |number: usize| {
        let (old, new) = (format!("old/{number}.txt"), format!("new/{number}/made.txt"));
        let edited = edit(&old, &format!("Line {number}"), &format!("Changed {number}"));
        [(old, edited), (new.clone(), create(&new, "Made"))]
    };
    (0..FILES).flat_map(change).collect()
}

fn lay_out(project: &Project) {
    let names: Vec<String> = (0..FILES).map(|number| format!("old/{number}.txt")).collect();
    for (number, name) in names.iter().enumerate() {
        project.write(name, &format!("Line {number}\n"));
    }
    show(project, &names.iter().map(String::as_str).collect::<Vec<_>>());
}

fn twenty_files() -> Project {
    let actions: String = twenty_changes().into_iter().map(|(_, action)| action).collect();
    let project = waiting(&plan(&actions));
    lay_out(&project);
    project
}

#[test]
fn r03_a_killed_proposal_of_twenty_files_changes_all_or_none() {
    kill(&TWENTY);
}

#[test]
fn r03_a_failing_action_reverts_its_whole_group() {
    let changes = twenty_changes();
    let step = match tier() {
        Tier::Quick => 3,
        Tier::Full => 1,
    };
    for failing in (0..changes.len()).step_by(step) {
        let (path, _) = &changes[failing];
        // The plan's own command changes files that the plan was checked against.
        let spoil = execute(&format!("mkdir -p \"$(dirname {path})\"\necho spoiled > {path}"));
        let group: String = changes.iter().map(|(_, action)| action.as_str()).collect();
        let actions = [create("first.txt", "First"), spoil, group].concat();
        let project = waiting(&plan(&actions));
        lay_out(&project);
        let mut expected = own_files(&project);
        let ran = project.teddy(&["execute", PLAN, "-y"]);
        assert_eq!(ran.code, Some(1), "{path}: {ran:?}");
        expected.insert("first.txt".into(), Some("First\n".to_owned()));
        expected.insert(path.into(), Some("spoiled\n".to_owned()));
        if failing % 2 == 1 {
            expected.insert("new".into(), None);
            expected.insert(format!("new/{}", failing / 2).into(), None);
        }
        assert_eq!(own_files(&project), expected, "{path}");
        assert_whole(&project, path);
        let note = format!("nothing of its group was done, because action {} failed", failing + 3);
        assert_eq!(
            report(&project).matches(&note).count(),
            changes.len() - 1,
            "{}",
            report(&project)
        );
    }
}

/// A command damages the last file of a group, so that the whole group fails.
fn spoiled() -> Project {
    let mut actions = vec![execute("echo Spoiled > leave.txt")];
    actions.extend((0..FILES).map(|number| create(&format!("a{number}.txt"), "A")));
    actions.push(edit("leave.txt", "Bye", "Farewell"));
    waiting(&plan(&actions.concat()))
}

#[test]
fn r03_a_failed_group_is_not_half_applied_after_a_kill() {
    if !strace::is_usable() {
        return skip("r03_turns", "strace is missing or may not trace");
    }
    let scene = spoiled();
    let start = scene.snapshot();
    let line = ["execute", PLAN, "-y", "--sandbox", "off"];
    let (ran, calls) = strace::trace_alone(&scene, "teddy", &line);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let points = points_within(&calls, &[scene.root()]);
    // The record is written just before the report and the next turn.
    let (last, step) = match tier() {
        Tier::Quick => (60, 5),
        Tier::Full => (points.len(), 1),
    };
    for point in points.iter().rev().take(last).step_by(step) {
        scene.rewind(&start);
        let mut killed = strace::interrupted_alone(&scene, "teddy", &line, "SIGKILL", point);
        killed.stdout(Stdio::null()).stderr(Stdio::null());
        must("teddy", killed.status());
        // The obstacle is removed now.
        scene.write("leave.txt", "Bye\n");
        let again = scene.teddy(&line);
        let is_edited = must("the file", fs::read_to_string(scene.root().join("leave.txt"))).contains("Farewell");
        assert_eq!(
            scene.root().join("a0.txt").exists(),
            is_edited,
            "killed at {point:?}: {again:?}"
        );
    }
}

const APPENDING: &str = "echo ran >> ran.txt";

fn appending() -> Project {
    let actions = [create("a.txt", "A"), execute(APPENDING), create("b.txt", "B")];
    waiting(&plan(&actions.concat()))
}

fn lines(project: &Project, name: &str) -> usize {
    let text = fs::read_to_string(project.root().join(name)).unwrap_or_default();
    text.lines().count()
}

#[test]
fn r03_a_command_runs_at_most_once_wherever_its_plan_is_killed() {
    if !strace::is_usable() {
        return skip("r03_turns", "strace is missing or may not trace");
    }
    let scene = appending();
    let start = scene.snapshot();
    let line = ["execute", PLAN, "-y"];
    let (ran, calls) = strace::trace_alone(&scene, "teddy", &line);
    ran.done();
    let points = points_within(&calls, &[scene.root()]);
    let step = match tier() {
        Tier::Quick => 8,
        Tier::Full => 1,
    };
    let mut unresolved = 0;
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    for (turn, point) in chosen.iter().enumerate() {
        scene.rewind(&start);
        let mut killed = strace::interrupted_alone(&scene, "teddy", &line, "SIGKILL", point);
        killed.stdout(Stdio::null()).stderr(Stdio::null());
        must("teddy", killed.status());
        unresolved += usize::from(go_on(&scene, turn, &format!("killed at {point:?}")));
    }
    eprintln!(
        "killed at {} of {} write points, {unresolved} times the outcome of the command was unknown",
        chosen.len(),
        points.len()
    );
}

/// Repeats the command until it is done. Returns whether the user had to be asked.
fn go_on(project: &Project, turn: usize, place: &str) -> bool {
    let again = project.teddy(&["execute", PLAN, "-y"]);
    let is_unresolved = again.code == Some(3) && again.stderr.contains("was running when it was interrupted");
    if is_unresolved {
        assert_unresolved(&again);
        assert!(!self::turn(project, "02").exists(), "{place}");
        assert_unresolved(&project.teddy(&["execute", PLAN, "-y"]));
        let (fate, code) = [("done", 0), ("failed", 1)][turn % 2];
        let resolved = project.teddy(&["execute", PLAN, "-y", "--resolve", fate]);
        assert_eq!(resolved.code, Some(code), "{place}: {resolved:?}");
        assert_eq!(project.root().join("b.txt").exists(), fate == "done", "{place}");
    } else {
        // It continued by itself, or only its last record was missing.
        let is_done = again.code == Some(0) || again.stderr.contains(EXECUTED);
        assert!(is_done, "{place}: {again:?}");
        assert_eq!(lines(project, "ran.txt"), 1, "{place}: {again:?}");
        assert!(project.root().join("b.txt").exists(), "{place}: {again:?}");
    }
    assert!(lines(project, "ran.txt") <= 1, "{place}: it ran twice");
    assert!(project.root().join("a.txt").exists(), "{place}");
    assert_whole(project, place);
    assert!(self::turn(project, "02").exists(), "{place}");
    is_unresolved
}

#[track_caller]
fn assert_unresolved(ran: &Ran) {
    assert_refused(ran, 3, "was running when it was interrupted");
    assert_refused(ran, 3, "--resolve done or --resolve failed");
}

/// Two commands. Each writes a line and waits for a file.
fn two_waiting() -> Project {
    let command = |name: &str| {
        execute(&format!(
            "echo ran >> {name}.txt\nwhile [ ! -e go-{name} ]; do sleep 0.02; done\necho over >> {name}.over"
        ))
    };
    waiting(&plan(&[command("one"), command("two"), create("b.txt", "B")].concat()))
}

fn start(project: &Project, line: &[&str]) -> Child {
    let mut command = project.command(bins::path("teddy"));
    command.args(line).stdout(Stdio::null()).stderr(Stdio::null());
    must("teddy", command.spawn())
}

/// Kills the execution while this command runs.
fn kill_during(project: &Project, line: &[&str], name: &str) {
    let mut running = start(project, line);
    patiently(&format!("command {name}"), || {
        (lines(project, &format!("{name}.txt")) > 0).then_some(())
    });
    must("the kill", running.kill());
    must("its end", running.wait());
    patiently(&format!("the end of command {name}"), || {
        has_no_process(project).then_some(())
    });
}

/// Whether no process has its current folder in the project.
fn has_no_process(project: &Project) -> bool {
    let root = project.root();
    let processes = must("the processes", fs::read_dir("/proc"));
    let is_inside = |process: fs::DirEntry| {
        let folder = fs::read_link(process.path().join("cwd"));
        folder.is_ok_and(|folder| folder.starts_with(&root))
    };
    !processes.flatten().any(is_inside)
}

#[test]
fn r03_an_interrupted_command_is_not_repeated_by_itself() {
    let project = two_waiting();
    kill_during(&project, &["execute", PLAN, "-y"], "one");
    for _ in 0..3 {
        assert_unresolved(&project.teddy(&["execute", PLAN, "-y"]));
    }
    // The user answers that the first command is done. It is not repeated; the second command runs and is killed in the
    // same way.
    kill_during(&project, &["execute", PLAN, "-y", "--resolve", "done"], "two");
    assert_unresolved(&project.teddy(&["execute", PLAN, "-y"]));
    project.write("go-one", "");
    project.write("go-two", "");
    project.teddy(&["execute", PLAN, "-y", "--resolve", "done"]).done();
    assert_eq!((lines(&project, "one.txt"), lines(&project, "two.txt")), (1, 1));
    assert!(project.root().join("b.txt").exists());
    assert_whole(&project, "after two interruptions");
    // The child of a killed program was ended and did not continue.
    assert_eq!((lines(&project, "one.over"), lines(&project, "two.over")), (0, 0));
    assert_refused(
        &project.teddy(&["execute", PLAN, "-y", "--resolve", "done"]),
        3,
        EXECUTED,
    );
}

#[test]
fn r03_resolving_a_command_as_failed_stops_the_plan() {
    let project = two_waiting();
    kill_during(&project, &["execute", PLAN, "-y"], "one");
    let resolved = project.teddy(&["execute", PLAN, "-y", "--resolve", "failed"]);
    assert_eq!(resolved.code, Some(1), "{resolved:?}");
    assert_eq!((lines(&project, "one.txt"), lines(&project, "two.txt")), (1, 0));
    assert!(!project.root().join("b.txt").exists());
    assert_whole(&project, "said to have failed");
    assert!(
        report(&project).contains("interrupted while it ran"),
        "{}",
        report(&project)
    );
}
