//! The board at a real terminal, while others work on the plan.

use std::collections::BTreeMap;

use engine::{Clock, Engine, Setting, Sight, Target};
use model::{AgentName, OpVersion, Task, TaskNumber};
use planwright_testkit::bins;
use planwright_testkit::project::Project;
use planwright_testkit::terminal::{CTRL_C, Drawn, ENTER, ESCAPE, IGNORED, Terminal};
use rustix::process::Signal;

use crate::at_terminal::{PROMPT, has_terminal};
use crate::turn_scenes::{create, plan};

/// Two tasks, one of which depends on the other, and a finished one.
pub fn scene() -> Project {
    let project = Project::in_memory();
    project
        .planwright(&["init", "--goal", "Add user login", "--agent", "ada"])
        .done();
    project.planwright(&["done", "1", "--agent", "ada"]).done();
    project.planwright(&["add", "Write the form", "--agent", "ada"]).done();
    project
        .planwright(&["add", "Test the login", "--after", "2", "--agent", "ada"])
        .done();
    project
}

/// Starts the board and waits until it is drawn.
pub fn open(project: &Project, rows: u16, columns: u16) -> Terminal {
    let mut command = project.command(bins::path("planwright"));
    command.args(["board", "--agent", "ada"]).env("TERM", "xterm-256color");
    let mut terminal = Terminal::start(&command, rows, columns);
    let drawn = terminal.wait_to_see("Write the form");
    assert!(drawn.is_taken && drawn.hears_mouse, "{drawn:?}");
    terminal
}

#[track_caller]
fn leave(mut terminal: Terminal) {
    terminal.press("q");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(left.is_restored && !left.drawn.is_taken && !left.drawn.hears_mouse && left.drawn.has_cursor);
}

pub fn task(project: &Project, number: &str) -> serde_json::Value {
    project.planwright(&["show", number, "--json"]).done().json()["task"].take()
}

#[test]
fn glances_add_up_to_the_whole_plan() {
    let project = scene();
    let setting = Setting {
        current_folder: project.root(),
        home: Some(project.home()),
        state_folder: Some(project.state_folder()),
        config_folder: None,
        store: None,
        clock: Clock::System,
        discretion: engine::Discretion::default(),
    };
    let mut engine = Engine::open(&setting).unwrap();
    let (target, by) = (Target::default(), AgentName::new("ada").unwrap());
    let mut look = |since| engine.glance(&target, &by, since).unwrap();
    let mut known = BTreeMap::new();
    let mut version = None;
    let verbs: [&[&str]; 7] = [
        &["add", "Announce it", "--after", "3"],
        &["next", "--claim"],
        &["done", "2", "--note", "Merged"],
        &["edit", "3", "--title", "Test it", "--after", "none"],
        &["drop", "4"],
        &["undo"],
        &["signal", "stop", "Wait"],
    ];
    for verb in [&[] as &[&str]].into_iter().chain(verbs) {
        if !verb.is_empty() {
            project.planwright(&[verb, &["--agent", "ada"]].concat()).done();
        }
        let glance = look(version);
        version = Some(glance.outlook.session.version);
        match glance.tasks {
            Sight::All(tasks) => known = by_number(tasks),
            Sight::Changed { tasks, removed } => {
                assert!(tasks.len() < known.len(), "{verb:?}: only what has changed");
                known.extend(by_number(tasks));
                known.retain(|number, _| !removed.contains(number));
            }
        }
        let Sight::All(whole) = look(None).tasks else {
            panic!("all was asked for");
        };
        assert_eq!(known, by_number(whole), "{verb:?}");
        let Sight::Changed { tasks, removed } = look(version).tasks else {
            panic!("nothing has changed");
        };
        assert!(tasks.is_empty() && removed.is_empty());
    }
    let Sight::All(tasks) = look(Some(OpVersion(1_000))).tasks else {
        panic!("a version from another store says nothing about this one");
    };
    assert_eq!(by_number(tasks), known);
}

