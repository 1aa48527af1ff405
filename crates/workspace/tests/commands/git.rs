//! Commands that plant files for git to run.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use planwright_workspace::run::{Ran, RunError};
use planwright_workspace::sandbox::{GitAccess, Strength};

use super::git_attacks::{ATTACKS, with_worktree};
use super::project::{Named, TestProject};
use super::sandboxed::{SandboxTrial, sandbox, skip};

/// Defines `$EVIL`, a program that git must never run, and `nested`, which makes a repository that runs it.
pub const PREAMBLE: &str = "set +e; EVIL=$PWD/evil.sh
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
nested() { git init -q $1; git -C $1 commit -q --allow-empty -m nested; git -C $1 config core.fsmonitor $EVIL; }
";

/// Without a sandbox, every attack works.
pub const CONTROLS: &[Named] = &[("r09_git_runs_what_a_command_left_behind_without_a_sandbox", succeed)];

pub const TRIALS: &[SandboxTrial] = &[
    (
        "r09_git_runs_nothing_that_a_command_left_behind",
        Strength::SystemCalls,
        leave_behind,
    ),
    (
        "r09_git_runs_nothing_where_plans_may_commit",
        Strength::SystemCalls,
        leave_behind_writable,
    ),
    (
        "r09_no_gitlink_leads_to_settings_of_another_repository",
        Strength::SystemCalls,
        link_to_another,
    ),
    (
        "r09_a_folder_that_cannot_be_searched_hides_no_repository",
        Strength::SystemCalls,
        hide_behind_long_path,
    ),
    (
        "r09_harmless_repositories_are_only_reported",
        Strength::SystemCalls,
        make_harmless,
    ),
    (
        "r09_changes_of_other_programs_to_the_repository_are_kept",
        Strength::Namespaces,
        change_from_outside,
    ),
    (
        "r09_git_files_that_never_end_stop_the_command",
        Strength::SystemCalls,
        never_end,
    ),
    (
        "r09_a_faulty_nested_repository_does_not_stop_commands",
        Strength::SystemCalls,
        faulty_nested,
    ),
    (
        "r09_the_audit_runs_although_no_thread_can_be_started",
        Strength::SystemCalls,
        audit_without_threads,
    ),
    (
        "git_commits_only_where_the_user_allows_it",
        Strength::Namespaces,
        commits,
    ),
    (
        "git_commits_in_a_linked_worktree",
        Strength::Namespaces,
        commits_in_worktree,
    ),
];

/// Whether only the full tier runs a trial. The quick tier runs each attack once where mounts prevent it, and once where
/// only the audit reverts it.
pub fn is_repetition(trial: &str, strength: Strength) -> bool {
    let quick: &[Strength] = match trial {
        "r09_git_runs_nothing_that_a_command_left_behind" => &[Strength::Landlock],
        "r09_git_runs_nothing_where_plans_may_commit" => &[Strength::Namespaces],
        "r09_git_runs_nothing_through_an_outside_repository" => &[Strength::Namespaces, Strength::Landlock],
        _ => &Strength::ALL,
    };
    !quick.contains(&strength)
}

fn succeed() {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    for (name, prepare, script) in ATTACKS {
        let open = repository(prepare);
        assert_eq!(open.run(&format!("{PREAMBLE}{script}\nexit 0")).git, Default::default());
        assert!(is_run(&open), "{name}: the attack fails without a sandbox");
    }
}

fn leave_behind(project: &mut TestProject) {
    try_all(project, GitAccess::ReadOnly);
}

fn leave_behind_writable(project: &mut TestProject) {
    try_all(project, GitAccess::Write);
}

fn try_all(sandboxed: &mut TestProject, access: GitAccess) {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    for (name, prepare, script) in ATTACKS {
        let mut project = repository(prepare);
        project.sandbox = sandboxed.sandbox.clone().map(|sandbox| sandbox.with_git(access));
        let ran = project.run(&format!("{PREAMBLE}{script}\nexit 0"));
        assert!(!is_run(&project), "{name}, {access:?}: {ran:?}");
        assert_eq!(ran.succeeded(), ran.git.violations.is_empty(), "{name}: {ran:?}");
        let is_reverted = |sentence: &String| sentence.contains(" and is ");
        assert!(ran.git.violations.iter().all(is_reverted), "{name}: {ran:?}");
        // Without mounts, only the audit can have prevented it.
        if project
            .sandbox
            .as_ref()
            .is_some_and(|sandbox| sandbox.strength() != Strength::Namespaces)
        {
            assert!(!ran.succeeded(), "{name}: {ran:?}");
        }
        // The repository is restored, and the next command has no findings.
        let again = project.run("true");
        assert!(
            again.succeeded() && again.git == Default::default(),
            "{name}: {again:?}"
        );
    }
}

