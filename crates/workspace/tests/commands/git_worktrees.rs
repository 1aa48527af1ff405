//! Projects that are linked worktrees of a repository outside of the project.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_workspace::sandbox::{Files, GitAccess, Strength};

use super::git::{COMMIT, PREAMBLE, git, has_git, runs_in, user_git, write_evil};
use super::project::{Named, TestProject};
use super::sandboxed::{SandboxTrial, skip};

/// Without a sandbox, every attack works.
pub const CONTROLS: &[Named] = &[("r09_outside_repositories_are_changed_without_a_sandbox", succeed)];

pub const TRIALS: &[SandboxTrial] = &[
    (
        "git_works_in_a_worktree_of_an_outside_repository",
        Strength::SystemCalls,
        works,
    ),
    (
        "git_does_not_write_to_a_repository_with_working_trees_inside",
        Strength::Landlock,
        keeps_working_trees,
    ),
    (
        "r09_a_pointer_alone_gives_no_access_to_a_repository",
        Strength::Landlock,
        pointer_alone,
    ),
    (
        "r09_git_runs_nothing_through_an_outside_repository",
        Strength::SystemCalls,
        attack_outside,
    ),
    (
        "r09_git_writes_to_no_file_behind_a_link",
        Strength::SystemCalls,
        link_to_file,
    ),
    (
        "r09_changes_of_other_worktrees_are_kept",
        Strength::Namespaces,
        change_other_worktree,
    ),
];

/// The project is a linked worktree.
struct Linked {
    project: TestProject,
    main: PathBuf,
}

impl Linked {
    /// Beside the main worktree, or inside of it.
    fn new(is_within: bool) -> Self {
        let mut project = TestProject::new();
        let main = project.outside().join("main");
        fs::remove_dir(&project.root).unwrap();
        if is_within {
            project.root = main.join("wt");
        }
        git(&project.outside(), &["init", "-q", "main"]);
        write_evil(&project, &main);
        git(&main, &["add", "."]);
        git(&main, &["commit", "-q", "-m", "first"]);
        for tree in [&project.root, &project.outside().join("other")] {
            git(&main, &["worktree", "add", "-q", &tree.display().to_string()]);
        }
        Self { project, main }
    }

    fn with(mut self, sandboxed: &TestProject, access: GitAccess) -> Self {
        self.project.sandbox = sandboxed.sandbox.clone().map(|sandbox| sandbox.with_git(access));
        self
    }

    fn common(&self) -> PathBuf {
        self.main.join(".git")
    }

    fn is_run(&self) -> bool {
        let trees = [
            self.project.root.clone(),
            self.main.clone(),
            self.project.outside().join("other"),
        ];
        runs_in(&self.project, trees.to_vec())
    }
}

fn works(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    for is_within in [false, true] {
        let linked = Linked::new(is_within).with(sandboxed, GitAccess::ReadOnly);
        let strength = linked.project.sandbox.as_ref().unwrap().strength();
        let ran = linked.project.run("git status --short; git log --oneline | wc -l");
        assert_eq!(ran.stdout.to_string().trim(), "1", "{ran:?}");
        assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
        let ran = linked.project.run(COMMIT);
        let is_refused = strength.files() != Files::Open;
        assert_eq!(ran.succeeded(), !is_refused, "{ran:?}");
        let linked = linked.with(sandboxed, GitAccess::Write);
        let ran = linked.project.run(&format!(
            "echo more >> file; git add file; {COMMIT}; git checkout -q -b more; {COMMIT}; git rebase -q HEAD~1
git checkout -q --detach; git branch -q -D more; git pack-refs --all; git log --oneline | wc -l"
        ));
        let count = if is_refused { "3" } else { "4" };
        assert_eq!(ran.stdout.to_string().trim(), count, "{ran:?}");
        assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
        if strength != Strength::Namespaces {
            continue;
        }
        for script in [
            "git config user.name b",
            "touch $(git rev-parse --git-common-dir)/hooks/pre-commit",
            "touch $(git rev-parse --git-common-dir)/info/attributes",
            "mkdir $(git rev-parse --git-common-dir)/worktrees/new",
            "echo x > $(git rev-parse --git-common-dir)/worktrees/other/HEAD",
            "echo x > $(git rev-parse --git-dir)/commondir",
            "echo x > $(git rev-parse --git-dir)/gitdir",
            "touch $(git rev-parse --git-common-dir)/../new",
        ] {
            let ran = linked.project.run(script);
            assert!(!ran.succeeded() && ran.git == Default::default(), "{script}: {ran:?}");
        }
    }
}

