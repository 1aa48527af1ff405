//! The question before a plan is executed, with keys on a real terminal.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::terminal::{CTRL_C, CTRL_D, ENTER, ESCAPE, IGNORED, Left, Terminal};

use crate::at_terminal::{PROMPT, asked, has_terminal, start_with};
use crate::turn_scenes::{
    PLAN, assert_refused, assert_whole, chat, create, edit, execute, files, plan, report, titled, turn, waiting,
};

pub const LINE: [&str; 2] = ["execute", PLAN];

pub fn greeting() -> Project {
    waiting(&plan(
        &[edit("greet.txt", "Hello", "Bonjour"), create("hello.txt", "Hello")].concat(),
    ))
}

fn pressed(project: &Project, keys: &str) -> Left {
    let mut terminal = asked(project, &LINE);
    terminal.press(keys);
    ended(terminal)
}

fn skipped(project: &Project, message: &str) -> Left {
    let mut terminal = asked(project, &LINE);
    terminal.press("s");
    terminal.wait_for("differently? › ");
    terminal.press(&format!("{message}{ENTER}"));
    ended(terminal)
}

pub fn ended(terminal: Terminal) -> Left {
    let left = terminal.end();
    assert!(left.is_restored, "the terminal was not restored: {}", left.text());
    left
}

fn message(project: &Project) -> Option<String> {
    fs::read_to_string(turn(project, "02").join("message.md")).ok()
}

#[test]
fn tier1_a_executes_the_plan() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let left = pressed(&project, "a");
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert_eq!(
        fs::read_to_string(project.root().join("greet.txt")).ok().as_deref(),
        Some("Bonjour\n")
    );
    assert!(report(&project).contains("- **Approved By:** "), "{}", report(&project));
    assert!(!report(&project).contains("`-y` flag"), "{}", report(&project));
    assert_whole(&project, "a");
}

#[test]
fn tier1_leaving_changes_nothing() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    let several = [&["x", "?", "\r", " ", "q"][..]];
    let one = [["q"], ["Q"], [CTRL_C], [CTRL_D], [ESCAPE]];
    for keys in one.iter().map(|key| &key[..]).chain(several) {
        let mut terminal = asked(&project, &LINE);
        for (index, key) in keys.iter().enumerate() {
            if index > 0 {
                terminal.wait_for(PROMPT);
            }
            terminal.press(key);
        }
        let left = ended(terminal);
        assert_eq!(left.code, Some(4), "{keys:?}: {}", left.text());
        assert!(
            left.text().contains("the plan was not approved; nothing was done"),
            "{}",
            left.text()
        );
        assert_eq!(files(&project), before, "{keys:?}");
    }
    let mut terminal = asked(&project, &LINE);
    terminal.press("s");
    terminal.wait_for("differently? › ");
    terminal.press("Rather\x03");
    assert_eq!(ended(terminal).code, Some(4), "in the middle of a message");
    assert_eq!(files(&project), before);
    assert_eq!(pressed(&project, "a").code, Some(0), "it can still be approved");
}

#[test]
fn tier1_a_closed_terminal_approves_nothing() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    for keys in ["", "s", "m"] {
        let mut terminal = asked(&project, &LINE);
        terminal.press(keys);
        if keys == "s" {
            terminal.wait_for("differently? › ");
        }
        let code = terminal.close();
        assert_eq!(code, Some(4), "{keys:?}");
        assert_eq!(files(&project), before, "{keys:?}");
    }
}

#[test]
fn tier1_early_keys_approve_nothing() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let before = files(&project);
    for early in ["a", "aaa\r", "\ra"] {
        let mut terminal = start_with(&project, &LINE, &[], early);
        terminal.wait_for(PROMPT);
        terminal.press("q");
        let left = ended(terminal);
        assert_eq!(left.code, Some(4), "{early:?}: {}", left.text());
        assert_eq!(files(&project), before, "{early:?}");
    }
}

#[test]
fn tier1_s_skips_the_plan_and_keeps_the_message() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let left = skipped(&project, "Greet in Spanish, please. ¡Olé!");
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(report(&project).contains("Skipped"), "{}", report(&project));
    assert_eq!(message(&project).as_deref(), Some("Greet in Spanish, please. ¡Olé!\n"));
    assert!(!project.root().join("hello.txt").exists());
    assert_whole(&project, "s");

    let project = greeting();
    let left = skipped(&project, "");
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert_eq!(message(&project), None);
}

