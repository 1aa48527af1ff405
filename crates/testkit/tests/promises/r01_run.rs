//! R1 and R3 for a run: a driver that is killed at any write point loses nothing that was finished, and nothing that may
//! have been done is done again unless somebody says so.

use std::collections::BTreeMap;
use std::fs;

use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::strace::{self, Point};
use planwright_testkit::{Tier, skip, tier};
use serde_json::Value;

use crate::r01_kill::points_within;
use crate::r01_verbs::{Verb, planwright};

/// Verbs that drive, for the list of all.
pub const RUNNING: &[Verb] = &[
    planwright(LINE, three_tasks),
    Verb {
        program: "rawko",
        line: LINE,
        scene: three_tasks,
    },
];

const LINE: &[&str] = &["run", "--json"];
const TASKS: [&str; 3] = ["2", "3", "4"];
const QUICK_STEP: usize = 5;

/// An agent that tells that it was there, before and after its work.
const AGENT: &str = "[agents.dev]
command = [\"sh\", \"-c\", \"cat >/dev/null; echo $PLANWRIGHT_TASK >>ran; echo $PLANWRIGHT_TASK >>done\"]
";

fn three_tasks() -> Project {
    let project = Project::in_memory();
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["done", "1"]).done();
    for (title, after) in [("One", None), ("Two", Some("2")), ("Three", None)] {
        let after: Vec<&str> = after.iter().flat_map(|task| ["--after", task]).collect();
        project.planwright(&[&["add", title], after.as_slice()].concat()).done();
    }
    with_agent(&project);
    project
}

fn with_agent(project: &Project) {
    let folder = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&folder));
    must("the configuration", fs::write(folder.join("config.toml"), AGENT));
}

fn copy(project: &Project) -> Project {
    let copy = project.copy();
    with_agent(&copy);
    copy
}

#[test]
fn r01_a_killed_run_goes_on_and_repeats_nothing_by_itself() {
    if !strace::is_usable() {
        return skip("r01_run", "strace is not there or may not trace");
    }
    let scene = three_tasks();
    let traced = copy(&scene);
    let (ran, calls) = strace::trace_alone(&traced, "planwright", LINE);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let points = points_within(&calls, &[traced.root(), traced.state_folder()]);
    assert!(points.len() > 20, "{points:?}");
    let step = match tier() {
        Tier::Quick => QUICK_STEP,
        Tier::Full => 1,
    };
    let chosen: Vec<&Point> = points.iter().rev().step_by(step).collect();
    let asked = chosen.iter().filter(|point| kill_at(&scene, point)).count();
    eprintln!(
        "planwright run: killed at {} of {} write points, asked {asked} times",
        chosen.len(),
        points.len()
    );
    assert!(asked > 0, "no agent was ever interrupted");
}

/// Whether the next run had to ask.
fn kill_at(scene: &Project, point: &Point) -> bool {
    let project = copy(scene);
    let ran = finish(&mut strace::interrupted_alone(
        &project,
        "planwright",
        LINE,
        "SIGKILL",
        point,
    ));
    let place = format!("killed at {point:?}");
    assert_eq!(ran.code, None, "{place}: it ended by itself: {ran:?}");
    project.assert_sound();
    let finished = standing(&project, "done");
    let doing = standing(&project, "doing");
    let before = times(&project, "ran");
    for task in &finished {
        assert_eq!(
            before.get(task),
            Some(&1),
            "{place}: task {task} is done, but was not run once"
        );
    }
    let again = project.run("planwright", LINE);
    let has_asked = again.code == Some(3);
    if has_asked {
        assert!(!doing.is_empty(), "{place}: {again:?}");
        assert_eq!(
            times(&project, "ran"),
            before,
            "{place}: something was run while it asked"
        );
        let resolved = project.run("planwright", &["run", "--json", "--resolve", "again"]);
        assert_eq!(resolved.code, Some(0), "{place}: {resolved:?}");
    } else {
        assert_eq!(again.code, Some(0), "{place}: {again:?}");
        assert!(doing.is_empty(), "{place}: {doing:?} was run again without a question");
    }
    let after = times(&project, "ran");
    for task in TASKS {
        let most = if doing.iter().any(|doing| doing == task) { 2 } else { 1 };
        let count = after.get(task).copied().unwrap_or(0);
        assert!(
            (1..=most).contains(&count),
            "{place}: task {task} was run {count} times"
        );
    }
    assert_eq!(standing(&project, "done").len(), TASKS.len(), "{place}");
    project.assert_sound();
    has_asked
}

/// The numbers of tasks that stand so, the first one aside.
fn standing(project: &Project, word: &str) -> Vec<String> {
    let list = project.planwright(&["list", "--json"]).done().json();
    let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
    let is_meant = |task: &&Value| task["state"] == word && task["number"] != 1;
    tasks
        .iter()
        .filter(is_meant)
        .map(|task| task["number"].to_string())
        .collect()
}

/// How often each task stands in a file that agents write.
fn times(project: &Project, file: &str) -> BTreeMap<String, usize> {
    let text = fs::read_to_string(project.root().join(file)).unwrap_or_default();
    let mut times = BTreeMap::new();
    for line in text.lines() {
        *times.entry(line.to_owned()).or_default() += 1;
    }
    times
}
