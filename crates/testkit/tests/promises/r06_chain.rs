//! R6: reading, ordering, executing and showing the longest chain of tasks needs no deep stack.

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish};
use serde_json::{Value, json};

const TASKS: u64 = 10_000;
/// Less than a sixteenth of the usual stack. One call per task would need more.
const STACK_KIB: u32 = 512;

#[test]
fn r06_a_chain_of_ten_thousand_tasks_needs_no_deep_stack() {
    let project = Project::new();
    run(&project, "planloop", &["start", "--goal", "Walk a thousand miles"]);
    let tasks: Vec<Value> = (2..TASKS + 2).map(step).collect();
    let plan = json!({"add_tasks": tasks, "update_tasks": [{"id": 1, "status": "DONE"}]});
    let added = update(&project, &plan);
    assert_eq!(added["task_ids"].as_array().map(Vec::len), usize::try_from(TASKS).ok());

    let graph = run(&project, "planwright", &["graph", "--format", "dot"]).stdout;
    assert_eq!(graph.matches("->").count(), usize::try_from(TASKS).unwrap_or(0));
    let ready = run(&project, "planwright", &["list", "--state", "ready", "--json"]).json();
    assert_eq!(
        (ready["tasks"].as_array().map(Vec::len), &ready["tasks"][0]["number"]),
        (Some(1), &json!(2))
    );
    for task in 2..6 {
        let claimed = run(&project, "planwright", &["next", "--claim", "--agent", "ada", "--json"]).json();
        assert_eq!(claimed["task"]["number"], task);
        run(&project, "planwright", &["done", &task.to_string(), "--agent", "ada"]);
    }

    let closed_circle = json!({"update_tasks": [{"id": 6, "dependencies": [TASKS + 1]}]});
    let refused = file(&project, &closed_circle);
    assert_eq!(
        (refused.code, &refused.json()["error_type"]),
        (Some(1), &json!("plan_validation_failed"))
    );

    let done: Vec<Value> = (6..TASKS + 2).map(|id| json!({"id": id, "status": "DONE"})).collect();
    update(&project, &json!({"update_tasks": done, "final_summary": "Walked."}));
    let status = run(&project, "planwright", &["status", "--json"]).json();
    assert_eq!(status["plan"]["counts"]["done"], TASKS + 1);
    assert_eq!(status["summary"]["text"], "Walked.");
    run(&project, "planwright", &["undo", "--agent", "ada"]);
    run(&project, "planwright", &["doctor"]);
}

fn step(id: u64) -> Value {
    json!({"title": format!("Walk mile {id}"), "type": "chore", "dependencies": [id - 1],
           "context_hints": ["See section 2 of the map."], "relevant_file_paths": [format!("+mile-{id}.md")]})
}

fn update(project: &Project, payload: &Value) -> Value {
    file(project, payload).done().json()
}

fn file(project: &Project, payload: &Value) -> Ran {
    project.write("payload.json", &payload.to_string());
    small(
        project,
        "planloop",
        &["update", "--agent", "ada", "--file", "payload.json"],
    )
}

#[track_caller]
fn run(project: &Project, program: &str, line: &[&str]) -> Ran {
    small(project, program, line).done()
}

fn small(project: &Project, program: &str, line: &[&str]) -> Ran {
    let script = format!("ulimit -s {STACK_KIB} && exec \"$0\" \"$@\"");
    let mut command = project.command("sh");
    finish(command.args(["-c", &script]).arg(bins::path(program)).args(line))
}
