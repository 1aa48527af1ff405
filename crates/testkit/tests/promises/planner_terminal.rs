//! Ctrl-C at a real terminal while a language model thinks: the request ends, no partial result is stored, and the
//! output names what exists.

use std::time::Duration;

use planwright_testkit::bins;
use planwright_testkit::models::{Api, Reply, StubModels};
use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::{CTRL_C, Left, Terminal};
use serde_json::Value;

use crate::at_terminal::has_terminal;
use crate::run_terminal::{ended, scene, state};
use crate::turn_scenes::{PLAN, opened};

/// The model receives the request and does not answer. Presses Ctrl-C when `sight` shows that the program waits.
fn interrupted(project: &Project, program: &str, line: &[&str], sight: &str) -> Left {
    let server = StubModels::start([Reply::Silence]);
    let mut command = project.command(bins::path(program));
    command
        .args(line)
        .env("TERM", "xterm-256color")
        .envs(server.environment(Api::OpenAi));
    // No line of the output is longer.
    let mut terminal = Terminal::start(&command, 24, 200);
    terminal.wait_to_see(sight);
    while server.asked().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    terminal.press(CTRL_C);
    let left = ended(terminal);
    assert_eq!(left.code, Some(4), "{program} {line:?}: {}", left.drawn.text);
    assert_eq!(server.asked().len(), 1, "{program} {line:?}");
    left
}

fn error(left: &Left) -> Value {
    let shown = &left.drawn.text;
    assert!(
        shown.starts_with('{'),
        "the answer begins on a line of its own: {shown}"
    );
    let answer: Value = must(shown, serde_json::from_str(shown));
    assert_eq!(answer["status"], "error", "{shown}");
    assert_eq!(answer["error_type"], "cancelled", "{shown}");
    answer
}

const WAITING: &str = "waiting for ";

#[test]
fn planner_an_interrupted_start_leaves_a_usable_session() {
    if !has_terminal("planner: an interrupted start") {
        return;
    }
    let project = Project::in_memory();
    let left = interrupted(&project, "planloop", &["start", "--goal", "Greet every guest"], WAITING);
    let message = error(&left)["message"].to_string();
    let list = project.planwright(&["list", "--json"]).done().json();
    let session = list["plan"]["session"].as_str().unwrap_or("none");
    assert!(message.contains(session), "{session}: {message}");
    let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
    assert_eq!(tasks.len(), 1, "{list}");
    assert_eq!(
        (&tasks[0]["number"], &tasks[0]["state"]),
        (&1.into(), &"todo".into()),
        "{list}"
    );
    project.assert_sound();
}

#[test]
fn planner_an_interrupted_plan_is_not_stored() {
    if !has_terminal("planner: an interrupted plan") {
        return;
    }
    for line in [
        &["plan", "create", "--task", "Greet", "--json"][..],
        &["run", "Greet", "--json"],
    ] {
        let project = Project::in_memory();
        let left = interrupted(&project, "rawko", line, WAITING);
        error(&left);
        assert_eq!(project.status_json(), Value::Null, "{line:?}");
        project.assert_sound();
    }
    let project = scene("rawko", "dev", None);
    project
        .run("rawko", &["step", "fail", "0", "--error", "It fell"])
        .done();
    let before = steps(&project);
    error(&interrupted(&project, "rawko", &["replan", "--json"], WAITING));
    assert_eq!(steps(&project), before);
    project.assert_sound();
}

#[test]
fn planner_an_interrupted_turn_can_be_planned_again() {
    if !has_terminal("planner: an interrupted turn") {
        return;
    }
    let project = opened();
    let left = interrupted(&project, "teddy", &["plan", "-m", "Greet them all."], WAITING);
    assert!(left.drawn.text.contains("cancelled"), "{}", left.drawn.text);
    assert!(!project.root().join(PLAN).exists());
}

#[test]
fn planner_an_interrupted_agent_releases_its_task() {
    if !has_terminal("planner: an interrupted agent") {
        return;
    }
    let project = scene("planwright", "developer", None);
    let left = interrupted(&project, "planwright", &["run"], "2 developer ");
    assert!(left.drawn.text.contains("1 handed back"), "{}", left.drawn.text);
    assert_eq!(state(&project), "todo");
    project.assert_sound();
}

fn steps(project: &Project) -> Value {
    project.planwright(&["list", "--json"]).done().json()["tasks"].take()
}
