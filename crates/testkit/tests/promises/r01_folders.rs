//! R1 for plan folders: a kill at any write leaves exactly the allocated folders, each complete.
//!
//! The store contains absolute paths of folders, so a project is restored in place instead of being copied.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, Snapshot, Tree, finish, tree};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, skip, tier};
use serde_json::Value;

use crate::r01_folder_verbs::{FOLDERS, OPENING};
use crate::r01_kill::{check_backup, points_within};
use crate::r01_verbs::Verb;

#[test]
fn r01_a_killed_opening_leaves_whole_folders_or_none() {
    // Other commands test the creation of a store everywhere, and the steps after it with an existing store.
    let steps = match tier() {
        Tier::Quick => [3, 11],
        Tier::Full => [1, 1],
    };
    kill(&OPENING[0], steps[0]);
    OPENING[1..].iter().for_each(|verb| kill(verb, steps[1]));
}

#[test]
fn r01_a_killed_folder_command_is_atomic() {
    FOLDERS.iter().for_each(|verb| kill(verb, 1));
}

fn kill(verb: &Verb, step: usize) {
    if !strace::is_usable() {
        return skip("r01_folders", "strace is missing or may not trace");
    }
    let kill_test = KillTest::of(verb);
    let points = kill_test.points();
    assert!(points.len() > 5, "{:?} has only {points:?}", verb.line);
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    let happened = chosen.iter().filter(|point| kill_test.kill_at(point)).count();
    let (tried, all) = (chosen.len(), points.len());
    eprintln!(
        "{} {}: killed at {tried} of {all} write points, {happened} times the command took effect",
        verb.program,
        verb.line.join(" ")
    );
}

/// The project before and after a command, each seen after the next call has recovered it.
struct KillTest<'a> {
    verb: &'a Verb,
    scene: Project,
    start: Snapshot,
    before: Seen,
    after: Seen,
    /// The files when the command answers, before any recovery.
    answered: Bare,
}

type Bare = (Value, Tree);

fn bare(project: &Project) -> Bare {
    (project.status_json(), tree(&project.home()))
}

#[derive(Debug, Clone, PartialEq)]
struct Seen {
    log: Value,
    status: Value,
    files: Tree,
}

impl Seen {
    /// Reads the state after a writing command has finished or reverted interrupted changes.
    fn of(project: &Project, place: &str) -> Self {
        let repaired = project.agentctl(&["plan", "dir"]);
        assert_eq!(repaired.code, Some(0), "{place}: {repaired:?}");
        let status = project.agentctl(&["plan", "status", "--json"]);
        assert_eq!(status.code, Some(0), "{place}: {status:?}");
        let status = status.json();
        let files = tree(&project.plans_folder());
        let on_disk: BTreeSet<PathBuf> = files
            .keys()
            .filter(|path| path.components().count() == 1)
            .cloned()
            .collect();
        assert_eq!(on_disk, allocated(project, &status), "{place}: {status:#}");
        Self {
            log: project.status_json(),
            status,
            files,
        }
    }
}

/// The names of the allocated folders in the store.
fn allocated(project: &Project, status: &Value) -> BTreeSet<PathBuf> {
    let plans = project.plans_folder();
    let threads = status["threads"].as_array().into_iter().flatten();
    let folders = threads.filter_map(|thread| Path::new(thread["plan_dir"].as_str()?).strip_prefix(&plans).ok());
    folders.map(Path::to_owned).collect()
}

impl<'a> KillTest<'a> {
    fn of(verb: &'a Verb) -> Self {
        let scene = (verb.scene)();
        let start = scene.snapshot();
        let untouched = bare(&scene);
        let before = Seen::of(&scene, "before");
        scene.rewind(&start);
        scene.run(verb.program, verb.line).done();
        let answered = bare(&scene);
        assert_ne!(untouched, answered, "{:?} changes nothing", verb.line);
        let after = Seen::of(&scene, "after");
        Self {
            verb,
            scene,
            start,
            before,
            after,
            answered,
        }
    }

    /// All calls from the first one that touches the project, its backup or its plan folders.
    fn points(&self) -> Vec<Point> {
        self.scene.rewind(&self.start);
        let (ran, calls) = strace::trace(&self.scene, self.verb.program, self.verb.line);
        ran.done();
        let project = &self.scene;
        points_within(&calls, &[project.root(), project.state_folder(), project.home()])
    }

    /// Whether the command took effect.
    fn kill_at(&self, point: &Point) -> bool {
        let Verb { program, line, .. } = self.verb;
        self.scene.rewind(&self.start);
        let ran = finish(&mut strace::interrupted(&self.scene, program, line, "SIGKILL", point));
        let place = format!("{program} {line:?} killed at {point:?}");
        assert_eq!(ran.code, None, "{place}: the program was not killed: {ran:?}");
        self.scene.assert_sound();
        if !ran.stdout.is_empty() {
            assert_eq!(bare(&self.scene), self.answered, "{place}: acknowledged and lost");
        }
        let found = Seen::of(&self.scene, &place);
        let happened = found != self.before;
        assert!(
            !happened || found == self.after,
            "{place}: a partial state: {found:#?}\nbefore: {:#?}\nafter: {:#?}",
            self.before,
            self.after
        );
        self.again(happened, &place);
        if tier() == Tier::Full {
            check_backup(&self.scene, &place);
        }
        happened
    }

    /// Repeats the command: it completes its work, or reports that nothing is left to do.
    fn again(&self, happened: bool, place: &str) {
        let again = self.scene.run(self.verb.program, self.verb.line);
        again.json();
        let place = format!("{place}, and again");
        let wanted: &[i32] = if happened { &[0, 1] } else { &[0] };
        assert!(
            again.code.is_some_and(|code| wanted.contains(&code)),
            "{place}: {again:?}"
        );
        let found = Seen::of(&self.scene, &place);
        if !happened {
            // The recovery may have written operations in between.
            assert_eq!(
                (&found.status, &found.files),
                (&self.after.status, &self.after.files),
                "{place}"
            );
        }
        self.scene.assert_sound();
    }
}
