//! R8 for all front ends: links and a store that a repository contains lead no command out of the project.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish, must, tree};

use crate::turn_scenes::{PLAN, create, plan, waiting};

/// The content of a file of the user outside of the project.
const CANARY: &str = "canary-8f31c";

/// All files that are read because of their name, and a note that another file names.
const READ_BY_NAME: &[&str] = &[
    "docs/agents.md",
    "notes.md",
    ".teddy/memos.yaml",
    ".teddy/config.yaml",
    ".teddy/global.context",
    ".teddy/prompts/developer.xml",
    ".rawko/current-task.yaml",
    ".teddyignore",
];

/// Commands that read the project and report on it.
const LOOKS: &[(&str, &[&str])] = &[
    ("planloop", &["status", "--json"]),
    ("planloop", &["suggest", "--offline"]),
    ("planloop", &["suggest"]),
    ("planwright", &["status", "--json"]),
    ("planwright", &["check", "plan.md", "--json"]),
    ("planwright", &["check", "plan.md"]),
    ("planwright", &["doctor", "--json"]),
    ("teddy", &["context", PLAN]),
    ("teddy", &["context"]),
    ("teddy", &["execute", "plan.md", "-y"]),
    ("rawko", &["plan", "show"]),
];

/// A project with a session, beside a file outside of it. The planner records its prompts.
fn beside_a_canary() -> Project {
    let project = waiting(&plan(&create("hello.txt", "Hello")));
    project.write("plan.md", &plan(&create("hello.txt", "Hello")));
    let canary = format!("- TODO: {CANARY}\n# XXX {CANARY}\n");
    must("a canary", fs::write(project.scene().join("canary"), canary));
    project.planloop(&["start", "--goal", "Add user login"]).done();
    project
}

fn look(project: &Project, program: &str, line: &[&str]) -> Ran {
    let asked = project.scene().join("asked");
    let mut command = project.command(bins::path(program));
    let planner = format!("sh -c 'cat >> {}; echo none'", asked.display());
    let ran = finish(command.args(line).env("PLANWRIGHT_PLANNER_COMMAND", planner));
    let asked = fs::read_to_string(asked).unwrap_or_default();
    assert!(!asked.contains(CANARY), "{program} {line:?}: a planner has read it");
    ran
}

#[test]
fn r08_no_front_end_reports_content_behind_a_link() {
    for path in READ_BY_NAME {
        for target in ["canary", "folder/canary"] {
            let project = beside_a_canary();
            must("a folder", fs::create_dir_all(project.scene().join("folder")));
            let canary = project.scene().join("canary");
            must("a canary", fs::copy(&canary, project.scene().join("folder/canary")));
            let link = project.root().join(path);
            must("a folder", fs::create_dir_all(link.parent().unwrap_or(Path::new("/"))));
            let _ = fs::remove_file(&link);
            must("a link", symlink(project.scene().join(target), &link));
            for (program, line) in LOOKS {
                let ran = look(&project, program, line);
                let output = format!("{}{}", ran.stdout, ran.stderr);
                assert!(!output.contains(CANARY), "{path}: {program} {line:?}: {ran:?}");
                assert_ne!(ran.code, Some(70), "{path}: {program} {line:?}: {ran:?}");
            }
            assert!(must("the canary", fs::read_to_string(&canary)).contains(CANARY));
        }
    }
}

/// A rulebook outside of the project is refused with a reason and a hint. A link inside of the project is followed.
#[test]
fn r08_a_rulebook_behind_a_link_is_followed_inside_and_refused_outside() {
    let project = beside_a_canary();
    let link = project.root().join("docs/agents.md");
    must("a folder", fs::create_dir_all(project.root().join("docs")));
    must("a link", symlink("../../canary", &link));
    let refused = project.planloop(&["status", "--json"]);
    assert_eq!(refused.code, Some(5), "{refused:?}");
    let output = refused.json().to_string();
    assert!(
        output.contains("docs/agents.md") && output.contains("in its place"),
        "{output}"
    );

    must("the link", fs::remove_file(&link));
    project.write("AGENTS.md", "# Ours\n");
    must("a link", symlink("../AGENTS.md", &link));
    let answer = project.planloop(&["status", "--json"]).done().json();
    let content = answer["now"]["instructions_content"].as_str().unwrap_or_default();
    assert!(content.contains("# Ours"), "{answer:#}");
}