fn by_number(tasks: Vec<Task>) -> BTreeMap<TaskNumber, Task> {
    tasks.into_iter().map(|task| (task.number, task)).collect()
}

#[test]
fn a_task_is_found_claimed_and_finished() {
    if !has_terminal("the board: a task is found, claimed and finished") {
        return;
    }
    let project = scene();
    let mut terminal = open(&project, 24, 80);
    terminal.press("/TEST");
    terminal.wait_to_see("/TEST");
    terminal.wait_until("only what was searched", |drawn| {
        !drawn.text.contains("Write the form  ")
    });
    terminal.press(ENTER);
    terminal.wait_until("the board", |drawn| !drawn.text.contains("/TEST"));
    terminal.press("c");
    terminal.wait_to_see("task 3 is not ready");
    terminal.press(ESCAPE);
    terminal.wait_until("all tasks", |drawn| !drawn.text.contains("only “TEST”"));
    terminal.press("k");
    terminal.wait_to_see("›○ 2");
    terminal.press("c");
    terminal.wait_to_see("held by ada");
    assert_eq!(task(&project, "2")["claim"]["agent"], "ada");
    terminal.press("d");
    terminal.wait_to_see("What came of it?");
    terminal.press("Tried by hand");
    terminal.wait_to_see("Tried by hand");
    terminal.press(ENTER);
    terminal.wait_to_see("→ done");
    terminal.wait_to_see("2 of 3 settled");
    assert_eq!(task(&project, "2")["outcome"]["note"], "Tried by hand");
    leave(terminal);
}

#[test]
fn changes_of_others_are_shown() {
    if !has_terminal("the board: what others do is seen") {
        return;
    }
    let project = scene();
    let mut terminal = open(&project, 24, 80);
    project
        .planwright(&["done", "2", "--note", "Merged", "--agent", "bob"])
        .done();
    terminal.wait_to_see("bob: task 2 → done");
    terminal.wait_to_see("2 of 3 settled");
    project.planwright(&["add", "Announce it", "--agent", "eve"]).done();
    terminal.wait_to_see("Announce it");
    project
        .planwright(&["signal", "stop", "Do not go on", "--agent", "eve"])
        .done();
    terminal.wait_to_see("! blocker stop: Do not go on");
    leave(terminal);
}

#[test]
fn signals_are_raised_and_cleared() {
    if !has_terminal("the board: signals are raised and cleared") {
        return;
    }
    let project = scene();
    let mut terminal = open(&project, 40, 120);
    terminal.press("s");
    terminal.wait_to_see("Raise a signal");
    terminal.press("Tests fail");
    terminal.wait_to_see("tests_fail");
    terminal.press(ENTER);
    terminal.wait_to_see("! blocker tests_fail (task 2): Tests fail");
    let signals = project.planwright(&["signal", "--json"]).done().json();
    assert_eq!(signals["signals"][0]["id"], "tests_fail");
    terminal.press("S");
    terminal.wait_to_see("Clear a signal");
    terminal.press(ENTER);
    terminal.wait_to_see("signal tests_fail is cleared");
    terminal.wait_until("no signal", |drawn| !drawn.text.contains("! blocker"));
    leave(terminal);
}

#[test]
fn claiming_despite_a_blocker_asks_first() {
    if !has_terminal("the board: a claim in spite of a blocker") {
        return;
    }
    let project = scene();
    project
        .planwright(&["signal", "stop", "Do not go on", "--agent", "eve"])
        .done();
    let mut terminal = open(&project, 30, 100);
    terminal.wait_to_see("! blocker stop");
    terminal.press("c");
    terminal.wait_to_see("Claim task 2 “Write the form” all the same?");
    terminal.wait_to_see("Signal stop blocks the work: Do not go on");
    terminal.press("n");
    terminal.wait_until("the board", |drawn| !drawn.text.contains("all the same?"));
    assert_eq!(task(&project, "2")["state"], "todo");
    terminal.press("c");
    terminal.wait_to_see("all the same?");
    terminal.press("y");
    terminal.wait_to_see("held by ada");
    // The board renews one's own claim without a question.
    terminal.press("c");
    terminal.press("d");
    // On a slow machine both keys may arrive at once.
    let drawn = terminal.wait_until("an answer", |drawn| {
        drawn.text.contains("What came of it?") || drawn.text.contains(IGNORED)
    });
    if drawn.text.contains(IGNORED) {
        terminal.press("d");
    }
    terminal.wait_to_see("What came of it?");
    terminal.press(ESCAPE);
    terminal.wait_until("the board", |drawn| !drawn.text.contains("What came of it?"));
    leave(terminal);
}

