//! R4 for plan folders: parallel requests get different folders, and none is lost.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Barrier;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::skip;
use planwright_testkit::strace;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::r04_lock::{patiently, spawn};

const AGENTS: usize = 32;

#[test]
fn r04_thirty_two_requests_at_once_get_thirty_two_folders() {
    let project = Project::in_memory();
    let given = at_once(AGENTS, |_| request(&project));
    let threads: BTreeSet<&str> = given.iter().map(|thread| thread.id.as_str()).collect();
    assert_eq!(threads.len(), AGENTS, "{given:?}");
    check(&project, &given);
}

#[test]
fn r04_parallel_requests_and_removals_keep_the_other_folders() {
    let project = Project::in_memory();
    let kept = at_once(AGENTS, |_| {
        let (gone, kept) = (request(&project), request(&project));
        remove(&project, &gone);
        kept
    });
    check(&project, &kept);
}

#[test]
fn r04_a_late_recovery_does_not_recreate_a_removed_folder() {
    if !strace::is_usable() {
        return skip("r04_folders", "strace is missing or may not trace");
    }
    let project = Project::in_memory();
    let gone = request(&project);
    must("removing it by hand", std::fs::remove_dir(&gone.folder));
    // By then the command has read that the folder is allocated and seen that it is missing.
    let mut mender = strace::stopped_after(&project, "agentctl", &["plan", "dir"], "statx", &gone.folder);
    let mut mender = spawn(&mut mender);
    let stopped = patiently("the mender to stop", || strace::stopped(&project));
    remove(&project, &gone);
    let stopped = Pid::from_raw(stopped);
    must("going on", stopped.map_or(Ok(()), |id| kill_process(id, Signal::CONT)));
    assert!(must("the mender", mender.wait()).success());
    check(&project, &[]);
}

/// The program that starts agents chooses session ids, so two projects of one user may use the same id.
#[test]
fn r04_two_projects_never_share_a_folder() {
    for _ in 0..ROUNDS {
        let projects: Vec<Project> = (0..PROJECTS).map(|_| Project::in_memory()).collect();
        let home = projects[0].home();
        let given = at_once(PROJECTS, |number| {
            let mut command = projects[number].command(bins::path("agentctl"));
            command.env("HOME", &home).env("AGENTCTL_SESSION_ID", "login");
            finish(command.args(["plan", "dir"])).done().stdout
        });
        let folders: BTreeSet<&str> = given.iter().map(|line| line.trim_end()).collect();
        assert_eq!(folders.len(), PROJECTS, "{given:?}");
        assert!(folders.iter().all(|folder| Path::new(folder).is_dir()), "{given:?}");
    }
}

const PROJECTS: usize = 8;
const ROUNDS: usize = 4;

#[derive(Debug)]
struct Given {
    id: String,
    folder: PathBuf,
}

fn request(project: &Project) -> Given {
    let answer = project.agentctl(&["plan", "request-thread-dir"]).done().json();
    let field = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
    let given = Given {
        id: field("thread_id"),
        folder: field("plan_dir").into(),
    };
    assert!(given.folder.is_dir(), "{answer}");
    given
}

fn remove(project: &Project, given: &Given) {
    let line = ["plan", "remove-thread", "--thread-id", &given.id];
    project.agentctl(&line).done();
}

/// Exactly these threads and the primary one exist, each with its folder, and there is no other folder.
fn check(project: &Project, given: &[Given]) {
    let additional: BTreeSet<PathBuf> = given.iter().map(|thread| thread.folder.clone()).collect();
    assert_eq!(additional.len(), given.len(), "{given:?}");
    // Before any recovery.
    let on_disk = folders_in(&project.plans_folder());
    let allocated = allocated(project);
    assert_eq!(allocated.len(), given.len() + 1);
    assert!(allocated.is_superset(&additional), "{allocated:?}");
    assert_eq!(on_disk, allocated);
    let sessions = project.planloop(&["sessions", "--json"]).done().json();
    assert_eq!(sessions["sessions"].as_array().map(Vec::len), Some(1), "{sessions:#}");
    project.assert_sound();
}

fn allocated(project: &Project) -> BTreeSet<PathBuf> {
    let status = project.agentctl(&["plan", "status", "--json"]).done().json();
    let folder = |thread: &Value| Some(PathBuf::from(thread["plan_dir"].as_str()?));
    let threads = status["threads"].as_array().into_iter().flatten();
    threads.filter_map(folder).collect()
}

fn folders_in(plans: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(plans).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// All threads are ready before the first one begins.
fn at_once<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let ready = Barrier::new(count);
    let (work, ready) = (&work, &ready);
    let begin = move |number| {
        ready.wait();
        work(number)
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..count).map(|number| scope.spawn(move || begin(number))).collect();
        all.into_iter()
            .map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
