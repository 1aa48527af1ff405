//! R9: file actions that no person approves change nothing that git runs or reads.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::must;
use planwright_testkit::{bins, skip};

use crate::r09_git::{Stage, has_git};
use crate::turn_scenes::{create, edit, execute, plan};

const HOOK: &str = "#!/bin/sh\ntrue\n";
const SETTINGS: &str = "[user]\n\tname = a\n";

/// A project with a hook and an included file.
fn stage() -> Stage {
    let stage = Stage::new(true);
    stage.project.write("hooks/pre-commit", HOOK);
    let hook = stage.project.root().join("hooks/pre-commit");
    must("a mode", fs::set_permissions(hook, fs::Permissions::from_mode(0o755)));
    stage.project.write("shared.inc", SETTINGS);
    stage
}

#[test]
fn r09_file_actions_change_no_hook_and_no_included_settings() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git_actions", "there is no git");
        }
        let dangerous = "[core]\n\tfsmonitor = sh evil.sh\n[user]";
        for (path, action) in [
            ("shared.inc", edit("shared.inc", "[user]", dangerous)),
            ("hooks/pre-commit", edit("hooks/pre-commit", "true", "sh evil.sh")),
            (
                "hooks/post-checkout",
                create("hooks/post-checkout", "#!/bin/sh\nsh evil.sh"),
            ),
        ] {
            let stage = stage();
            let actions = create("note.txt", "Hello") + &action;
            stage.project.write("plan.md", &plan(&actions));
            let ran = stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]);
            assert_eq!(ran.code, Some(1), "{path}: {ran:?}");
            assert!(ran.stdout.contains("needs approval by a person"), "{path}: {ran:?}");
            assert!(!stage.is_run(), "{path}: {ran:?}");
            let root = stage.project.root();
            assert!(!root.join("note.txt").exists(), "{path}: {ran:?}");
            assert!(!root.join("hooks/post-checkout").exists());
            assert_eq!(must("a hook", fs::read_to_string(root.join("hooks/pre-commit"))), HOOK);
            assert_eq!(must("settings", fs::read_to_string(root.join("shared.inc"))), SETTINGS);
        }
    });
}

/// A command prepares a folder that is not a repository yet, or the plan writes all of it.
#[test]
fn r09_file_actions_make_no_repository() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git_actions", "there is no git");
        }
        let config = "[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = ../evil.sh";
        let prepare = format!("mkdir -p docs/x/objects docs/x/refs; printf '{config}' > docs/x/config");
        let head = create("docs/x/HEAD", "ref: refs/heads/main");
        let files = ["objects/keep", "refs/keep"].map(|name| create(&format!("docs/x/{name}"), "x"));
        for actions in [
            execute(&prepare) + &head,
            create("docs/x/config", config) + &head + &files.concat(),
        ] {
            let stage = stage();
            stage.project.write("plan.md", &plan(&actions));
            let ran = stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]);
            assert_eq!(ran.code, Some(1), "{ran:?}");
            assert!(ran.stdout.contains("needs approval by a person"), "{ran:?}");
            let folder = stage.project.root().join("docs/x");
            assert!(!folder.join("HEAD").exists(), "{ran:?}");
            stage.run(Path::new("git"), &["-C", "docs/x", "status"]);
            assert!(!stage.project.scene().join("run").exists(), "{ran:?}");
        }
    });
}

#[test]
fn r09_file_actions_beside_git_files_work_without_a_person() {
    if !has_git() {
        return skip("r09_git_actions", "there is no git");
    }
    let stage = stage();
    let actions = create("docs/HEAD", "x") + &create("hooks.md", "x") + &edit("evil.sh", "echo run", "echo ran");
    stage.project.write("plan.md", &plan(&actions));
    stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]).done();
}
