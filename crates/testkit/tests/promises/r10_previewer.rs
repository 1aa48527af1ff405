//! R10 for programs that show a plan: no text of the project reaches the terminal unescaped, and no copy of the plan
//! stays behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, must};

use crate::at_terminal::{PROMPT, has_terminal, start_with};
use crate::r10_prompt::TRICKS;
use crate::turn_scenes::{PLAN, create, plan, waiting};

const LINE: [&str; 2] = ["execute", PLAN];

/// YAML escapes for characters that cannot be typed.
fn quoted(text: &str) -> String {
    let escaped = |c: char| format!("\\U{:08X}", u32::from(c));
    text.chars().map(escaped).collect()
}

#[test]
fn r10_a_missing_previewer_draws_nothing() {
    if !has_terminal("r10_previewer") {
        return;
    }
    for (trick, shown) in TRICKS {
        let project = waiting(&plan(&create("hello.txt", "Hello")));
        let config = format!("preview_command: \"no-such-{}\"\n", quoted(trick));
        project.write(".teddy/config.yaml", &config);
        let mut terminal = start_with(&project, &LINE, &[("NO_COLOR", "1")], "");
        terminal.wait_for(PROMPT);
        terminal.press("r");
        let output = terminal.wait_for(PROMPT);
        assert!(!output.contains(trick), "{trick:?}: {output:?}");
        // A program whose arguments cannot be split is not searched for. A name is shown as it is.
        let is_reported =
            output.contains(shown) || output.contains("cannot be read") || output.contains("preview_command");
        assert!(is_reported, "{trick:?}: {output:?}");
        terminal.press("q");
        terminal.end();
    }
}

fn names_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn with_previewer() -> (Project, PathBuf) {
    let project = waiting(&plan(&create("hello.txt", "Hello")));
    let bin = project.home().join("bin");
    must("a folder", fs::create_dir_all(&bin));
    must(
        "a program",
        fs::write(bin.join("code"), "#!/bin/sh\ncat \"$1\" > \"$HOME/seen\"\n"),
    );
    let mode = fs::Permissions::from_mode(0o755);
    must("a mode", fs::set_permissions(bin.join("code"), mode));
    (project, bin)
}

#[test]
fn r10_the_next_execution_removes_copies_of_a_plan() {
    if !has_terminal("r10_previewer") {
        return;
    }
    let (project, bin) = with_previewer();
    let temp = project.scene().join("temp");
    must("a folder", fs::create_dir(&temp));
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let temp_folder = temp.to_string_lossy().into_owned();
    let variables = [("PATH", path.as_str()), ("TMPDIR", temp_folder.as_str())];
    let mut terminal = start_with(&project, &LINE, &variables, "");
    terminal.wait_for(PROMPT);
    terminal.press("r");
    terminal.wait_for(PROMPT);
    terminal.press("q");
    terminal.end();
    let seen = must("what was shown", fs::read_to_string(project.home().join("seen")));
    assert!(seen.contains("Greet the guests"), "{seen}");
    assert_eq!(names_below(&temp), Vec::<PathBuf>::new());
    project.teddy(&["execute", PLAN, "-y"]).done();
    let drafts = project.root().join(".planwright/turns/drafts");
    assert_eq!(names_below(&drafts), Vec::<PathBuf>::new());
}
