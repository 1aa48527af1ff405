//! The questions of a run at a real terminal: whether commands of the plan may run, whether a proposal is executed, and
//! how interrupted work ended.

use std::process::Stdio;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::{CTRL_C, CTRL_D, ESCAPE, Terminal};

use crate::at_terminal::{PROMPT, has_terminal};
use crate::r01_run::configure;
use crate::run_terminal::{AGENTS, ended, ran, scene, start, state, wait_for_work};
use crate::turn_scenes::{create, plan};

const CHECK: &str = "run: echo checked >>checked";
const MAY_RUN: &str = "Run them? (y/n) › ";
const WHAT_BECAME: &str = "(q)uit › ";
const DOORS: [&str; 2] = ["planwright", "rawko"];

#[test]
fn run_a_command_of_the_plan_runs_after_approval() {
    if !has_terminal("run: a yes") {
        return;
    }
    for (program, name) in [("planwright", "Task 2"), ("rawko", "Step 0")] {
        let project = scene(program, "dev", Some(CHECK));
        let mut terminal = start(&project, program, &["run"]);
        let asked = terminal.wait_for(MAY_RUN);
        for words in [
            &format!("{name} is checked by commands of the plan:"),
            "  1 │ echo checked >>checked\n",
            "Commands run with your rights, outside of the sandbox.",
        ] {
            assert!(asked.contains(words), "{words:?}: {asked}");
        }
        assert_eq!(ran(&project), 0, "nothing runs while the question is open");
        terminal.press("y");
        let left = ended(terminal);
        assert_eq!(left.code, Some(0), "{}", left.drawn.text);
        assert!(
            left.drawn.text.contains("✓ run: echo checked >>checked"),
            "{}",
            left.drawn.text
        );
        assert_eq!((state(&project).as_str(), ran(&project)), ("done", 1));
        assert!(project.root().join("checked").is_file());
    }
}

#[test]
fn run_the_question_says_that_commands_run_sandboxed() {
    if !has_terminal("run: sandboxed") {
        return;
    }
    let project = scene("planwright", "dev", Some(CHECK));
    let mut terminal = start(&project, "planwright", &["run", "--sandbox", "always"]);
    let asked = terminal.wait_for(MAY_RUN);
    let words = "Commands run sandboxed: writes limited to the project, no network.";
    assert!(asked.contains(words), "{asked}");
    terminal.press("n");
    ended(terminal);
}

#[test]
fn run_nothing_runs_without_approval() {
    if !has_terminal("run: no yes") {
        return;
    }
    for program in DOORS {
        let project = scene(program, "dev", Some(CHECK));
        for key in ["n", "x", " ", "\r", CTRL_C, CTRL_D, ESCAPE] {
            let mut terminal = start(&project, program, &["run"]);
            terminal.wait_for(MAY_RUN);
            terminal.press(key);
            let left = ended(terminal);
            assert_eq!(left.code, Some(4), "{key:?}: {}", left.drawn.text);
            let words = "wanted to run what was not approved.";
            assert!(left.drawn.text.contains(words), "{key:?}: {}", left.drawn.text);
            assert_eq!((state(&project).as_str(), ran(&project)), ("todo", 0), "{key:?}");
        }
        assert!(!project.root().join("checked").exists());
        project.assert_sound();
    }
}

#[test]
fn run_a_command_of_two_tasks_is_asked_about_once() {
    if !has_terminal("run: asked once") {
        return;
    }
    let project = scene("planwright", "dev", Some(CHECK));
    let line = ["add", "Write it again", "--wants", "dev", "--accept", CHECK];
    project.planwright(&line).done();
    let mut terminal = start(&project, "planwright", &["run"]);
    terminal.wait_for(MAY_RUN);
    terminal.press("y");
    let left = ended(terminal);
    assert_eq!(left.code, Some(0), "{}", left.drawn.text);
    assert_eq!(left.text().matches(MAY_RUN).count(), 1, "{}", left.text());
    assert_eq!(ran(&project), 2);
}

/// The planner's proposal for the only task: a file and the conclusion.
fn proposing() -> Project {
    let project = scene("planwright", "developer", None);
    let planner =
        "[planner]\nprovider = \"command\"\ncommand = [\"sh\", \"-c\", \"cat >/dev/null; cat proposal.md\"]\n";
    configure(&project, &[AGENTS, planner].concat());
    let conclusion = "### `CONCLUDE`\n- **Description:** It is done.\n\nAll is there.\n";
    project.write(
        "proposal.md",
        &plan(&[&create("greet.md", "Hello"), conclusion].concat()),
    );
    project
}

#[test]
fn run_an_approved_proposal_is_executed() {
    if !has_terminal("run: a proposal") {
        return;
    }
    let project = proposing();
    let mut terminal = start(&project, "planwright", &["run"]);
    let asked = terminal.wait_for(PROMPT);
    assert!(asked.contains("CREATE: 1 file"), "{asked}");
    assert!(!project.root().join("greet.md").exists());
    terminal.press("a");
    let left = ended(terminal);
    assert_eq!(left.code, Some(0), "{}", left.drawn.text);
    assert_eq!(state(&project), "done");
    assert!(project.root().join("greet.md").is_file());
}

