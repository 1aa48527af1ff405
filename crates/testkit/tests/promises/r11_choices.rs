//! R11 with a choice: exactly the chosen parts are approved, in their edited form, also after an interruption.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::Terminal;

use crate::at_terminal::{PROMPT, has_terminal, start_with};
use crate::r04_lock::patiently;
use crate::turn_scenes::{create, edit, execute, files, report, titled, turn, waiting};

/// The last text of the question of the list.
const CHOICE: &str = "(?) help › ";
const PLAIN: [(&str, &str); 1] = [("TERM", "dumb")];

/// A change by another process meanwhile.
type Interference = fn(&Project);

/// Five actions and a memo. The command waits for a file, so that the test can interrupt it.
fn scene() -> Project {
    let actions = [
        edit("greet.txt", "Hello", "Bonjour"),
        create("new/hello.txt", "Hello"),
        execute("touch begun; until [ -e go ]; do sleep 0.05; done"),
        edit("leave.txt", "Bye", "Adieu"),
        create("last.txt", "Last"),
    ];
    waiting(&titled("Greet", "[+] Guests speak French.", &actions.concat()))
}

fn asked(project: &Project, line: &[&str]) -> Terminal {
    let mut terminal = start_with(project, line, &PLAIN, "");
    terminal.wait_for(PROMPT);
    terminal
}

/// Opens the list and types these lines.
fn choosing(project: &Project, lines: &[&str]) -> Terminal {
    let mut terminal = asked(project, &["execute"]);
    terminal.press("m");
    for line in lines {
        terminal.wait_for(CHOICE);
        terminal.press(&format!("{line}\n"));
    }
    terminal.wait_for(CHOICE);
    terminal
}

fn text(project: &Project, path: &str) -> Option<String> {
    fs::read_to_string(project.root().join(path)).ok()
}

#[test]
fn r11_a_choice_is_refused_if_something_chosen_has_changed_meanwhile() {
    if !has_terminal("r11_choices") {
        return;
    }
    let interferences: [(&str, Interference); 4] = [
        ("the file that is edited", |project| {
            project.write("greet.txt", "Hello!\n");
        }),
        ("the file that is made", |project| {
            project.write("new/hello.txt", "");
        }),
        ("the memos", |project| {
            project.write(".teddy/memos.yaml", "- Guests are merry.\n");
        }),
        ("the plan", |project| {
            let path = turn(project, "01").join("plan.md");
            let text = must("the plan", fs::read_to_string(&path));
            must("the plan", fs::write(path, text.replace("Bonjour", "Bonsoir")));
        }),
    ];
    for (what, interfere) in interferences {
        let project = scene();
        let mut terminal = choosing(&project, &["3", "5"]);
        interfere(&project);
        let before = files(&project);
        terminal.press("s\n");
        let left = terminal.end();
        assert_eq!(left.code, Some(3), "{what}: {}", left.text());
        assert!(left.text().contains("nothing was done"), "{what}: {}", left.text());
        assert_eq!(files(&project), before, "{what}: something was written");
    }
}

#[test]
fn r11_files_of_left_out_actions_may_change() {
    if !has_terminal("r11_choices") {
        return;
    }
    let project = scene();
    let mut terminal = choosing(&project, &["m1", "1", "3", "4"]);
    project.write("greet.txt", "Hi\n");
    project.write(".teddy/memos.yaml", "- Guests are merry.\n");
    terminal.press("s\n");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert_eq!(text(&project, "greet.txt").as_deref(), Some("Hi\n"));
    assert_eq!(
        text(&project, ".teddy/memos.yaml").as_deref(),
        Some("- Guests are merry.\n")
    );
    assert_eq!(text(&project, "new/hello.txt").as_deref(), Some("Hello\n"));
    assert_eq!(report(&project).matches("Skipped: the user deselected it").count(), 4);
}

