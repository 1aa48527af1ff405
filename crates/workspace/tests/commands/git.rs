//! Commands that leave something behind for git to run, each named after its attack.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use planwright_workspace::run::{Ran, RunError};
use planwright_workspace::sandbox::{GitAccess, Strength};

use super::cage::{Caged, skip};
use super::git_attacks::{ATTACKS, with_worktree};
use super::place::{Named, Place};

/// Defines `$EVIL`, a program that git must never run, and `nested`, which makes a repository that runs it.
pub const PREAMBLE: &str = "set +e; EVIL=$PWD/evil.sh
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
nested() { git init -q $1; git -C $1 commit -q --allow-empty -m nested; git -C $1 config core.fsmonitor $EVIL; }
";

/// Without a sandbox, every attack works.
pub const CONTROLS: &[Named] = &[("r09_git_runs_what_a_command_left_behind_without_a_sandbox", succeed)];

pub const TRIALS: &[Caged] = &[
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
        return skip("git", "there is no git");
    }
    for (name, prepare, script) in ATTACKS {
        let open = repository(prepare);
        assert_eq!(open.run(&format!("{PREAMBLE}{script}\nexit 0")).git, Default::default());
        assert!(is_run(&open), "{name}: it reaches nothing without a sandbox");
    }
}

fn leave_behind(place: &mut Place) {
    try_all(place, GitAccess::ReadOnly);
}

fn leave_behind_writable(place: &mut Place) {
    try_all(place, GitAccess::Write);
}

fn try_all(caged: &mut Place, access: GitAccess) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    for (name, prepare, script) in ATTACKS {
        let mut place = repository(prepare);
        place.sandbox = caged.sandbox.clone().map(|sandbox| sandbox.with_git(access));
        let ran = place.run(&format!("{PREAMBLE}{script}\nexit 0"));
        assert!(!is_run(&place), "{name}, {access:?}: {ran:?}");
        assert_eq!(ran.succeeded(), ran.git.violations.is_empty(), "{name}: {ran:?}");
        let is_said = |sentence: &String| sentence.contains(" and is ");
        assert!(ran.git.violations.iter().all(is_said), "{name}: {ran:?}");
        // Without mounts, only the audit can have prevented it.
        if place
            .sandbox
            .as_ref()
            .is_some_and(|sandbox| sandbox.strength() != Strength::Namespaces)
        {
            assert!(!ran.succeeded(), "{name}: {ran:?}");
        }
        // The repository is restored, and the next command has no findings.
        let again = place.run("true");
        assert!(
            again.succeeded() && again.git == Default::default(),
            "{name}: {again:?}"
        );
    }
}

pub fn nothing(_: &Place) {}

pub fn has_git() -> bool {
    Command::new("git").arg("--version").output().is_ok()
}