#[test]
fn tier1_m_opens_and_closes_the_full_screen() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let mut terminal = asked(&project, &LINE);
    terminal.press("m");
    assert!(terminal.wait_to_see("2 of 2 chosen").is_taken);
    terminal.press("q");
    assert!(terminal.wait_for(PROMPT).contains("Nothing was executed."));
    assert!(!terminal.drawn().is_taken);
    terminal.press("z");
    assert!(terminal.wait_for(PROMPT).contains("Press a, r, m, s or q."));
    terminal.press("q");
    assert_eq!(ended(terminal).code, Some(4));
}

/// A program that records its arguments.
pub fn program(path: &Path, log: &Path) {
    must("a folder", path.parent().map_or(Ok(()), fs::create_dir_all));
    let script = "#!/bin/sh\nfor last; do :; done\necho \"$(basename \"$0\") $# $(head -n 1 \"$last\")\" >> LOG\n";
    must(
        "a program",
        fs::write(path, script.replace("LOG", &log.to_string_lossy())),
    );
    must("a mode", fs::set_permissions(path, fs::Permissions::from_mode(0o755)));
}

pub fn log(project: &Project) -> PathBuf {
    project.home().join("shown.log")
}

pub fn shown_by(project: &Project) -> Vec<String> {
    let text = fs::read_to_string(log(project)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Asks to see the plan. Returns the output up to the next question of either kind.
fn review(terminal: &mut Terminal, until: &str) -> String {
    terminal.press("r");
    terminal.wait_for(until)
}

const TRUST: &str = "Do you trust it? (y/n) › ";
const SHOWN: &str = "- **Plan Type:** Implementation";

#[test]
fn tier1_r_asks_before_it_runs_the_projects_command() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    program(&project.root().join("tools/show"), &log(&project));
    project.write(".teddy/config.yaml", "preview_command: \"tools/show -R\"\n");
    let mut terminal = asked(&project, &LINE);
    let question = review(&mut terminal, TRUST);
    let file = project.root().join("tools/show");
    for words in ["tools/show -R", &file.to_string_lossy(), "trust"] {
        assert!(question.contains(words), "{words}: {question}");
    }
    terminal.press("n");
    assert!(terminal.wait_for(PROMPT).contains(SHOWN), "it is shown here instead");
    assert!(shown_by(&project).is_empty());

    review(&mut terminal, TRUST);
    terminal.press("y");
    let rest = terminal.wait_for(PROMPT);
    assert!(!rest.contains(SHOWN), "{rest}");
    assert_eq!(shown_by(&project), ["show 2 # Greet the guests"]);
    // The answer is remembered, for this execution and the next one.
    assert!(!review(&mut terminal, PROMPT).contains("trust"));
    terminal.press("q");
    assert_eq!(ended(terminal).code, Some(4));
    let mut terminal = asked(&project, &LINE);
    assert!(!review(&mut terminal, PROMPT).contains("trust"));
    assert_eq!(shown_by(&project).len(), 3);
    terminal.press("q");
    ended(terminal);
}

#[test]
fn tier1_another_command_line_or_program_is_another_question() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let tool = project.root().join("tools/show");
    program(&tool, &log(&project));
    let set = |line: &str| project.write(".teddy/config.yaml", &format!("preview_command: \"{line}\"\n"));
    set("tools/show -R");
    let mut terminal = asked(&project, &LINE);
    review(&mut terminal, TRUST);
    terminal.press("y");
    terminal.wait_for(PROMPT);
    // While the same question is on the screen, too.
    set("tools/show -R -x");
    review(&mut terminal, TRUST);
    terminal.press("n");
    terminal.wait_for(PROMPT);
    set("tools/show '-R '");
    review(&mut terminal, TRUST);
    terminal.press(CTRL_C);
    terminal.wait_for(PROMPT);
    set("tools/show -R");
    assert!(!review(&mut terminal, PROMPT).contains("trust"));
    let script = must("the program", fs::read_to_string(&tool));
    must("the program", fs::write(&tool, script + "# and more\n"));
    review(&mut terminal, TRUST);
    terminal.press("\r");
    terminal.wait_for(PROMPT);
    assert_eq!(shown_by(&project).len(), 2);
    terminal.press("q");
    ended(terminal);
}

