//! The full-screen checklist, with keys on a real terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::{CTRL_C, ENTER, ESCAPE, IGNORED, Left, Terminal};
use rustix::process::Signal;

use crate::at_terminal::{PROMPT, asked, has_terminal, start_with};
use crate::turn_scenes::{PLAN, assert_whole, create, edit, execute, files, plan, report, titled, turn, waiting};

const LINE: [&str; 2] = ["execute", PLAN];
const DOWN: &str = "\x1b[B";
const TRUST: &str = "Do you trust it? (y/n) ›";
const PATH: &str = "type a new path ›";
/// The keys of an editor of several lines.
const EDITOR: &str = "enter new line  esc keep  ctrl-c discard";
const FINISHED: &str = "saved the file? (y/n) ›";

/// A way to end the program.
type Leave = fn(&mut Terminal);

fn greeting() -> Project {
    let actions = [
        create("hello.txt", "Hello"),
        edit("greet.txt", "Hello", "Bonjour"),
        execute("echo ran > ran.txt"),
        "### `READ`\n- **Resource:** [leave.txt](/leave.txt)\n- **Description:** See it.\n\n".to_owned(),
    ];
    waiting(&titled(
        "Greet the guests",
        "[+] Guests are greeted.",
        &actions.concat(),
    ))
}

/// Opens the list on the screen.
fn choosing(project: &Project) -> Terminal {
    let mut terminal = asked(project, &LINE);
    terminal.press("m");
    terminal.wait_to_see("5 of 5 chosen");
    terminal
}

/// Moves to the row of the first action, the second, and so on.
fn at_action(project: &Project, number: usize) -> Terminal {
    let mut terminal = choosing(project);
    terminal.press(&DOWN.repeat(number));
    let row = ["Make it.", "Change it.", "Run it.", "See it."][number - 1];
    terminal.wait_to_see(row);
    terminal
}

#[track_caller]
fn ended(terminal: Terminal) -> Left {
    let left = terminal.end();
    assert!(left.is_restored, "the terminal was not restored: {}", left.drawn.text);
    assert!(
        !left.drawn.is_taken && !left.drawn.hears_mouse && left.drawn.has_cursor,
        "{:?}",
        left.drawn
    );
    left
}

#[track_caller]
fn assert_executed(terminal: Terminal, project: &Project) {
    let left = ended(terminal);
    assert_eq!(left.code, Some(0), "{}", left.drawn.text);
    assert_whole(project, "the screen");
}

fn text(project: &Project, path: &str) -> Option<String> {
    fs::read_to_string(project.root().join(path)).ok()
}

/// An editor that the project names.
fn editor(project: &Project, script: &str) {
    let path = project.root().join("tools/edit");
    must("a folder", fs::create_dir_all(project.root().join("tools")));
    must(
        "an editor",
        fs::write(&path, format!("#!/bin/sh\nfor last; do :; done\n{script}\n")),
    );
    must("a mode", fs::set_permissions(&path, fs::Permissions::from_mode(0o755)));
    project.write(
        ".teddy/config.yaml",
        "preview_command: \"tools/edit --wait 'two words'\"\n",
    );
}

#[test]
fn tier2_s_executes_all_chosen_parts() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut terminal = choosing(&project);
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "hello.txt").as_deref(), Some("Hello\n"));
    assert_eq!(text(&project, "ran.txt").as_deref(), Some("ran\n"));
    assert!(!report(&project).contains("Modified by user"), "{}", report(&project));
}

#[test]
fn tier2_left_out_and_changed_parts_are_reported() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut terminal = at_action(&project, 1);
    terminal.press(" ");
    terminal.wait_to_see("[ ] CREATE: hello.txt");
    terminal.press("jj");
    terminal.wait_to_see("Run it.");
    terminal.press("p");
    terminal.wait_to_see("(e)dit or (c)lose ›");
    terminal.press("e");
    terminal.wait_to_see(EDITOR);
    terminal.press(".bak");
    terminal.wait_to_see("ran.txt.bak");
    terminal.press(ESCAPE);
    terminal.wait_to_see("*modified");
    terminal.wait_to_see("4 of 5 chosen · 1 modified");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "hello.txt"), None);
    assert_eq!(text(&project, "ran.txt"), None);
    assert_eq!(text(&project, "ran.txt.bak").as_deref(), Some("ran\n"));
    let report = report(&project);
    assert!(
        report.contains("Modified by user") && report.contains("Skipped"),
        "{report}"
    );
    assert!(
        report.contains("-echo ran > ran.txt\n") && report.contains("+echo ran > ran.txt.bak\n"),
        "{report}"
    );
}

