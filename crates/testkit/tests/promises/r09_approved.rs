//! R9 for commands that a person approves on a screen: the screen shows their rights, and the user can sandbox them.

use std::fs;

use planwright_testkit::ordinary_user::{as_each_user, in_each_sandbox};
use planwright_testkit::project::{Project, must};
use planwright_testkit::terminal::Left;

use crate::at_terminal::{PROMPT, has_terminal, start};
use crate::tier1::ended;
use crate::turn_scenes::{PLAN, create, execute, plan, report, waiting};

const USER: &str = "Commands run with your rights, outside of the sandbox.";
const SANDBOXED: &str = "Commands run sandboxed: writes limited to the project, no network.";

/// Writes outside of the project, which every sandbox refuses.
const ESCAPE: &str = "echo out >\"$HOME/escaped\"";

fn approved(project: &Project, arguments: &[&str]) -> (String, Left) {
    let line = [&["execute", PLAN][..], arguments].concat();
    let mut terminal = start(project, &line);
    let shown = terminal.wait_for(PROMPT);
    terminal.press("a");
    (shown, ended(terminal))
}

#[test]
fn r09_the_question_says_that_commands_run_with_the_users_rights() {
    as_each_user(|| {
        if !has_terminal("r09_approved") {
            return;
        }
        let project = waiting(&plan(&execute(ESCAPE)));
        let (shown, left) = approved(&project, &[]);
        assert!(shown.contains(USER), "{shown}");
        assert_eq!(left.code, Some(0), "{}", left.text());
        assert!(project.home().join("escaped").exists());
        assert!(
            report(&project).contains("off (approved on screen)"),
            "{}",
            report(&project)
        );

        let without = waiting(&plan(&create("hello.txt", "Hello")));
        let (shown, _) = approved(&without, &[]);
        assert!(!shown.contains("Commands run"), "{shown}");
    });
}

#[test]
fn r09_approved_commands_are_sandboxed_when_the_user_wants_it() {
    in_each_sandbox(|| {
        if !has_terminal("r09_approved") {
            return;
        }
        let by_flag: (&[&str], Option<&str>) = (&["--sandbox", "always"], None);
        let by_configuration: (&[&str], Option<&str>) = (&[], Some("[execute]\napproved = \"sandbox\"\n"));
        let although_off: (&[&str], Option<&str>) =
            (&[], Some("sandbox = \"off\"\n[execute]\napproved = \"sandbox\"\n"));
        for (arguments, configuration) in [by_flag, by_configuration, although_off] {
            let project = waiting(&plan(&execute(ESCAPE)));
            if let Some(text) = configuration {
                let folder = project.home().join(".config/planwright");
                must("a folder", fs::create_dir_all(&folder));
                must("a configuration", fs::write(folder.join("config.toml"), text));
            }
            let (shown, left) = approved(&project, arguments);
            assert!(shown.contains(SANDBOXED), "{shown}");
            assert_eq!(left.code, Some(1), "{}", left.text());
            assert!(
                !project.home().join("escaped").exists(),
                "{arguments:?} {configuration:?}"
            );
            assert!(
                report(&project).contains("**Sandbox:** writes limited to the project, no network"),
                "{}",
                report(&project)
            );
        }
    });
}