#[test]
fn run_a_refused_proposal_releases_the_task() {
    if !has_terminal("run: a refused proposal") {
        return;
    }
    for key in ["q", CTRL_C, ESCAPE] {
        let project = proposing();
        let mut terminal = start(&project, "planwright", &["run"]);
        terminal.wait_for(PROMPT);
        terminal.press(key);
        let left = ended(terminal);
        assert_eq!(left.code, Some(4), "{key:?}: {}", left.drawn.text);
        assert!(
            left.drawn.text.contains("1 handed back"),
            "{key:?}: {}",
            left.drawn.text
        );
        assert_eq!(state(&project), "todo", "{key:?}");
        assert!(!project.root().join("greet.md").exists(), "{key:?}");
        project.assert_sound();
    }
}

/// A driver was killed while its agent worked. Agents from now on are quick.
fn interrupted(program: &str, criterion: Option<&str>) -> Project {
    let project = scene(program, "slow", criterion);
    let mut command = project.command(bins::path(program));
    let mut driver = must(
        program,
        command.args(["run", "--json", "-y"]).stdout(Stdio::null()).spawn(),
    );
    wait_for_work(&project);
    must("a kill", driver.kill());
    must("its end", driver.wait());
    assert_eq!(state(&project), "doing");
    configure(&project, &AGENTS.replace("exec sleep 300", "true"));
    project
}

fn asked_about(project: &Project, program: &str) -> Terminal {
    let mut terminal = start(project, program, &["run", "-y"]);
    let asked = terminal.wait_for(WHAT_BECAME);
    let name = if program == "rawko" { "Step 0" } else { "Task 2" };
    let words = format!("{name} (Write greeting) was being worked on by slow when an earlier run was killed.");
    assert!(asked.contains(&words), "{words:?}: {asked}");
    assert_eq!(ran(project), 1, "nothing runs while the question is open");
    terminal
}

#[test]
fn run_the_user_decides_the_outcome_of_interrupted_work() {
    if !has_terminal("run: interrupted work") {
        return;
    }
    for program in DOORS {
        for (key, code, stands, times) in [("d", 0, "done", 1), ("f", 1, "failed", 1), ("a", 0, "done", 2)] {
            let project = interrupted(program, Some(CHECK));
            let mut terminal = asked_about(&project, program);
            terminal.press(key);
            let left = ended(terminal);
            assert_eq!(left.code, Some(code), "{program} {key}: {}", left.drawn.text);
            assert_eq!(
                (state(&project).as_str(), ran(&project)),
                (stands, times),
                "{program} {key}"
            );
            // Work that counts as done was checked, whatever the user answers.
            assert_eq!(
                project.root().join("checked").exists(),
                stands == "done",
                "{program} {key}"
            );
            project.assert_sound();
        }
    }
}

#[test]
fn run_interrupted_work_is_asked_about_until_answered() {
    if !has_terminal("run: a question that stays") {
        return;
    }
    let project = interrupted("planwright", None);
    for key in ["q", "x", "\r", CTRL_C, CTRL_D, ESCAPE] {
        let mut terminal = asked_about(&project, "planwright");
        terminal.press(key);
        let left = ended(terminal);
        assert_eq!(left.code, Some(3), "{key:?}: {}", left.drawn.text);
        let hint = "hint: look at the files, then say so: planwright run --resolve done|failed|again";
        assert!(left.drawn.text.contains(hint), "{key:?}: {}", left.drawn.text);
        assert_eq!((state(&project).as_str(), ran(&project)), ("doing", 1), "{key:?}");
    }
    project.assert_sound();
}

/// Two agents were working when their driver was killed.
fn interrupted_twice() -> Project {
    let project = Project::in_memory();
    configure(&project, AGENTS);
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["done", "1"]).done();
    for (title, path) in [("Write greeting", "+a"), ("Write farewell", "+b")] {
        let line = ["add", title, "--wants", "slow", "--path", path];
        project.planwright(&line).done();
    }
    let mut command = project.command(bins::path("planwright"));
    let command = command.args(["run", "--json", "-y", "--jobs", "2"]);
    let mut driver = must("planwright", command.stdout(Stdio::null()).spawn());
    while ran(&project) < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    must("a kill", driver.kill());
    must("its end", driver.wait());
    configure(&project, &AGENTS.replace("exec sleep 300", "true"));
    project
}

#[test]
fn run_after_quitting_only_open_questions_are_asked() {
    if !has_terminal("run: answers that are kept") {
        return;
    }
    for (key, stands, expected, unknown) in [
        (
            "f",
            "failed",
            "✗ 2 Write greeting has failed, as you say",
            "unknown: task 3 (slow)\n",
        ),
        (
            "a",
            "todo",
            "↩ 2 Write greeting is to be done again, as you say",
            "unknown: task 3 (slow)\n",
        ),
        // The outcome of unchecked work is unknown.
        ("d", "doing", "", "unknown: task 2 (slow), task 3 (slow)\n"),
    ] {
        let project = interrupted_twice();
        let mut terminal = start(&project, "planwright", &["run", "-y"]);
        terminal.wait_for(WHAT_BECAME);
        terminal.press(key);
        terminal.wait_for("Task 3 (Write farewell) was being worked on");
        terminal.wait_for(WHAT_BECAME);
        terminal.press("q");
        let left = ended(terminal);
        assert_eq!(left.code, Some(3), "{key}: {}", left.drawn.text);
        let shown = left.text().replace("\r\n", "\n");
        for words in [expected, unknown] {
            assert!(shown.contains(words), "{key}: {words:?}: {shown}");
        }
        let list = project.planwright(&["list", "--json"]).done().json();
        assert_eq!(list["tasks"][1]["state"], stands, "{key}");
        assert_eq!(state(&project), "doing", "{key}");
        project.assert_sound();
    }
}