/// A user trusted `sh show.sh`, and then the script changed.
#[test]
fn tier1_a_changed_script_is_not_trusted() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let script = project.root().join("tools/show.sh");
    program(&script, &log(&project));
    project.write(".teddy/config.yaml", "preview_command: \"sh tools/show.sh\"\n");
    let mut terminal = asked(&project, &LINE);
    review(&mut terminal, TRUST);
    terminal.press("y");
    terminal.wait_for(PROMPT);
    assert!(!review(&mut terminal, PROMPT).contains("trust"));
    let text = must("the script", fs::read_to_string(&script));
    must("the script", fs::write(&script, text + "# and more\n"));
    review(&mut terminal, TRUST);
    terminal.press("n");
    terminal.wait_for(PROMPT);
    assert_eq!(shown_by(&project).len(), 2);
    terminal.press("q");
    ended(terminal);
}

#[test]
fn tier1_r_without_a_configured_command_opens_code_or_prints() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let folder = project.home().join("bin");
    program(&folder.join("code"), &log(&project));
    let system = std::env::var("PATH").unwrap_or_default();
    let with_code = format!("{}:{system}", folder.display());
    let mut terminal = start_with(&project, &LINE, &[("PATH", &with_code)], "");
    terminal.wait_for(PROMPT);
    let rest = review(&mut terminal, PROMPT);
    assert!(!rest.contains("trust") && !rest.contains(SHOWN), "{rest}");
    assert_eq!(shown_by(&project), ["code 1 # Greet the guests"]);
    terminal.press("q");
    ended(terminal);

    let bare = project.home().join("empty");
    must("a folder", fs::create_dir(&bare));
    let mut terminal = start_with(&project, &LINE, &[("PATH", &bare.to_string_lossy())], "");
    terminal.wait_for(PROMPT);
    assert!(review(&mut terminal, PROMPT).contains(SHOWN));
    terminal.press("q");
    ended(terminal);
    assert_eq!(shown_by(&project).len(), 1);
}

#[test]
fn tier1_typed_ahead_keys_trust_and_approve_nothing() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let before = project.root().join("hello.txt");
    program(&project.root().join("tools/show"), &log(&project));
    project.write(".teddy/config.yaml", "preview_command: \"tools/show -R\"\n");
    let mut terminal = asked(&project, &LINE);
    terminal.press("ryyaq");
    terminal.wait_for(IGNORED);
    terminal.wait_for(PROMPT);
    terminal.press("r");
    terminal.wait_for(TRUST);
    terminal.press("ya");
    terminal.wait_for(IGNORED);
    terminal.wait_for(TRUST);
    terminal.press("n");
    terminal.wait_for(PROMPT);
    terminal.press("q");
    assert_eq!(ended(terminal).code, Some(4));
    assert!(shown_by(&project).is_empty());
    assert!(!before.exists());
    let mut terminal = asked(&project, &LINE);
    review(&mut terminal, TRUST);
    terminal.press(CTRL_C);
    terminal.wait_for(PROMPT);
    terminal.press("q");
    ended(terminal);
}

#[test]
fn tier1_a_program_of_the_workspace_is_asked_about_wherever_it_was_found() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let (own, links, far) = (
        project.root().join("own"),
        project.root().join("links"),
        project.home().join("far"),
    );
    program(&own.join("code"), &log(&project));
    program(&far.join("show"), &log(&project));
    must("a folder", fs::create_dir(&links));
    must("a link", symlink(far.join("show"), links.join("code")));
    must("a link", symlink(own.join("code"), far.join("code")));
    let system = std::env::var("PATH").unwrap_or_default();
    for folder in [&own, &links, &far] {
        let path = format!("{}:{system}", folder.display());
        let mut terminal = start_with(&project, &LINE, &[("PATH", &path)], "");
        terminal.wait_for(PROMPT);
        review(&mut terminal, TRUST);
        terminal.press("n");
        terminal.wait_for(PROMPT);
        terminal.press("q");
        ended(terminal);
    }
    assert!(shown_by(&project).is_empty());
}

