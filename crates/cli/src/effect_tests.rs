//! Every verb of every front end is declared as reading or writing, and those that read write nothing.

use std::path::{Path, PathBuf};

use testkit::project::{Project, must, tree};
use testkit::skip;
use testkit::strace::{self, Call};

use crate::help_tests::all;
use crate::recovery::Effect;
use crate::{agentctl, planloop, planwright, rawko, teddy};

/// At least one line for every verb, with its exit code. Lines of verbs that write are only parsed.
const LINES: &[(&str, u8)] = &[
    ("planwright init --goal G", 0),
    ("planwright status", 0),
    ("planwright next", 3),
    ("planwright next --claim", 0),
    ("planwright add T", 0),
    ("planwright edit 1 --title T", 0),
    ("planwright done 1", 0),
    ("planwright fail 1 E", 0),
    ("planwright drop 1", 0),
    ("planwright reopen 1", 0),
    ("planwright close S", 0),
    ("planwright signal", 0),
    ("planwright signal s M", 0),
    ("planwright show 1", 0),
    ("planwright list", 0),
    ("planwright graph", 0),
    ("planwright board", 0),
    ("planwright log", 0),
    ("planwright undo", 0),
    ("planwright usage", 0),
    ("planwright work 1", 0),
    ("planwright run", 0),
    ("planwright doctor", 0),
    ("planwright restore", 0),
    ("planwright check plan.md", 1),
    ("planwright fmt plan.md", 0),
    ("planwright rules", 0),
    ("planwright context", 0),
    ("planwright prompt overseer", 0),
    ("planwright planner", 0),
    ("planwright planner test", 2),
    ("planwright export --to plan-dir x", 0),
    ("planwright schema plan", 0),
    ("planwright demo plan", 0),
    ("planwright completions bash", 0),
    ("planloop start --goal G", 0),
    ("planloop suggest", 0),
    ("planloop status", 0),
    ("planloop status --json --agent ada", 0),
    ("planloop update --json {}", 0),
    ("planloop alert --id a --level info --message M", 0),
    ("planloop sessions", 0),
    ("planloop sessions list", 0),
    ("planloop sessions show plan-20261115-keep-notes", 0),
    ("planloop sessions switch plan-20261115-keep-notes", 0),
    ("agentctl set-topic T", 0),
    ("agentctl plan dir", 0),
    ("agentctl plan request-thread-dir", 0),
    ("agentctl plan remove-thread --thread-id thread_2", 0),
    ("agentctl plan clear-current", 0),
    ("agentctl plan check", 0),
    ("agentctl plan commit", 0),
    ("agentctl plan status", 0),
    ("teddy new n", 0),
    ("teddy context", 0),
    ("teddy plan", 0),
    ("teddy execute", 0),
    ("teddy resume", 0),
    ("teddy get-prompt", 0),
    ("teddy get-prompt --list", 0),
    ("teddy preprocess plan.md", 0),
    ("rawko plan create --task T", 0),
    ("rawko plan show", 0),
    ("rawko plan list", 0),
    ("rawko plan history", 0),
    ("rawko plan diff 1 1", 0),
    ("rawko plan import", 0),
    ("rawko plan import --dry-run", 0),
    ("rawko plan discard f", 0),
    ("rawko plan archive", 0),
    ("rawko plan gc", 0),
    ("rawko plan gc --dry-run --older-than 0", 0),
    ("rawko step start 0", 0),
    ("rawko step complete 0 --output O", 0),
    ("rawko step fail 0 --error E", 0),
    ("rawko step skip 0", 0),
    ("rawko step reopen 0", 0),
    ("rawko step add --description D", 0),
    ("rawko next", 0),
    ("rawko replan", 0),
    ("rawko run", 0),
    ("rawko arbiter prompt", 0),
    ("rawko arbiter select", 0),
    ("rawko events", 0),
    ("rawko machine", 0),
    ("rawko schema", 0),
];

fn effect(line: &str) -> Effect {
    let words: Vec<&str> = line.split(' ').collect();
    match words[0] {
        "planwright" => planwright::effect(&words),
        "planloop" => planloop::effect(&words),
        "agentctl" => agentctl::effect(&words),
        "teddy" => teddy::effect(&words),
        _ => rawko::effect(&words),
    }
}

