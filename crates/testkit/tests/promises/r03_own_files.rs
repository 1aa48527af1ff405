//! R3 for commands with the user's rights that remove planwright's own files: the files are restored at once, the
//! action fails, and the report is written.

use std::fs;

use planwright_testkit::bins;
use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::{Project, finish, must};

use crate::at_terminal::{asked, has_terminal};
use crate::r01_run::configure;
use crate::tier1::ended;
use crate::turn_scenes::{PLAN, SESSION, assert_whole, create, execute, plan, report, turn, waiting};

const LINE: &[&str] = &["execute", PLAN, "-y", "--sandbox", "off"];

/// A session whose plan creates a file and runs a command, in a project with a plan in its store.
fn scene(command: &str) -> Project {
    let project = waiting(&plan(&[create("hello.txt", "Hello"), execute(command)].concat()));
    finish(project.command("git").args(["init", "--quiet"])).done();
    project.planwright(&["init", "--goal", "Greet the guests"]).done();
    project.planwright(&["add", "Write a greeting"]).done();
    project
}

/// Asserts that the action failed with a sentence that names the command, that all files are restored, and that the
/// session goes on.
#[track_caller]
fn assert_restored(project: &Project, output: &str, command: &str) {
    let report = report(project);
    let sentence = format!("`{command}` removed or damaged files of planwright");
    assert!(report.contains(&sentence), "{command}: {report}");
    assert!(report.contains("they are restored"), "{command}: {report}");
    assert!(output.contains("report: "), "{command}: {output}");
    assert_whole(project, command);
    let doctor = project.doctor();
    assert_eq!(doctor.code, Some(0), "{command}: {doctor:?}");
    let listed = project.planwright(&["list"]).done();
    assert!(listed.stdout.contains("Write a greeting"), "{command}: {listed:?}");

    project.write(&format!("{SESSION}/02/plan.md"), &plan(&create("next.txt", "Next")));
    project.teddy(&["execute", "-y"]).done();
    assert!(turn(project, "03").is_dir(), "{command}: the session does not go on");
}

#[test]
fn r03_an_approved_git_clean_does_not_end_the_turn() {
    as_each_user(|| {
        if !has_terminal("r03_own_files") {
            return;
        }
        let project = scene("git clean -fdx");
        let mut terminal = asked(&project, &["execute", PLAN]);
        terminal.press("a");
        let left = ended(terminal);
        assert_eq!(left.code, Some(1), "{}", left.text());
        assert_restored(&project, &left.text(), "git clean -fdx");
    });
}

#[test]
fn r03_removed_or_damaged_own_files_are_restored() {
    as_each_user(|| {
        for command in [
            "git clean -fdx",
            "rm -rf .planwright",
            "rm -rf .teddy",
            "rm -rf .teddy .planwright",
            ": > .planwright/store.db",
            "truncate -s 5000 .planwright/store.db",
            "head -c 40000 /dev/zero > .planwright/store.db",
            "rm .planwright/store.db .planwright/store.db-wal",
            "rm -rf .planwright/turns",
            "rm .planwright/turns/1.open",
            "echo >> .planwright/turns/1.open",
            "truncate -s 1T .planwright/turns/1.open",
            "rm .planwright/turns/1.open; mkdir -p .planwright/turns/1.open/x",
            "chmod 000 .planwright",
            ": > .teddy/20261115-greet/01/meta.yaml",
            "rm -rf .planwright && ln -s ../outside .planwright",
            "rm -rf .teddy && ln -s ../outside .teddy",
        ] {
            let project = scene(command);
            let outside = project.root().with_file_name("outside");
            must("a folder", fs::create_dir(&outside));
            let ran = project.teddy(LINE);
            assert_eq!(ran.code, Some(1), "{command}: {ran:?}");
            assert_restored(&project, &ran.stdout, command);
            let entries = must("outside", fs::read_dir(&outside));
            assert_eq!(entries.count(), 0, "{command}: a link was followed");
        }
    });
}

#[test]
fn r03_restored_files_are_not_listed_as_changed() {
    as_each_user(|| {
        for command in ["git clean -fdx", "rm -rf .teddy", "rm -rf .teddy .rawko .planwright"] {
            let project = scene(command);
            let ran = project.teddy(LINE);
            assert_eq!(ran.code, Some(1), "{command}: {ran:?}");
            let report = report(&project);
            assert!(report.contains("they are restored"), "{command}: {report}");
            assert!(!report.contains("  - [.teddy/"), "{command}: {report}");
        }
    });
}

