//! Ways to leave the question before a plan that once lost something.

use std::fs;

use planwright_testkit::project::must;
use rustix::process::Signal;

use crate::at_terminal::{PROMPT, asked, has_terminal, start_with};
use crate::tier1::{LINE, ended, greeting, log, program, shown_by};
use crate::turn_scenes::{bare, create, files, plan};

/// A user typed a message that was lost.
#[test]
fn tier1_skip_outside_of_a_session_asks_for_no_message() {
    if !has_terminal("tier1") {
        return;
    }
    let project = bare();
    project.write("plan.md", &plan(&create("hello.txt", "Hello")));
    let mut terminal = asked(&project, &["execute", "plan.md"]);
    terminal.press("s");
    terminal.wait_for("The plan belongs to no session");
    let left = ended(terminal);
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(!left.text().contains("differently?"), "{}", left.text());
    assert!(!project.root().join("hello.txt").exists());
}

/// A user sent the signal twice, and the terminal no longer echoed typed text.
#[test]
fn tier1_signals_end_the_question_without_changes() {
    if !has_terminal("tier1") {
        return;
    }
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        for keys in ["", "s"] {
            let project = greeting();
            let before = files(&project);
            let mut terminal = asked(&project, &LINE);
            terminal.press(keys);
            if !keys.is_empty() {
                terminal.wait_for("differently? › ");
                terminal.press("Rather");
            }
            terminal.signal(signal);
            ended(terminal);
            assert_eq!(files(&project), before, "{signal:?} {keys:?}");
        }
    }
}

/// A user found a copy of the plan in the temporary folder.
#[test]
fn tier1_copies_for_previewers_are_removed() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let (bin, temp) = (project.home().join("bin"), project.home().join("temp"));
    must("a folder", fs::create_dir(&temp));
    program(&bin.join("code"), &log(&project));
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let variables = [("PATH", path.as_str()), ("TMPDIR", &*temp.to_string_lossy())];
    let before = files(&project);
    for signal in [None, Some(Signal::TERM)] {
        let mut terminal = start_with(&project, &LINE, &variables, "");
        terminal.wait_for(PROMPT);
        terminal.press("r");
        terminal.wait_for(PROMPT);
        match signal {
            None => terminal.press("q"),
            Some(signal) => terminal.signal(signal),
        }
        ended(terminal);
        assert_eq!(files(&project), before);
        assert_eq!(must("the folder", fs::read_dir(&temp)).count(), 0);
        let drafts = project.store_folder().join("turns/drafts");
        assert!(!drafts.exists(), "{}", drafts.display());
    }
    assert_eq!(shown_by(&project).len(), 2);
}