#[test]
fn tier2_dependents_of_left_out_parts_are_marked_and_not_submitted() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = waiting(&plan(&[create("a.txt", "one"), edit("a.txt", "one", "two")].concat()));
    let before = files(&project);
    let mut terminal = asked(&project, &LINE);
    terminal.press("m");
    terminal.wait_to_see("2 of 2 chosen");
    terminal.press("\r");
    terminal.wait_to_see("1 of 2 chosen · 1 ✗");
    terminal.press("s");
    terminal.wait_to_see("Not yet: One of the chosen ones does not fit.");
    terminal.wait_to_see("It needs CREATE of `a.txt` (action 1), which is off.");
    terminal.press("a");
    terminal.wait_to_see("2 of 2 chosen");
    terminal.press("a");
    terminal.wait_to_see("0 of 2 chosen");
    terminal.press("s");
    terminal.wait_to_see("Not yet: Nothing is chosen.");
    assert_eq!(files(&project), before);
    terminal.press("a");
    terminal.wait_to_see("2 of 2 chosen");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "a.txt").as_deref(), Some("two\n"));
}

#[test]
fn tier2_a_new_file_is_saved_as_something_else() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    editor(&project, "[ \"$2\" = 'two words' ] && echo edited >> \"$last\"");
    let mut terminal = at_action(&project, 1);
    terminal.press("p");
    let question = terminal.wait_to_see(TRUST);
    assert!(
        question.text.contains("tools/edit --wait 'two words'"),
        "{}",
        question.text
    );
    terminal.press("y");
    let question = terminal.wait_to_see(PATH);
    assert!(question.text.contains("File path: [hello.txt]"), "{}", question.text);
    terminal.press("docs/hello.md");
    terminal.wait_to_see("docs/hello.md");
    terminal.press(ENTER);
    terminal.wait_to_see(FINISHED);
    terminal.wait_to_see("File path: [docs/hello.md]");
    terminal.press("y");
    terminal.wait_to_see("CREATE: docs/hello.md *modified");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "hello.txt"), None);
    assert_eq!(text(&project, "docs/hello.md").as_deref(), Some("Hello\nedited\n"));
    assert!(report(&project).contains("Modified by user"), "{}", report(&project));
}

#[test]
fn tier2_an_edit_becomes_the_users_version_of_the_file() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    editor(&project, "sed -i 's/Bonjour/Bonsoir/' \"$last\"");
    let mut terminal = at_action(&project, 2);
    terminal.press("p");
    terminal.wait_to_see(TRUST);
    terminal.press("y");
    let question = terminal.wait_to_see(FINISHED);
    assert!(question.text.contains("Editing: [greet.txt]"), "{}", question.text);
    terminal.press("y");
    terminal.wait_to_see("1 + Bonsoir");
    terminal.wait_to_see("EDIT:   greet.txt *modified");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "greet.txt").as_deref(), Some("Bonsoir\n"));
    let report = report(&project);
    assert!(report.contains("Modified by user"), "{report}");
    assert!(
        report.contains("-Bonjour\n") && report.contains("+Bonsoir\n"),
        "{report}"
    );
}

#[test]
fn tier2_no_keeps_a_part_unchanged() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    editor(&project, "echo edited >> \"$last\"");
    let mut terminal = at_action(&project, 2);
    terminal.press("p");
    terminal.wait_to_see(TRUST);
    terminal.press("y");
    terminal.wait_to_see(FINISHED);
    terminal.press("n");
    terminal.wait_until("the list alone", |drawn| !drawn.text.contains(FINISHED));
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "greet.txt").as_deref(), Some("Bonjour\n"));
}