pub fn git(folder: &Path, arguments: &[&str]) {
    let output = user_git(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// Runs git as the user would, without the settings of this machine.
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
pub fn repository(prepare: &fn(&Place)) -> Place {
    let place = Place::new();
    git(&place.root, &["init", "-q"]);
    place.write(".gitignore", "node_modules\n");
    write_evil(&place, &place.root);
    git(&place.root, &["add", "."]);
    git(&place.root, &["commit", "-q", "-m", "first"]);
    prepare(&place);
    place
}

/// Writes the program that git must never run, beside a file.
pub fn write_evil(place: &Place, folder: &Path) {
    let marker = place.outside().join("run");
    let text = format!("#!/bin/sh\necho run >> '{}'\n", marker.display());
    write_program(&folder.join("evil.sh"), &text);
    fs::write(folder.join("file"), "text\n").unwrap();
}

/// Whether git runs the program when the user works with every repository that there is.
pub fn is_run(place: &Place) -> bool {
    let mut folders = Vec::new();
    collect(&place.root, &mut folders);
    // Git opens a repository by name also in a folder that cannot be listed.
    folders.extend(Some(place.root.join("hidden/inner")).filter(|folder| folder.is_dir()));
    runs_in(place, folders)
}

/// Whether git runs the program when the user works in these folders.
pub fn runs_in(place: &Place, folders: Vec<PathBuf>) -> bool {
    let marker = place.outside().join("run");
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
fn link_to_another(caged: &mut Place) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let with_other = |place: &Place| {
        let inner = place.root.join("vendor/inner");
        git(&place.root, &["init", "-q", "vendor/inner"]);
        git(&inner, &["commit", "-q", "--allow-empty", "-m", "inner"]);
        let evil = place.root.join("evil.sh").display().to_string();
        git(&inner, &["config", "core.fsmonitor", &evil]);
    };
    let script = "git update-index --add --cacheinfo 160000,$(git -C vendor/inner rev-parse HEAD),vendor/inner || true";
    for access in [GitAccess::ReadOnly, GitAccess::Write] {
        let mut place = repository(&(with_other as fn(&Place)));
        place.sandbox = caged.sandbox.clone().map(|sandbox| sandbox.with_git(access));
        let before = fs::read(place.root.join(".git/index")).unwrap();
        let ran = place.run(script);
        let marker = place.outside().join("run");
        let _ = fs::remove_file(&marker);
        user_git(&place.root, &["status"]);
        assert!(!marker.exists(), "{access:?}: {ran:?}");
        assert_eq!(ran.succeeded(), ran.git.violations.is_empty(), "{access:?}: {ran:?}");
        assert_eq!(
            fs::read(place.root.join(".git/index")).unwrap(),
            before,
            "{access:?}: {ran:?}"
        );
        // Without a sandbox it works.
        place.sandbox = None;
        place.run(script);
        let _ = fs::remove_file(&marker);
        user_git(&place.root, &["status"]);
        assert!(marker.exists(), "{access:?}");
    }
}

/// A path that is longer than the kernel takes.
fn hide_behind_long_path(caged: &mut Place) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let mut place = repository(&(nothing as fn(&Place)));
    place.sandbox = caged.sandbox.clone();
    let script = "nested inner; for i in $(seq 30); do mkdir $(printf %0200d 0); cd $(printf %0200d 0); done; exit 0";
    let ran = place.run(&format!("{PREAMBLE}{script}"));
    let marker = place.outside().join("run");
    user_git(&place.root.join("inner"), &["status"]);
    assert!(!marker.exists(), "{ran:?}");
    assert!(!ran.succeeded(), "{ran:?}");
    let is_about = |word: &str| ran.git.violations.iter().any(|sentence| sentence.contains(word));
    assert!(
        is_about("could not be searched") && is_about("inner/.git/config"),
        "{ran:?}"
    );
    // The user can go on.
    assert!(place.run("true").succeeded());
    place.sandbox = None;
    place.run("rm -rf 0*");
}

fn make_harmless(place: &mut Place) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let sandbox = place.sandbox.take();
    *place = repository(&(nothing as fn(&Place)));
    place.sandbox = sandbox;
    let ran = place.run(&format!(
        "{PREAMBLE}git clone -q --no-local . inner && git -C inner config user.name a; exit 0"
    ));
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git.notices, ["`inner/.git` is a new git repository"]);
    let ran = place.run("git -C inner config user.name b");
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git.notices.len(), 1, "{ran:?}");
    let ran = place.run("rm -rf inner");
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git.notices, ["`inner/.git` was removed"]);
}

/// The sandbox keeps the command from changing `.git`, so every change there comes from the user.
fn change_from_outside(place: &mut Place) {
    git(&place.root, &["init", "-q"]);
    let root = place.root.clone();
    let mut has_changed = false;
    let ran = place.try_run("echo ready; while [ ! -e go ]; do sleep 0.01; done", &mut |_, _| {
        if !std::mem::replace(&mut has_changed, true) {
            git(&root, &["config", "core.pager", "less"]);
            write_program(&root.join(".git/hooks/pre-commit"), "#!/bin/sh\n");
            fs::write(root.join("go"), "").unwrap();
        }
    });
    let ran = ran.unwrap();
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    assert!(place.root.join(".git/hooks/pre-commit").exists());
    assert!(place.read(".git/config").contains("less"));
}

