//! R8 at the doors: what a repository brings along, by links and by a store, leads no verb out of it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish, must, tree};

use crate::turn_scenes::{PLAN, create, plan, waiting};

/// Stands in a file of the user's, as a key would.
const CANARY: &str = "canary-8f31c";

/// Every file that is read because of its name, and a note that is read because of what stands in it.
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

/// What looks at the project and tells of it.
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

/// A project with a session in it, beside a file that is none of its business. A planner notes what it is asked.
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
fn r08_nothing_behind_a_link_is_told_at_any_door() {
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
                let told = format!("{}{}", ran.stdout, ran.stderr);
                assert!(!told.contains(CANARY), "{path}: {program} {line:?}: {ran:?}");
                assert_ne!(ran.code, Some(70), "{path}: {program} {line:?}: {ran:?}");
            }
            assert!(must("the canary", fs::read_to_string(&canary)).contains(CANARY));
        }
    }
}

/// A file that is not the project's is no rulebook, and whoever asks is told why and what to do. One inside will do.
#[test]
fn r08_a_rulebook_behind_a_link_is_followed_inside_and_refused_outside() {
    let project = beside_a_canary();
    let link = project.root().join("docs/agents.md");
    must("a folder", fs::create_dir_all(project.root().join("docs")));
    must("a link", symlink("../../canary", &link));
    let refused = project.planloop(&["status", "--json"]);
    assert_eq!(refused.code, Some(5), "{refused:?}");
    let told = refused.json().to_string();
    assert!(
        told.contains("docs/agents.md") && told.contains("in its place"),
        "{told}"
    );

    must("the link", fs::remove_file(&link));
    project.write("AGENTS.md", "# Ours\n");
    must("a link", symlink("../AGENTS.md", &link));
    let answer = project.planloop(&["status", "--json"]).done().json();
    let content = answer["now"]["instructions_content"].as_str().unwrap_or_default();
    assert!(content.contains("# Ours"), "{answer:#}");
}

/// The store holds facts, never authority: it may have been written elsewhere, by somebody else.
#[test]
fn r08_a_store_cannot_name_a_folder_that_is_none_for_plans() {
    let project = Project::new();
    project.planloop(&["start", "--goal", "Add user login"]).done();
    // Whoever made the store made it say this.
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
        let told = format!("{}{}", refused.stdout, refused.stderr);
        assert!(told.contains("does not lie directly below"), "{line:?}: {told}");
        assert_eq!(tree(&elsewhere), before, "{line:?}");
    }
    // Nor is one made where there is none.
    must("the folders", fs::remove_dir_all(&elsewhere));
    for line in lines {
        assert_eq!(agentctl(&project.home(), line).code, Some(4), "{line:?}");
        assert!(!elsewhere.exists(), "{line:?}");
    }
}

/// What executions leave behind is cleaned up unasked, so it has to be what executions left.
#[test]
fn r08_nothing_is_put_right_or_swept_away_through_a_link() {
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
        // A lock may be taken there: it is nobody's, and goes again.
        for found in [&mut before, &mut after] {
            found.retain(|_, text| text.is_some());
        }
        assert_eq!(after, before, "{link:?}: {ran:?}");
    }
}