/// A project in which a writer would have something to write: the plan's file is edited, and another one is gone.
fn scene() -> Project {
    let project = Project::new();
    let steps = r#"[{"description":"A"},{"description":"B","dependsOn":[0]}]"#;
    let create = ["plan", "create", "--task", "Keep notes", "--steps", steps];
    project.run("rawko", &create).done();
    project.run("rawko", &["step", "start", "0", "--agent", "ada"]).done();
    let file = project.root().join(".rawko/plans/plan-20261115-keep-notes.yaml");
    let text = must("the plan", std::fs::read_to_string(&file));
    project.write(
        ".rawko/plans/plan-20261115-keep-notes.yaml",
        &text.replace("description: B", "description: B!"),
    );
    must(
        "the task",
        std::fs::remove_file(project.root().join(".rawko/current-task.yaml")),
    );
    project.write("plan.md", "# Nothing\n");
    project
}

#[test]
fn every_verb_has_a_line_that_is_parsed() {
    for (line, _) in LINES {
        effect(line);
    }
    let verbs = all().into_iter().filter(|(_, command)| !command.has_subcommands());
    let missing: Vec<String> = verbs
        .map(|(name, _)| name)
        .filter(|name| {
            !LINES
                .iter()
                .any(|(line, _)| format!("{line} ").starts_with(&format!("{name} ")))
        })
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn verbs_that_read_write_nothing() {
    if !strace::is_usable() {
        return skip("verbs_that_read_write_nothing", "strace cannot be used");
    }
    let mut faults = Vec::new();
    for (project, has_plan) in [(scene(), true), (Project::new(), false)] {
        let before = kept(&project);
        for (line, code) in LINES
            .iter()
            .filter(|(line, _)| matches!(effect(line), Effect::Reads | Effect::None))
        {
            let words: Vec<&str> = line.split(' ').collect();
            let (ran, calls) = strace::trace(&project, words[0], &words[1..]);
            if has_plan && ran.code != Some(i32::from(*code)) {
                faults.push(format!("{line}: {ran:?}"));
            }
            // A demonstration has a project of its own, below the home folder.
            let scopes = match *line {
                "planwright demo plan" => vec![project.root()],
                _ => vec![project.root(), project.home()],
            };
            let is_fault = |call: &&Call| scopes.iter().any(|scope| is_write(call, scope));
            faults.extend(calls.iter().filter(is_fault).map(|call| format!("{line}: {call:?}")));
        }
        assert_eq!(kept(&project), before);
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

fn kept(project: &Project) -> Vec<(PathBuf, Option<String>)> {
    let files = tree(&project.root()).into_iter();
    files.filter(|(path, _)| !is_of_sqlite(path)).collect()
}

/// A verb that writes does write: the test above would see it.
#[test]
fn a_verb_that_writes_is_seen_to_write() {
    if !strace::is_usable() {
        return skip("a_verb_that_writes_is_seen_to_write", "strace cannot be used");
    }
    let project = scene();
    let (_, calls) = strace::trace(&project, "planwright", &["edit", "2", "--title", "T"]);
    let on_task = project.root().join(".rawko");
    assert!(calls.iter().any(|call| is_write(call, &on_task)), "{calls:#?}");
}

fn is_write(call: &Call, below: &Path) -> bool {
    let changes_names = ["mkdir", "link", "rename", "unlink"];
    let is_name_change = changes_names.iter().any(|name| call.name.starts_with(name));
    let is_content_change = ["write", "pwrite", "copy_file", "sendfile", "ftruncate"]
        .iter()
        .any(|name| call.name.starts_with(name));
    // A name below an open folder is told without that folder.
    let is_there = |path: &Path| path.starts_with(below) || (is_name_change && path.is_relative());
    let is_ours = call.paths.iter().any(|path| is_there(path) && !is_of_sqlite(path));
    !call.failed && (is_name_change || is_content_change) && is_ours
}

/// SQLite's own files beside the store.
fn is_of_sqlite(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with("-wal") || name.ends_with("-shm")
}
