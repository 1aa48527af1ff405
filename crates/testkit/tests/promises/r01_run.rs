//! R1 and R3 for runs: a driver that is killed at any write loses no finished work. Work that may have been done is not
//! repeated without the user's answer.

use std::collections::BTreeMap;
use std::fs;

use planwright_testkit::project::{Project, Snapshot, finish, must};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, bins, skip, tier};
use serde_json::Value;

use crate::r01_kill::points_within;
use crate::r01_rawko::tree;
use crate::r01_verbs::{Verb, planwright};

/// Commands that run a plan, for the list of all commands.
pub const RUNNING: &[Verb] = &[NATIVE.verb, RAWKO.verb];

/// A run of a plan, and how it is killed.
struct Drive {
    verb: Verb,
    /// Two parallel agents may end at the same time. Then there is less to store, and a kill point may not be reached.
    may_end: bool,
    quick_step: usize,
    /// The outcome that must occur at least once, so that the test is meaningful.
    meets: NextRun,
}

const NATIVE: Drive = Drive {
    verb: planwright(&["run", "--json"], three_tasks),
    may_end: false,
    quick_step: 7,
    meets: NextRun::Asked,
};

const RAWKO: Drive = Drive {
    verb: Verb {
        program: "rawko",
        line: &["run", "--json"],
        scene: three_steps,
    },
    may_end: false,
    quick_step: 9,
    meets: NextRun::Asked,
};

const ABREAST: Drive = Drive {
    verb: planwright(&["run", "--json", "--jobs", "2"], two_at_once),
    may_end: true,
    quick_step: 9,
    meets: NextRun::Asked,
};

const CALLED_DONE: Drive = Drive {
    verb: planwright(&["run", "--json", "--yes", "--sandbox", "off"], two_that_call_it_done),
    may_end: false,
    quick_step: 9,
    meets: NextRun::Unchecked,
};

const REPLANNED: Drive = Drive {
    verb: Verb {
        program: "rawko",
        line: &["run", "--json"],
        scene: to_be_replanned,
    },
    may_end: false,
    quick_step: 11,
    meets: NextRun::Asked,
};

/// Agents that record their start and their end. One waits a moment for another that started with it, and one fails.
const AGENTS: &str = r#"
[agents.dev]
command = ["sh", "-c", "cat >/dev/null; echo $PLANWRIGHT_TASK >>ran; echo $PLANWRIGHT_TASK >>done"]
[agents.pair]
command = ["sh", "-c", "cat >/dev/null; echo $PLANWRIGHT_TASK >>ran; sleep 0.$PLANWRIGHT_TASK; echo $PLANWRIGHT_TASK >>done"]
[agents.clumsy]
command = ["sh", "-c", "cat >/dev/null; echo $PLANWRIGHT_TASK >>ran; echo It fell; exit 1"]
"#;

const STEPS: &str = r#"[{"description": "One", "suggestedAgent": "dev"},
    {"description": "Two", "suggestedAgent": "dev", "dependsOn": [0]},
    {"description": "Three", "suggestedAgent": "dev"}]"#;

const DOOMED: &str = r#"[{"description": "Carry", "suggestedAgent": "dev"},
    {"description": "Drop", "suggestedAgent": "clumsy", "dependsOn": [0]},
    {"description": "Tidy up", "suggestedAgent": "dev", "dependsOn": [1]}]"#;

/// The planner for replans. It always returns these steps.
const PLANNER: &str = r#"
[planner]
provider = "command"
command = ["sh", "-c", "cat >/dev/null; cat other.json"]
"#;

const OTHER: &str =
    r#"{"steps": [{"description": "Hold", "suggestedAgent": "dev"}], "changes": "Slower.", "reasoning": "It fell."}"#;

fn three_tasks() -> Project {
    let project = native();
    for (title, after) in [("One", None), ("Two", Some("2")), ("Three", None)] {
        let after: Vec<&str> = after.iter().flat_map(|task| ["--after", task]).collect();
        project
            .planwright(&[&["add", title, "--wants", "dev"], after.as_slice()].concat())
            .done();
    }
    project
}

/// The tasks declare their files, so that they can run at the same time.
fn two_at_once() -> Project {
    let project = native();
    for (title, path) in [("One", "+one.txt"), ("Two", "+two.txt"), ("Three", "+three.txt")] {
        project
            .planwright(&["add", title, "--wants", "pair", "--path", path])
            .done();
    }
    project
}