#[test]
fn r11_an_interrupted_execution_goes_on_with_the_same_choice() {
    if !has_terminal("r11_choices") {
        return;
    }
    let project = scene();
    let mut terminal = choosing(&project, &["5", "m1"]);
    terminal.press("p 2\n");
    terminal.wait_for("new path › ");
    terminal.press("new/other.txt\n");
    terminal.wait_for("*modified");
    terminal.wait_for(CHOICE);
    terminal.press("s\n");
    patiently("the command to begin", || {
        project.root().join("begun").exists().then_some(())
    });
    terminal.kill();
    project.write("go", "");

    let mut terminal = asked(&project, &["execute", "--resolve", "done"]);
    terminal.press("a");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(left.text().contains("stays so"), "{}", left.text());
    assert!(
        !left.text().contains("memos.yaml:"),
        "what was left out is not shown: {}",
        left.text()
    );
    assert_eq!(text(&project, "leave.txt").as_deref(), Some("Adieu\n"));
    assert_eq!(text(&project, "new/other.txt").as_deref(), Some("Hello\n"));
    assert_eq!(text(&project, "last.txt"), None);
    assert_eq!(text(&project, "new/hello.txt"), None);
    assert_eq!(text(&project, ".teddy/memos.yaml"), None);
    let reported = report(&project);
    assert!(
        reported.contains("- **Memo not added:** Guests speak French."),
        "{reported}"
    );
    assert_eq!(reported.matches("- **Modified by user:**").count(), 1, "{reported}");
    assert_eq!(
        reported
            .matches("- **Status:** Skipped: the user deselected it")
            .count(),
        1,
        "{reported}"
    );

    let undone = project.planwright(&["undo", "--turn", "--keep-commands"]);
    assert_eq!(undone.code, Some(0), "{undone:?}");
    assert_eq!(text(&project, "leave.txt").as_deref(), Some("Bye\n"));
    assert_eq!(text(&project, "new/other.txt"), None);
}

#[test]
fn r11_a_changed_choice_in_the_record_is_refused() {
    if !has_terminal("r11_choices") {
        return;
    }
    let project = scene();
    let mut terminal = choosing(&project, &["5"]);
    terminal.press("s\n");
    patiently("the command to begin", || {
        project.root().join("begun").exists().then_some(())
    });
    terminal.kill();
    project.write("go", "");
    let record = project.root().join(".planwright/turns/1.open");
    let text = must("the record", fs::read_to_string(&record));
    assert!(text.contains("\"index\":4"), "{text}");
    must(
        "the record",
        fs::write(&record, text.replace("\"index\":4", "\"index\":3")),
    );
    let ran = project.teddy(&["execute", "--resolve", "done", "-y"]);
    assert_ne!(ran.code, Some(0), "{ran:?}");
    assert!(format!("{ran:?}").contains("is not what was approved"), "{ran:?}");
    assert!(!project.root().join("last.txt").exists());
}

/// The text must be kept verbatim to continue after an interruption. Other users cannot read it.
#[test]
fn r14_text_typed_into_a_command_is_removed_afterwards() {
    if !has_terminal("r11_choices") {
        return;
    }
    const SECRET: &str = "hunter2-hunter2-hunter2";
    let project = scene();
    let variables = [("TERM", "dumb"), ("DEPLOY_TOKEN", SECRET)];
    let asked = |line: &[&str]| {
        let mut terminal = start_with(&project, line, &variables, "");
        terminal.wait_for(PROMPT);
        terminal
    };
    let mut terminal = asked(&["execute"]);
    for (keys, answer) in [("m", CHOICE), ("p 3\n", "(c)lose › "), ("e", "In its place › ")] {
        terminal.press(keys);
        terminal.wait_for(answer);
    }
    let waiting = "touch begun; until [ -e go ]; do sleep 0.05; done";
    terminal.press(&format!("echo {SECRET} >/dev/null; {waiting}\n"));
    terminal.wait_for("*modified");
    terminal.wait_for(CHOICE);
    terminal.press("s\n");
    patiently("the command to begin", || {
        project.root().join("begun").exists().then_some(())
    });
    terminal.kill();
    project.write("go", "");
    let records = project.root().join(".planwright/turns");
    let open = records.join("1.open");
    assert!(must("the record", fs::read_to_string(&open)).contains(SECRET));
    let mode = must("its mode", fs::metadata(&open)).permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");

    let mut terminal = asked(&["execute", "--resolve", "done"]);
    terminal.press("a");
    let left = terminal.end();
    assert_eq!(left.code, Some(0), "{}", left.text());
    let done = must("the record", fs::read_to_string(records.join("1.done")));
    assert!(done.contains("echo [redacted]") && !done.contains(SECRET), "{done}");
    assert!(!report(&project).contains(SECRET));
    let undone = project.planwright(&["undo", "--turn", "--keep-commands"]);
    assert_eq!(undone.code, Some(0), "{undone:?}");
    assert_eq!(text(&project, "leave.txt").as_deref(), Some("Bye\n"));
}
