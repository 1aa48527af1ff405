//! R1 for turns: a kill at any write leaves each step of a turn done or not done, and the same command continues.
//!
//! Records contain the absolute path of the project, so a project is restored in place instead of being copied.

use std::path::Path;

use planwright_testkit::project::{Project, Ran, Snapshot, Tree, finish};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, skip, tier};

use crate::r01_kill::points_within;
use crate::r01_scenes::planned;
use crate::r01_verbs::Verb;
use crate::turn_scenes::{
    EXECUTED, PLAN, SESSION, assert_whole, bare, create, edit, execute, files, opened, titled, waiting,
};

/// A command that changes something, with its exit codes.
pub struct Trial {
    pub verb: Verb,
    /// The exit code of an undisturbed run.
    pub ends: i32,
    /// The exit code and output if the command already took effect.
    pub again: (i32, &'static str),
    pub quick_step: usize,
}

const QUESTION: &str = "02/prompt.md";
const INPUT: &str = "02/input.md";

/// All commands that change turns, for the list of all commands.
pub const TURNS: &[Verb] = &[
    NEW.verb,
    WORK.verb,
    CONTEXT.verb,
    EXECUTE.verb,
    RESUME.verb,
    TURN_DOWN.verb,
    UNDO.verb,
    PLANNED.verb,
];

const NEW: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["new", "greet"],
        scene: bare,
    },
    ends: 0,
    again: (1, "there is a folder"),
    quick_step: 6,
};

const WORK: Trial = Trial {
    verb: Verb {
        program: "planwright",
        line: &["work", "2", "--name", "greet"],
        scene: planned,
    },
    ends: 0,
    again: (1, "there is a folder"),
    quick_step: 25,
};

const CONTEXT: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["context"],
        scene: opened,
    },
    ends: 0,
    again: (0, "input.md"),
    quick_step: 2,
};

const EXECUTE: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["execute", PLAN, "-y"],
        scene: proposed,
    },
    ends: 0,
    again: (3, EXECUTED),
    quick_step: 8,
};

const RESUME: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["resume", "-y"],
        scene: proposed,
    },
    ends: 0,
    again: (0, "no planner is configured"),
    quick_step: 50,
};

const PLANNED: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["plan", "--answer", "answer.md"],
        scene: answered,
    },
    ends: 0,
    again: (3, "waits to be executed"),
    quick_step: 8,
};

const TURN_DOWN: Trial = Trial {
    verb: Verb {
        program: "teddy",
        line: &["execute", PLAN, "-y"],
        scene: unfit,
    },
    ends: 1,
    again: (3, EXECUTED),
    quick_step: 7,
};

const UNDO: Trial = Trial {
    verb: Verb {
        program: "planwright",
        line: &["undo", "--turn"],
        scene: executed,
    },
    ends: 0,
    // The first answer did not arrive, so the repeated call reports it.
    again: (0, "an earlier call took it back"),
    quick_step: 6,
};

fn proposed() -> Project {
    let actions = [
        create("hello.txt", "Hello there"),
        edit("greet.txt", "Hello", "Bonjour"),
        create("new/folder/deep.txt", "Deep down"),
    ];
    waiting(&titled("Greet", "[+] Guests speak French.", &actions.concat()))
}

fn answered() -> Project {
    let project = opened();
    project.write(
        "answer.md",
        &format!("Gladly.\n\n{}", titled("Greet", "", &create("hello.txt", "Hello"))),
    );
    // The context can be gathered again at any time, so gather it first.
    project.teddy(&["context"]).done();
    project
}

/// A plan that is well-formed but does not match the files.
fn unfit() -> Project {
    let actions = [
        create("hello.txt", "Hello there"),
        edit("greet.txt", "Nothing like it", "Bonjour"),
        execute("touch ran"),
    ];
    waiting(&titled("Greet", "", &actions.concat()))
}

fn executed() -> Project {
    let project = proposed();
    project.teddy(&["execute", PLAN, "-y"]).done();
    project
}

#[test]
fn r01_a_killed_opening_of_a_session_leaves_a_whole_one_or_none() {
    kill(&NEW);
    kill(&WORK);
}

#[test]
fn r01_a_killed_gathering_leaves_the_old_input_or_the_new_one() {
    kill(&CONTEXT);
}

#[test]
fn r01_a_killed_execution_resumes_where_it_stopped() {
    kill(&EXECUTE);
    kill(&RESUME);
}

#[test]
fn r01_a_killed_planning_leaves_a_whole_plan_or_none() {
    kill(&PLANNED);
}

#[test]
fn r01_a_killed_refusal_of_a_plan_is_reported_once() {
    kill(&TURN_DOWN);
}

#[test]
fn r01_a_killed_undo_of_a_turn_is_complete_or_absent() {
    kill(&UNDO);
}

pub fn kill(trial: &Trial) {
    if !strace::is_usable() {
        return skip("r01_turns", "strace is missing or may not trace");
    }
    let kill_test = KillTest::of(trial);
    let points = kill_test.points();
    assert!(points.len() > 5, "{:?} has only {points:?}", trial.verb.line);
    let step = match tier() {
        Tier::Quick => trial.quick_step,
        Tier::Full => 1,
    };
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    let happened = chosen.iter().filter(|point| kill_test.kill_at(point)).count();
    eprintln!(
        "{} {}: killed at {} of {} write points, {happened} times the command took effect",
        trial.verb.program,
        trial.verb.line.join(" "),
        chosen.len(),
        points.len()
    );
}

