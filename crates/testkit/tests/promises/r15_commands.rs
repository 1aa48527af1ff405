//! R15 for turns with commands: undo refuses only if a command changed the content of a file.

use std::os::unix::fs::PermissionsExt;

use planwright_testkit::ordinary_user::{as_each_user, in_each_sandbox};
use planwright_testkit::project::must;

use crate::turn_scenes::{bare, create, edit, execute, own_files, plan};

const LINE: &[&str] = &["execute", "plan.md", "-y"];

/// `leave.txt` is not part of the plan; `greet.txt` and `new.txt` are.
const SAME_CONTENT: &[&str] = &[
    "chmod 755 leave.txt",
    "touch leave.txt",
    "touch -d '2001-01-01' leave.txt",
    "mv leave.txt x && mv x leave.txt",
    "ln leave.txt x && rm x",
    "cp leave.txt x && mv x leave.txt",
    "chmod 755 greet.txt new.txt && touch greet.txt new.txt",
    "mv greet.txt x && mv x greet.txt",
];

#[test]
fn r15_undo_ignores_commands_that_leave_the_content_of_files() {
    for command in SAME_CONTENT {
        let project = bare();
        let actions = [
            edit("greet.txt", "Hello", "Bonjour"),
            create("new.txt", "New"),
            execute(command),
        ];
        project.write("plan.md", &plan(&actions.concat()));
        let before = own_files(&project);
        project.teddy(LINE).done();
        let undone = project.planwright(&["undo", "--turn"]);
        assert_eq!(undone.code, Some(0), "{command}: {undone:?}");
        assert_eq!(own_files(&project), before, "{command}");
    }
}

/// A file that the plan edits after the command.
#[test]
fn r15_undo_restores_a_file_that_a_command_touched_before_its_edit() {
    let project = bare();
    let actions = [execute("touch greet.txt"), edit("greet.txt", "Hello", "Bonjour")];
    project.write("plan.md", &plan(&actions.concat()));
    let before = own_files(&project);
    project.teddy(LINE).done();
    project.planwright(&["undo", "--turn"]).done();
    assert_eq!(own_files(&project), before);
}

#[test]
fn r15_undo_refuses_a_turn_whose_command_changed_content() {
    for command in [
        "touch -r leave.txt t; printf 'ByE\\n' > leave.txt; touch -r t leave.txt; rm t",
        "printf 'ByE\\n' > x; touch -r leave.txt x; mv x leave.txt",
        "mv leave.txt x; mv greet.txt leave.txt; mv x greet.txt",
        "chmod 755 leave.txt; echo >> leave.txt",
    ] {
        let project = bare();
        project.write("plan.md", &plan(&(create("new.txt", "New") + &execute(command))));
        project.teddy(LINE).done();
        let undone = project.planwright(&["undo", "--turn"]);
        assert_ne!(undone.code, Some(0), "{command}: {undone:?}");
        assert!(undone.stderr.contains("leave.txt"), "{command}: {undone:?}");
        assert!(project.root().join("new.txt").exists(), "{command}");
    }
}

#[test]
fn r15_the_report_lists_changed_modes() {
    let project = bare();
    project.write("plan.md", &plan(&execute("chmod 755 leave.txt; touch greet.txt")));
    let ran = project.teddy(LINE).done();
    assert!(ran.stdout.contains("  - [leave.txt](/leave.txt)"), "{ran:?}");
    assert!(!ran.stdout.contains("  - [greet.txt](/greet.txt)"), "{ran:?}");
    let mode = must("the file", project.root().join("leave.txt").metadata()).permissions();
    assert_eq!(mode.mode() & 0o777, 0o755);
}

/// A command must not hide a change behind a name that a plan cannot use.
#[test]
fn r15_changes_of_files_with_odd_names_are_reported_and_stop_undo() {
    for (command, shown) in [
        ("mkdir x:y; echo all: > x:y/Makefile", "x:y/Makefile"),
        ("echo changed > 'o:ld'", "o:ld"),
        ("touch \"$(printf 'a\\nb')\"", r"a\nb"),
        ("mkdir -p 'x\\y/deep'; touch 'x\\y/deep/file'", r"x\y/deep/file"),
    ] {
        let project = bare();
        project.write("o:ld", "old\n");
        project.write("plan.md", &plan(&(create("new.txt", "New") + &execute(command))));
        let ran = project.teddy(LINE).done();
        assert!(ran.stdout.contains(shown), "{command}: {ran:?}");
        let undone = project.planwright(&["undo", "--turn"]);
        assert_eq!(undone.code, Some(3), "{command}: {undone:?}");
        assert!(project.root().join("new.txt").exists(), "{command}");
    }
}

/// An ordinary user cannot look into the folder.
#[test]
fn r15_a_closed_folder_with_an_odd_name_hides_no_change() {
    as_each_user(|| {
        let project = bare();
        project.write("plan.md", &plan(&execute("mkdir a:b && chmod 000 a:b")));
        project.teddy(LINE).done();
        project.write("plan.md", &plan(&execute("echo >> leave.txt")));
        let ran = project.teddy(LINE).done();
        assert!(ran.stdout.contains("  - [leave.txt](/leave.txt)"), "{ran:?}");
    });
}

/// The command reads the launcher's message from the report pipe and writes a message of its own.
#[test]
fn r15_a_command_that_denies_its_start_hides_no_change() {
    let deny = "for n in 3 4 5 6 7 8 9; do if [ -p /proc/self/fd/$n ]; then
dd if=/proc/self/fd/$n bs=64 count=1 iflag=nonblock of=/dev/null 2>/dev/null
printf 'trouble\\0run it with sudo\\0' >&$n; fi; done";
    in_each_sandbox(|| {
        let project = bare();
        let command = format!("set +e; {deny}; echo evil > leave.txt; mkdir .rawko; echo x > .rawko/x; exit 0");
        project.write("plan.md", &plan(&(create("new.txt", "New") + &execute(&command))));
        let ran = project.teddy(LINE).done();
        for shown in [
            "  - [leave.txt](/leave.txt)",
            "it made folders of planwright's own: .rawko",
        ] {
            assert!(ran.stdout.contains(shown), "{ran:?}");
        }
        assert!(!ran.stdout.contains("not started"), "{ran:?}");
        let undone = project.planwright(&["undo", "--turn"]);
        assert_eq!(undone.code, Some(3), "{undone:?}");
    });
}

/// Only the project's own `.planwright` belongs to planwright.
#[test]
fn r15_changes_in_a_nested_planwright_folder_are_reported_and_stop_undo() {
    let project = bare();
    project.write("tools/.planwright/run.sh", "echo good\n");
    let command = "echo 'echo evil' > tools/.planwright/run.sh; mkdir -p docs/.planwright; touch docs/.planwright/new";
    project.write("plan.md", &plan(&(create("new.txt", "New") + &execute(command))));
    let ran = project.teddy(LINE).done();
    for path in ["tools/.planwright/run.sh", "docs/.planwright/new"] {
        assert!(ran.stdout.contains(&format!("  - [{path}](/{path})")), "{ran:?}");
    }
    let undone = project.planwright(&["undo", "--turn"]);
    assert_eq!(undone.code, Some(3), "{undone:?}");
}