fn never_end(place: &mut Place) {
    git(&place.root, &["init", "-q"]);
    git(&place.root, &["init", "-q", "inner"]);
    // The guard does not read this file.
    let modules = place.root.join(".gitmodules");
    make_pipe(&modules);
    assert!(place.run("true").succeeded());
    fs::remove_file(&modules).unwrap();
    symlink("/dev/zero", &modules).unwrap();
    assert!(place.run("true").succeeded());
    for name in [
        "config",
        "commondir",
        "hooks/pre-commit",
        "config.worktree",
        "info/attributes",
    ] {
        let path = place.root.join("inner/.git").join(name);
        let old = fs::read(&path).ok();
        let _ = fs::remove_file(&path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        make_pipe(&path);
        assert_refused(place, name, "a pipe");
        fs::remove_file(&path).unwrap();
        fs::File::create(&path).unwrap().set_len(8 << 30).unwrap();
        assert_refused(place, name, "larger than");
        fs::remove_file(&path).unwrap();
        if !name.contains('/') {
            symlink("/dev/zero", &path).unwrap();
            // A repository that is not part of the project does not stop the command: see `faulty_nested`.
            let ran = place.run("true");
            assert!(ran.succeeded() && ran.git.notices.len() == 1, "{name}: {ran:?}");
            fs::remove_file(&path).unwrap();
        }
        if let Some(old) = old {
            fs::write(&path, old).unwrap();
        }
    }
    let index = place.root.join(".git/index");
    make_pipe(&index);
    assert_refused(place, ".git/index", "a pipe");
    fs::remove_file(&index).unwrap();
    assert!(place.run("true").succeeded());
}

/// The faulty file, how it becomes so, and an attack through it.
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
fn faulty_nested(caged: &mut Place) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    for (name, spoil, script) in FAULTY {
        let mut place = repository(&(nothing as fn(&Place)));
        git(&place.root, &["init", "-q", "vendor/inner"]);
        spoil(&place.root.join("vendor/inner/.git"));
        place.sandbox.clone_from(&caged.sandbox);
        let ran = place.run("touch ran");
        let notice = format!("`vendor/inner/.git/{name}` is ");
        assert!(ran.succeeded() && place.root.join("ran").exists(), "{ran:?}");
        assert!(ran.git.notices[0].starts_with(&notice), "{ran:?}");
        let ran = place.run(&format!("{PREAMBLE}{script}"));
        assert!(!ran.succeeded() && !is_run(&place), "{name}: {ran:?}");
        let ran = place.run("rm -rf vendor/inner/.git");
        assert!(ran.succeeded(), "{name}: {ran:?}");
        place.sandbox = None;
        place.run("rm -rf vendor/inner");
        git(&place.root, &["init", "-q", "vendor/inner"]);
        spoil(&place.root.join("vendor/inner/.git"));
        place.run(&format!("{PREAMBLE}{script}"));
        assert!(is_run(&place), "{name}: it reaches nothing without a sandbox");
    }
}

pub fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

pub fn assert_refused(place: &Place, name: &str, why: &str) {
    let since = Instant::now();
    let refused = place.try_run("touch ran", &mut |_, _| {});
    assert!(since.elapsed() < Duration::from_secs(20), "{name}");
    let Err(RunError::NotStarted(told)) = refused else {
        panic!("{name}: {refused:?}");
    };
    assert!(told.contains(name) && told.contains(why), "{name}: {told}");
    assert!(!place.root.join("ran").exists(), "{name}");
}

pub const COMMIT: &str = "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m more";

fn commits(place: &mut Place) {
    let sandbox = place.sandbox.take().unwrap();
    *place = repository(&(nothing as fn(&Place)));
    place.sandbox = Some(sandbox.clone());
    let ran = place.run(COMMIT);
    assert!(
        !ran.succeeded() && ran.stderr.to_string().contains("Read-only file system"),
        "{ran:?}"
    );
    place.sandbox = Some(sandbox.with_git(GitAccess::Write));
    let ran = place.run(&format!(
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
        let ran = place.run(script);
        assert!(!ran.succeeded() && ran.git == Default::default(), "{script}: {ran:?}");
    }
}

/// A linked worktree commits through its folder in the main repository.
fn commits_in_worktree(place: &mut Place) {
    let sandbox = place.sandbox.take().unwrap();
    *place = repository(&(with_worktree as fn(&Place)));
    place.sandbox = Some(sandbox.clone());
    place.sub_folder = "tree";
    let failed: Ran = place.run(COMMIT);
    assert!(!failed.succeeded(), "{failed:?}");
    place.sandbox = Some(sandbox.with_git(GitAccess::Write));
    let ran = place.run(COMMIT);
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    for name in ["commondir", "gitdir"] {
        let ran = place.run(&format!("echo x > ../.git/worktrees/tree/{name}"));
        assert!(!ran.succeeded() && ran.git == Default::default(), "{name}: {ran:?}");
    }
    let ran = place.run("mkdir ../.git/worktrees/other");
    assert!(!ran.succeeded(), "{ran:?}");
}