/// The project before and after a command.
struct KillTest<'a> {
    trial: &'a Trial,
    scene: Project,
    start: Snapshot,
    before: Tree,
    after: Tree,
}

impl<'a> KillTest<'a> {
    fn of(trial: &'a Trial) -> Self {
        let scene = (trial.verb.scene)();
        let start = scene.snapshot();
        let before = files(&scene);
        let kill_test = Self {
            before,
            after: Tree::new(),
            trial,
            start,
            scene,
        };
        let ran = kill_test.run();
        assert_eq!(ran.code, Some(trial.ends), "{ran:?}");
        let after = files(&kill_test.scene);
        assert_ne!(kill_test.before, after, "{:?} changes nothing", trial.verb.line);
        Self { after, ..kill_test }
    }

    fn run(&self) -> Ran {
        self.scene.run(self.trial.verb.program, self.trial.verb.line)
    }

    fn points(&self) -> Vec<Point> {
        self.scene.rewind(&self.start);
        let (ran, calls) = strace::trace(&self.scene, self.trial.verb.program, self.trial.verb.line);
        assert_eq!(ran.code, Some(self.trial.ends), "{ran:?}");
        points_within(&calls, &[self.scene.root()])
    }

    /// Whether the command took effect.
    fn kill_at(&self, point: &Point) -> bool {
        let Verb { program, line, .. } = self.trial.verb;
        self.scene.rewind(&self.start);
        let ran = finish(&mut strace::interrupted(&self.scene, program, line, "SIGKILL", point));
        let place = format!("{program} {line:?} killed at {point:?}");
        assert_eq!(ran.code, None, "{place}: the program was not killed: {ran:?}");
        let is_reported = !ran.stdout.is_empty();
        self.scene.assert_sound_or_interrupted();
        self.scene.write_elsewhere();
        self.scene.assert_sound();
        let found = without_drafts(&self.scene);
        self.check_parts(&found, &place);
        let happened = found == self.after;
        assert!(happened || !is_reported, "{place}: acknowledged and lost: {ran:?}");
        self.again(happened, &place);
        happened
    }

    /// Files, memos and turns change in this order. Each of these steps is atomic.
    fn check_parts(&self, found: &Tree, place: &str) {
        let mut is_later_done = false;
        for part in [is_turn as fn(&Path) -> bool, is_memo, is_own] {
            let of = |tree: &Tree| -> Tree {
                let ours = tree.iter().filter(|(path, _)| part(path));
                ours.map(|(path, text)| (path.clone(), text.clone())).collect()
            };
            let (found, before, after) = (of(found), of(&self.before), of(&self.after));
            let is_done = found == after;
            assert!(
                is_done || found == before,
                "{place}: a partial state: {found:#?}\nbefore: {before:#?}\nafter: {after:#?}"
            );
            assert!(
                is_done || !is_later_done,
                "{place}: a later step was done before this one: {found:#?}"
            );
            is_later_done |= is_done && before != after && self.trial.verb.program == "teddy";
        }
    }

    /// Repeats the command: it completes its work, or reports that nothing is left to do.
    fn again(&self, happened: bool, place: &str) {
        let again = self.run();
        let place = format!("{place}, and again");
        let (code, words) = self.trial.again;
        match happened {
            false => assert_eq!(again.code, Some(self.trial.ends), "{place}: {again:?}"),
            true => {
                assert_eq!(again.code, Some(code), "{place}: {again:?}");
                let output = format!("{}{}", again.stdout, again.stderr);
                assert!(output.contains(words), "{place}: {again:?}");
            }
        }
        assert_eq!(without_drafts(&self.scene), self.after, "{place}");
        if ["execute", "resume"].contains(&self.trial.verb.line[0]) {
            assert_whole(&self.scene, &place);
        }
        let ignored = self.scene.store_folder().join("turns/.gitignore");
        if ignored.parent().is_some_and(Path::is_dir) {
            assert_eq!(std::fs::read_to_string(ignored).ok().as_deref(), Some("*\n"), "{place}");
        }
        self.scene.assert_sound();
    }
}

/// Leaves out temporary files of a killed writer.
fn without_drafts(project: &Project) -> Tree {
    let is_draft = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_draft = name.starts_with(".input.md.") && name.ends_with(".tmp");
        // `resume` after a completed turn writes the next question.
        is_draft || [QUESTION, INPUT].iter().any(|file| path.ends_with(file))
    };
    let mut files = files(project);
    files.retain(|path, _| !is_draft(path));
    files
}

fn is_turn(path: &Path) -> bool {
    path.starts_with(SESSION)
}

fn is_memo(path: &Path) -> bool {
    path.starts_with(".teddy") && path.components().count() == 2 && !is_turn(path)
}

fn is_own(path: &Path) -> bool {
    !path.starts_with(".teddy")
}