pub fn nothing(_: &TestProject) {}

pub fn has_git() -> bool {
    Command::new("git").arg("--version").output().is_ok()
}

pub fn git(folder: &Path, arguments: &[&str]) {
    let output = user_git(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// Runs git as the user does, without the settings of this machine.
pub fn user_git(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new("git");
    command
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder);
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null");
    for name in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{name}_NAME"), "a")
            .env(format!("GIT_{name}_EMAIL"), "a@b");
    }
    command.output().unwrap()
}

pub fn write_program(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A repository with one commit, and a program that leaves a mark when it runs.
pub fn repository(prepare: &fn(&TestProject)) -> TestProject {
    let project = TestProject::new();
    git(&project.root, &["init", "-q"]);
    project.write(".gitignore", "node_modules\n");
    write_evil(&project, &project.root);
    git(&project.root, &["add", "."]);
    git(&project.root, &["commit", "-q", "-m", "first"]);
    prepare(&project);
    project
}

/// Writes the program that git must never run, beside a file.
pub fn write_evil(project: &TestProject, folder: &Path) {
    let marker = project.outside().join("run");
    let text = format!("#!/bin/sh\necho run >> '{}'\n", marker.display());
    write_program(&folder.join("evil.sh"), &text);
    fs::write(folder.join("file"), "text\n").unwrap();
}

/// Whether git runs the program when the user works with every repository that there is.
pub fn is_run(project: &TestProject) -> bool {
    let mut folders = Vec::new();
    collect(&project.root, &mut folders);
    // Git opens a repository by name also in a folder that cannot be listed.
    folders.extend(Some(project.root.join("hidden/inner")).filter(|folder| folder.is_dir()));
    runs_in(project, folders)
}

/// Whether git runs the program when the user works in these folders.
pub fn runs_in(project: &TestProject, folders: Vec<PathBuf>) -> bool {
    let marker = project.outside().join("run");
    let _ = fs::remove_file(&marker);
    for folder in folders {
        user_git(&folder, &["status"]);
        if folder.join(".git").symlink_metadata().is_ok() {
            user_git(&folder, &["commit", "-q", "--allow-empty", "-m", "mine"]);
            user_git(&folder, &["checkout", "-q", "-b", "mine"]);
            user_git(&folder, &["rebase", "--continue"]);
            user_git(&folder, &["cherry-pick", "--continue"]);
        }
    }
    marker.exists()
}

fn collect(folder: &Path, folders: &mut Vec<PathBuf>) {
    let is_inner = folder
        .file_name()
        .is_some_and(|name| name == ".git" || name == "objects");
    if is_inner || folder.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
        return;
    }
    folders.push(folder.to_owned());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), folders);
        }
    }
}

/// The nested repository existed before, but git in the project had no reason to read it.
fn link_to_another(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    let with_other = |project: &TestProject| {
        let inner = project.root.join("vendor/inner");
        git(&project.root, &["init", "-q", "vendor/inner"]);
        git(&inner, &["commit", "-q", "--allow-empty", "-m", "inner"]);
        let evil = project.root.join("evil.sh").display().to_string();
        git(&inner, &["config", "core.fsmonitor", &evil]);
    };
    let script = "git update-index --add --cacheinfo 160000,$(git -C vendor/inner rev-parse HEAD),vendor/inner || true";
    for access in [GitAccess::ReadOnly, GitAccess::Write] {
        let mut project = repository(&(with_other as fn(&TestProject)));
        project.sandbox = sandboxed.sandbox.clone().map(|sandbox| sandbox.with_git(access));
        let before = fs::read(project.root.join(".git/index")).unwrap();
        let ran = project.run(script);
        let marker = project.outside().join("run");
        let _ = fs::remove_file(&marker);
        user_git(&project.root, &["status"]);
        assert!(!marker.exists(), "{access:?}: {ran:?}");
        assert_eq!(ran.succeeded(), ran.git.violations.is_empty(), "{access:?}: {ran:?}");
        assert_eq!(
            fs::read(project.root.join(".git/index")).unwrap(),
            before,
            "{access:?}: {ran:?}"
        );
        // Without a sandbox, the attack works.
        project.sandbox = None;
        project.run(script);
        let _ = fs::remove_file(&marker);
        user_git(&project.root, &["status"]);
        assert!(marker.exists(), "{access:?}");
    }
}

