//! R9: file actions that no person approves change nothing that git runs or reads, nor do their recovery and their undo.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::must;
use planwright_testkit::{bins, skip, strace};
use workspace::Digest;

use crate::r01_interrupted::{finish_stopped, publishing};
use crate::r04_lock::patiently;
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

const DANGEROUS: &str = "[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = ../evil.sh";

fn assert_not_run(stage: &Stage) {
    stage.run(Path::new("git"), &["-C", "docs/x", "status"]);
    assert!(!stage.project.scene().join("run").exists());
}

/// A command of another process makes a repository of the folder after the check, and before the file is there.
#[test]
fn r09_a_folder_that_becomes_a_repository_during_a_file_action_gets_no_settings() {
    if !has_git() || !strace::is_usable() {
        return skip("r09_git_actions", "there is no git, or strace may not trace");
    }
    let marks = ["objects/x", "refs/x", "HEAD"];
    for (file, prepared) in [("config", &marks[..]), ("HEAD", &["objects/x", "refs/x", "config"][..])] {
        let stage = stage();
        let project = &stage.project;
        let content = match file {
            "config" => DANGEROUS,
            _ => "ref: refs/heads/main",
        };
        let actions = create("a.txt", "A") + &create(&format!("docs/x/{file}"), content);
        project.write("plan.md", &plan(&actions));
        let (start, line) = (project.snapshot(), ["execute", "plan.md", "-y"]);
        let point = publishing(project, "a.txt");
        project.rewind(&start);
        let mut command = strace::stopped_at(project, "teddy", &line, &point.name, Some(point.nth));
        let child = must("teddy", command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn());
        let pid = patiently("the execution to stop", || strace::stopped(project));
        for name in prepared {
            let content = match *name {
                "config" => DANGEROUS,
                _ => "ref: refs/heads/main",
            };
            project.write(&format!("docs/x/{name}"), content);
        }
        must("going on", finish_stopped(pid));
        let ran = must("teddy", child.wait_with_output());
        let report = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{file}: {report}");
        assert!(report.contains("needs approval by a person"), "{file}: {report}");
        let root = project.root();
        assert!(!root.join("docs/x").join(file).exists(), "{file}: {report}");
        assert!(!root.join("a.txt").exists(), "{file}: {report}");
        assert_not_run(&stage);
    }
}

/// The second plan makes the settings of the first one harmless, and makes a repository of their folder.
#[test]
fn r09_undo_restores_no_settings_in_a_new_repository() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git_actions", "there is no git");
        }
        let stage = stage();
        let head = create("docs/x/HEAD", "ref: refs/heads/main");
        let harmless = edit(
            "docs/x/config",
            "worktree = ..\nfsmonitor = ../evil.sh",
            "filemode = true",
        );
        for actions in [
            head + &create("docs/x/config", DANGEROUS),
            harmless + &execute("mkdir docs/x/objects docs/x/refs"),
        ] {
            stage.project.write("plan.md", &plan(&actions));
            stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]).done();
        }
        let config = stage.project.root().join("docs/x/config");
        let before = must("settings", fs::read_to_string(&config));
        let ran = stage.run(&bins::path("planwright"), &["undo", "--turn"]);
        assert_eq!(ran.code, Some(4), "{ran:?}");
        assert!(ran.stderr.contains("docs/x/config makes git run programs"), "{ran:?}");
        assert!(ran.stderr.contains("restore the files by hand"), "{ran:?}");
        assert_eq!(must("settings", fs::read_to_string(&config)), before);
        assert_not_run(&stage);
    });
}

/// Where only Landlock holds, a command can write a journal of changes that never happened.
#[test]
fn r09_recovery_writes_no_hook_from_a_planted_journal() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git_actions", "there is no git");
        }
        for (name, path) in [
            ("loose-a", "hooks/pre-commit"),
            ("1-0", "hooks/pre-commit"),
            ("1-7", "note.txt"),
        ] {
            let stage = stage();
            let project = &stage.project;
            project.write("note.txt", HOOK);
            project.write("plan.md", &plan(&create("honest.txt", "Hello")));
            stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]).done();
            let turns = project.root().join(".planwright/turns");
            if name != "loose-a" {
                must("an open record", fs::rename(turns.join("1.done"), turns.join("1.open")));
                let _ = fs::remove_dir_all(turns.join(name));
            }
            plant(&turns.join(name), path);
            let content = || must(path, fs::read_to_string(project.root().join(path)));

            let doctor = project.planwright(&["doctor"]);
            assert_eq!(doctor.code, Some(1), "{name}: {doctor:?}");
            assert!(
                doctor.stdout.contains(path) && doctor.stdout.contains(name),
                "{doctor:?}"
            );
            let init = project.planwright(&["init", "--goal", "Greet the guests"]);
            assert!(init.stderr.contains(path), "{name}: {init:?}");
            let ran = stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]);
            assert_eq!(ran.code, Some(4), "{name}: {ran:?}");
            assert_eq!(content(), HOOK, "{name}: {ran:?}");
            assert!(!stage.is_run(), "{name}: {ran:?}");

            // As the hint says.
            must("no journal", fs::remove_dir_all(turns.join(name)));
            let doctor = project.planwright(&["doctor"]);
            assert!(!doctor.stdout.contains(path), "{name}: {doctor:?}");
        }
    });
}

/// Writes a journal that says: the file had another content before.
fn plant(journal: &Path, path: &str) {
    let evil = "#!/bin/sh\nsh evil.sh\n";
    let digest = |text: &str| Digest::of(text.as_bytes()).to_string();
    let body = format!(
        "planwright changes 1\nfile 0755:{} 0755:{} {path}\nfile - 0644:{} zzz\n",
        digest(evil),
        digest(HOOK),
        digest("zz")
    );
    must("a folder", fs::create_dir_all(journal));
    let text = format!("{body}end {}\nbegun\n", digest(&body));
    must("a journal", fs::write(journal.join("journal"), text));
    must("old content", fs::write(journal.join("0.old"), evil));
}
