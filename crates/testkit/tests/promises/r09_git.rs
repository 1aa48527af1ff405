//! R9: git runs nothing that a sandboxed command left behind, for root and for an ordinary user, where namespaces hold and
//! where only Landlock does.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use planwright_testkit::ordinary_user::{as_each_user, in_each_sandbox};
use planwright_testkit::project::{Project, Ran, finish, must};
use planwright_testkit::{bins, skip};

use crate::turn_scenes::{execute, plan};

const NESTED: &str =
    "EVIL=$PWD/evil.sh; export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
nested() { git init -q $1; git -C $1 commit -q --allow-empty -m x; git -C $1 config core.fsmonitor $EVIL; }
set +e";

/// The text of the report where the sandbox mounts git's files read-only.
const GUARDED: &str = "(read-only: ";
const NO_MOUNTS: &str = "the sandbox has no mounts here";

/// The name of each attack, and the commands of its plan.
const ATTACKS: &[(&str, &[&str])] = &[
    (
        "nested repository registered as a gitlink",
        &["nested inner; git update-index --add --cacheinfo 160000,$(git -C inner rev-parse HEAD),inner; true"],
    ),
    (
        "submodule after .gitmodules was moved aside",
        &[
            "mv .gitmodules aside",
            "printf '[core]\\nfsmonitor = %s\\n' $EVIL >> .git/modules/sub/config; true",
        ],
    ),
    ("submodule folder moved", &["mv sub elsewhere", "nested sub"]),
    (
        "target of core.hooksPath",
        &["mkdir -p hooks; cp $EVIL hooks/post-checkout; cp $EVIL hooks/pre-commit; true"],
    ),
    (
        "target of include.path",
        &["printf '[core]\\nfsmonitor = %s\\n' $EVIL > shared.inc; true"],
    ),
    (
        "new commondir",
        &["nested inner; mv inner/.git common; echo ../common > .git/commondir; true"],
    ),
];

pub struct Stage {
    pub project: Project,
    is_in_memory: bool,
}

impl Stage {
    /// An empty project. A project in `/dev/shm` cannot have a private `/dev/shm`, so there only Landlock holds.
    pub fn empty(is_in_memory: bool) -> Self {
        let project = match is_in_memory {
            true => Project::in_memory(),
            false => Project::new(),
        };
        Self { project, is_in_memory }
    }

    /// A project with a submodule, a folder of hooks and an included file.
    pub fn new(is_in_memory: bool) -> Self {
        let stage = Self::empty(is_in_memory);
        let root = stage.project.root();
        must("an empty folder", fs::remove_dir(root.join(".git")));
        let other = stage.project.scene().join("other");
        must("a folder", fs::create_dir(&other));
        for folder in [&root, &other] {
            git(folder, &["init", "-q"]);
            git(folder, &["commit", "-q", "--allow-empty", "-m", "first"]);
        }
        stage.write_evil(&root);
        let other = other.display().to_string();
        git(&root, &["submodule", "--quiet", "add", &other, "sub"]);
        let modules = must("its text", fs::read_to_string(root.join(".gitmodules")));
        // Git ignores the case of keys.
        stage.project.write(".gitmodules", &modules.replace("path =", "PATH ="));
        git(&root, &["config", "core.hooksPath", "hooks"]);
        git(&root, &["config", "include.path", "../shared.inc"]);
        git(&root, &["add", "."]);
        git(&root, &["commit", "-q", "-m", "second"]);
        stage
    }

    /// Writes a program that git must never run.
    pub fn write_evil(&self, folder: &Path) {
        let marker = self.project.scene().join("run");
        let text = format!("#!/bin/sh\necho run >> '{}'\n", marker.display());
        let path = folder.join("evil.sh");
        must("a program", fs::write(&path, text));
        must("a mode", fs::set_permissions(&path, fs::Permissions::from_mode(0o755)));
    }

