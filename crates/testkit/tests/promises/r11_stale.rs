//! R11: if anything changes between question and answer, the answer is refused and nothing is written.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::Terminal;
use planwright_testkit::{Tier, skip, strace, tier};
use rustix::process::{Pid, Signal, kill_process};

use crate::at_terminal::{PROMPT, asked, has_terminal, start_command};
use crate::r04_lock::patiently;
use crate::turn_scenes::{PLAN, bare, create, edit, files, titled, turn, waiting};

/// Bits of each file in the quick tier.
const QUICK_POSITIONS: usize = 7;

fn small_plan() -> String {
    let actions = [edit("greet.txt", "Hello", "Bonjour"), create("new/hello.txt", "Hello")];
    titled("Greet", "[+] Guests speak French.", &actions.concat())
}

fn in_session() -> (Project, PathBuf) {
    let project = waiting(&small_plan());
    let path = turn(&project, "01").join("plan.md");
    (project, path)
}

fn loose() -> (Project, PathBuf) {
    let project = bare();
    project.write("plan.md", &small_plan());
    let path = project.root().join("plan.md");
    (project, path)
}

/// Shows the question, makes a change, and answers yes.
fn meanwhile(project: &Project, line: &[&str], interfere: impl FnOnce()) -> (Option<i32>, String) {
    let mut terminal = asked(project, line);
    interfere();
    terminal.press("a");
    let left = terminal.end();
    (left.code, left.text())
}

fn flip(path: &Path, place: usize, bit: u8) {
    let mut bytes = must("a file", fs::read(path));
    bytes[place] ^= 1 << bit;
    must("a file", fs::write(path, bytes));
}

fn positions(length: usize) -> Vec<usize> {
    let step = match tier() {
        Tier::Quick => length.div_ceil(QUICK_POSITIONS).max(1),
        Tier::Full => 1,
    };
    (0..length).step_by(step).chain([length - 1]).collect()
}

#[track_caller]
fn refused(project: &Project, line: &[&str], interfere: impl FnOnce(), what: &str) {
    let changed = std::cell::RefCell::new(None);
    let (code, shown) = meanwhile(project, line, || {
        interfere();
        *changed.borrow_mut() = Some(files(project));
    });
    assert_eq!(code, Some(3), "{what}: {shown}");
    assert!(shown.contains("nothing was done"), "{what}: {shown}");
    assert_eq!(
        Some(files(project)),
        changed.into_inner(),
        "{what}: something was written"
    );
}

#[test]
fn r11_a_flipped_bit_of_the_plan_voids_the_approval() {
    if !has_terminal("r11_stale") {
        return;
    }
    let (project, path) = in_session();
    let text = must("the plan", fs::read(&path));
    for (turn, place) in positions(text.len()).into_iter().enumerate() {
        let bit = u8::try_from(turn % 8).unwrap_or_default();
        refused(
            &project,
            &["execute"],
            || flip(&path, place, bit),
            &format!("byte {place}, bit {bit}"),
        );
        must("the plan", fs::write(&path, &text));
    }
    // The changed plan is still valid.
    let (code, shown) = meanwhile(&project, &["execute"], || {});
    assert_eq!(code, Some(0), "{shown}");
}

#[test]
fn r11_a_plan_that_is_gone_longer_or_shorter_is_refused() {
    if !has_terminal("r11_stale") {
        return;
    }
    let (project, path) = loose();
    let text = must("the plan", fs::read(&path));
    let write = |bytes: &[u8]| must("the plan", fs::write(&path, bytes));
    let line = ["execute", "plan.md"];
    refused(&project, &line, || write(&[&text[..], b"\n"].concat()), "a line more");
    write(&text);
    refused(&project, &line, || write(&text[..text.len() - 1]), "a byte less");
    refused(&project, &line, || must("the plan", fs::remove_file(&path)), "no plan");
    write(&text);
    refused(
        &project,
        &line,
        || write(&small_plan().replace("Bonjour", "Bonsoir").into_bytes()),
        "another plan",
    );
}

#[test]
fn r11_a_flipped_bit_of_an_edited_file_voids_the_approval() {
    if !has_terminal("r11_stale") {
        return;
    }
    let (project, _) = in_session();
    let path = project.root().join("greet.txt");
    let text = must("the file", fs::read(&path));
    for place in positions(text.len()) {
        refused(
            &project,
            &["execute"],
            || flip(&path, place, 0),
            &format!("byte {place}"),
        );
        must("the file", fs::write(&path, &text));
    }
    refused(
        &project,
        &["execute"],
        || must("the file", fs::remove_file(&path)),
        "the file is gone",
    );
}

