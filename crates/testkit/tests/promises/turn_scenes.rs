//! Plans to execute, and projects with a session that waits for one.

use std::path::PathBuf;

use planwright_testkit::project::{Project, Ran, Tree, must, tree};

/// The session folder for the project's clock and the name `greet`.
pub const SESSION: &str = ".teddy/20261115-greet";
/// The folder of its first turn.
pub const PLAN: &str = ".teddy/20261115-greet/01/plan.md";

/// The message for a turn that was executed.
pub const EXECUTED: &str = "has its report already";

/// A plan with these actions that has no diagnostics.
pub fn plan(actions: &str) -> String {
    titled("Greet the guests", "", actions)
}

/// As [`plan`], with a title and optional memos.
pub fn titled(title: &str, memos: &str, actions: &str) -> String {
    let memos = match memos {
        "" => String::new(),
        lines => format!("## Memos\n````\n{lines}\n````\n\n"),
    };
    format!(
        "# {title}\n- **Status:** Green 🟢\n- **Plan Type:** Implementation\n- **Agent:** Developer\n\n\
         ## Rationale\n````text\n### 1. Synthesis\nNobody says a word.\n\n### 2. Justification\nA line is cheap.\n\n\
         ### 3. Expected Outcome\nA greeting.\n\n### 4. State Dashboard\nOne step.\n````\n\n\
         {memos}## Action Plan\n\n{actions}"
    )
}

pub fn create(path: &str, text: &str) -> String {
    format!("### `CREATE`\n- **File Path:** [{path}](/{path})\n- **Description:** Make it.\n````text\n{text}\n````\n\n")
}

pub fn edit(path: &str, find: &str, replace: &str) -> String {
    format!(
        "### `EDIT`\n- **File Path:** [{path}](/{path})\n- **Description:** Change it.\n\n\
         `FIND:`\n````\n{find}\n````\n`REPLACE:`\n````\n{replace}\n````\n\n"
    )
}

pub fn execute(command: &str) -> String {
    execute_with("", command)
}

/// `fields` are lines of the action's head.
pub fn execute_with(fields: &str, command: &str) -> String {
    format!(
        "### `EXECUTE`\n- **Description:** Run it.\n- **Expected Outcome:** It runs.\n{fields}````shell\n{command}\n````\n\n"
    )
}

pub fn chat(message: &str) -> String {
    format!("### `CHAT_WITH_USER`\n{message}\n\n")
}

/// Files to change, and no session.
pub fn bare() -> Project {
    let project = Project::in_memory();
    project.write("greet.txt", "Hello\n");
    project.write("leave.txt", "Bye\n");
    project
}

/// A session whose first turn waits for its plan.
pub fn opened() -> Project {
    let project = bare();
    project.teddy(&["new", "greet"]).done();
    show(&project, &["greet.txt", "leave.txt"]);
    assert!(turn(&project, "01").is_dir());
    project
}

/// A session whose first turn has this plan.
pub fn waiting(plan: &str) -> Project {
    let project = opened();
    project.write(PLAN, plan);
    project
}

/// Adds files to the context of the first turn.
pub fn show(project: &Project, paths: &[&str]) {
    project.write(
        &format!("{SESSION}/01/turn.context"),
        &format!("{}\n", paths.join("\n")),
    );
}

pub fn turn(project: &Project, id: &str) -> PathBuf {
    project.root().join(SESSION).join(id)
}

/// The user's files with turns, without planwright's own files.
pub fn files(project: &Project) -> Tree {
    let mut files = tree(&project.root());
    files.retain(|path, _| !path.starts_with(".planwright") && !path.starts_with(".git"));
    // The duration of a group is unknown if its process died.
    for text in files.values_mut().flatten() {
        *text = text.replace("- **Duration:** 0 ms\n", "");
    }
    files
}

/// As above, without the files that turns have written.
pub fn own_files(project: &Project) -> Tree {
    let mut files = files(project);
    files.retain(|path, _| !path.starts_with(".teddy"));
    files
}

pub fn report(project: &Project) -> String {
    must(
        "the report",
        std::fs::read_to_string(turn(project, "01").join("report.md")),
    )
}

/// There is a report if and only if there is a next turn.
#[track_caller]
pub fn assert_whole(project: &Project, place: &str) {
    let has_report = turn(project, "01").join("report.md").exists();
    let next = turn(project, "02");
    let has_next = ["meta.yaml", "turn.context", "system_prompt.xml"].map(|name| next.join(name).exists());
    assert_eq!(has_next, [has_report; 3], "{place}");
    assert_eq!(next.exists(), has_report, "{place}");
}

#[track_caller]
pub fn assert_refused(ran: &Ran, code: i32, words: &str) {
    assert_eq!(ran.code, Some(code), "{ran:?}");
    let output = format!("{}{}", ran.stdout, ran.stderr);
    assert!(output.contains(words), "{words:?} is not in {ran:?}");
}
