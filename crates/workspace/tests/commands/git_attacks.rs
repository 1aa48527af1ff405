//! The attacks through git's files, one by one.

use std::fs;
use std::os::unix::fs::symlink;

use super::git::{git, nothing, user_git, write_program};
use super::project::TestProject;

/// The name, the preparation of the project, and the script of the command.
pub type Attack = (&'static str, fn(&TestProject), &'static str);

pub const ATTACKS: &[Attack] = &[
    (
        "nested_repository_with_a_gitlink",
        nothing,
        "nested inner; git update-index --add --cacheinfo 160000,$(git -C inner rev-parse HEAD),inner",
    ),
    (
        "nested_repository_in_an_ignored_folder",
        nothing,
        "mkdir -p node_modules/a/b; nested node_modules/a/b",
    ),
    (
        "nested_repository_whose_folder_cannot_be_listed",
        nothing,
        "mkdir hidden; nested hidden/inner; chmod 311 hidden",
    ),
    (
        "nested_repository_that_cannot_be_written",
        nothing,
        "nested inner; chmod 444 inner/.git/config; chmod 555 inner/.git inner",
    ),
    (
        "nested_repository_with_a_hook",
        nothing,
        "git init -q inner; cp $EVIL inner/.git/hooks/post-index-change; cp $EVIL inner/.git/hooks/post-checkout",
    ),
    (
        "nested_repository_behind_a_git_file",
        nothing,
        "nested inner; mv inner/.git store; echo 'gitdir: ../store' > inner/.git",
    ),
    (
        "nested_repository_behind_a_git_file_in_the_object_store",
        nothing,
        "nested inner; mv inner/.git .git/objects/store; mkdir b; echo 'gitdir: ../.git/objects/store' > b/.git",
    ),
    (
        "nested_repository_behind_a_link",
        nothing,
        "nested inner; mv inner/.git store; ln -s ../store inner/.git",
    ),
    (
        "bare_repository",
        nothing,
        "git init -q --bare bare; git -C bare config core.fsmonitor $EVIL; git -C bare config core.worktree ..
git -C bare config core.bare false",
    ),
    (
        "included_settings_in_a_nested_repository",
        nothing,
        "git init -q inner; printf '[core]\\nfsmonitor = %s\\n' $EVIL > more; git -C inner config include.path ../../more",
    ),
    (
        "settings_of_the_project",
        nothing,
        "git config core.fsmonitor $EVIL; printf '[core]\\nfsmonitor = %s\\n' $EVIL >> .git/config",
    ),
    (
        "hook_of_the_project",
        nothing,
        "mkdir -p .git/hooks; for hook in post-checkout pre-commit post-index-change; do cp $EVIL .git/hooks/$hook; done",
    ),
    (
        "commondir_of_the_project",
        nothing,
        "nested inner; mv inner/.git common; rm -rf inner; echo ../common > .git/commondir",
    ),
    (
        "git_folder_of_the_project_swapped",
        nothing,
        "cp -r .git copy; git -C . --git-dir=copy config core.fsmonitor $EVIL; mv .git old; mv copy .git",
    ),
    (
        "submodule_settings_after_gitmodules_was_moved",
        with_submodule,
        "mv .gitmodules aside; printf '[core]\\nfsmonitor = %s\\n' $EVIL >> .git/modules/sub/config",
    ),
    ("submodule_folder_moved", with_submodule, "mv sub elsewhere; nested sub"),
    (
        "submodule_pointer_changed",
        with_submodule,
        "nested inner; rm -f sub/.git; echo 'gitdir: ../inner/.git' > sub/.git",
    ),
    (
        "submodule_of_its_own_folder",
        with_old_submodule,
        "git -C sub config core.fsmonitor $EVIL; cp $EVIL sub/.git/hooks/post-index-change",
    ),
    (
        "worktree_commondir",
        with_worktree,
        "nested inner; mv inner/.git common; echo $PWD/common > .git/worktrees/tree/commondir",
    ),
    (
        "hook_folder_of_the_settings_is_made",
        |project| git(&project.root, &["config", "core.hooksPath", "scripts/hooks"]),
        "mkdir -p scripts/hooks; cp $EVIL scripts/hooks/post-checkout; cp $EVIL scripts/hooks/pre-commit",
    ),
    (
        "hook_folder_of_the_settings_is_reached_by_a_link",
        |project| git(&project.root, &["config", "core.hooksPath", "scripts/hooks"]),
        "mkdir -p other/hooks; cp $EVIL other/hooks/post-checkout; cp $EVIL other/hooks/pre-commit; ln -s other scripts",
    ),
    (
        "unfinished_rebase_of_a_nested_repository",
        nothing,
        "git init -q inner; git -C inner commit -q --allow-empty -m a; git -C inner commit -q --allow-empty -m b
GIT_SEQUENCE_EDITOR=\"sed -i '1i break\\nexec $EVIL'\" git -C inner rebase -q -i HEAD~1",
    ),
    (
        "strategy_of_an_unfinished_rebase",
        with_unfinished_rebase,
        "mkdir git-merge-x; cp $EVIL git-merge-x/y; printf x/y > .git/rebase-merge/strategy",
    ),
    (
        "strategy_of_an_unfinished_cherry_pick",
        with_unfinished_cherry_pick,
        "mkdir git-merge-x; cp $EVIL git-merge-x/y; printf '[options]\\nstrategy = x/y\\n' > .git/sequencer/opts",
    ),
    (
        "pointer_with_a_blank_in_front",
        nothing,
        "git init -q a; nested inner; mv inner/.git .git/objects/a; mkdir b; ln -s ../.git/objects 'b/ ..'
printf 'gitdir:  ../a/.git' > b/.git; mkdir .git/objects/a/.git; mv .git/objects/a/* .git/objects/a/.git",
    ),
    (
        "hook_in_the_folder_of_the_settings_is_changed",
        |project| {
            git(&project.root, &["config", "core.hooksPath", "scripts/hooks"]);
            write_program(&project.root.join("scripts/hooks/pre-commit"), "#!/bin/sh\n");
        },
        "cp $EVIL scripts/hooks/pre-commit; mv scripts old; mkdir -p scripts/hooks; cp $EVIL scripts/hooks/pre-commit",
    ),
    (
        "pointer_to_a_folder_that_came_with_the_project",
        |project| {
            with_harmful_folder(project);
            let entry = format!("160000,{},sub", "1".repeat(40));
            git(&project.root, &["update-index", "--add", "--cacheinfo", &entry]);
        },
        "mkdir -p sub; echo 'gitdir: ../fixtures/e' > sub/.git",
    ),
    (
        "pointer_to_the_project_with_hooks_beside_it",
        |project| git(&project.root, &["config", "core.hooksPath", ".husky"]),
        "mkdir -p src/.husky; cp $EVIL src/.husky/post-index-change; cp $EVIL src/.husky/pre-commit
echo 'gitdir: ../.git' > src/.git",
    ),
    (
        "hooks_beside_more_than_can_be_compared",
        |project| git(&project.root, &["init", "-q", "vendor"]),
        "git init -q .a; mkdir -p .a/.git/hooks; for i in 1 2 3 4 5 6; do truncate -s 8000000 .a/.git/hooks/h$i; done
mkdir -p vendor/.git/hooks; cp $EVIL vendor/.git/hooks/pre-commit; cp $EVIL .git/hooks/pre-commit",
    ),
    (
        "hooks_among_more_than_can_be_compared",
        |project| git(&project.root, &["init", "-q", "vendor"]),
        "mkdir -p vendor/.git/hooks; cp $EVIL vendor/.git/hooks/pre-commit
for i in 1 2 3 4 5 6; do truncate -s 8000000 vendor/.git/hooks/h$i; done",
    ),
    (
        "hook_beside_the_files_of_the_project",
        |project| {
            let root = project.root.display().to_string();
            git(&project.root, &["config", "core.hooksPath", &root]);
        },
        "cp $EVIL pre-commit; cp $EVIL post-checkout",
    ),
    (
        "program_behind_a_linked_hook_of_the_settings",
        |project| {
            write_program(&project.root.join("scripts/check"), "#!/bin/sh\n");
            fs::create_dir(project.root.join(".githooks")).unwrap();
            symlink("../scripts/check", project.root.join(".githooks/pre-commit")).unwrap();
            git(&project.root, &["config", "core.hooksPath", ".githooks"]);
        },
        "cp $EVIL scripts/check",
    ),
    (
        "program_behind_a_linked_hook_is_changed",
        |project| {
            write_program(&project.root.join("tools/check"), "#!/bin/sh\n");
            symlink("../../tools/check", project.root.join(".git/hooks/pre-commit")).unwrap();
        },
        "cp $EVIL tools/check; mv tools old; mkdir tools; cp $EVIL tools/check",
    ),
    (
        "included_file_is_made",
        |project| git(&project.root, &["config", "include.path", "../shared.gitconfig"]),
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL > shared.gitconfig",
    ),
    (
        "included_file_is_changed",
        |project| {
            git(
                &project.root,
                &["config", "includeIf.gitdir:**.path", "../shared.gitconfig"],
            );
            project.write("shared.gitconfig", "[user]\n\tname = a\n");
        },
        "printf '[core]\\nfsmonitor = %s\\n' $EVIL > new; cat new > shared.gitconfig; mv new shared.gitconfig",
    ),
    (
        "repository_that_was_there_before",
        |project| {
            git(&project.root, &["init", "-q", "vendor/inner"]);
        },
        "git -C vendor/inner config core.fsmonitor $EVIL",
    ),
];

fn with_submodule(project: &TestProject) {
    let other = project.outside().join("other");
    git(&project.outside(), &["init", "-q", "other"]);
    git(&other, &["commit", "-q", "--allow-empty", "-m", "other"]);
    git(
        &project.root,
        &["submodule", "--quiet", "add", &other.display().to_string(), "sub"],
    );
    // Git ignores the case of keys.
    let modules = project.read(".gitmodules").replace("path =", "PATH =");
    project.write(".gitmodules", &modules);
    git(&project.root, &["commit", "-q", "-a", "-m", "sub"]);
}

fn with_old_submodule(project: &TestProject) {
    git(&project.root, &["init", "-q", "sub"]);
    git(
        &project.root.join("sub"),
        &["commit", "-q", "--allow-empty", "-m", "sub"],
    );
    git(&project.root, &["add", "sub"]);
}

fn with_two_commits(project: &TestProject) {
    for name in ["one", "two"] {
        project.write(name, name);
        git(&project.root, &["add", name]);
        git(&project.root, &["commit", "-q", "-m", name]);
    }
}

/// The rebase stopped before the last commit.
fn with_unfinished_rebase(project: &TestProject) {
    with_two_commits(project);
    let editor = "sequence.editor=sed -i 1ibreak";
    git(&project.root, &["-c", editor, "rebase", "-q", "-i", "HEAD~1"]);
}

/// The cherry-pick stopped at an empty commit.
fn with_unfinished_cherry_pick(project: &TestProject) {
    with_two_commits(project);
    git(&project.root, &["branch", "topic"]);
    git(&project.root, &["reset", "-q", "--hard", "HEAD~1"]);
    user_git(&project.root, &["cherry-pick", "topic~1", "topic"]);
    assert!(project.root.join(".git/sequencer/todo").exists());
}

/// A folder that git would use as a repository if a `.git` file pointed to it.
fn with_harmful_folder(project: &TestProject) {
    for file in ["HEAD", "objects/keep", "refs/keep"] {
        project.write(&format!("fixtures/e/{file}"), "ref: refs/heads/main\n");
    }
    let evil = project.root.join("evil.sh").display().to_string();
    let config = format!("[core]\nrepositoryformatversion = 0\nbare = false\nfsmonitor = {evil}\n");
    project.write("fixtures/e/config", &config);
}

pub fn with_worktree(project: &TestProject) {
    git(&project.root, &["worktree", "add", "-q", "tree"]);
}
