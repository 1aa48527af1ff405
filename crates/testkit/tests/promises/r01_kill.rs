//! R1: a kill at any write loses no acknowledged change and leaves no partial state.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::strace::{self, Call, Point};
use planwright_testkit::{Tier, skip, tier};
use serde_json::Value;

use crate::r01_verbs::{CREATING, FOLDING, PLANLOOP, PLANWRIGHT, Verb};

#[test]
fn r01_a_killed_creation_leaves_a_whole_store_or_none() {
    kill_mostly(CREATING);
}

#[test]
fn r01_a_killed_planloop_command_is_atomic() {
    kill_mostly(PLANLOOP);
}

#[test]
fn r01_a_killed_planwright_command_is_atomic() {
    kill_mostly(PLANWRIGHT);
}

#[test]
fn r01_a_kill_during_a_checkpoint_loses_nothing() {
    for (offset, verb) in FOLDING.iter().enumerate() {
        kill_here_and_there(verb, offset);
    }
}

const QUICK_STEP: usize = 3;

/// The project before and after a command.
struct KillTest<'a> {
    verb: &'a Verb,
    scene: Project,
    before: Value,
    after: Value,
    files: (BTreeSet<String>, String),
}

/// The first command is killed at every write. The others write in the same order, so the quick tier uses fewer points.
fn kill_mostly(verbs: &[Verb]) {
    for (offset, verb) in verbs.iter().enumerate() {
        match offset {
            0 => kill(verb, 0, 1),
            _ => kill_here_and_there(verb, offset),
        }
    }
}

/// At every write in the full tier, at every third one in the quick tier. Each command begins at another point.
fn kill_here_and_there(verb: &Verb, offset: usize) {
    match tier() {
        Tier::Quick => kill(verb, offset % QUICK_STEP, QUICK_STEP),
        Tier::Full => kill(verb, 0, 1),
    }
}

fn kill(verb: &Verb, offset: usize, step: usize) {
    if !strace::is_usable() {
        return skip("r01_kill", "strace is missing or may not trace");
    }
    let kill_test = KillTest::of(verb);
    let points = kill_test.points();
    assert!(
        points.len() > 10,
        "{:?} has only {} write points",
        verb.line,
        points.len()
    );
    let chosen: Vec<&Point> = points.iter().rev().skip(offset).step_by(step).collect();
    for point in &chosen {
        kill_test.kill_at(point);
    }
    let (tried, all) = (chosen.len(), points.len());
    eprintln!(
        "{} {}: killed at {tried} of {all} write points",
        verb.program, verb.line[0]
    );
}

impl<'a> KillTest<'a> {
    fn of(verb: &'a Verb) -> Self {
        let scene = (verb.scene)();
        let whole = scene.copy();
        whole.run(verb.program, verb.line).done();
        let kill_test = Self {
            verb,
            before: scene.status_json(),
            after: whole.status_json(),
            files: files(&whole),
            scene,
        };
        assert_ne!(kill_test.before, kill_test.after, "{:?} changes nothing", verb.line);
        kill_test
    }

    /// All calls from the first one that touches the project or its backup.
    fn points(&self) -> Vec<Point> {
        let copy = self.scene.copy();
        let (ran, calls) = strace::trace(&copy, self.verb.program, self.verb.line);
        ran.done();
        points_within(&calls, &[copy.root(), copy.state_folder()])
    }

    fn kill_at(&self, point: &Point) {
        let Verb { program, line, .. } = self.verb;
        let copy = self.scene.copy();
        let ran = finish(&mut strace::interrupted(&copy, program, line, "SIGKILL", point));
        let place = format!("{program} {line:?} killed at {point:?}");
        assert_eq!(ran.code, None, "{place}: the program was not killed: {ran:?}");
        copy.assert_sound();
        let found = copy.status_json();
        let happened = found == self.after;
        assert!(happened || found == self.before, "{place}: a partial state: {found:#}");
        assert!(
            happened || ran.stdout.is_empty(),
            "{place}: acknowledged and lost: {ran:?}"
        );
        self.again(&copy, happened, &place);
        // These include the writes to the backup.
        if point.name == "write" || tier() == Tier::Full {
            check_backup(&copy, &place);
        }
    }

    /// Repeats the command: it completes its work, or reports that nothing is left to do.
    fn again(&self, copy: &Project, happened: bool, place: &str) {
        let again = copy.run(self.verb.program, self.verb.line);
        again.json();
        if happened {
            assert!(matches!(again.code, Some(0 | 1 | 3)), "{place}, and again: {again:?}");
        } else {
            assert_eq!(again.code, Some(0), "{place}, and again: {again:?}");
            assert_eq!(copy.status_json(), self.after, "{place}, and again");
        }
        copy.assert_sound();
        assert_eq!(files(copy), self.files, "{place}, and again");
    }
}

/// All calls from the first one that touches one of the folders.
pub fn points_within(calls: &[Call], folders: &[PathBuf]) -> Vec<Point> {
    let is_ours = |call: &Call| folders.iter().any(|folder| call.is_below(folder));
    let first = calls.iter().position(is_ours);
    strace::points(calls).split_off(first.unwrap_or(0))
}

/// The next operation of a session completes its backup, whatever the kill left.
pub fn check_backup(project: &Project, place: &str) {
    let status = project.status_json();
    let sessions = status["sessions"]["sessions"].as_array().into_iter().flatten();
    for id in sessions.filter_map(|session| session["id"].as_str()) {
        let line = [
            "alert",
            "--session",
            id,
            "--id",
            "next",
            "--level",
            "info",
            "--message",
            "Go on",
        ];
        project.planloop(&line).done();
    }
    let before = plans(project);
    must("cleaning", fs::remove_dir_all(project.store_folder()));
    project.planwright(&["restore"]).done();
    assert_eq!(plans(project), before, "{place}: the backup is not what the store was");
    project.assert_sound();
}

/// By session. The log does not contain which session is current.
fn plans(project: &Project) -> BTreeMap<String, Value> {
    let mut status = project.status_json();
    let plans = status["plans"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let session = |plan: &Value| plan["tasks"]["plan"]["session"].to_string();
    plans.into_iter().map(|plan| (session(&plan), plan)).collect()
}

/// The files of the store's folder, and git's view of them.
fn files(project: &Project) -> (BTreeSet<String>, String) {
    let folder = project.store_folder();
    let entries = must("the store's folder", fs::read_dir(&folder));
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let ignored = must("the .gitignore", fs::read_to_string(folder.join(".gitignore")));
    (names.collect(), ignored)
}
