//! R9: the content of a workspace does not weaken the sandbox, and the guarantees are reported wherever commands run
//! without confirmation.

use std::fs;
use std::os::unix::fs::symlink;

use planwright_testkit::project::{Project, Ran, finish, must};
use planwright_testkit::{bins, skip, strace};

use crate::turn_scenes::{bare, execute, plan};

const LINE: [&str; 3] = ["execute", "plan.md", "-y"];
const STRONG: &str = "read-only: .git";

fn project() -> Project {
    let project = Project::new();
    project.write("plan.md", &plan(&execute("touch ran")));
    project
}

fn has_run(project: &Project) -> bool {
    project.root().join("ran").exists()
}

fn configure(project: &Project, text: &str) {
    let folder = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&folder));
    must("a configuration", fs::write(folder.join("config.toml"), text));
}

#[test]
fn r09_a_workspace_cannot_choose_a_weaker_sandbox() {
    let strongest = project().teddy(&LINE).done();
    for link in [".rawko", ".git", ".git/hooks", ".git/config"] {
        let project = project();
        let link = project.root().join(link);
        must("a folder", link.parent().map_or(Ok(()), fs::create_dir_all));
        let _ = fs::remove_dir_all(&link).or_else(|_| fs::remove_file(&link));
        must("a link", symlink("elsewhere", &link));
        let ran = project.teddy(&LINE);
        let is_git = link.components().any(|part| part.as_os_str() == ".git");
        if !strongest.stdout.contains(STRONG) && !is_git {
            // Links make no difference where their targets are not guarded.
            assert_eq!(ran.code, Some(0), "{link:?}: {ran:?}");
            continue;
        }
        assert_eq!(ran.code, Some(4), "{link:?}: {ran:?}");
        assert!(!has_run(&project), "{link:?}: {ran:?}");
        let name = link.display().to_string();
        assert!(
            ran.stderr.contains(&name) && ran.stderr.contains("link"),
            "{link:?}: {ran:?}"
        );
        assert!(ran.stderr.contains("in the place of that link"), "{link:?}: {ran:?}");
        // A user who trusts the project can allow it.
        project.teddy(&["execute", "plan.md", "-y", "--sandbox", "off"]).done();
        assert!(has_run(&project));
    }
}

/// The memos are read through the folder, so the plan is refused before the sandbox is set up.
#[test]
fn r09_a_link_in_the_place_of_the_sessions_refuses_the_plan() {
    let project = project();
    let _ = fs::remove_dir_all(project.root().join(".teddy"));
    must("a link", symlink("elsewhere", project.root().join(".teddy")));
    for line in [&LINE[..], &["execute", "plan.md", "-y", "--sandbox", "off"]] {
        let ran = project.teddy(line);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stdout.contains(".teddy is a link"), "{ran:?}");
        assert!(!has_run(&project), "{ran:?}");
    }
}

/// Runs a command on a kernel without these system calls.
fn without(project: &Project, calls: &[&str], program: &str, line: &[&str]) -> Ran {
    let mut command = project.command("strace");
    command.args(["-f", "-qq", "-o"]).arg(project.scene().join("trace"));
    let names: Vec<&str> = calls.iter().filter_map(|call| call.split(':').next()).collect();
    command.arg("-e").arg(format!("trace={}", names.join(",")));
    for call in calls {
        command.arg("-e").arg(format!("inject={call}"));
    }
    finish(command.arg("--").arg(bins::path(program)).args(line))
}

const NO_FILE_RULES: [&str; 4] = [
    "landlock_create_ruleset:error=ENOSYS",
    "landlock_restrict_self:error=ENOSYS",
    "unshare:error=EPERM",
    "mount:error=EPERM",
];
const NOTHING: [&str; 5] = [
    NO_FILE_RULES[0],
    NO_FILE_RULES[1],
    NO_FILE_RULES[2],
    NO_FILE_RULES[3],
    "seccomp:error=ENOSYS",
];

