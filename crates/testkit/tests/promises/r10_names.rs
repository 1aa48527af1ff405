//! R10 for names: a plan cannot hide which files it writes behind a count, and a name adds nothing to a suggested command.

use planwright_testkit::project::Project;
use planwright_testkit::terminal::Terminal;

use crate::at_terminal::{PROMPT, asked, has_terminal};
use crate::turn_scenes::{PLAN, create, execute, files, plan, report, waiting};

const LINE: [&str; 2] = ["execute", PLAN];
const UNLISTED: &str = "of the files and resources are not listed above. Approve all? (y/n) › ";

fn quit(mut terminal: Terminal) {
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(4));
}

#[test]
fn r10_files_that_other_programs_run_are_named_and_marked() {
    if !has_terminal("r10_names") {
        return;
    }
    let actions = [create("docs/notes.md", "Notes"), create(".vscode/tasks.json", "{}")];
    let project = waiting(&plan(&actions.concat()));
    let terminal = asked(&project, &LINE);
    let shown = terminal.drawn().text;
    for line in [
        "  - CREATE: 2 files\n",
        "  - CREATE: ! runs code  .vscode/tasks.json\n",
        "  - CREATE: docs/notes.md\n",
        "  ! runs code: editors, shells, git, build tools or CI run what the file says\n",
    ] {
        assert!(shown.contains(line), "{line}{shown}");
    }
    quit(terminal);
}

#[test]
fn r10_names_beyond_a_screenful_need_one_more_key() {
    if !has_terminal("r10_names") {
        return;
    }
    let mut actions: String = (0..60).map(|number| create(&format!("{number}.md"), "x")).collect();
    actions += &create(".envrc", "x");
    let project = waiting(&plan(&actions));
    let before = files(&project);
    let mut terminal = asked(&project, &LINE);
    let shown = terminal.drawn().text;
    assert!(shown.contains("  - CREATE: ! runs code  .envrc\n"), "{shown}");
    assert!(shown.contains("  … and 35 more; (r) and (m) show all\n"), "{shown}");
    for key in ["n", "\r", "a"] {
        terminal.press("a");
        terminal.wait_for(UNLISTED);
        terminal.press(key);
        terminal.wait_for(PROMPT);
        assert_eq!(files(&project), before, "{key:?}");
    }
    terminal.press("a");
    terminal.wait_for(UNLISTED);
    terminal.press("y");
    assert_eq!(terminal.end().code, Some(0));
    assert!(project.root().join("59.md").exists());
}

#[test]
fn r10_names_in_suggested_commands_are_quoted_and_visible() {
    let project = Project::new();
    project.planwright(&["init", "--goal", "Greet"]).done();
    let ran = project.planwright(&["--agent", "x;touch \u{202e}inj", "next"]);
    let said = [ran.stdout, ran.stderr].concat();
    assert!(said.contains(r"--agent 'x;touch \u{202e}inj'"), "{said}");
    assert!(!said.contains('\u{202e}'), "{said}");
    let ran = project.planwright(&["\u{202e}dda", "\u{1b}]0;title\u{7}"]);
    assert!(ran.stderr.contains(r"\u{202e}dda"), "{ran:?}");
    assert!(!ran.stderr.contains(['\u{202e}', '\u{1b}', '\u{7}']), "{ran:?}");
}

/// Users open reports in editors and browsers. Only a command and its output are printed verbatim there.
#[test]
fn r10_names_notes_and_headings_of_a_report_hide_nothing() {
    let command = "touch 'rtl\u{202e}gpj.sh' 'zero\u{200b}w'; git init -q 'r\u{202e}x' || true";
    let project = waiting(&plan(&execute(command)));
    project.teddy(&["execute", PLAN, "-y"]).done();
    let report = report(&project);
    assert!(report.contains(r"[rtl\u{202e}gpj.sh](/rtl%E2%80%AEgpj.sh)"), "{report}");
    for line in report.lines().filter(|line| line.trim_start().starts_with(['-', '#'])) {
        assert!(!line.contains(['\u{202e}', '\u{200b}']), "{line:?}");
    }
}