/// The store contains facts, never authority: another user may have written it.
#[test]
fn r08_a_store_cannot_name_a_folder_outside_of_the_plans_folder() {
    let project = Project::new();
    project.planloop(&["start", "--goal", "Add user login"]).done();
    // The author of the store chose this folder.
    let elsewhere = project.scene().join("elsewhere");
    must("a folder", fs::create_dir(&elsewhere));
    let agentctl = |home: &Path, line: &[&str]| {
        let mut command = project.command(bins::path("agentctl"));
        finish(command.args(line).env("HOME", home))
    };
    agentctl(&elsewhere, &["plan", "request-thread-dir"]).done();
    let plans = elsewhere.join(".agentflow/plans");
    let folders: Vec<_> = must("the folders", fs::read_dir(&plans)).flatten().collect();
    assert_eq!(folders.len(), 2);
    for folder in &folders {
        must("a diary", fs::write(folder.path().join("diary"), "mine\n"));
    }
    let before = tree(&elsewhere);
    let lines: &[&[&str]] = &[
        &["plan", "clear-current"],
        &["plan", "remove-thread", "--thread-id", "thread_2"],
        &["plan", "dir"],
        &["plan", "status"],
        &["plan", "check"],
        &["plan", "commit"],
        &["plan", "request-thread-dir"],
    ];
    for line in lines {
        let refused = agentctl(&project.home(), line);
        assert_eq!(refused.code, Some(4), "{line:?}: {refused:?}");
        let output = format!("{}{}", refused.stdout, refused.stderr);
        assert!(output.contains("does not lie directly below"), "{line:?}: {output}");
        assert_eq!(tree(&elsewhere), before, "{line:?}");
    }
    // A missing folder is not created either.
    must("the folders", fs::remove_dir_all(&elsewhere));
    for line in lines {
        assert_eq!(agentctl(&project.home(), line).code, Some(4), "{line:?}");
        assert!(!elsewhere.exists(), "{line:?}");
    }
}

/// Files of executions are cleaned up without confirmation, so only their real files may be removed.
#[test]
fn r08_recovery_and_cleanup_follow_no_link() {
    for (link, target) in [
        (".planwright/turns/loose-1", "outside/diary"),
        (".planwright/turns/drafts", "outside"),
        (".planwright/turns", "outside"),
        (".planwright", "outside"),
    ] {
        let project = waiting(&plan(&create("hello.txt", "Hello")));
        let outside = project.scene().join("outside");
        for folder in ["diary", "draft-1", "loose-2", "turns/loose-3", "turns/drafts/draft-2"] {
            must("a folder", fs::create_dir_all(outside.join(folder)));
            for file in ["journal", "1.old", "lock", "2.new"] {
                must("a file", fs::write(outside.join(folder).join(file), "mine\n"));
            }
        }
        let _ = fs::remove_dir_all(project.root().join(link));
        let link = project.root().join(link);
        must("a folder", fs::create_dir_all(link.parent().unwrap_or(Path::new("/"))));
        must("a link", symlink(project.scene().join(target), &link));
        let mut before = tree(&outside);
        let ran = project.teddy(&["execute", PLAN, "-y"]);
        assert!(matches!(ran.code, Some(0 | 5)), "{link:?}: {ran:?}");
        let _ = project.planwright(&["undo", "--turn"]);
        let mut after = tree(&outside);
        // A lock file may be created and removed there.
        for found in [&mut before, &mut after] {
            found.retain(|_, text| text.is_some());
        }
        assert_eq!(after, before, "{link:?}: {ran:?}");
    }
}
