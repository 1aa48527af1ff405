//! R9: commands of two processes that run at the same time do not restore or repeat an attack on git.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::{Ran, must};
use planwright_testkit::{bins, skip};

use crate::r09_git::{Stage, configure, git, has_git, plan_of};

/// Plants a repository with a dangerous setting, and waits until the other command runs.
const PLANT: &str = "nested inner; touch planted
for i in $(seq 100); do [ -e second ] && break; sleep 0.1; done; true";

/// Waits until the audit of the first command has removed the setting.
const AUDITED: &str = "touch second
for i in $(seq 100); do [ -e inner/.git/config ] || break; sleep 0.1; done; sleep 0.3";

fn start(stage: &Stage, plan: &str) -> Child {
    let mut command = stage.project.command(bins::path("teddy"));
    let command = command.args(["execute", plan, "-y"]);
    must(
        "a process",
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn(),
    )
}

fn await_file(path: &Path) {
    let since = Instant::now();
    while !path.exists() {
        assert!(since.elapsed() < Duration::from_secs(60), "{}", path.display());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn r09_commands_of_two_processes_do_not_restore_an_attack() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git_overlap", "there is no git");
        }
        for is_in_memory in [false, true] {
            for second in ["true", "rm -rf inner; nested inner"] {
                let stage = Stage::new(is_in_memory);
                stage.project.write("first.md", &plan_of(&[PLANT]));
                let second = format!("{AUDITED}; {second}; true");
                stage.project.write("second.md", &plan_of(&[&second]));
                let first = start(&stage, "first.md");
                await_file(&stage.project.root().join("planted"));
                let ran = stage.run(&bins::path("teddy"), &["execute", "second.md", "-y"]);
                let first = must("its end", first.wait_with_output());
                assert_eq!(first.status.code(), Some(1), "{first:?}");
                assert!(!stage.is_run(), "{first:?} {ran:?}");
                let is_attack = second.contains("nested");
                assert_eq!(ran.code, Some(i32::from(is_attack)), "{ran:?}");
            }
        }
    });
}

/// The first command creates a folder, and the sandbox of the second one mounts the folder read-only. Then the first
/// command removes the folder, and with it the mount. Returns the result of the second command.
fn after_removed_mount(stage: &Stage, make: &str, remove: &str, plant: &str) -> Ran {
    let wait = |file: &str| format!("for i in $(seq 100); do [ -e {file} ] && break; sleep 0.1; done");
    let first = format!("{make}; touch made; {}; {remove}; touch gone", wait("second"));
    let second = format!("touch second; {}; sleep 0.3; {plant}; true", wait("gone"));
    stage.project.write("first.md", &plan_of(&[&first]));
    stage.project.write("second.md", &plan_of(&[&second]));
    let first = start(stage, "first.md");
    await_file(&stage.project.root().join("made"));
    let ran = stage.run(&bins::path("teddy"), &["execute", "second.md", "-y"]);
    let first = must("its end", first.wait_with_output());
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    ran
}

#[test]
fn r09_a_folder_that_another_command_mounted_and_removed_is_audited() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git_overlap", "there is no git");
        }
        for is_in_memory in [false, true] {
            for hooks in [false, true] {
                let stage = Stage::empty(is_in_memory);
                let root = stage.project.root();
                must("an empty folder", fs::remove_dir(root.join(".git")));
                stage.write_evil(&root);
                let ran = match hooks {
                    true => {
                        git(&root, &["init", "-q", "--template="]);
                        configure(&stage.project, "[execute]\ngit = \"write\"\n");
                        let plant = "mkdir .git/hooks; cp evil.sh .git/hooks/pre-commit";
                        after_removed_mount(&stage, "mkdir .git/hooks", "rmdir .git/hooks", plant)
                    }
                    false => {
                        let plant = "git init -q .; git config core.fsmonitor ./evil.sh";
                        after_removed_mount(&stage, "git init -q .", "rm -rf .git", plant)
                    }
                };
                assert_eq!(ran.code, Some(1), "{hooks}: {ran:?}");
                assert!(!stage.is_run(), "{hooks}: {ran:?}");
            }
        }
    });
}

#[test]
fn r09_own_folders_that_another_command_mounted_and_removed_are_noted() {
    as_each_user(|| {
        for is_in_memory in [false, true] {
            let stage = Stage::empty(is_in_memory);
            let make = "mkdir .rawko .teddy; echo x > .rawko/x; echo x > .teddy/x";
            let plant = "mkdir -p .teddy/prompts .rawko; echo x > .teddy/prompts/plan.md; echo x > .rawko/x";
            let ran = after_removed_mount(&stage, make, "rm -rf .rawko .teddy", plant);
            let note = "it made folders of planwright's own: .rawko, .teddy";
            assert!(ran.stdout.contains(note), "{ran:?}");
        }
    });
}
