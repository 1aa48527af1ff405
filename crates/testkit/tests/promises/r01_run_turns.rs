//! R1 and R3 for agents that work in turns: each works in its own thread. A kill at any write of that thread leaves a
//! step that can be resumed. A command that may have run is asked about and not repeated.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright_testkit::project::{Project, Snapshot, finish};
use planwright_testkit::strace::{self, Call, Point};
use planwright_testkit::{Tier, skip, tier};

use crate::r01_run::{configure, standing, times};
use crate::turn_scenes::{create, execute, plan};

const LINE: &[&str] = &["run", "--json", "-y"];
const ABREAST: &[&str] = &["run", "--json", "-y", "--jobs", "2"];
const QUICK_STEP: usize = 30;

/// Answers by the step's files: first the work, and when its file exists, the conclusion.
const PLANNER: &str = r#"step=$(sed -n 's/^ *Step [0-9]* of [0-9]*: Write //p')
[ $(echo "$step" | wc -l) = 1 ] || { echo "the brief came twice" >&2; exit 1; }
if [ -e "$step.md" ]; then cat conclude.md; else sed "s/STEP/$step/g" begin.md; fi
"#;

const CONFIG: &str = r#"
[planner]
provider = "command"
command = ["sh", "planner.sh"]
"#;

fn scene(steps: &[&str]) -> Project {
    let project = Project::in_memory();
    configure(&project, CONFIG);
    project.write("planner.sh", PLANNER);
    let actions = [
        create("STEP.md", "Hello"),
        execute("echo STEP >>ran"),
        create("STEP-too.md", "Bye"),
    ];
    project.write("begin.md", &plan(&actions.concat()));
    let conclusion = "### `CONCLUDE`\n- **Description:** It is done.\n\nAll is there.\n";
    project.write("conclude.md", &plan(conclusion));
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["done", "1"]).done();
    for step in steps {
        let (title, path) = (format!("Write {step}"), format!("+{step}.md"));
        project
            .planwright(&["add", &title, "--wants", "developer", "--path", &path])
            .done();
    }
    project
}

#[test]
fn r01_a_run_killed_within_a_turn_resumes_there() {
    kill(LINE, &["alpha"]);
}

#[test]
fn r01_a_run_killed_within_one_of_two_turns_resumes_both() {
    kill(ABREAST, &["alpha", "beta"]);
}

/// The command is not repeated, whatever the user answers.
#[test]
fn r01_the_user_decides_the_outcome_of_an_interrupted_command() {
    if !strace::is_usable() {
        return skip("r01_run_turns", "strace is missing or may not trace");
    }
    let kill_test = KillTest::of(LINE, &["alpha"]);
    let Some(unrecorded) = kill_test.points().unrecorded else {
        panic!("no command was recorded");
    };
    for (word, report) in [("done", "Completed"), ("failed", "Partial"), ("again", "")] {
        kill_test.interrupt(&unrecorded);
        let project = &kill_test.project;
        let asked = project.run("planwright", LINE);
        assert_eq!(asked.code, Some(3), "{word}: {asked:?}");
        let resolved = project.run("planwright", &[LINE, &["--resolve", word]].concat());
        assert_eq!(resolved.code, Some(0), "{word}: {resolved:?}");
        assert_eq!(times(project, "ran").get("alpha"), Some(&1), "{word}");
        let file = project.root().join(".teddy/20261115-write-alpha/01/report.md");
        let text = fs::read_to_string(file).unwrap_or_default();
        let status = text
            .lines()
            .find(|line| line.contains("Overall Status"))
            .unwrap_or_default();
        assert!(status.contains(report), "{word}: {text}");
        project.assert_sound();
    }
}

fn kill(line: &'static [&'static str], steps: &'static [&'static str]) {
    if !strace::is_usable() {
        return skip("r01_run_turns", "strace is missing or may not trace");
    }
    let kill_test = KillTest::of(line, steps);
    let Points {
        all: points,
        unrecorded,
    } = kill_test.points();
    assert!(points.len() > 100, "{points:?}");
    let chosen: Vec<&Point> = match tier() {
        Tier::Quick => points.iter().rev().step_by(QUICK_STEP).chain(&unrecorded).collect(),
        Tier::Full => points.iter().rev().collect(),
    };
    let asked = chosen.iter().filter(|point| kill_test.kill_at(point)).count();
    eprintln!(
        "planwright {}, by turns: killed at {} of {} write points, asked {asked} times",
        line.join(" "),
        chosen.len(),
        points.len(),
    );
    // Either of two agents may reach a point first, so some points interrupt no command.
    let is_sure = steps.len() == 1 || tier() == Tier::Full;
    assert!(asked > 0 || !is_sure, "no command was ever interrupted");
}

struct Points {
    all: Vec<Point>,
    /// The point at which a command has ended and its result is not recorded.
    unrecorded: Option<Point>,
}

struct KillTest {
    line: &'static [&'static str],
    steps: &'static [&'static str],
    project: Project,
    start: Snapshot,
}

