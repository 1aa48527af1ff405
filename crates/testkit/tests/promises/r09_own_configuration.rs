//! R9: the user's configuration of planwright is in a project, as many people keep their settings in a repository. A
//! plan without a person's approval cannot change it, and so cannot end its own sandbox.

use std::fs;
use std::os::unix::fs::symlink;

use planwright_testkit::ordinary_user::in_each_sandbox;
use planwright_testkit::project::{Project, must};

use crate::turn_scenes::{create, edit, execute, plan};

const SETTINGS: &str = "[execute]\ntimeout_s = 60\n";
const LINE: &[&str] = &["execute", "plan.md", "-y"];

/// `~/.config/planwright` is a link to `dots` in the project. `None` leaves out the configuration itself.
fn dotfiles(settings: Option<&str>) -> Project {
    let project = Project::in_memory();
    let folder = project.root().join("dots");
    let config = project.home().join(".config");
    must("a folder", fs::create_dir(&folder));
    must("a folder", fs::create_dir(&config));
    must("a link", symlink(&folder, config.join("planwright")));
    if let Some(settings) = settings {
        project.write("dots/config.toml", settings);
    }
    project
}

fn settings(project: &Project) -> Option<String> {
    fs::read_to_string(project.root().join("dots/config.toml")).ok()
}

#[test]
fn r09_a_command_cannot_change_planwrights_configuration_in_the_project() {
    let off = "printf 'sandbox = \"off\"\\n'";
    let attacks = [
        (Some(SETTINGS), format!("{off} > dots/config.toml")),
        (Some(SETTINGS), format!("{off} > x; mv -f x dots/config.toml")),
        (
            Some(SETTINGS),
            format!("mv dots old; mkdir dots; {off} > dots/config.toml"),
        ),
        (
            Some(SETTINGS),
            format!("mv dots old; mkdir new; {off} > new/config.toml; ln -s new dots"),
        ),
        (Some(SETTINGS), "rm -rf dots".to_owned()),
    ];
    in_each_sandbox(|| {
        for (before, attack) in &attacks {
            let project = dotfiles(*before);
            let canary = project.scene().join("canary");
            project.write("plan.md", &plan(&execute(&format!("set +e; {attack}; true"))));
            let ran = project.teddy(LINE);
            assert_eq!(settings(&project).as_deref(), *before, "{attack}: {ran:?}");
            let is_prevented = ran.stdout.contains("Read-only file system") || ran.stdout.contains("resource busy");
            let is_reported = ran.stdout.contains("planwright's configuration: `");
            assert!(is_prevented || is_reported && ran.code == Some(1), "{attack}: {ran:?}");
            let write = format!("echo out > '{}' || true", canary.display());
            project.write("plan.md", &plan(&execute(&write)));
            project.teddy(LINE).done();
            assert!(!canary.exists(), "{attack}");
        }
    });
}

/// Another execution of the user would obey the configuration while the command runs.
#[test]
fn r09_a_command_does_not_run_where_it_could_create_planwrights_configuration() {
    in_each_sandbox(|| {
        let project = dotfiles(None);
        project.write(
            "plan.md",
            &plan(&execute("touch ran; printf 'sandbox = \"off\"\\n' > dots/config.toml")),
        );
        let ran = project.teddy(LINE);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.stdout.contains("does not exist, and a command could create it"),
            "{ran:?}"
        );
        assert!(!project.root().join("ran").exists());
        assert_eq!(settings(&project), None);
    });
}

#[test]
fn r09_a_file_action_changes_planwrights_configuration_only_with_a_person() {
    let off = "sandbox = \"off\"\n[execute]";
    for (before, action) in [
        (Some(SETTINGS), edit("dots/config.toml", "[execute]", off)),
        (Some(SETTINGS), edit("link/config.toml", "[execute]", off)),
        (None, create("dots/config.toml", off)),
    ] {
        let project = dotfiles(before);
        must("a link", symlink("dots", project.root().join("link")));
        project.write("plan.md", &plan(&(action + &create("other.txt", "x"))));
        let ran = project.teddy(LINE);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert_eq!(settings(&project).as_deref(), before, "{ran:?}");
        assert!(!project.root().join("other.txt").exists(), "{ran:?}");
    }
}

/// Other files beside the configuration can be changed as before.
#[test]
fn r09_files_beside_planwrights_configuration_can_be_changed() {
    let project = dotfiles(Some(SETTINGS));
    let actions = create("dots/other.toml", "x = 1") + &execute("echo y = 2 >> dots/other.toml");
    project.write("plan.md", &plan(&actions));
    project.teddy(LINE).done();
    assert_eq!(settings(&project).as_deref(), Some(SETTINGS));
}