/// The agents mark their tasks done themselves, and commands check the result.
fn two_that_call_it_done() -> Project {
    let project = native();
    let frank = format!(
        "[agents.frank]\ncommand = ['sh', '-c', 'cat >/dev/null; echo $PLANWRIGHT_TASK >>ran; {} done $PLANWRIGHT_TASK']",
        bins::path("planwright").display()
    );
    configure(&project, &frank);
    for title in ["One", "Two"] {
        let check = format!("run: echo {title} >>checked");
        project
            .planwright(&["add", title, "--wants", "frank", "--accept", &check])
            .done();
    }
    project
}

fn native() -> Project {
    let project = Project::in_memory();
    configure(&project, AGENTS);
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["done", "1"]).done();
    project
}

fn three_steps() -> Project {
    with_steps(STEPS, AGENTS)
}

fn to_be_replanned() -> Project {
    let project = with_steps(DOOMED, &[AGENTS, PLANNER].concat());
    project.write("other.json", OTHER);
    project
}

fn with_steps(steps: &str, config: &str) -> Project {
    let project = Project::in_memory();
    configure(&project, config);
    project
        .run("rawko", &["plan", "create", "--task", "Greet", "--steps", steps])
        .done();
    project
}

/// Writes the user's configuration.
pub fn configure(project: &Project, config: &str) {
    let folder = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&folder));
    must("the configuration", fs::write(folder.join("config.toml"), config));
}

#[test]
fn r01_a_killed_run_resumes_and_repeats_nothing_by_itself() {
    kill(&NATIVE);
}

#[test]
fn r01_a_killed_rawko_run_resumes_and_updates_its_files() {
    kill(&RAWKO);
}

#[test]
fn r01_a_killed_run_of_two_agents_asks_about_both() {
    kill(&ABREAST);
}

#[test]
fn r01_the_next_run_checks_work_that_a_killed_runs_agent_marked_done() {
    kill(&CALLED_DONE);
}

#[test]
fn r01_a_run_killed_during_a_replan_replans_once() {
    kill(&REPLANNED);
}

fn kill(drive: &Drive) {
    if !strace::is_usable() {
        return skip("r01_run", "strace is missing or may not trace");
    }
    let kill_test = KillTest::of(drive);
    let points = kill_test.points();
    assert!(points.len() > 20, "{points:?}");
    let step = match tier() {
        Tier::Quick => drive.quick_step,
        Tier::Full => 1,
    };
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    let next_runs: Vec<NextRun> = chosen.iter().map(|point| kill_test.kill_at(point)).collect();
    let times = |wanted| next_runs.iter().filter(|found| **found == wanted).count();
    let (asked, unchecked, ended) = (times(NextRun::Asked), times(NextRun::Unchecked), times(NextRun::Ended));
    eprintln!(
        "{} {}: killed at {} of {} write points, asked {asked} times, checked late {unchecked} times, ended by itself \
        {ended} times",
        drive.verb.program,
        drive.verb.line.join(" "),
        chosen.len() - ended,
        points.len(),
    );
    assert!(times(drive.meets) > 0, "no kill led to the expected outcome");
    assert!(ended * 10 <= chosen.len(), "most runs were not killed");
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NextRun {
    /// The run was not killed.
    Ended,
    /// The next run continued by itself.
    WentOn,
    /// The next run had to ask first.
    Asked,
    /// The next run had to check what an agent had marked done.
    Unchecked,
}

/// The project before and after a run. The test works in place, because records contain the path of their project.
struct KillTest<'a> {
    drive: &'a Drive,
    project: Project,
    start: Snapshot,
    /// The number of finished tasks at the end.
    done: usize,
    files: BTreeMap<String, String>,
}

impl<'a> KillTest<'a> {
    fn of(drive: &'a Drive) -> Self {
        let project = (drive.verb.scene)();
        let start = project.snapshot();
        project.run(drive.verb.program, drive.verb.line).done();
        Self {
            done: standing(&project, "done").len(),
            files: tree(&project),
            drive,
            start,
            project,
        }
    }

    fn points(&self) -> Vec<Point> {
        let Verb { program, line, .. } = self.drive.verb;
        self.project.rewind(&self.start);
        let (ran, calls) = strace::trace_alone(&self.project, program, line);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        points_within(&calls, &[self.project.root(), self.project.state_folder()])
    }