#[test]
fn tier1_a_program_that_changes_under_the_question_is_not_run() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    let tool = project.root().join("tools/show");
    program(&tool, &log(&project));
    project.write(".teddy/config.yaml", "preview_command: \"tools/show\"\n");
    let mut terminal = asked(&project, &LINE);
    review(&mut terminal, TRUST);
    let script = must("the program", fs::read_to_string(&tool));
    must("the program", fs::write(&tool, format!("{script}# and more\n")));
    terminal.press("y");
    let rest = terminal.wait_for(PROMPT);
    assert!(
        rest.contains("has changed in the meantime") && rest.contains(SHOWN),
        "{rest}"
    );
    assert!(shown_by(&project).is_empty());
    // The user has not trusted the new content.
    review(&mut terminal, TRUST);
    terminal.press("n");
    terminal.wait_for(PROMPT);
    must("the program", fs::write(&tool, script));
    assert!(!review(&mut terminal, PROMPT).contains("trust"));
    assert_eq!(shown_by(&project).len(), 1);
    terminal.press("q");
    ended(terminal);
}

#[test]
fn tier1_a_missing_or_failing_previewer_is_reported() {
    if !has_terminal("tier1") {
        return;
    }
    let project = greeting();
    project.write(".teddy/config.yaml", "preview_command: \"no-such-program -R\"\n");
    let mut terminal = asked(&project, &LINE);
    let rest = review(&mut terminal, PROMPT);
    assert!(rest.contains("no-such-program") && rest.contains(SHOWN), "{rest}");
    project.write(".teddy/config.yaml", "preview_command: \"false\"\n");
    review(&mut terminal, TRUST);
    terminal.press("y");
    let rest = terminal.wait_for(PROMPT);
    assert!(rest.contains("the previewer failed") && rest.contains(SHOWN), "{rest}");
    terminal.press("q");
    ended(terminal);
}

#[test]
fn tier1_resume_drops_no_message_silently() {
    let project = greeting();
    let before = files(&project);
    let refused = project.teddy(&["resume", "-y", "-m", "Be kind"]);
    assert_refused(&refused, 3, "the message was not kept");
    assert_eq!(files(&project), before);
    assert_refused(&project.teddy(&["plan", "-m", "Be kind"]), 3, "waits to be executed");
    assert_eq!(files(&project), before);
}

const SECRET: &str = "hunter2hunter2hunter2";

fn teddy_with_secret(project: &Project, arguments: &[&str]) {
    let mut command = project.command(bins::path("teddy"));
    finish(command.args(arguments).env("API_TOKEN", SECRET)).done();
}

#[test]
fn tier1_the_next_turn_gets_no_secret() {
    let handover = format!("### `INVOKE`\n- **Agent:** debugger\n\nThe token is {SECRET}.\n");
    let project = waiting(&plan(&handover));
    teddy_with_secret(&project, &["execute", PLAN, "-y"]);
    assert_eq!(message(&project).as_deref(), Some("The token is [redacted].\n"));
}

#[test]
fn tier1_briefs_notes_and_findings_contain_no_secret() {
    let project = Project::in_memory();
    project.planwright(&["init", "--goal", "Greet"]).done();
    project
        .planwright(&["add", "Greet", "--key", "say-it", "--body", &format!("With {SECRET}")])
        .done();
    let config = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&config));
    let searcher = format!("[research]\ncommand = [\"sh\", \"-c\", \"echo Found {SECRET}\"]\n");
    must("a searcher", fs::write(config.join("config.toml"), searcher));
    teddy_with_secret(&project, &["new", "greet", "--task", "say-it"]);
    let brief = must("a brief", fs::read_to_string(turn(&project, "01").join("message.md")));
    assert!(brief.contains("With [redacted]"), "{brief}");
    let actions = "### `RESEARCH`\n- **Description:** Look.\n````text\ngreetings\n````\n\n### `CONCLUDE`\n\nDone.\n";
    project.write(PLAN, &titled(&format!("Greet {SECRET}"), "", actions));
    teddy_with_secret(&project, &["execute", PLAN, "-y"]);
    assert!(report(&project).contains("Found [redacted]"), "{}", report(&project));
    let shown = project.planwright(&["show", "say-it"]).done().stdout;
    assert!(shown.contains("Greet [redacted] (report: "), "{shown}");
    let mut kept = vec![project.root().join(".teddy"), project.store_folder()];
    while let Some(path) = kept.pop() {
        if path.is_dir() {
            let entries = must("a folder", fs::read_dir(&path));
            kept.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
            continue;
        }
        // The plan is the agent's own text, and the store has the user's text.
        let is_given = path.ends_with("plan.md") || path.to_string_lossy().contains(".db");
        let text = fs::read(&path).unwrap_or_default();
        let has_secret = String::from_utf8_lossy(&text).contains(SECRET);
        assert!(is_given || !has_secret, "{}", path.display());
    }
}

