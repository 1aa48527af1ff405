//! R16: commands without confirmation end, also if the plan or the death of the launcher would keep them running.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, finish, must};

use crate::command::is_alive;
use crate::turn_scenes::{execute, execute_with, plan};

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn r16_a_plan_cannot_raise_the_users_time_limit_without_confirmation() {
    let project = Project::new();
    let config = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&config));
    must(
        "a limit",
        fs::write(config.join("config.toml"), "[execute]\ntimeout_s = 1\n"),
    );
    project.write("plan.md", &plan(&execute_with("- **Timeout:** 300\n", "sleep 310.06")));
    let ran = finish(&mut teddy(&project, &[]));
    assert!(
        ran.stdout
            .contains("`[execute] timeout_s` of your configuration (1) is the maximum"),
        "{ran:?}"
    );
}

#[test]
fn r16_a_killed_launcher_ends_its_command() {
    // In a folder in memory only Landlock is available.
    for (project, flags) in [
        (Project::in_memory(), [].as_slice()),
        (Project::new(), ["--sandbox", "off"].as_slice()),
    ] {
        let script = "sleep 310.07 &\ntouch begun; sleep 310.07";
        project.write("plan.md", &plan(&execute(script)));
        let mut command = teddy(&project, flags);
        let mut child = must("a process", command.stdout(Stdio::null()).stderr(Stdio::null()).spawn());
        wait_until("the command runs", || project.root().join("begun").exists());
        let launcher = launcher_of(&child);
        must("a kill", Command::new("kill").args(["-9", &launcher]).status());
        must("its end", child.wait());
        wait_until("the command has ended", || !is_alive("sleep\x00310.07"));
    }
}

fn teddy(project: &Project, flags: &[&str]) -> Command {
    let mut command = project.command(bins::path("teddy"));
    command.args(["execute", "plan.md", "-y"]).args(flags);
    command
}

fn launcher_of(child: &Child) -> String {
    let threads = must("its threads", fs::read_dir(format!("/proc/{}/task", child.id())));
    let lists = threads
        .flatten()
        .map(|thread| fs::read_to_string(thread.path().join("children")));
    let children: String = lists.flatten().collect();
    let is_launcher = |process: &&str| {
        let line = fs::read_to_string(Path::new("/proc").join(process).join("cmdline"));
        line.is_ok_and(|line| line.contains("--planwright-launch"))
    };
    let found = children.split_ascii_whitespace().find(is_launcher);
    must("a launcher", found.ok_or(&children)).to_owned()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "never: {what}");
        sleep(Duration::from_millis(10));
    }
}
