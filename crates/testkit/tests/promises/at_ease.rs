//! Problems that first-time users met at a real terminal.

use std::fs;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::{CTRL_C, ENTER, Terminal};

use crate::at_terminal::{PROMPT, has_terminal, start_with};
use crate::turn_scenes::{PLAN, create, execute, files, plan, turn, waiting};

const LINE: [&str; 2] = ["execute", PLAN];
const SECRET: &str = "hunter2hunter2hunter2";
/// Why the plan cannot be executed.
const DONE: &str = "is done already";

#[test]
fn at_ease_ctrl_c_leaves_the_list_without_a_screen() {
    if !has_terminal("at_ease") {
        return;
    }
    let project = waiting(&plan(&create("hello.txt", "Hello")));
    let before = files(&project);
    let mut terminal = start_with(&project, &LINE, &[("TERM", "dumb")], "");
    terminal.wait_for(PROMPT);
    terminal.press("m");
    terminal.wait_for("(?) help › ");
    terminal.press(CTRL_C);
    let left = terminal.end();
    assert_eq!(left.code, Some(4), "{}", left.text());
    assert_eq!(left.text().matches("(q)uit › ").count(), 1, "it is not asked again");
    assert_eq!(files(&project), before);
}

#[test]
fn at_ease_redaction_of_a_typed_secret_is_reported() {
    if !has_terminal("at_ease") {
        return;
    }
    let project = waiting(&plan(&create("hello.txt", "Hello")));
    let mut terminal = start_with(&project, &LINE, &[("API_TOKEN", SECRET)], "");
    terminal.wait_for(PROMPT);
    terminal.press("s");
    terminal.wait_for("differently? › ");
    terminal.press(&format!("Use {SECRET}."));
    terminal.press(ENTER);
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    let message = fs::read_to_string(turn(&project, "02").join("message.md")).ok();
    assert_eq!(message.as_deref(), Some("Use [redacted].\n"));
    assert!(left.text().contains("warning: "), "{}", left.text());
    assert!(left.text().contains("[redacted]"), "{}", left.text());
}

#[test]
fn at_ease_a_wide_command_leaves_no_trace_of_the_spinner() {
    if !has_terminal("at_ease") {
        return;
    }
    let long = format!("sleep 0.7 # {}", "far too long for one line ".repeat(12));
    let project = waiting(&plan(&execute(&long)));
    let mut terminal = start_with(&project, &LINE, &[], "");
    terminal.wait_for(PROMPT);
    terminal.press("a");
    terminal.wait_until("the clock", |drawn| drawn.text.contains(" 0 s"));
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    let is_clock = |c: char| ('\u{2800}'..='\u{28ff}').contains(&c);
    assert!(!left.drawn.text.contains(is_clock), "{}", left.drawn.text);
}

fn board() -> (Project, Terminal) {
    let project = Project::new();
    project
        .planwright(&["init", "--goal", "Add user login", "--agent", "ada"])
        .done();
    project.planwright(&["done", "1", "--agent", "ada"]).done();
    project.planwright(&["add", "Write the form", "--agent", "ada"]).done();
    let mut command = project.command(bins::path("planwright"));
    command.args(["board", "--agent", "ada"]).env("TERM", "xterm-256color");
    let mut terminal = Terminal::start(&command, 30, 100);
    terminal.wait_to_see("Write the form");
    (project, terminal)
}

#[test]
fn at_ease_no_text_is_asked_for_that_would_be_refused() {
    if !has_terminal("at_ease") {
        return;
    }
    let (_project, mut terminal) = board();
    terminal.press("G");
    terminal.wait_to_see("›✓ 1");
    for key in ["f", "x"] {
        terminal.press(key);
        let drawn = terminal.wait_to_see(DONE);
        assert!(!drawn.text.contains("Why?") && !drawn.text.contains("What went wrong?"));
        terminal.press("k");
        terminal.press("j");
        terminal.wait_until("no notice", |drawn| !drawn.text.contains(DONE));
    }
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(0));
}

#[test]
fn at_ease_typed_text_survives_a_conflict() {
    if !has_terminal("at_ease") {
        return;
    }
    let (project, mut terminal) = board();
    terminal.press("f");
    terminal.wait_to_see("What went wrong?");
    terminal.press("The server is gone");
    terminal.wait_to_see("The server is gone");
    project.planwright(&["done", "2", "--agent", "bob"]).done();
    terminal.press(ENTER);
    let drawn = terminal.wait_to_see(DONE);
    assert!(drawn.text.contains("The server is gone"), "{}", drawn.text);
    terminal.press("\u{1b}");
    terminal.wait_until("no dialog", |drawn| !drawn.text.contains("What went wrong?"));
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(0));
}

#[test]
fn at_ease_a_replaced_store_is_reopened() {
    if !has_terminal("at_ease") {
        return;
    }
    let (project, mut terminal) = board();
    let database = project.database();
    let aside = database.with_extension("aside");
    must("a copy", fs::copy(&database, &aside));
    must("another file", fs::rename(&aside, &database));
    terminal.wait_to_see("R opens the one");
    terminal.press("R");
    terminal.wait_to_see("opened anew");
    terminal.press("c");
    terminal.wait_to_see("→ doing");
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(0));
}