#[test]
fn typed_text_survives_a_conflict() {
    if !has_terminal("the board: another agent was faster") {
        return;
    }
    let verbs: [(&str, &str, &[&str], &str); 3] = [
        ("d", "What came of it?", &["done", "2"], "is done already"),
        ("f", "What went wrong?", &["fail", "2", "Broken"], "has failed already"),
        ("x", "Why?", &["drop", "2"], "is dropped already"),
    ];
    for (key, question, verb, already) in verbs {
        let project = scene();
        let mut terminal = open(&project, 30, 100);
        terminal.press(key);
        terminal.wait_to_see(question);
        terminal.press("Tried by hand");
        terminal.wait_to_see("Tried by hand");
        project.planwright(&[verb, &["--agent", "bob"]].concat()).done();
        terminal.press(ENTER);
        if key == "x" {
            terminal.wait_to_see("is not released");
            terminal.press("y");
        }
        terminal.wait_to_see(already);
        terminal.wait_to_see("Tried by hand");
        terminal.press(ESCAPE);
        terminal.wait_until("the board", |drawn| !drawn.text.contains("Tried by hand"));
        leave(terminal);
    }
}

#[test]
fn tasks_fail_are_dropped_and_come_back() {
    if !has_terminal("the board: tasks fail, are dropped, and come back") {
        return;
    }
    let project = scene();
    let mut terminal = open(&project, 30, 100);
    terminal.press("f");
    terminal.wait_to_see("What went wrong?");
    terminal.press("The server is gone");
    terminal.wait_to_see("The server is gone");
    terminal.press(ENTER);
    terminal.wait_to_see("→ failed");
    assert_eq!(task(&project, "2")["state"], "failed");
    terminal.press("r");
    terminal.wait_to_see("→ todo");
    terminal.press("x");
    terminal.wait_to_see("Why?");
    terminal.press(ENTER);
    terminal.wait_to_see("is not released: 3");
    assert_eq!(task(&project, "2")["state"], "todo", "nothing happens before yes");
    terminal.press("y");
    terminal.wait_to_see("→ dropped");
    assert_eq!(task(&project, "2")["state"], "dropped");
    terminal.press("u");
    terminal.wait_to_see("Take back #");
    terminal.press("y");
    terminal.wait_to_see("is taken back");
    assert_eq!(task(&project, "2")["state"], "todo");
    leave(terminal);
}