    /// `Ok` if the sandbox has the strength of this project; else why the machine does not offer it.
    pub fn holds(&self, ran: &Ran) -> Result<(), &'static str> {
        let is_in_memory = self.project.root().starts_with("/dev/shm");
        let is_guarded = ran.stdout.contains(GUARDED);
        assert!(
            ran.stdout.contains("- **Sandbox:** writes limited to the project"),
            "{ran:?}"
        );
        assert!(!(is_in_memory && is_guarded), "mounts hold in memory, too: {ran:?}");
        match (self.is_in_memory, is_in_memory, is_guarded) {
            (true, false, _) => Err("there is no /dev/shm, where only Landlock holds"),
            (false, _, false) => Err(NO_MOUNTS),
            _ => Ok(()),
        }
    }

    /// Runs a program as the owner of the project.
    pub fn run(&self, program: &Path, arguments: &[&str]) -> Ran {
        let mut command = self.project.command(program);
        for name in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{name}_NAME"), "a");
            command.env(format!("GIT_{name}_EMAIL"), "a@b");
        }
        finish(command.args(arguments))
    }

    /// Whether git runs the forbidden program when the user continues to work.
    pub fn is_run(&self) -> bool {
        let marker = self.project.scene().join("run");
        let _ = fs::remove_file(&marker);
        let git = Path::new("git");
        self.run(git, &["status"]);
        for folder in ["inner", "sub", "elsewhere"] {
            self.run(git, &["-C", folder, "status"]);
        }
        self.run(git, &["commit", "-q", "--allow-empty", "-m", "mine"]);
        self.run(git, &["checkout", "-q", "-b", "mine"]);
        marker.exists()
    }
}

pub fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    for name in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{name}_NAME"), "a")
            .env(format!("GIT_{name}_EMAIL"), "a@b");
    }
    let output = must("git", command.output());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

pub fn plan_of(commands: &[&str]) -> String {
    let actions: Vec<String> = commands
        .iter()
        .map(|command| execute(&format!("{NESTED}\n{command}")))
        .collect();
    plan(&actions.concat())
}

pub fn has_git() -> bool {
    Command::new("git").arg("--version").output().is_ok()
}

fn try_all(is_in_memory: bool) {
    if !has_git() {
        return skip("r09_git", "there is no git");
    }
    for (name, commands) in ATTACKS {
        let stage = Stage::new(is_in_memory);
        stage.project.write("plan.md", &plan_of(commands));
        let ran = stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]);
        if let Err(why) = stage.holds(&ran) {
            return skip("r09_git", why);
        }
        assert!(!stage.is_run(), "{name}: {ran:?}");
        // The sandbox prevents the change, or the audit reverts and reports it.
        let is_prevented = ran.stdout.contains("Read-only file system");
        let is_reported = ran.stdout.contains("it changed what git runs or reads");
        assert!(is_prevented || is_reported, "{name}: {ran:?}");
        assert_eq!(ran.code == Some(1), is_reported, "{name}: {ran:?}");
    }
}

#[test]
fn r09_git_runs_nothing_that_a_plan_left_behind() {
    as_each_user(|| try_all(false));
}

#[test]
fn r09_git_runs_nothing_that_a_plan_left_behind_where_only_landlock_holds() {
    as_each_user(|| try_all(true));
}

/// Control: without a sandbox, every attack works.
#[test]
fn r09_git_runs_what_a_plan_left_behind_without_a_sandbox() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git", "there is no git");
        }
        for (name, commands) in ATTACKS {
            let stage = Stage::new(true);
            stage.project.write("plan.md", &plan_of(commands));
            stage
                .project
                .teddy(&["execute", "plan.md", "-y", "--sandbox", "off"])
                .done();
            assert!(stage.is_run(), "{name}");
        }
    });
}

#[test]
fn r09_git_runs_nothing_that_a_criterion_left_behind() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git", "there is no git");
        }
        for is_in_memory in [false, true] {
            let stage = Stage::new(is_in_memory);
            let project = &stage.project;
            configure(project, "[agents.dev]\ncommand = [\"true\"]\n");
            project.planwright(&["init", "--goal", "Greet"]).done();
            let criterion = "run: git init -q inner; git -C inner config core.fsmonitor $PWD/evil.sh";
            let line = ["add", "One", "--wants", "dev", "--accept", criterion];
            project.planwright(&line).done();
            let ran = project.planwright(&["run", "-y"]);
            assert_eq!(ran.code, Some(1), "{ran:?}");
            assert!(ran.stdout.contains("inner/.git/config"), "{ran:?}");
            assert!(!stage.is_run(), "{ran:?}");
        }
    });
}

