//! A run: the cost of driving a plan, compared with a loop that starts the same program for every step and commits two
//! rows in the same kind of database.

use std::fs;
use std::process::Command;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, finish, must};
use serde_json::{Value, json};

use crate::programs::{Programs, time};
use crate::report::{number, took};
use crate::samples::Samples;

const STEPS: usize = 1_000;
const ROUNDS: usize = 5;
/// The largest allowed ratio to the loop.
const AIM: f64 = 2.0;

pub fn run(programs: &Programs) {
    println!("{STEPS} steps that do nothing, with 4 jobs; whole processes, {ROUNDS} of each, in turns");
    let pristine = planned(programs);
    let (mut ours, mut bare) = (Samples::default(), Samples::default());
    for _ in 0..ROUNDS {
        let project = with_agent(pristine.copy());
        bare.add(time(&mut minimal(programs, &pristine.copy())));
        ours.add(time(
            project.command(bins::path("planwright")).args(["run", "--jobs", "4"]),
        ));
        assert_complete(&project);
    }
    println!("                        ms (least)   /loop");
    println!("    loop              {}", took(&bare));
    println!(
        "    planwright run    {}  {:>6}",
        took(&ours),
        number(ours.ratio_to(&bare))
    );
    let ratio = ours.ratio_to(&bare);
    let word = if ratio <= AIM { "met" } else { "NOT MET" };
    println!(
        "\n  a run against the loop: {} (aim: at most {AIM}), {word}",
        number(ratio)
    );
}

fn minimal(programs: &Programs, project: &Project) -> Command {
    let mut command = project.command(&programs.minimal);
    command.arg(project.database()).args(["steps", &STEPS.to_string()]);
    command
}

/// Tasks that could all run at the same time.
fn planned(programs: &Programs) -> Project {
    let project = Project::new();
    project.write("spec.md", "# The report\n");
    let task = |number: usize| -> Value {
        json!({
            "title": format!("Write part {number} of the report"),
            "type": "chore",
            "dependencies": [],
            "context_hints": [format!("Follow section {number} of `spec.md`.")],
            "relevant_file_paths": [format!("+part-{number}.md")],
        })
    };
    let tasks: Vec<Value> = (1..=STEPS).map(task).collect();
    let payload = json!({ "add_tasks": tasks, "update_tasks": [{"id": 1, "status": "DONE"}] });
    project.write("plan.json", &payload.to_string());
    project.planloop(&["start", "--goal", "Write the report"]).done();
    project.planloop(&["update", "--file", "plan.json"]).done();
    let mut prepare = project.command(&programs.minimal);
    finish(prepare.arg(project.database()).arg("prepare")).done();
    project
}

fn with_agent(project: Project) -> Project {
    let folder = project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&folder));
    let config = "[agents.idle]\ncommand = [\"true\"]\n";
    must("the configuration", fs::write(folder.join("config.toml"), config));
    project
}

fn assert_complete(project: &Project) {
    let list = project.planwright(&["list", "--json"]).done().json();
    let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
    assert_eq!(tasks.len(), STEPS + 1);
    assert!(
        tasks.iter().all(|task| task["state"] == "done"),
        "not everything is done"
    );
}
