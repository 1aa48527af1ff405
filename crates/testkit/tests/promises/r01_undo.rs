//! R1 for turns that finish a task: an undo covers files, turn and task together. Repeating a killed undo does not undo
//! another turn.

use std::fs;

use planwright_testkit::project::{Project, finish};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, skip, tier};

use crate::r01_kill::points_within;
use crate::turn_scenes::{EXECUTED, SESSION, bare, create, plan, turn};

const UNDO: &[&str] = &["undo", "--turn"];
const CONCLUDING: &str = ".teddy/20261115-greet/02/plan.md";
const EXECUTE: &[&str] = &["execute", CONCLUDING, "-y"];

/// Two turns for a task. The second waits to conclude it.
fn concluding() -> Project {
    let project = bare();
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["add", "Greet them", "--key", "greet"]).done();
    project.teddy(&["new", "greet", "--task", "greet"]).done();
    project.write(&format!("{SESSION}/01/plan.md"), &plan(&create("early.txt", "Early")));
    project.teddy(&["execute", "-y"]).done();
    let actions = [create("late.txt", "Late"), "### `CONCLUDE`\nIt is done.\n".to_owned()];
    project.write(CONCLUDING, &plan(&actions.concat()));
    project
}

fn concluded() -> Project {
    let project = concluding();
    project.teddy(EXECUTE).done();
    project
}

#[test]
fn r01_a_killed_undo_reverts_task_and_files_together() {
    each_kill(concluded, ("planwright", UNDO), 18, |scene, place| {
        scene.write_elsewhere();
        let is_back = !has(scene, "late.txt");
        assert_eq!(state(scene), if is_back { "todo" } else { "done" }, "{place}");
        assert_eq!(is_marked(scene), is_back, "{place}");
        let again = scene.planwright(UNDO);
        assert_eq!(again.code, Some(0), "{place}, and again: {again:?}");
        assert!(
            again.stdout.contains("greet/02\n  late.txt"),
            "{place}, and again: {again:?}"
        );
        assert_back(scene, place);
        // The answer was printed, so the next call undoes the next turn.
        let next = scene.planwright(UNDO).done();
        assert!(next.stdout.contains("greet/01"), "{place}: {next:?}");
    });
}

#[test]
fn r01_undo_of_a_killed_conclusion_reopens_its_task() {
    each_kill(concluding, ("teddy", EXECUTE), 25, |scene, place| {
        let again = scene.teddy(EXECUTE);
        let is_executed = again.code == Some(3) && again.stderr.contains(EXECUTED);
        assert!(is_executed || again.code == Some(0), "{place}: {again:?}");
        assert_eq!(state(scene), "done", "{place}");
        scene.planwright(UNDO).done();
        assert_back(scene, place);
    });
}

/// Kills the command at each of its writes, each time from the initial state, and calls `check`.
fn each_kill(
    scene: fn() -> Project,
    (program, line): (&str, &[&str]),
    quick_step: usize,
    check: impl Fn(&Project, &str),
) {
    if !strace::is_usable() {
        return skip("r01_undo", "strace is missing or may not trace");
    }
    let scene = scene();
    let start = scene.snapshot();
    let (ran, calls) = strace::trace(&scene, program, line);
    ran.done();
    let points = points_within(&calls, &[scene.root()]);
    let step = match tier() {
        Tier::Quick => quick_step,
        Tier::Full => 1,
    };
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    assert!(chosen.len() > 5, "{line:?} has only {} points", points.len());
    for point in &chosen {
        scene.rewind(&start);
        let ran = finish(&mut strace::interrupted(&scene, program, line, "SIGKILL", point));
        let place = format!("{program} {line:?} killed at {point:?}");
        assert_eq!(ran.code, None, "{place}: the program was not killed: {ran:?}");
        scene.assert_sound_or_interrupted();
        check(&scene, &place);
        scene.assert_sound();
    }
    eprintln!(
        "{program} {line:?}: killed at {} of {} write points",
        chosen.len(),
        points.len()
    );
}

#[track_caller]
fn assert_back(scene: &Project, place: &str) {
    assert!(!has(scene, "late.txt"), "{place}");
    assert!(has(scene, "early.txt"), "{place}: another turn was undone");
    assert_eq!(state(scene), "todo", "{place}");
    assert!(is_marked(scene), "{place}");
}

fn has(scene: &Project, path: &str) -> bool {
    scene.root().join(path).exists()
}

fn state(scene: &Project) -> String {
    let shown = scene.planwright(&["list", "--json"]).done().json();
    let tasks = shown["tasks"].as_array().cloned().unwrap_or_default();
    let task = tasks.into_iter().find(|task| task["key"] == "greet");
    task.map(|task| task["state"].as_str().unwrap_or_default().to_owned())
        .unwrap_or_default()
}

fn is_marked(scene: &Project) -> bool {
    let meta = fs::read_to_string(turn(scene, "02").join("meta.yaml")).unwrap_or_default();
    meta.contains("\nundone: ")
}