#[test]
fn tier1_a_reply_is_reported_and_passed_on() {
    if !has_terminal("tier1") {
        return;
    }
    let actions = [chat("Shall we greet in **French**?"), create("hello.txt", "Hello")].concat();
    let project = waiting(&plan(&actions));
    let mut terminal = asked(&project, &LINE);
    terminal.press("a");
    assert!(
        terminal
            .wait_for("Your reply › ")
            .contains("Shall we greet in **French**?")
    );
    terminal.press("Oui, bien sûr\r");
    let left = ended(terminal);
    assert_eq!(left.code, Some(0), "{}", left.text());
    assert!(report(&project).contains("Oui, bien sûr"), "{}", report(&project));
    assert_eq!(message(&project).as_deref(), Some("Oui, bien sûr\n"));
    assert!(project.root().join("hello.txt").exists());
}

#[test]
fn tier1_a_reply_survives_a_kill() {
    if !has_terminal("tier1") {
        return;
    }
    let command = "echo begun\nwhile [ ! -e go ]; do sleep 0.02; done";
    let project = waiting(&plan(&[chat("Shall we?"), execute(command)].concat()));
    let mut terminal = asked(&project, &LINE);
    terminal.press("a");
    terminal.wait_for("Your reply › ");
    terminal.press("Do it gently\r");
    terminal.wait_for("begun\n");
    terminal.kill();
    project.teddy(&["execute", PLAN, "-y", "--resolve", "done"]).done();
    assert!(report(&project).contains("Do it gently"), "{}", report(&project));
    assert_eq!(message(&project).as_deref(), Some("Do it gently\n"));
}

#[test]
fn tier1_an_interrupt_instead_of_a_reply_stops_the_plan() {
    if !has_terminal("tier1") {
        return;
    }
    let actions = [chat("Shall we?"), create("hello.txt", "Hello")].concat();
    let project = waiting(&plan(&actions));
    let mut terminal = asked(&project, &LINE);
    terminal.press("a");
    terminal.wait_for("Your reply › ");
    terminal.press("We\x03");
    let left = ended(terminal);
    assert_eq!(left.code, Some(1), "{}", left.text());
    assert!(!project.root().join("hello.txt").exists());
    assert!(
        report(&project).contains("the user stopped the execution"),
        "{}",
        report(&project)
    );
    assert_whole(&project, "an interrupt");
}

#[test]
fn tier1_an_interrupt_stops_the_command_and_is_reported() {
    if !has_terminal("tier1") {
        return;
    }
    let command = "echo begun\nwhile [ ! -e go ]; do sleep 0.02; done\ntouch over";
    let project = waiting(&plan(&[execute(command), create("hello.txt", "Hello")].concat()));
    let mut terminal = asked(&project, &LINE);
    terminal.press("a");
    terminal.wait_for("begun\n");
    terminal.press(CTRL_C);
    let left = ended(terminal);
    assert_eq!(left.code, Some(1), "{}", left.text());
    let report = report(&project);
    assert!(report.contains("stopped by the user"), "{report}");
    assert!(report.contains("begun"), "{report}");
    assert!(report.contains("off (approved on screen)"), "{report}");
    assert!(!project.root().join("hello.txt").exists());
    assert!(!project.root().join("over").exists());
    assert_whole(&project, "an interrupt");
}