#[test]
fn r09_a_required_sandbox_has_rules_for_files() {
    if !strace::is_usable() {
        return skip("r09_workspace", "strace is missing or may not trace");
    }
    let project = project();
    configure(&project, "sandbox = \"required\"\n");
    let refused = without(&project, &NO_FILE_RULES, "teddy", &LINE);
    assert_eq!(refused.code, Some(4), "{refused:?}");
    assert!(refused.stderr.contains("sandbox"), "{refused:?}");
    assert!(!has_run(&project));
}

fn to_be_checked() -> Project {
    checked_by("touch ran")
}

/// A project with one task, whose criterion is this command.
fn checked_by(command: &str) -> Project {
    let project = Project::new();
    configure(&project, "[agents.dev]\ncommand = [\"true\"]\n");
    project.planwright(&["init", "--goal", "Greet"]).done();
    let check = format!("run: {command}");
    let line = ["add", "One", "--wants", "dev", "--accept", &check];
    project.planwright(&line).done();
    project
}

/// The guarantees in the first and in the last event of a run.
fn sandbox_reports(ran: &Ran) -> Vec<serde_json::Value> {
    let lines = ran.stdout.lines().filter_map(|line| serde_json::from_str(line).ok());
    let is_end = |event: &serde_json::Value| event["event"] == "run_started" || event["event"] == "run_ended";
    lines
        .filter(is_end)
        .map(|mut event: serde_json::Value| event["sandbox"].take())
        .collect()
}

#[test]
fn r09_a_run_reports_the_sandbox_of_unapproved_commands() {
    let project = to_be_checked();
    let report = {
        let project = self::project();
        let ran = project.teddy(&LINE).done();
        let line = ran.stdout.lines().find_map(|line| line.strip_prefix("- **Sandbox:** "));
        line.unwrap_or_default().to_owned()
    };
    let ran = project.planwright(&["run", "-y", "--json"]).done();
    assert!(has_run(&project));
    assert_eq!(sandbox_reports(&ran), [report.as_str(), report.as_str()], "{ran:?}");

    let project = to_be_checked();
    let ran = project.planwright(&["run", "-y", "--sandbox", "off"]).done();
    assert_eq!(ran.stdout.matches("unasked; sandbox: off").count(), 1, "{ran:?}");

    if !strace::is_usable() {
        return skip("r09_workspace", "strace is missing or may not trace");
    }
    let project = to_be_checked();
    let ran = without(&project, &NOTHING, "planwright", &["run", "-y", "--json"]).done();
    let reports = sandbox_reports(&ran);
    assert_eq!(reports.len(), 2, "{ran:?}");
    for words in reports {
        assert!(
            words.as_str().is_some_and(|words| !words.contains("writes limited")),
            "{words}"
        );
    }
}

#[test]
fn r09_a_run_notes_folders_of_planwright_that_a_check_creates() {
    let project = checked_by("mkdir .teddy; echo x > .teddy/x");
    let ran = project.planwright(&["run", "-y"]).done();
    let note = "`mkdir .teddy; echo x > .teddy/x`: it made folders of planwright's own: .teddy";
    assert!(ran.stdout.contains(note), "{ran:?}");
}

/// The sandbox guards `.planwright` only.
#[test]
fn r09_sandboxed_commands_are_refused_if_the_store_is_elsewhere_in_the_project() {
    for store in ["plan.db", "other/plan.db"] {
        let project = bare();
        let with_store = |program: &str, line: &[&str]| {
            let mut command = project.command(bins::path(program));
            finish(command.args(line).env("PLANWRIGHT_STORE", store))
        };
        with_store("planwright", &["init", "--goal", "Greet the guests"]).done();
        project.write("plan.md", &plan(&execute("touch ran")));
        let ran = with_store("teddy", &["execute", "plan.md", "-y"]);
        assert_eq!(ran.code, Some(4), "{store}: {ran:?}");
        assert!(ran.stderr.contains("plan.db is in the project"), "{store}: {ran:?}");
        assert!(!project.root().join("ran").exists(), "{store}");
        with_store("planwright", &["add", "Write a greeting"]).done();
    }
    let project = bare();
    project.write("plan.md", &plan(&execute("touch ran")));
    let mut command = project.command(bins::path("teddy"));
    let outside = project.scene().join("plan.db");
    finish(
        command
            .args(["execute", "plan.md", "-y"])
            .env("PLANWRIGHT_STORE", outside),
    )
    .done();
}
