//! R9 in linked worktrees: the project's repository is outside of the project.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_testkit::ordinary_user::{as_ordinary_user, is_root};
use planwright_testkit::project::must;
use planwright_testkit::{Tier, bins, skip, tier};

use crate::r09_git::{Stage, configure, git, has_git, plan_of};

const COMMIT: &str = "git commit -q --allow-empty -m planned";

/// The name of each attack, and its command. `$C` is the common folder of the repository.
const ATTACKS: &[(&str, &str)] = &[
    (
        "hook",
        "mkdir -p $C/hooks; for hook in pre-commit post-checkout; do cp $EVIL $C/hooks/$hook; done; true",
    ),
    (
        "settings",
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL >> $C/config; true",
    ),
    (
        "attributes",
        "mkdir -p $C/info; echo '* filter=x' > $C/info/attributes; true",
    ),
    (
        "gitdir of another worktree",
        "echo $PWD/.git > $C/worktrees/other/gitdir; true",
    ),
    (
        "gitlink",
        "git update-index --add --cacheinfo 160000,$(git -C vendor/inner rev-parse HEAD),vendor/inner; true",
    ),
];

/// Every user with every sandbox in the full tier; in the quick tier, each of them once.
fn on_each_stage(test: impl Fn(bool)) {
    let is_all = tier() == Tier::Full || !is_root();
    let strengths = |first: bool| [first, !first].into_iter().take(if is_all { 2 } else { 1 });
    strengths(false).for_each(&test);
    as_ordinary_user(|| strengths(true).for_each(&test));
}

/// The project is a linked worktree, beside the main worktree.
fn linked(is_in_memory: bool) -> (Stage, PathBuf) {
    let stage = Stage::empty(is_in_memory);
    let root = stage.project.root();
    let scene = stage.project.scene();
    let main = scene.join("main");
    must("a folder", fs::remove_dir_all(&root));
    git(scene, &["init", "-q", "main"]);
    stage.write_evil(&main);
    git(&main, &["add", "."]);
    git(&main, &["commit", "-q", "-m", "first"]);
    for tree in [&root, &scene.join("other")] {
        git(&main, &["worktree", "add", "-q", &tree.display().to_string()]);
    }
    let inner = root.join("vendor/inner");
    git(&root, &["init", "-q", "vendor/inner"]);
    git(&inner, &["commit", "-q", "--allow-empty", "-m", "inner"]);
    let evil = root.join("evil.sh").display().to_string();
    git(&inner, &["config", "core.fsmonitor", &evil]);
    (stage, main.join(".git"))
}

#[test]
fn r09_plans_commit_in_a_linked_worktree_only_where_the_user_allows_it() {
    if !has_git() {
        return skip("r09_git", "there is no git");
    }
    on_each_stage(|is_in_memory| {
        let (stage, _) = linked(is_in_memory);
        let teddy = bins::path("teddy");
        let last_commit = || stage.run(Path::new("git"), &["log", "-1"]).done().stdout;
        stage.project.write("read.md", &plan_of(&["git status; git log -1"]));
        let ran = stage.run(&teddy, &["execute", "read.md", "-y"]).done();
        if let Err(why) = stage.holds(&ran) {
            return skip("r09_git", why);
        }
        assert!(ran.stdout.contains("first"), "{ran:?}");
        stage.project.write("plan.md", &plan_of(&[COMMIT]));
        let ran = stage.run(&teddy, &["execute", "plan.md", "-y"]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(!last_commit().contains("planned"), "{ran:?}");
        configure(&stage.project, "[execute]\ngit = \"write\"\n");
        let ran = stage.run(&teddy, &["execute", "plan.md", "-y"]).done();
        assert!(last_commit().contains("planned"), "{ran:?}");
        assert!(
            ran.stdout
                .contains("writes limited to the project and its git repository"),
            "{ran:?}"
        );
        assert!(!ran.stdout.contains("git: "), "{ran:?}");
    });
}

#[test]
fn r09_git_runs_nothing_through_the_repository_of_a_linked_worktree() {
    if !has_git() {
        return skip("r09_git", "there is no git");
    }
    on_each_stage(|is_in_memory| {
        for (name, command) in ATTACKS {
            let (stage, common) = linked(is_in_memory);
            configure(&stage.project, "[execute]\ngit = \"write\"\n");
            let command = format!("C=$(git rev-parse --git-common-dir)\n{command}");
            stage.project.write("plan.md", &plan_of(&[&command]));
            let files = [
                "config",
                "hooks/pre-commit",
                "info/attributes",
                "worktrees/other/gitdir",
            ];
            let content = || files.map(|file| fs::read(common.join(file)).ok());
            let before = content();
            let ran = stage.run(&bins::path("teddy"), &["execute", "plan.md", "-y"]);
            if let Err(why) = stage.holds(&ran) {
                return skip("r09_git", why);
            }
            assert_eq!(content(), before, "{name}: {ran:?}");
            assert!(!stage.is_run(), "{name}: {ran:?}");
            let is_prevented = ran.stdout.contains("Read-only file system");
            let is_reported = ran.stdout.contains("it changed what git runs or reads");
            assert!(is_prevented || is_reported, "{name}: {ran:?}");
            assert_eq!(ran.code == Some(1), is_reported, "{name}: {ran:?}");
        }
    });
}