/// In another process, because the size of thread stacks is a setting of the whole process: threads with a stack of an
/// exbibyte cannot be started.
fn audit_without_threads(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    let strength = sandboxed.sandbox.as_ref().unwrap().strength();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([super::PLANT_WITHOUT_THREADS, strength.word()]);
    let output = command
        .env("RUST_MIN_STACK", (1_u64 << 60).to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Plants a repository with a dangerous setting. The audit must find and revert it.
pub fn plant_without_threads(strength: Strength) {
    std::thread::Builder::new().spawn(|| {}).unwrap_err();
    let mut project = repository(&(nothing as fn(&TestProject)));
    project.sandbox = Some(sandbox(&project.root, strength));
    let ran = project.run(&format!("{PREAMBLE}nested planted"));
    assert!(!ran.git.violations.is_empty(), "{ran:?}");
    assert!(!is_run(&project), "{ran:?}");
}

/// A path that is longer than the kernel allows.
fn hide_behind_long_path(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    let mut project = repository(&(nothing as fn(&TestProject)));
    project.sandbox = sandboxed.sandbox.clone();
    let script = "nested inner; for i in $(seq 30); do mkdir $(printf %0200d 0); cd $(printf %0200d 0); done; exit 0";
    let ran = project.run(&format!("{PREAMBLE}{script}"));
    let marker = project.outside().join("run");
    user_git(&project.root.join("inner"), &["status"]);
    assert!(!marker.exists(), "{ran:?}");
    assert!(!ran.succeeded(), "{ran:?}");
    let is_about = |word: &str| ran.git.violations.iter().any(|sentence| sentence.contains(word));
    assert!(
        is_about("could not be searched") && is_about("inner/.git/config"),
        "{ran:?}"
    );
    // The user can continue.
    assert!(project.run("true").succeeded());
    project.sandbox = None;
    project.run("rm -rf 0*");
}

fn make_harmless(project: &mut TestProject) {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    let sandbox = project.sandbox.take();
    *project = repository(&(nothing as fn(&TestProject)));
    project.sandbox = sandbox;
    let ran = project.run(&format!(
        "{PREAMBLE}git clone -q --no-local . inner && git -C inner config user.name a; exit 0"
    ));
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git.notices, ["`inner/.git` is a new git repository"]);
    let ran = project.run("git -C inner config user.name b");
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git.notices.len(), 1, "{ran:?}");
    let ran = project.run("rm -rf inner");
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git.notices, ["`inner/.git` was removed"]);
}

/// The sandbox keeps the command from changing `.git`, so every change there comes from the user.
fn change_from_outside(project: &mut TestProject) {
    git(&project.root, &["init", "-q"]);
    let root = project.root.clone();
    let mut has_changed = false;
    let ran = project.try_run("echo ready; while [ ! -e go ]; do sleep 0.01; done", &mut |_, _| {
        if !std::mem::replace(&mut has_changed, true) {
            git(&root, &["config", "core.pager", "less"]);
            write_program(&root.join(".git/hooks/pre-commit"), "#!/bin/sh\n");
            fs::write(root.join("go"), "").unwrap();
        }
    });
    let ran = ran.unwrap();
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    assert!(project.root.join(".git/hooks/pre-commit").exists());
    assert!(project.read(".git/config").contains("less"));
}