#[test]
fn tier2_without_an_editor_the_built_in_one_is_used() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    for (config, words) in [
        ("", "There is no editor"),
        ("preview_command: \"no-such-program -R\"\n", "no-such-program"),
        ("preview_command: \"false\"\n", "the editor failed"),
    ] {
        project.write(".teddy/config.yaml", config);
        let mut terminal = at_action(&project, 1);
        terminal.press("p");
        if config.contains("false") {
            terminal.wait_to_see(TRUST);
            terminal.press("y");
        }
        terminal.wait_to_see(words);
        terminal.wait_to_see("(e)dit or (c)lose ›");
        terminal.press("c");
        terminal.wait_until("the list alone", |drawn| !drawn.text.contains("(c)lose"));
        terminal.press(CTRL_C);
        assert_eq!(ended(terminal).code, Some(4));
    }
    let mut terminal = at_action(&project, 1);
    terminal.press("p");
    terminal.wait_to_see("(e)dit or (c)lose ›");
    terminal.press("e");
    terminal.wait_to_see(EDITOR);
    terminal.press("\nand more");
    terminal.wait_to_see("and more");
    terminal.press(ESCAPE);
    terminal.wait_to_see("*modified");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "hello.txt").as_deref(), Some("Hello\nand more\n"));
}

#[test]
fn tier2_read_actions_are_only_shown() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut terminal = at_action(&project, 4);
    terminal.press("p");
    let shown = terminal.wait_to_see("(c)lose ›");
    assert!(
        shown.text.contains("1 │ Bye") && !shown.text.contains("(e)dit"),
        "{}",
        shown.text
    );
    terminal.press(ESCAPE);
    terminal.wait_until("the list alone", |drawn| !drawn.text.contains("(c)lose"));
    terminal.press("q");
    terminal.wait_for(PROMPT);
    terminal.press("q");
    assert_eq!(ended(terminal).code, Some(4));
}

#[test]
fn tier2_going_back_allows_skip_quit_and_return() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = at_action(&project, 1);
    terminal.press(" ");
    terminal.wait_to_see("4 of 5 chosen");
    for back in ["q", ESCAPE] {
        terminal.press(back);
        terminal.wait_until("the question", |drawn| {
            !drawn.is_taken && drawn.text.ends_with("(q)uit ›")
        });
        terminal.press("m");
        terminal.wait_to_see("4 of 5 chosen");
    }
    terminal.press("q");
    terminal.wait_until("the question", |drawn| {
        !drawn.is_taken && drawn.text.ends_with("(q)uit ›")
    });
    assert_eq!(files(&project), before);
    terminal.press("s");
    terminal.wait_for("differently? › ");
    terminal.press("Be kind\r");
    let left = ended(terminal);
    assert_eq!(text(&project, "hello.txt"), None, "{}", left.drawn.text);
    let message = fs::read_to_string(turn(&project, "02").join("message.md")).unwrap_or_default();
    assert!(message.contains("Be kind"), "{message}");
}

#[test]
fn tier2_a_lost_terminal_approves_nothing() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let leave: [(&str, Leave); 4] = [
        ("ctrl-c", |terminal| terminal.press(CTRL_C)),
        ("term", |terminal| terminal.signal(Signal::TERM)),
        ("hup", |terminal| terminal.signal(Signal::HUP)),
        ("quit", |terminal| terminal.signal(Signal::QUIT)),
    ];
    for (how, leave) in leave {
        let editor = [("jjj", "Run it."), ("p", "(e)dit"), ("e", EDITOR), ("typed", "typed")];
        for steps in [&[][..], &[("?", "leave; nothing happens")], &editor] {
            let mut terminal = choosing(&project);
            for (keys, sign) in steps {
                terminal.press(keys);
                terminal.wait_to_see(sign);
            }
            if how == "ctrl-c" && steps.len() == editor.len() {
                terminal.press(CTRL_C);
                terminal.wait_to_see("discarded");
            }
            leave(&mut terminal);
            let left = ended(terminal);
            assert_eq!(left.code, Some(4), "{how}, {steps:?}: {}", left.drawn.text);
            assert_eq!(files(&project), before, "{how}, {steps:?}");
        }
    }
    assert_eq!(choosing(&project).close(), Some(4), "a closed window");
    choosing(&project).kill();
    assert_eq!(files(&project), before);
}

#[test]
fn tier2_early_keys_approve_nothing() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = asked(&project, &LINE);
    loop {
        terminal.press("m");
        // Long enough to count as a separate key, and too short for the screen to be drawn.
        std::thread::sleep(std::time::Duration::from_millis(15));
        terminal.press("ssss\rs");
        // On a slow machine all keys may arrive at once.
        if terminal.waits_for_either("Reviewing Plan", IGNORED) {
            break;
        }
        terminal.wait_for(PROMPT);
    }
    terminal.wait_to_see("5 of 5 chosen");
    // A key that is accepted shows that the earlier ones were not. This key counts in a burst, too.
    terminal.press(DOWN);
    terminal.wait_to_see("Make it.");
    assert_eq!(files(&project), before);
    terminal.press(CTRL_C);
    assert_eq!(ended(terminal).code, Some(4));
    assert_eq!(files(&project), before);
}

