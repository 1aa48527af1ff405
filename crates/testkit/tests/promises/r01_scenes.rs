//! Initial projects for the commands of R1 and R2.

use model::limits;
use planwright_testkit::project::{Project, must};
use serde_json::json;

/// After half of a lease that began at `project::NOW`, before its end.
const LATER: &str = "2026-11-15T09:16:00Z";

pub fn empty() -> Project {
    Project::in_memory()
}

/// A session with a goal.
pub fn fresh() -> Project {
    let project = empty();
    project.planloop(&["start", "--goal", "Add user login"]).done();
    project
}

/// Tasks 2 to 4. Task 3 depends on task 2.
pub fn planned() -> Project {
    let project = fresh();
    let task = |title: &str, after: &[u32]| {
        json!({"title": title, "type": "feature", "dependencies": after,
               "context_hints": ["See section 2 of the goal."], "relevant_file_paths": ["+login.rs"]})
    };
    let tasks = [
        task("Write the form", &[]),
        task("Check the password", &[2]),
        task("Greet the user", &[]),
    ];
    let payload = json!({"add_tasks": tasks, "update_tasks": [{"id": 1, "status": "DONE"}]});
    project.update("ada", &payload).done();
    project
}

/// The code contains a remark.
pub fn noted() -> Project {
    let project = planned();
    project.write("login.rs", "// TODO: check the password\n");
    project
}

/// Ada has claimed task 2.
pub fn claimed() -> Project {
    let project = planned();
    let claim = json!({"update_tasks": [{"id": 2, "status": "IN_PROGRESS"}]});
    project.update("ada", &claim).done();
    project
}

/// Ada claimed task 2 more than half a lease ago.
pub fn claimed_for_long() -> Project {
    let mut project = claimed();
    project.set_now(LATER);
    project
}

pub fn failed() -> Project {
    let project = claimed();
    project
        .planwright(&["fail", "2", "The form is gone", "--agent", "ada"])
        .done();
    project
}

pub fn finished() -> Project {
    let project = planned();
    let done = [2, 3, 4].map(|id| json!({"id": id, "status": "DONE"}));
    project.update("ada", &json!({"update_tasks": done})).done();
    project
}

pub fn signaled() -> Project {
    let project = planned();
    let line = ["signal", "broken_build", "It does not build", "--agent", "ada"];
    project.planwright(&line).done();
    project
}

pub fn two_sessions() -> Project {
    let project = planned();
    project.planloop(&["start", "--goal", "Something else"]).done();
    project
}

/// The project was cleaned. Only the backup is left.
pub fn cleaned() -> Project {
    let project = claimed();
    must("cleaning", std::fs::remove_dir_all(project.store_folder()));
    project
}

/// The log is almost full: the next writer checkpoints it into the database.
pub fn nearly_full_log() -> Project {
    let project = planned();
    for alert in 0.. {
        if log_bytes(&project) + FEW_PAGES * FRAME_BYTES > limits::LOG_BYTES {
            break;
        }
        let id = format!("alert_{}", alert / 2);
        let opened = ["alert", "--id", &id, "--level", "info", "--message", "Look"];
        let closed = ["alert", "--id", &id, "--close"];
        project.planloop(if alert % 2 == 0 { &opened } else { &closed }).done();
    }
    project
}

/// The log was checkpointed. The next write starts it from the beginning.
pub fn checkpointed() -> Project {
    let project = nearly_full_log();
    let filling = &crate::r01_verbs::FOLDING[0];
    project.run(filling.program, filling.line).done();
    project
}

/// The overhead of SQLite's log per page.
const FRAME_BYTES: u64 = 24 + 4096;
/// More than an alert writes, less than the filling of the log.
const FEW_PAGES: u64 = 8;

fn log_bytes(project: &Project) -> u64 {
    let log = project.store_folder().join("store.db-wal");
    must("the log", log.metadata()).len()
}
