//! R7: alias bombs and YAML tricks are refused, and cost no more than a valid file of their size.

use std::fs;
use std::path::Path;
use std::time::Duration;

use dialect::agentctl::{FolderText, read_folder_for};
use model::{Diagnostic, Severity};
use planwright_testkit::project::{Project, Ran, finish, must};
use planwright_testkit::strace;
use planwright_testkit::{bins, least_busy, skip};
use serde_json::Value;

use crate::r01_folder_scenes as folders;
use crate::r07_bombs::{Bomb, bombs};

const TRIES: usize = 3;
/// Reporting errors takes a second pass, and some files have a hundred errors.
const TOLERATED: u32 = 8;
/// The promise. Builds without optimization are several times slower and are only compared.
const PROMISED: Duration = Duration::from_millis(10);
/// Times below this are not compared.
const TOO_SHORT: Duration = Duration::from_micros(500);
const PLAN: &str = "---\ntitle: Ship it\n---\n\nHow.\n";

#[test]
fn r07_bombs_are_refused_in_the_time_of_an_honest_file() {
    for bomb in bombs() {
        let (honest, hostile) = (folder(honest(bomb.front.len())), folder(bomb.text()));
        let honest = least_busy(TRIES, || drop(read_folder_for(&honest, &[])));
        let (plan, faults) = read_folder_for(&hostile, &[]);
        check_faults(&bomb, &faults);
        assert_eq!(plan, None, "{}", bomb.name);
        let took = least_busy(TRIES, || drop(read_folder_for(&hostile, &[])));
        eprintln!(
            "{:<18} {:>7} bytes  {:>6.2} ms, a valid file {:>6.2} ms, {} errors",
            bomb.name,
            bomb.front.len(),
            milliseconds(took),
            milliseconds(honest),
            faults.len()
        );
        assert!(
            took <= honest.max(TOO_SHORT) * TOLERATED,
            "{}: {took:?}, {honest:?}",
            bomb.name
        );
        assert!(cfg!(debug_assertions) || took < PROMISED, "{}: {took:?}", bomb.name);
    }
}

/// A front matter of the largest size, and a body for the rest.
fn honest(bytes: usize) -> String {
    const ENTRY: &str = "Make sure that users who are not logged in cannot see the page";
    let entries = (bytes / ENTRY.len()).clamp(1, 900);
    let subtasks: String = (0..entries).map(|_| format!("  - {ENTRY}\n")).collect();
    let body = "Do it.\n".repeat(bytes.clamp(56_000, 300_000).saturating_sub(56_000) / 7 + 1);
    format!("---\nid: a\nsubtasks:\n{subtasks}---\n\n{body}")
}

#[test]
fn r07_an_honest_file_is_accepted() {
    for bytes in [10, 1_000, 64_000, 5_000_000] {
        let (plan, faults) = read_folder_for(&folder(honest(bytes)), &[]);
        assert!(plan.is_some() && faults.is_empty(), "{bytes}: {faults:?}");
    }
}

fn folder(task: String) -> FolderText {
    FolderText {
        name: "/p".to_owned(),
        plan: Some(Ok(PLAN.to_owned())),
        tasks: Some(Ok(vec![("01-a.md".to_owned(), Ok(task))])),
    }
}

/// Few and short errors, with places within the text.
fn check_faults(bomb: &Bomb, faults: &[Diagnostic]) {
    let text = bomb.text();
    assert!(
        faults.iter().any(|fault| fault.severity == Severity::Error) && faults.len() <= 102,
        "{}: {} faults",
        bomb.name,
        faults.len()
    );
    for fault in faults {
        let is_within = fault.place.span.clone().is_none_or(|span| text.get(span).is_some());
        assert!(is_within && fault.message.len() < 1_000, "{}: {fault:?}", bomb.name);
    }
}