#[test]
fn tier2_pasted_text_approves_nothing() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let mut terminal = choosing(&project);
    terminal.press("\x1b[200~ss\rs\x1b[201~s");
    terminal.wait_to_see(IGNORED);
    terminal.press("?");
    terminal.wait_to_see("leave; nothing happens");
    terminal.press(CTRL_C);
    assert_eq!(ended(terminal).code, Some(4));
    assert_eq!(files(&project), before);
}

#[test]
fn tier2_a_window_may_change_its_size_at_any_time() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut terminal = at_action(&project, 1);
    for (rows, columns) in [(24, 80), (15, 50), (10, 40), (50, 160)] {
        terminal.resize(rows, columns);
        let is_whole = |drawn: &planwright_testkit::terminal::Drawn| {
            let lines: Vec<_> = drawn.text.lines().collect();
            lines.len() == usize::from(rows) && lines.last().is_some_and(|line| line.ends_with("? help"))
        };
        let drawn = terminal.wait_until(&format!("{columns}x{rows}"), is_whole);
        assert!(drawn.text.contains("[✓] CREATE: hello.txt"), "{}", drawn.text);
    }
    terminal.resize(5, 20);
    terminal.wait_to_see("The window is too");
    terminal.resize(30, 100);
    terminal.wait_to_see("5 of 5 chosen");
    terminal.press(" ");
    terminal.wait_to_see("4 of 5 chosen");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "hello.txt"), None);
}

#[test]
fn tier2_the_mouse_works_on_a_real_terminal() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut terminal = choosing(&project);
    let drawn = terminal.wait_to_see("CREATE: hello.txt");
    assert!(drawn.hears_mouse);
    let row = drawn.text.lines().position(|line| line.contains("CREATE: hello.txt"));
    let row = row.unwrap_or_default() + 1;
    terminal.press(&format!("\x1b[<0;6;{row}M\x1b[<0;6;{row}m"));
    terminal.wait_to_see("[ ] CREATE: hello.txt");
    terminal.press("s");
    assert_executed(terminal, &project);
    assert_eq!(text(&project, "hello.txt"), None);
}

#[test]
fn tier2_no_color_disables_colors() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut terminal = start_with(&project, &LINE, &[("NO_COLOR", "1")], "");
    terminal.wait_for(PROMPT);
    terminal.press("m");
    terminal.wait_to_see("5 of 5 chosen");
    terminal.press(&DOWN.repeat(2));
    terminal.wait_to_see("1 + Bonjour");
    terminal.press(CTRL_C);
    let left = ended(terminal);
    let raw = String::from_utf8_lossy(&left.raw);
    // Foreground and background colors begin with 3, 4, 9 or 10; 39 and 49 reset them.
    let styles = raw
        .split("\x1b[")
        .filter_map(|rest| rest.split_once('m').map(|(style, _)| style));
    let is_color = |part: &str| matches!(part.parse::<u8>(), Ok(30..=38 | 40..=48 | 90..=107));
    let colored = styles
        .filter(|style| style.chars().all(|c| c.is_ascii_digit() || c == ';'))
        .filter(|style| style.split(';').any(is_color))
        .count();
    assert_eq!(colored, 0, "{raw:?}");
}

#[test]
fn tier2_a_terminal_that_cannot_be_drawn_on_is_left_alone() {
    if !has_terminal("tier2_screen") {
        return;
    }
    let project = greeting();
    let mut command = project.command(bins::path("teddy"));
    command.args(LINE).env("TERM", "dumb");
    let mut terminal = Terminal::start(&command, 40, 100);
    terminal.wait_for(PROMPT);
    terminal.press("m");
    terminal.wait_for("(?) help › ");
    terminal.press("q\n");
    terminal.wait_for(PROMPT);
    terminal.press("q");
    let left = ended(terminal);
    assert!(
        !String::from_utf8_lossy(&left.raw).contains("\x1b[?1049h"),
        "{:?}",
        left.raw
    );
}