fn never_end(project: &mut TestProject) {
    git(&project.root, &["init", "-q"]);
    git(&project.root, &["init", "-q", "inner"]);
    // The guard does not read this file.
    let modules = project.root.join(".gitmodules");
    make_pipe(&modules);
    assert!(project.run("true").succeeded());
    fs::remove_file(&modules).unwrap();
    symlink("/dev/zero", &modules).unwrap();
    assert!(project.run("true").succeeded());
    for name in [
        "config",
        "commondir",
        "hooks/pre-commit",
        "config.worktree",
        "info/attributes",
    ] {
        let path = project.root.join("inner/.git").join(name);
        let old = fs::read(&path).ok();
        let _ = fs::remove_file(&path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        make_pipe(&path);
        assert_refused(project, name, "a pipe");
        fs::remove_file(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(8 << 30).unwrap();
        assert_refused(project, name, "larger than");
        fs::remove_file(&path).unwrap();
        if !name.contains('/') {
            symlink("/dev/zero", &path).unwrap();
            // A repository that is not part of the project does not stop the command: see `faulty_nested`.
            let ran = project.run("true");
            assert!(ran.succeeded() && ran.git.notices.len() == 1, "{name}: {ran:?}");
            fs::remove_file(&path).unwrap();
        }
        if let Some(old) = old {
            fs::write(&path, old).unwrap();
        }
    }
    let index = project.root.join(".git/index");
    make_pipe(&index);
    assert_refused(project, ".git/index", "a pipe");
    fs::remove_file(&index).unwrap();
    assert!(project.run("true").succeeded());
}

/// The faulty file, how it is damaged, and an attack through it.
type Faulty = (&'static str, fn(&Path), &'static str);

const FAULTY: &[Faulty] = &[
    (
        "config",
        |folder| fs::write(folder.join("config"), "[core\n").unwrap(),
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL > vendor/inner/.git/config",
    ),
    (
        "config",
        |folder| {
            fs::rename(folder.join("config"), folder.join("../shared")).unwrap();
            symlink("../shared", folder.join("config")).unwrap();
        },
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL >> vendor/inner/shared",
    ),
    (
        "hooks",
        |folder| {
            fs::rename(folder.join("hooks"), folder.join("../hooks")).unwrap();
            symlink("../hooks", folder.join("hooks")).unwrap();
        },
        "for hook in pre-commit post-checkout; do cp $EVIL vendor/inner/hooks/$hook; done",
    ),
];

/// Invalid settings and links in a repository that is not part of the project.
fn faulty_nested(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "git is not installed");
    }
    for (name, spoil, script) in FAULTY {
        let mut project = repository(&(nothing as fn(&TestProject)));
        git(&project.root, &["init", "-q", "vendor/inner"]);
        spoil(&project.root.join("vendor/inner/.git"));
        project.sandbox.clone_from(&sandboxed.sandbox);
        let ran = project.run("touch ran");
        let notice = format!("`vendor/inner/.git/{name}` is ");
        assert!(ran.succeeded() && project.root.join("ran").exists(), "{ran:?}");
        assert!(ran.git.notices[0].starts_with(&notice), "{ran:?}");
        let ran = project.run(&format!("{PREAMBLE}{script}"));
        assert!(!ran.succeeded() && !is_run(&project), "{name}: {ran:?}");
        let ran = project.run("rm -rf vendor/inner/.git");
        assert!(ran.succeeded(), "{name}: {ran:?}");
        project.sandbox = None;
        project.run("rm -rf vendor/inner");
        git(&project.root, &["init", "-q", "vendor/inner"]);
        spoil(&project.root.join("vendor/inner/.git"));
        project.run(&format!("{PREAMBLE}{script}"));
        assert!(is_run(&project), "{name}: the attack fails without a sandbox");
    }
}

pub fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

pub fn assert_refused(project: &TestProject, name: &str, why: &str) {
    let since = Instant::now();
    let refused = project.try_run("touch ran", &mut |_, _| {});
    assert!(since.elapsed() < Duration::from_secs(20), "{name}");
    let Err(RunError::NotStarted(message)) = refused else {
        panic!("{name}: {refused:?}");
    };
    assert!(message.contains(name) && message.contains(why), "{name}: {message}");
    assert!(!project.root.join("ran").exists(), "{name}");
}

pub const COMMIT: &str = "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m more";

fn commits(project: &mut TestProject) {
    let sandbox = project.sandbox.take().unwrap();
    *project = repository(&(nothing as fn(&TestProject)));
    project.sandbox = Some(sandbox.clone());
    let ran = project.run(COMMIT);
    assert!(
        !ran.succeeded() && ran.stderr.to_string().contains("Read-only file system"),
        "{ran:?}"
    );
    project.sandbox = Some(sandbox.with_git(GitAccess::Write));
    let ran = project.run(&format!(
        "echo more >> file; git add file; {COMMIT}; git log --oneline | wc -l"
    ));
    assert_eq!(ran.stdout.to_string().trim(), "2", "{ran:?}");
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    for script in [
        "git config user.name b",
        "touch .git/hooks/pre-commit",
        "touch .git/info/attributes",
        "mv .git old",
        "mkdir .git/hooks/x",
    ] {
        let ran = project.run(script);
        assert!(!ran.succeeded() && ran.git == Default::default(), "{script}: {ran:?}");
    }
}

/// A linked worktree commits through its folder in the main repository.
fn commits_in_worktree(project: &mut TestProject) {
    let sandbox = project.sandbox.take().unwrap();
    *project = repository(&(with_worktree as fn(&TestProject)));
    project.sandbox = Some(sandbox.clone());
    project.sub_folder = "tree";
    let failed: Ran = project.run(COMMIT);
    assert!(!failed.succeeded(), "{failed:?}");
    project.sandbox = Some(sandbox.with_git(GitAccess::Write));
    let ran = project.run(COMMIT);
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    for name in ["commondir", "gitdir"] {
        let ran = project.run(&format!("echo x > ../.git/worktrees/tree/{name}"));
        assert!(!ran.succeeded() && ran.git == Default::default(), "{name}: {ran:?}");
    }
    let ran = project.run("mkdir ../.git/worktrees/other");
    assert!(!ran.succeeded(), "{ran:?}");
}