#[test]
fn r07_the_binary_refuses_every_bomb_in_little_memory() {
    let project = folders::allocated();
    let folder = folders::current_folder(&project);
    folders::write_plan(&folder, "Ship it", &["honest"]);
    let bombs = bombs();
    for (number, bomb) in (1..).zip(&bombs) {
        let file = folder.join(format!("tasks/{number:02}-{}.md", bomb.name));
        must(file.display(), fs::write(&file, bomb.text()));
    }
    let before = project.status_json();
    for verb in ["check", "commit"] {
        let ran = small(&project, &["plan", verb, "--json"]);
        let faults = errors(&ran);
        for (number, bomb) in (1..).zip(&bombs) {
            let file = format!("tasks/{number:02}-{}.md", bomb.name);
            assert!(faults.iter().any(|path| path.ends_with(&file)), "{file}: {faults:?}");
        }
        assert!(!faults.iter().any(|path| path.ends_with("honest.md")), "{faults:?}");
    }
    small(&project, &["plan", "status", "--json"]).done();
    assert_eq!(project.status_json(), before);
    project.assert_sound();
}

#[test]
fn r07_a_folder_of_ten_thousand_files_is_refused_unread() {
    let project = folders::allocated();
    let folder = folders::current_folder(&project);
    folders::write_plan(&folder, "Ship it", &[]);
    for number in 0..10_000 {
        let file = folder.join(format!("tasks/{:02}-{number}.md", number % 100));
        must(file.display(), fs::write(&file, "---\nid: a\n---\n\nDo it.\n"));
    }
    let faults = errors(&small(&project, &["plan", "check", "--json"]));
    assert_eq!(faults.len(), 1, "{faults:?}");
    if !strace::is_usable() {
        return skip("r07_yaml", "strace is missing or may not trace");
    }
    let (_, calls) = strace::trace(&project, "agentctl", &["plan", "check", "--json"]);
    let opened = calls.iter().filter(|call| call.is_below(&folder.join("tasks")));
    assert_eq!(opened.count(), 1, "only the folder itself");
}

#[test]
fn r07_a_folder_of_huge_files_is_refused_in_little_memory() {
    let project = folders::allocated();
    let folder = folders::current_folder(&project);
    folders::write_plan(&folder, "Ship it", &[]);
    // Sparse files take no space on the disk.
    let huge = |path: &Path, bytes: u64| {
        let file = must(path.display(), fs::File::create(path));
        must(path.display(), file.set_len(bytes));
    };
    for number in 0..500 {
        huge(&folder.join(format!("tasks/00-{number}.md")), 1_000_000);
    }
    let faults = errors(&small(&project, &["plan", "check", "--json"]));
    assert_eq!(faults.len(), 1, "{faults:?}");
    must("an empty folder", fs::remove_dir_all(folder.join("tasks")));
    must("a folder", fs::create_dir(folder.join("tasks")));
    huge(&folder.join("tasks/01-a.md"), 1 << 40);
    let faults = errors(&small(&project, &["plan", "check", "--json"]));
    assert_eq!(faults.len(), 1, "{faults:?}");
}

/// The paths of all errors of a refused folder.
fn errors(ran: &Ran) -> Vec<String> {
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let answer = ran.json();
    let faults = answer["diagnostics"].as_array().into_iter().flatten();
    let errors = faults.filter(|fault| fault["severity"] == "error");
    let path = |fault: &Value| fault["file"].as_str().or(fault["path"].as_str()).map(str::to_owned);
    errors.map(|fault| path(fault).unwrap_or_default()).collect()
}

/// More than the program itself needs, and too little for data that grows with the input.
const MEMORY_KIB: u32 = 256 * 1024;

fn small(project: &Project, line: &[&str]) -> Ran {
    let script = format!("ulimit -v {MEMORY_KIB} && exec \"$0\" \"$@\"");
    let mut command = project.command("sh");
    finish(command.args(["-c", &script]).arg(bins::path("agentctl")).args(line))
}

fn milliseconds(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}