/// Many people keep their settings in a repository.
#[test]
fn r09_settings_of_the_user_in_the_project_are_guarded() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git", "there is no git");
        }
        for is_in_memory in [false, true] {
            let stage = Stage::new(is_in_memory);
            stage.project.write("gitconfig", "[user]\n\tname = a\n");
            let link = stage.project.home().join(".gitconfig");
            must("a link", symlink(stage.project.root().join("gitconfig"), link));
            let attack = "printf '[core]\\nfsmonitor = %s\\n' $EVIL >> gitconfig; true";
            stage.project.write("plan.md", &plan_of(&[attack]));
            let ran = stage.project.teddy(&["execute", "plan.md", "-y"]);
            assert!(!stage.is_run(), "{ran:?}");
        }
    });
}

#[test]
fn r09_plans_commit_only_where_the_user_allows_it() {
    as_each_user(|| {
        if !has_git() {
            return skip("r09_git", "there is no git");
        }
        let stage = Stage::new(false);
        let project = &stage.project;
        let commit = "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m planned";
        project.write("plan.md", &plan(&execute(commit)));
        let ran = project.teddy(&["execute", "plan.md", "-y"]);
        if !ran.stdout.contains(GUARDED) {
            return skip("r09_plans_commit_only_where_the_user_allows_it", NO_MOUNTS);
        }
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stdout.contains("git = \"write\""), "{ran:?}");
        // A project cannot allow it.
        project.write(".planwright/config.toml", "[execute]\ngit = \"write\"\n");
        project.teddy(&["execute", "plan.md", "-y"]);
        assert!(!last_commit(project).contains("planned"));
        configure(project, "[execute]\ngit = \"write\"\n");
        project.teddy(&["execute", "plan.md", "-y"]).done();
        assert!(last_commit(project).contains("planned"));
        project.write(
            "plan.md",
            &plan(&execute("mkdir -p .git/hooks && touch .git/hooks/post-commit")),
        );
        let ran = project.teddy(&["execute", "plan.md", "-y"]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let hint = "Git's settings, hooks, submodules and worktrees stay read-only in the sandbox.";
        assert!(ran.stdout.contains(hint), "{ran:?}");
        assert!(!ran.stdout.contains("git = \"write\""), "{ran:?}");
    });
}

fn last_commit(project: &Project) -> String {
    finish(project.command("git").args(["log", "-1"])).done().stdout
}

pub fn configure(project: &Project, text: &str) {
    let folder = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&folder));
    must("a configuration", fs::write(folder.join("config.toml"), text));
}

/// A pipe in the place of a file that the guard reads.
#[test]
fn r09_endless_git_files_block_no_command() {
    in_each_sandbox(|| {
        for path in [".gitmodules", ".git", ".git/config", "sub/.git", ".git/index"] {
            let project = Project::in_memory();
            if path == ".git" {
                must("an empty folder", fs::remove_dir(project.root().join(".git")));
            }
            project.write("plan.md", &plan(&execute("touch ran")));
            let path = project.root().join(path);
            must("a folder", path.parent().map_or(Ok(()), fs::create_dir_all));
            let made = Command::new("mkfifo").arg(&path).status();
            assert!(must("a pipe", made).success());
            let line = ["20", "teddy", "execute", "plan.md", "-y"];
            let mut command = project.command("timeout");
            let ran = finish(command.arg(line[0]).arg(bins::path(line[1])).args(&line[2..]));
            let is_harmless = path.ends_with(".gitmodules");
            let expected: &[Option<i32>] = if is_harmless {
                &[Some(0)]
            } else {
                &[Some(0), Some(1), Some(4)]
            };
            assert!(expected.contains(&ran.code), "{path:?}: {ran:?}");
        }
    });
}

/// A command writes as many bytes as there were and sets the time back.
#[test]
fn r15_undo_refuses_a_turn_whose_command_hid_its_change() {
    in_each_sandbox(|| {
        let project = Project::in_memory();
        project.write("data.txt", "hello\n");
        let command = "touch -r data.txt times; printf 'HELLO\\n' > data.txt; touch -r times data.txt; rm times";
        project.write("plan.md", &plan(&execute(command)));
        let ran = project.teddy(&["execute", "plan.md", "-y"]).done();
        assert!(ran.stdout.contains("data.txt"), "{ran:?}");
        let undone = project.planwright(&["undo", "--turn"]);
        assert_ne!(undone.code, Some(0), "{undone:?}");
        assert!(undone.stderr.contains("data.txt"), "{undone:?}");
    });
}