impl KillTest {
    fn of(line: &'static [&'static str], steps: &'static [&'static str]) -> Self {
        let project = scene(steps);
        Self {
            line,
            steps,
            start: project.snapshot(),
            project,
        }
    }

    /// The calls of the driver's thread and of each step's thread. The first thread that reaches a point is killed.
    fn points(&self) -> Points {
        let (ran, threads) = strace::trace_threads(&self.project, "planwright", self.line);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let mut busy: Vec<&Vec<Call>> = threads.iter().filter(|calls| calls.len() > 50).collect();
        assert_eq!(
            busy.len(),
            self.steps.len() + 1,
            "one thread for each step, and the driver"
        );
        // Steps that run at the same time may end together, so the number of the driver's calls varies.
        if self.steps.len() > 1 {
            busy.remove(0);
            busy.sort_by_key(|calls| calls.len());
            busy.truncate(1);
        }
        let mut all = Vec::new();
        let mut recorded = Vec::new();
        for calls in busy {
            for (point, call) in strace::points(calls).into_iter().zip(calls) {
                if call.name == "write" && call.paths.iter().any(|path| is_record(path)) {
                    recorded.push(point.clone());
                }
                // Opening a file for reading changes nothing.
                let changes = call.name != "openat" || call.creates;
                if changes && !all.contains(&point) {
                    all.push(point);
                }
            }
        }
        // The records in order: the plan's owner, the files before the command, its start, its result.
        Points {
            unrecorded: recorded.into_iter().nth(3),
            all,
        }
    }

    /// Returns where the run was killed.
    fn interrupt(&self, point: &Point) -> String {
        self.project.rewind(&self.start);
        let place = format!("{:?} killed at {point:?}", self.line);
        let mut command = strace::interrupted_in_thread(&self.project, "planwright", self.line, "SIGKILL", point);
        let ran = finish(&mut command);
        assert_eq!(ran.code, None, "{place}: the program was not killed: {ran:?}");
        self.project.wait_until_quiet();
        self.project.assert_sound_or_interrupted();
        place
    }

    /// Whether the next run had to ask.
    fn kill_at(&self, point: &Point) -> bool {
        let project = &self.project;
        let place = self.interrupt(point);
        let before = times(project, "ran");
        let again = project.run("planwright", self.line);
        let has_asked = again.code == Some(3);
        if has_asked {
            self.check_question(&before, &place);
            let resolved = project.run("planwright", &[self.line, &["--resolve", "done"]].concat());
            assert_eq!(resolved.code, Some(0), "{place}: {resolved:?}");
        } else {
            assert_eq!(again.code, Some(0), "{place}: {again:?}");
        }
        self.check_end(has_asked, &place);
        has_asked
    }

    /// Other steps may have continued, but the step in question was not repeated.
    fn check_question(&self, before: &BTreeMap<String, usize>, place: &str) {
        let after = times(&self.project, "ran");
        let asked_about = standing(&self.project, "doing");
        assert!(!asked_about.is_empty(), "{place}");
        // The first step is task 2.
        for (number, step) in (2..).zip(self.steps) {
            if asked_about.contains(&number.to_string()) {
                assert_eq!(
                    after.get(*step),
                    before.get(*step),
                    "{place}: {step} was run while it was asked about"
                );
            }
        }
    }

    /// Checks that all files exist, each step used one session, and no command ran twice.
    fn check_end(&self, has_asked: bool, place: &str) {
        let project = &self.project;
        assert_eq!(standing(project, "done").len(), self.steps.len(), "{place}");
        let ran = times(project, "ran");
        for step in self.steps {
            for (file, text) in [(format!("{step}.md"), "Hello\n"), (format!("{step}-too.md"), "Bye\n")] {
                let found = fs::read_to_string(project.root().join(&file)).ok();
                assert_eq!(found.as_deref(), Some(text), "{place}: {file}");
            }
            let count = ran.get(*step).copied().unwrap_or(0);
            let least = if has_asked { 0 } else { 1 };
            assert!((least..=1).contains(&count), "{place}: {step} was run {count} times");
            let turns = project.root().join(format!(".teddy/20261115-write-{step}"));
            for turn in ["01", "02"] {
                assert!(turns.join(turn).join("report.md").is_file(), "{place}: {step} {turn}");
            }
        }
        let listed = project.planwright(&["show", "2", "--json"]).done();
        assert!(
            !listed.json()["task"]["outcome"]["files"]
                .to_string()
                .contains(".teddy/"),
            "{place}: {listed:?}"
        );
        let sessions = fs::read_dir(project.root().join(".teddy"))
            .into_iter()
            .flatten()
            .flatten();
        let sessions = sessions.filter(|entry| entry.path().is_dir()).count();
        assert_eq!(sessions, self.steps.len(), "{place}: a step was restarted");
        project.assert_sound();
    }
}

/// The record of a turn that is being executed.
fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "open")
}