    fn kill_at(&self, point: &Point) -> NextRun {
        let Verb { program, line, .. } = self.drive.verb;
        let project = &self.project;
        project.rewind(&self.start);
        let ran = finish(&mut strace::interrupted_alone(project, program, line, "SIGKILL", point));
        let place = format!("{program} {line:?} killed at {point:?}");
        if ran.code.is_some() {
            assert!(self.drive.may_end, "{place}: the program was not killed: {ran:?}");
            self.check_end(&[], &place);
            return NextRun::Ended;
        }
        project.wait_until_quiet();
        project.assert_sound();
        let finished = standing(project, "done");
        let doing = standing(project, "doing");
        let before = times(project, "ran");
        for task in &finished {
            assert_eq!(
                before.get(task),
                Some(&1),
                "{place}: task {task} is done, but was not run once"
            );
        }
        self.check_nothing_released(&before, &place);
        let is_unchecked = finished.iter().any(|task| !is_checked(project, task));
        let has_asked = self.go_on(&doing, &before, &place);
        self.check_end(&doing, &place);
        match (is_unchecked, has_asked) {
            (true, _) => NextRun::Unchecked,
            (false, true) => NextRun::Asked,
            (false, false) => NextRun::WentOn,
        }
    }

    /// A killed driver releases nothing; only a driver that is asked to stop does. If this fails, first look for a
    /// program that sends signals on this machine.
    fn check_nothing_released(&self, before: &BTreeMap<String, usize>, place: &str) {
        let waiting = standing(&self.project, "todo");
        let released: Vec<_> = waiting.iter().filter(|task| before.contains_key(*task)).collect();
        let log = || self.project.planwright(&["log"]).stdout;
        assert!(
            released.is_empty(),
            "{place}: {released:?} was run and released\n{}",
            log()
        );
    }

    /// Returns whether the run had to ask first.
    fn go_on(&self, doing: &[String], before: &BTreeMap<String, usize>, place: &str) -> bool {
        let Verb { program, line, .. } = self.drive.verb;
        let again = self.project.run(program, line);
        if again.code == Some(0) {
            assert!(doing.is_empty(), "{place}: {doing:?} was run again without a question");
            return false;
        }
        assert_eq!(again.code, Some(3), "{place}: {again:?}");
        assert!(!doing.is_empty(), "{place}: {again:?}");
        let reported: Option<Value> = again
            .stdout
            .lines()
            .last()
            .and_then(|line| serde_json::from_str(line).ok());
        let reported = reported.and_then(|reported| Some(reported["details"].as_array()?.len()));
        assert_eq!(
            reported,
            Some(doing.len()),
            "{place}: {doing:?} is not asked about: {again:?}"
        );
        assert_eq!(
            &times(&self.project, "ran"),
            before,
            "{place}: something was run while it asked"
        );
        let resolved = self.project.run(program, &[line, &["--resolve", "again"]].concat());
        assert_eq!(resolved.code, Some(0), "{place}: {resolved:?}");
        true
    }

    /// Checks that everything was done exactly once, as without a kill.
    fn check_end(&self, doing: &[String], place: &str) {
        let done = standing(&self.project, "done");
        assert_eq!(done.len(), self.done, "{place}");
        let ran = times(&self.project, "ran");
        for task in &done {
            assert!(ran.contains_key(task), "{place}: task {task} was never run");
            assert!(
                is_checked(&self.project, task),
                "{place}: task {task} is done and unchecked"
            );
        }
        for (task, count) in &ran {
            let most = if doing.contains(task) { 2 } else { 1 };
            let log = || self.project.planwright(&["log"]).stdout;
            assert!(*count <= most, "{place}: task {task} was run {count} times\n{}", log());
        }
        assert_eq!(
            tree(&self.project),
            self.files,
            "{place}: the files do not show the plan"
        );
        self.project.assert_sound();
    }
}

/// Whether all criteria of the task, which are commands, were run.
fn is_checked(project: &Project, task: &str) -> bool {
    let shown = project.planwright(&["show", task, "--json"]).done().json();
    let count = |list: &Value| list.as_array().map_or(0, Vec::len);
    let task = &shown["task"];
    count(&task["outcome"]["evidence"]) == count(&task["acceptance"])
}

/// The numbers of tasks in this state, without the decomposition of the goal.
pub fn standing(project: &Project, word: &str) -> Vec<String> {
    let list = project.planwright(&["list", "--json"]).done().json();
    let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
    let is_goal = |task: &Value| {
        task["title"]
            .as_str()
            .is_some_and(|title| title.starts_with("Decompose the goal"))
    };
    let is_meant = |task: &&Value| task["state"] == word && !is_goal(task);
    tasks
        .iter()
        .filter(is_meant)
        .map(|task| task["number"].to_string())
        .collect()
}

/// How often each task is listed in a file that agents write.
pub fn times(project: &Project, file: &str) -> BTreeMap<String, usize> {
    let text = fs::read_to_string(project.root().join(file)).unwrap_or_default();
    let mut times = BTreeMap::new();
    for line in text.lines() {
        *times.entry(line.to_owned()).or_default() += 1;
    }
    times
}
