//! R10 at the keyboard: text that is typed or pasted, and keys that arrive at once, approve nothing and submit nothing.

use std::fs;

use planwright_testkit::project::Project;
use planwright_testkit::terminal::{CTRL_C, ENTER, ESCAPE, IGNORED, Terminal};

use crate::at_terminal::{PROMPT, asked, has_terminal, start_with};
use crate::board;
use crate::turn_scenes::{PLAN, create, edit, files, plan, waiting};

const LINE: [&str; 2] = ["execute", PLAN];
const EDITOR: &str = "enter new line  esc keep  ctrl-c discard";

fn greeting() -> Project {
    waiting(&plan(
        &[edit("greet.txt", "Hello", "Bonjour"), create("hello.txt", "Hello")].concat(),
    ))
}

fn list(project: &Project) -> Terminal {
    let mut terminal = asked(project, &LINE);
    terminal.press("m");
    terminal.wait_to_see("2 of 2 chosen");
    terminal
}

/// The first action in the editor of the review.
fn editor(project: &Project) -> Terminal {
    let mut terminal = list(project);
    for (key, sign) in [("p", "(e)dit or (c)lose ›"), ("e", EDITOR)] {
        terminal.press(key);
        terminal.wait_to_see(sign);
    }
    terminal
}

fn text(project: &Project, path: &str) -> String {
    fs::read_to_string(project.root().join(path)).unwrap_or_default()
}

/// Leaves the review with its own keys.
fn quit(mut terminal: Terminal) {
    terminal.press("q");
    terminal.wait_for(PROMPT);
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(4));
}

#[test]
fn r10_typing_in_the_review_editor_executes_nothing() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = editor(&project);
    terminal.press(ENTER);
    let mut typed = String::new();
    // Each letter is a command of the list that the editor covers.
    for letter in "squas".chars() {
        typed.push(letter);
        terminal.press(&letter.to_string());
        let line = format!("│ {typed}  ");
        terminal.wait_to_see(&line);
        assert_eq!(files(&project), before, "after {typed:?}");
    }
    terminal.press(ESCAPE);
    terminal.wait_to_see("greet.txt *modified");
    assert_eq!(files(&project), before);
    terminal.press("s");
    assert_eq!(terminal.end().code, Some(0));
    assert_eq!(text(&project, "greet.txt"), "Bonjour\nsquas\n");
}

#[test]
fn r10_ctrl_c_in_the_review_editor_discards_the_text() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = editor(&project);
    terminal.press("!");
    terminal.wait_to_see("Bonjour!");
    terminal.press(CTRL_C);
    let drawn = terminal.wait_to_see("Your changes were discarded.");
    assert!(!drawn.text.contains("*modified"), "{}", drawn.text);
    quit(terminal);
    assert_eq!(files(&project), before);
}

#[test]
fn r10_an_unbracketed_paste_in_the_review_editor_is_text() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = editor(&project);
    terminal.press("\rfirst\rs\ra\r\x1bs\rlast");
    terminal.wait_to_see("│ last");
    assert_eq!(files(&project), before);
    terminal.press(ESCAPE);
    terminal.wait_to_see("greet.txt *modified");
    terminal.press("s");
    assert_eq!(terminal.end().code, Some(0));
    assert_eq!(text(&project, "greet.txt"), "Bonjour\nfirst\ns\na\n\nlast\n");
}

#[test]
fn r10_an_unbracketed_paste_on_the_list_executes_nothing() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    for paste in ["es", "some text\rs\r", "ss", "\x1b[Bs", "ys\x1b"] {
        let mut terminal = list(&project);
        terminal.press(paste);
        let drawn = terminal.wait_to_see(IGNORED);
        assert!(drawn.text.contains("2 of 2 chosen"), "{paste:?}: {}", drawn.text);
        assert_eq!(files(&project), before, "{paste:?}");
        quit(terminal);
    }
    let mut terminal = list(&project);
    terminal.press("es");
    terminal.wait_to_see(IGNORED);
    terminal.press("s");
    assert_eq!(terminal.end().code, Some(0), "one key alone submits");
    assert_eq!(text(&project, "greet.txt"), "Bonjour\n");
}

/// A paste may be longer than one read, and end with a single key in the last one.
#[test]
fn r10_a_long_unbracketed_paste_executes_nothing() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = list(&project);
    terminal.press(&format!("{}s", "x".repeat(1024)));
    terminal.wait_to_see(IGNORED);
    // The last key would be read together with the next input, such as a mouse movement.
    terminal.press("\x1b[<35;5;5M");
    terminal.press("\x1b[<65;5;5M");
    terminal.wait_to_see("Make it.");
    assert_eq!(files(&project), before);
    quit(terminal);
}

#[test]
fn r10_keys_that_arrive_at_once_do_not_approve_at_the_question() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = asked(&project, &LINE);
    for keys in ["as", "aa", "a\r", "please\ra", "\x1b[Aa", "\x1b[200~a\x1b[201~"] {
        terminal.press(keys);
        terminal.wait_for(IGNORED);
        terminal.wait_for(PROMPT);
        assert_eq!(files(&project), before, "{keys:?}");
    }
    // An arrow is one key and not an answer.
    terminal.press("\x1b[A");
    terminal.wait_for("Press a, r, m, s or q.");
    terminal.wait_for(PROMPT);
    terminal.press("a");
    assert_eq!(terminal.end().code, Some(0), "one key alone approves");
}

#[test]
fn r10_lines_that_arrive_at_once_submit_nothing() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = start_with(&project, &LINE, &[("TERM", "dumb")], "");
    terminal.wait_for(PROMPT);
    terminal.press("m");
    for lines in ["s\ns\n", "some text\ns\n"] {
        terminal.wait_for("(?) help › ");
        terminal.press(lines);
        terminal.wait_for(IGNORED);
        assert_eq!(files(&project), before, "{lines:?}");
    }
    terminal.wait_for("(?) help › ");
    terminal.press("s\n");
    assert_eq!(terminal.end().code, Some(0), "one line alone submits");
}

#[test]
fn r10_keys_that_arrive_at_once_change_no_task_on_the_board() {
    if !has_terminal("r10_typing") {
        return;
    }
    let project = board::scene();
    let state = || board::task(&project, "2")["state"].clone();
    let mut terminal = board::open(&project, 24, 80);
    terminal.press("dd\r");
    terminal.wait_to_see(IGNORED);
    terminal.press("d");
    terminal.wait_to_see("What came of it?");
    terminal.press("pasted\rtext\r");
    terminal.wait_to_see("pasted text");
    terminal.wait_to_see(IGNORED);
    assert_eq!(state(), "todo");
    terminal.press(ENTER);
    terminal.wait_to_see("→ done");
    assert_eq!(state(), "done");
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(0));
}