/// A bare repository whose worktrees are inside of its folder.
fn keeps_working_trees(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let linked = Linked::new(false).with(sandboxed, GitAccess::Write);
    let inner = linked.common().join("inner");
    git(&linked.main, &["worktree", "add", "-q", &inner.display().to_string()]);
    let ran = linked.project.run("git status");
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    let ran = linked
        .project
        .run(&format!("echo x > '{}'", inner.join("file").display()));
    assert!(!ran.succeeded(), "{ran:?}");
    let mut project = linked.project;
    project.root = inner;
    let ran = project.run(&format!("git status; {COMMIT}"));
    assert!(!ran.succeeded(), "{ran:?}");
    assert_eq!(ran.git, Default::default());
}

/// An archive can contain a `.git` file that points to a repository of the user.
fn pointer_alone(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let linked = Linked::new(false).with(sandboxed, GitAccess::Write);
    let (root, other) = (&linked.project.root, linked.common().join("worktrees/other"));
    for target in [linked.common(), other] {
        fs::write(root.join(".git"), format!("gitdir: {}\n", target.display())).unwrap();
        let ran = linked.project.run(COMMIT);
        assert!(!ran.succeeded(), "{ran:?}");
        assert_eq!(ran.git, Default::default());
    }
}

/// The name, the preparation of the repository, and the script. `$C` is the common folder of the repository, `$G` the
/// folder of the project's worktree in it.
type Attack = (&'static str, fn(&Linked), &'static str);

const ATTACKS: &[Attack] = &[
    (
        "hook",
        nothing,
        "mkdir -p $C/hooks; for hook in pre-commit post-checkout; do cp $EVIL $C/hooks/$hook; done",
    ),
    (
        "hooks_folder_replaced",
        nothing,
        "mv $C/hooks $C/old; mkdir -p $C/hooks; for hook in pre-commit post-checkout; do cp $EVIL $C/hooks/$hook; done",
    ),
    (
        "settings",
        nothing,
        "git config core.fsmonitor $EVIL; printf '[core]\\nfsmonitor = %s\\n' $EVIL >> $C/config",
    ),
    (
        "settings_of_the_worktree",
        with_worktree_settings,
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL > $G/config.worktree",
    ),
    (
        "settings_of_the_main_worktree",
        with_worktree_settings,
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL > $C/config.worktree",
    ),
    (
        "attributes",
        |linked| fs::remove_dir_all(linked.common().join("info")).unwrap(),
        "mkdir -p $C/info; echo '* filter=x' > $C/info/attributes",
    ),
    (
        "commondir_of_the_repository",
        nothing,
        "nested inner; mv inner/.git common; echo $PWD/common > $C/commondir",
    ),
    (
        "commondir_of_the_worktree",
        nothing,
        "nested inner; mv inner/.git common; echo $PWD/common > $G/commondir",
    ),
    (
        "another_worktree",
        with_worktree_settings,
        "echo $PWD/.git > $C/worktrees/other/gitdir
printf '[core]\\nfsmonitor = %s\\n' $EVIL > $C/worktrees/other/config.worktree",
    ),
    (
        "new_worktree",
        nothing,
        "mkdir $C/worktrees/new; cp $G/HEAD $C/worktrees/new; echo $PWD/common > $C/worktrees/new/commondir",
    ),
    (
        "submodule",
        nothing,
        "git init -q --bare $C/modules/x; git --git-dir=$C/modules/x config core.fsmonitor $EVIL",
    ),
    (
        "unfinished_rebase_of_the_main_worktree",
        nothing,
        "mkdir $C/rebase-merge; echo \"exec $EVIL\" > $C/rebase-merge/git-rebase-todo",
    ),
    (
        "gitlink",
        with_nested,
        "git update-index --add --cacheinfo 160000,$(git -C vendor/inner rev-parse HEAD),vendor/inner",
    ),
    (
        "gitlink_of_the_main_worktree",
        with_nested,
        "git --git-dir=$C --work-tree=$C/.. update-index --add \
--cacheinfo 160000,$(git -C vendor/inner rev-parse HEAD),wt/vendor/inner",
    ),
];

fn nothing(_: &Linked) {}

fn with_worktree_settings(linked: &Linked) {
    git(&linked.main, &["config", "extensions.worktreeConfig", "true"]);
}

/// Git in the project has no reason to read this repository.
fn with_nested(linked: &Linked) {
    let inner = linked.project.root.join("vendor/inner");
    git(&linked.project.root, &["init", "-q", "vendor/inner"]);
    git(&inner, &["commit", "-q", "--allow-empty", "-m", "inner"]);
    let evil = linked.project.root.join("evil.sh").display().to_string();
    git(&inner, &["config", "core.fsmonitor", &evil]);
}

fn prepared(prepare: &fn(&Linked)) -> Linked {
    let linked = Linked::new(true);
    prepare(&linked);
    linked
}

fn with_names(script: &str) -> String {
    format!("{PREAMBLE}C=$(git rev-parse --git-common-dir) G=$(git rev-parse --git-dir)\n{script}\nexit 0")
}

