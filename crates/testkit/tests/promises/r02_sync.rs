//! R2: no change is acknowledged before it is on disk, and no question makes a sync.

use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, must};
use planwright_testkit::skip;
use planwright_testkit::strace::{self, Call, Durability};

use crate::r01_folder_verbs::{FOLDERS, OPENING};
use crate::r01_scenes as scene;
use crate::r01_verbs::{CREATING, FOLDING, PLANLOOP, PLANWRIGHT, Verb};
use crate::turn_scenes::{bare, create, edit, execute, plan};

#[test]
fn r02_every_change_is_synced_before_its_answer() {
    if !is_possible("r02_every_change_is_synced_before_its_answer") {
        return;
    }
    for verb in [CREATING, PLANLOOP, PLANWRIGHT, FOLDING, OPENING, FOLDERS].concat() {
        check(&verb);
    }
}

fn check(verb: &Verb) {
    let project = (verb.scene)();
    let scopes = [project.root(), project.home()];
    let mut watched = scopes.each_ref().map(|scope| Durability::of(scope));
    let (ran, calls) = strace::trace(&project, verb.program, verb.line);
    ran.done();
    let mut answers = 0;
    for call in &calls {
        if call.is_on(Path::new(Call::ANSWER)) {
            answers += 1;
            let at_risk: Vec<String> = watched.iter().flat_map(Durability::at_risk).collect();
            assert_eq!(at_risk, [""; 0], "{} {:?} answered too early", verb.program, verb.line);
        }
        watched.iter_mut().for_each(|durability| durability.see(call));
    }
    assert!(
        answers > 0 && calls.iter().any(Call::is_sync),
        "{verb:?}: no relevant calls",
        verb = verb.line
    );
}

#[test]
fn r02_the_outcome_of_a_loose_plan_is_synced_before_it_is_printed() {
    if !is_possible("r02_the_outcome_of_a_loose_plan_is_synced_before_it_is_printed") {
        return;
    }
    let files = [create("hello.txt", "Hello"), edit("greet.txt", "Hello", "Bonjour")].concat();
    let command = execute("true");
    for actions in [&files, &command, &[files.as_str(), &command].concat()] {
        let project = bare();
        project.write("plan.md", &plan(actions));
        let scope = project.root();
        let mut durability = Durability::of(&scope);
        let line = ["execute", "plan.md", "-y", "--sandbox", "off"];
        let (ran, calls) = strace::trace_alone(&project, "teddy", &line);
        ran.done();
        let mut answers = 0;
        for call in &calls {
            if call.is_on(Path::new(Call::ANSWER)) {
                answers += 1;
                // If the mark of the record is lost, its last line still shows that the execution has ended.
                let is_mark = |risk: &String| risk.starts_with("name of ") && risk.ends_with("/turns/1.done");
                let mut at_risk = durability.at_risk();
                at_risk.retain(|risk| !is_mark(risk));
                assert_eq!(at_risk, [""; 0], "{actions}: printed too early");
            }
            durability.see(call);
        }
        assert!(
            answers > 0 && calls.iter().any(Call::is_sync),
            "no relevant calls: {calls:#?}"
        );
    }
}

/// The process that created the folder or the store may have died before its sync. Then the next process syncs it.
#[test]
fn r02_the_next_caller_syncs_an_interrupted_creation() {
    if !is_possible("r02_the_next_caller_syncs_an_interrupted_creation") {
        return;
    }
    let project = scene::empty();
    must("a folder", std::fs::create_dir(project.store_folder()));
    let synced = syncs(&project, &["start", "--goal", "Add user login"]);
    assert!(synced.contains(&project.root()), "{synced:?}");

    // An empty log does not show whether the names of the log and the store are durable.
    let project = scene::checkpointed();
    let synced = syncs(
        &project,
        &["alert", "--id", "a", "--level", "info", "--message", "Look"],
    );
    assert!(synced.contains(&project.store_folder()), "{synced:?}");
}

#[test]
fn r02_the_log_is_checkpointed_before_it_is_reused() {
    if !is_possible("r02_the_log_is_checkpointed_before_it_is_reused") {
        return;
    }
    let project = scene::nearly_full_log();
    let (ran, calls) = strace::trace(&project, FOLDING[0].program, FOLDING[0].line);
    ran.done();
    let database = project.database();
    let on_database: Vec<&Call> = calls.iter().filter(|call| call.is_on(&database)).collect();
    assert!(
        on_database.iter().any(|call| call.name == "pwrite64"),
        "the log was not checkpointed"
    );
    assert!(on_database.last().is_some_and(|call| call.is_sync()), "{on_database:?}");
}

#[test]
fn r02_reads_make_no_sync_and_an_update_syncs_the_log_once() {
    if !is_possible("r02_reads_make_no_sync_and_an_update_syncs_the_log_once") {
        return;
    }
    let project = scene::claimed();
    for question in [
        ["planloop", "status", "--json"],
        ["planloop", "status", "--brief"],
        ["planloop", "sessions", "--json"],
        ["planwright", "status", "--json"],
        ["planwright", "next", "--json"],
        ["planwright", "list", "--json"],
        ["planwright", "graph", "--json"],
        ["planwright", "log", "--json"],
        ["planwright", "doctor", "--json"],
    ] {
        let (_, calls) = strace::trace(&project, question[0], &question[1..]);
        let syncs: Vec<&Call> = calls.iter().filter(|call| call.is_sync()).collect();
        assert!(syncs.is_empty(), "{question:?}: {syncs:?}");
    }
    let update = [
        "update",
        "--agent",
        "ada",
        "--json",
        r#"{"update_tasks": [{"id": 2, "status": "DONE"}]}"#,
    ];
    let log = project.store_folder().join("store.db-wal");
    assert_eq!(syncs(&project, &update), [log]);
}

fn syncs(project: &Project, line: &[&str]) -> Vec<PathBuf> {
    let (ran, calls) = strace::trace(project, "planloop", line);
    ran.done();
    let syncs = calls.into_iter().filter(Call::is_sync);
    syncs.flat_map(|call| call.paths).collect()
}

pub fn is_possible(name: &str) -> bool {
    let usable = strace::is_usable();
    if !usable {
        skip(name, "strace is missing or may not trace");
    }
    usable
}