#[test]
fn a_waiting_plan_is_reviewed_from_the_board() {
    if !has_terminal("the board: a waiting plan is reviewed") {
        return;
    }
    let project = scene();
    project
        .planwright(&["work", "2", "--name", "greet", "--agent", "ada"])
        .done();
    project.write(".teddy/20261115-greet/01/plan.md", &plan(&create("hello.txt", "Hello")));
    let mut terminal = open(&project, 30, 100);
    terminal.wait_to_see("1 plan waits for review");
    terminal.press("e");
    terminal.wait_to_see(PROMPT.trim());
    assert!(!terminal.drawn().is_taken, "it is asked in lines");
    terminal.press("q");
    terminal.wait_to_see("Enter goes back to the board");
    terminal.press(ENTER);
    let drawn = terminal.wait_to_see("was not approved; nothing was done, and it still waits");
    assert!(drawn.is_taken);
    assert!(!project.root().join("hello.txt").exists());

    // The previous question is still above.
    let wait_for_second = |terminal: &mut Terminal, text: &str| {
        let is_second = |drawn: &Drawn| !drawn.is_taken && drawn.text.matches(text).count() == 2;
        terminal.wait_until(text, is_second);
    };
    terminal.press("e");
    wait_for_second(&mut terminal, PROMPT.trim());
    terminal.press("a");
    wait_for_second(&mut terminal, "Enter goes back to the board");
    terminal.press(ENTER);
    terminal.wait_to_see("is executed");
    assert!(project.root().join("hello.txt").exists());
    terminal.press("o");
    terminal.wait_to_see("Overall Status");
    terminal.press(ESCAPE);
    terminal.wait_until("the board with the report in the details", |drawn| {
        !drawn.text.contains("Overall Status") && drawn.text.contains("01/report.md")
    });
    leave(terminal);
}

#[test]
fn the_board_fits_any_window() {
    if !has_terminal("the board: it fits any window") {
        return;
    }
    let project = scene();
    let mut terminal = open(&project, 24, 80);
    terminal.resize(10, 40);
    terminal.wait_until("a small window", |drawn| {
        drawn.text.lines().count() <= 10 && drawn.text.contains("Write the form") && drawn.text.contains("? help")
    });
    terminal.press(ENTER);
    terminal.wait_to_see("write-the-form");
    terminal.resize(40, 120);
    terminal.wait_until("two columns", |drawn| {
        drawn
            .text
            .lines()
            .any(|line| line.contains("Write the form") && line.contains('│'))
    });
    leave(terminal);
}

#[test]
fn the_mouse_selects_and_scrolls() {
    if !has_terminal("the board: the mouse selects") {
        return;
    }
    let project = scene();
    let mut terminal = open(&project, 24, 80);
    let drawn = terminal.wait_to_see("Test the login").text;
    let row = 1 + drawn.lines().position(|line| line.contains("Test the login")).unwrap();
    terminal.press(&format!("\x1b[<0;5;{row}M\x1b[<0;5;{row}m"));
    terminal.wait_to_see("›· 3 Test the login");
    terminal.press(&format!("\x1b[<64;5;{row}M"));
    terminal.wait_to_see("›○ 2 Write the form");
    leave(terminal);
}

/// Each way to end the board, with its name and exit code.
type End = (&'static str, i32, fn(&mut Terminal));

#[test]
fn every_end_restores_the_terminal() {
    if !has_terminal("the board: every end restores the terminal") {
        return;
    }
    let project = scene();
    let ends: [End; 5] = [
        ("Ctrl-C", 0, |terminal| terminal.press(CTRL_C)),
        ("SIGTERM", 143, |terminal| terminal.signal(Signal::TERM)),
        ("SIGHUP", 129, |terminal| terminal.signal(Signal::HUP)),
        ("SIGQUIT", 131, |terminal| terminal.signal(Signal::QUIT)),
        ("Ctrl-C in a dialog", 0, |terminal| {
            terminal.press("d");
            terminal.wait_to_see("What came of it?");
            terminal.press(CTRL_C);
        }),
    ];
    for (name, code, end) in ends {
        let mut terminal = open(&project, 24, 80);
        end(&mut terminal);
        let left = terminal.end();
        assert_eq!(left.code, Some(code), "{name}: {}", left.text());
        assert!(left.is_restored, "{name}");
        assert!(
            !left.drawn.is_taken && !left.drawn.hears_mouse && left.drawn.has_cursor,
            "{name}"
        );
    }
    assert_eq!(task(&project, "2")["state"], "todo", "nothing was taken for a yes");
}

#[test]
fn a_closed_window_ends_the_board() {
    if !has_terminal("the board: a closed window ends it") {
        return;
    }
    let project = scene();
    let terminal = open(&project, 24, 80);
    terminal.close();
}
