//! R9: commands of two processes that run at the same time do not restore or repeat an attack on git.

use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::must;
use planwright_testkit::{bins, skip};

use crate::r09_git::{Stage, has_git, plan_of};

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