fn succeed() {
    if !has_git() {
        return skip("git", "there is no git");
    }
    for (name, prepare, script) in ATTACKS {
        let open = prepared(prepare);
        let before = acted_upon(&open.common());
        open.project.run(&with_names(script));
        let is_changed = acted_upon(&open.common()) != before;
        assert!(
            is_changed || open.is_run(),
            "{name}: it reaches nothing without a sandbox"
        );
    }
}

fn attack_outside(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let strength = sandboxed.sandbox.as_ref().unwrap().strength();
    let accesses = match strength.files() {
        Files::Open => [GitAccess::ReadOnly, GitAccess::Write].as_slice(),
        _ => [GitAccess::Write].as_slice(),
    };
    for (name, prepare, script) in ATTACKS {
        for &access in accesses {
            let linked = prepared(prepare).with(sandboxed, access);
            let before = acted_upon(&linked.common());
            let ran = linked.project.run(&with_names(script));
            assert_eq!(acted_upon(&linked.common()), before, "{name}, {access:?}: {ran:?}");
            assert!(!linked.is_run(), "{name}, {access:?}: {ran:?}");
            assert_eq!(ran.succeeded(), ran.git.violations.is_empty(), "{name}: {ran:?}");
            let is_reverted = |sentence: &String| sentence.contains(" and is ");
            assert!(ran.git.violations.iter().all(is_reverted), "{name}: {ran:?}");
            // Without mounts, only the audit can have prevented it.
            assert!(strength == Strength::Namespaces || !ran.succeeded(), "{name}: {ran:?}");
            let again = linked.project.run("true");
            assert!(
                again.succeeded() && again.git == Default::default(),
                "{name}: {again:?}"
            );
        }
    }
}

/// Git appends to its logs and writes packed references through links.
fn link_to_file(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    for (path, access) in [
        ("$G/logs/HEAD", Some(GitAccess::Write)),
        ("$C/logs/refs/heads/wt", Some(GitAccess::Write)),
        ("$C/packed-refs", Some(GitAccess::Write)),
        ("vendor/.git/logs/HEAD", Some(GitAccess::ReadOnly)),
        ("$C/packed-refs", None),
        ("vendor/.git/logs/HEAD", None),
    ] {
        let mut linked = Linked::new(true);
        let vendor = linked.project.root.join("vendor");
        git(&linked.project.root, &["init", "-q", "vendor"]);
        git(&vendor, &["commit", "-q", "--allow-empty", "-m", "vendor"]);
        if let Some(access) = access {
            linked = linked.with(sandboxed, access);
        }
        let target = linked.project.outside().join("target");
        let script = format!("ln -sfn '{}' {path}", target.display());
        let ran = linked.project.run(&with_names(&script));
        for folder in [&linked.project.root, &vendor] {
            user_git(folder, &["commit", "-q", "--allow-empty", "-m", "mine"]);
            user_git(folder, &["pack-refs", "--all"]);
        }
        assert_eq!(target.exists(), access.is_none(), "{path}: {ran:?}");
        assert_eq!(ran.succeeded(), access.is_none(), "{path}: {ran:?}");
    }
}

/// Files of a repository that make git run programs or read other settings.
fn acted_upon(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![folder.to_owned()];
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_aside = name.ends_with(".aside") || name.ends_with(".sample");
            if path.is_dir() {
                let is_data = ["objects", "refs", "logs", "old"].contains(&name.as_str());
                ahead.extend((!is_data && !is_aside).then_some(path));
            } else if !is_aside && (is_named(&name) || folder.ends_with("hooks")) {
                let bytes = fs::read(&path).unwrap();
                found.insert(path, bytes);
            }
        }
    }
    found
}

fn is_named(name: &str) -> bool {
    let names = [
        "config",
        "config.worktree",
        "commondir",
        "gitdir",
        "attributes",
        "git-rebase-todo",
    ];
    names.contains(&name)
}

/// Several agents may work in worktrees of one repository at the same time.
fn change_other_worktree(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let linked = Linked::new(false).with(sandboxed, GitAccess::Write);
    let (root, main) = (linked.project.root.clone(), linked.main.clone());
    let added = linked.project.outside().join("added");
    let mut has_changed = false;
    let ran = linked
        .project
        .try_run("echo ready; while [ ! -e go ]; do sleep 0.01; done", &mut |_, _| {
            if !std::mem::replace(&mut has_changed, true) {
                git(&main, &["worktree", "add", "-q", &added.display().to_string()]);
                fs::write(root.join("go"), "").unwrap();
            }
        });
    let ran = ran.unwrap();
    assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
    let output = user_git(&added, &["commit", "-q", "--allow-empty", "-m", "mine"]);
    assert!(output.status.success(), "{output:?}");
}