#[test]
fn r11_a_file_created_meanwhile_is_not_overwritten() {
    if !has_terminal("r11_stale") {
        return;
    }
    for text in ["Theirs\n", "Hello\n", ""] {
        let (project, _) = in_session();
        refused(&project, &["execute"], || project.write("new/hello.txt", text), text);
    }
}

#[test]
fn r11_a_stale_approval_does_not_change_memos() {
    if !has_terminal("r11_stale") {
        return;
    }
    let (project, _) = in_session();
    let write = |text: &str| project.write(".teddy/memos.yaml", text);
    refused(
        &project,
        &["execute"],
        || write("- Guests are tired.\n"),
        "memos that were not there",
    );
    refused(&project, &["execute"], || write("- Guests are merry.\n"), "other memos");
}

#[test]
fn r11_a_touched_file_keeps_the_approval() {
    if !has_terminal("r11_stale") {
        return;
    }
    let (project, path) = in_session();
    let greeting = project.root().join("greet.txt");
    let (code, shown) = meanwhile(&project, &["execute"], || {
        for path in [&path, &greeting] {
            // The same bytes in a file with another inode number and time.
            let bytes = must("a file", fs::read(path));
            must("a file", fs::remove_file(path));
            must("a file", fs::write(path, bytes));
        }
    });
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(must("the file", fs::read_to_string(greeting)), "Bonjour\n");
}

const CALL: &str = "openat";
const MIXED: &str = "Bonjour\nREST\n";

/// A file that changes in a place that the plan does not touch.
fn with_rest() -> Project {
    let edit = edit("greet.txt", "Hello", "Bonjour");
    let project = waiting(&titled("Greet", "[+] Guests speak French.", &edit));
    project.write("greet.txt", "Hello\nrest\n");
    project
}

fn traced(project: &Project, nth: Option<usize>) -> Terminal {
    let command = strace::stopped_at(project, "teddy", &["execute", PLAN], CALL, nth);
    let mut terminal = start_command(command);
    terminal.wait_for(PROMPT);
    terminal
}

/// A change at the last moment never leads to a mixture of approved and unapproved content.
#[test]
fn r11_a_last_moment_change_is_not_mixed_with_approved_content() {
    if !has_terminal("r11_stale") {
        return;
    }
    if !strace::is_usable() {
        return skip("r11_stale", "strace is missing or may not trace");
    }
    let project = with_rest();
    let start = project.snapshot();
    let mut terminal = traced(&project, None);
    let asked = strace::count_traced_calls(&project);
    terminal.press("a");
    assert_eq!(terminal.end().code, Some(0));
    let all = strace::count_traced_calls(&project);
    assert!(all > asked + 5, "{asked} of {all}");
    let mut refused = 0;
    let step = match tier() {
        Tier::Quick => 2,
        Tier::Full => 1,
    };
    for nth in (asked + 1..=all).step_by(step) {
        project.rewind(&start);
        refused += usize::from(disturb(&project, nth));
    }
    eprintln!("of {asked}..{all}, {refused} were refused");
    assert!(refused > 0);
}

/// Changes the file while the program is stopped at this call. Returns whether the approval was refused.
fn disturb(project: &Project, nth: usize) -> bool {
    let mut terminal = traced(project, Some(nth));
    terminal.press("a");
    let stopped = patiently("the program to stop", || strace::stopped(project));
    let foreign = "Hello\nREST\n";
    project.write("greet.txt", foreign);
    must(
        "to go on",
        Pid::from_raw(stopped).map_or(Ok(()), |id| kill_process(id, Signal::CONT)),
    );
    let left = terminal.end();
    let found = must("the file", fs::read_to_string(project.root().join("greet.txt")));
    let place = format!("at {CALL} {nth}: {}", left.text());
    assert_ne!(found, MIXED, "{place}");
    match left.code {
        Some(0) => assert!(["Bonjour\nrest\n", foreign].contains(&found.as_str()), "{place}"),
        code => {
            assert_eq!(code, Some(3), "{place}");
            assert_eq!(found, foreign, "{place}");
            assert!(!turn(project, "02").exists(), "{place}");
            assert!(!project.root().join(".teddy/memos.yaml").exists(), "{place}");
        }
    }
    left.code == Some(3)
}