/// The user chose a place in the project for the store.
#[test]
fn r03_a_store_elsewhere_in_the_project_is_restored() {
    as_each_user(|| {
        let project = waiting(&plan(&execute("rm -r other")));
        let with_store = |program: &str, line: &[&str]| {
            let mut command = project.command(bins::path(program));
            finish(command.args(line).env("PLANWRIGHT_STORE", "other/plan.db"))
        };
        with_store("planwright", &["init", "--goal", "Greet the guests"]).done();
        with_store("planwright", &["add", "Write a greeting"]).done();
        let ran = with_store("teddy", LINE);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let report = report(&project);
        let sentence = "`rm -r other` removed or damaged files of planwright: other/plan.db; they are restored";
        assert!(report.contains(sentence), "{report}");
        assert!(!report.contains("  - [other/"), "{report}");
        let listed = with_store("planwright", &["list"]).done();
        assert!(listed.stdout.contains("Write a greeting"), "{listed:?}");
    });
}

#[test]
fn r03_a_restored_turn_can_be_undone() {
    as_each_user(|| {
        let project = scene("rm -rf .planwright");
        project.teddy(LINE);
        assert!(project.root().join("hello.txt").exists());
        project.planwright(&["undo", "--turn", "--keep-commands"]).done();
        assert!(!project.root().join("hello.txt").exists());
    });
}

#[test]
fn r03_a_folder_in_the_place_of_a_record_does_not_stop_undo() {
    as_each_user(|| {
        let project = scene("true");
        project.teddy(LINE).done();
        let record = project.root().join(".planwright/turns/9.done/x");
        must("a folder", fs::create_dir_all(record));
        project.planwright(&["undo", "--turn", "--keep-commands"]).done();
        assert!(!project.root().join("hello.txt").exists());
    });
}

/// Other agents work while a long command runs.
#[test]
fn r03_operations_of_others_survive_the_command_that_removes_the_store() {
    as_each_user(|| {
        let planwright = bins::path("planwright");
        let add = format!("'{}' add Meanwhile", planwright.display());
        let command = format!("{add} >/dev/null && rm -rf .planwright");
        let project = scene(&command);
        let ran = project.teddy(LINE);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let listed = project.planwright(&["list"]).done();
        assert!(listed.stdout.contains("Meanwhile"), "{listed:?}");
        project.assert_sound();
    });
}

#[test]
fn r03_a_removed_folder_of_rawko_is_restored() {
    as_each_user(|| {
        let project = scene("rm -rf .rawko .planwright");
        project.write(
            "steps.yaml",
            "- description: Write a greeting\n- description: Read it\n",
        );
        let line = ["plan", "create", "--task", "Greet", "--from", "steps.yaml"];
        project.run("rawko", &line).done();
        let shown = project.run("rawko", &["plan", "show", "--json"]).done().stdout;
        let ran = project.teddy(LINE);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            project.root().join(".rawko/current-task.yaml").exists() || project.root().join(".rawko/plans").is_dir()
        );
        assert_eq!(project.run("rawko", &["plan", "show", "--json"]).done().stdout, shown);
        project.assert_sound();
    });
}

/// The removal takes longer than the driver waits between two reads of the plan.
#[test]
fn r03_a_run_goes_on_after_a_check_that_removes_the_store() {
    as_each_user(|| {
        let project = Project::in_memory();
        configure(&project, "[agents.frank]\ncommand = [\"true\"]\n");
        project.planwright(&["init", "--goal", "Greet the guests"]).done();
        project.planwright(&["done", "1"]).done();
        let check = "run: rm -rf .planwright; sleep 0.5";
        let add = ["add", "Write a greeting", "--wants", "frank", "--accept", check];
        project.planwright(&add).done();
        let ran = project.planwright(&["run", "-y", "--sandbox", "off"]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let sentence = "`rm -rf .planwright; sleep 0.5` removed or damaged files of planwright: .planwright, .planwright/store.db; they are restored";
        assert!(ran.stdout.contains(sentence), "{ran:?}");
        project.assert_sound();
        let shown = project.planwright(&["show", "2"]).done();
        assert!(shown.stdout.contains("failed"), "{shown:?}");
        assert!(shown.stdout.contains("they are restored"), "{shown:?}");
    });
}

/// A command may remove files that the running execution does not need.
#[test]
fn r03_a_command_may_remove_an_old_session() {
    as_each_user(|| {
        let project = scene("rm -r .teddy/20250101-old");
        project.write(".teddy/20250101-old/01/plan.md", "Old\n");
        project.teddy(LINE).done();
        assert!(!project.root().join(".teddy/20250101-old").exists());
        assert!(!report(&project).contains("removed or damaged"), "{}", report(&project));
    });
}

#[test]
fn r03_a_missing_backup_is_named_before_the_command_runs() {
    as_each_user(|| {
        let project = scene("true");
        let state = project.state_folder();
        must("no backup", fs::remove_dir_all(&state));
        must("a file in its place", fs::write(&state, ""));
        project.teddy(LINE).done();
        let expected = "The plan's store could not be backed up: ";
        assert!(report(&project).contains(expected), "{}", report(&project));
    });
}
