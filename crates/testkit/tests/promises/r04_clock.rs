//! R4: a clock that was ahead and was set back blocks no task for longer than a lease.

use planwright_testkit::project::Project;
use serde_json::{Value, json};

use crate::r01_scenes as scene;

const PRESENT: &str = "2026-11-15T09:00:00Z";

#[test]
fn r04_a_claim_from_a_clock_years_ahead_blocks_no_task() {
    let mut project = claimed_at("2031-01-01T00:00:00Z");
    project.set_now(PRESENT.to_owned());
    let before = claim(&project);
    assert_eq!(before["until"], json!("2026-11-15T09:00:00.000Z"), "{before}");
    let status = project.planwright(&["status"]).done().stdout;
    assert!(status.contains("free again") && status.contains("lapsed"), "{status}");
    assert!(!status.contains("days left"), "{status}");
    let status = project.planwright(&["status", "--json"]).done().json();
    assert_eq!(status["held"][0]["claim"]["until"], before["until"], "{status}");
    let taken = project
        .planwright(&["next", "--claim", "--agent", "bob", "--json"])
        .done()
        .json();
    assert_eq!(taken["task"]["claim"]["agent"], json!("bob"), "{taken}");
    assert_eq!(taken["task"]["claim"]["until"], json!("2026-11-15T09:30:00.000Z"));
    // The agent with the wrong clock has lost its claim.
    let late = project.planwright(&["done", "2", "--agent", "ada", "--json"]);
    assert_eq!((late.code, &late.json()["error_type"]), (Some(3), &json!("task_taken")));
    project.assert_sound();
}

#[test]
fn r04_a_lease_is_shown_to_end_at_most_its_length_after_the_present() {
    let mut project = claimed_at("2026-11-15T09:20:00Z");
    project.set_now(PRESENT.to_owned());
    assert_eq!(claim(&project)["until"], json!("2026-11-15T09:30:00.000Z"));
    let refused = project.planwright(&["done", "2", "--agent", "bob"]);
    assert_eq!(refused.code, Some(3));
    let output = refused.stdout + &refused.stderr;
    assert!(output.contains("2026-11-15 09:30"), "{output}");
    let listed = project.planwright(&["list"]).done().stdout;
    assert!(listed.contains("30 min"), "{listed}");
    let status = project.planwright(&["status"]).done().stdout;
    assert!(status.contains("30 min left"), "{status}");
}

#[test]
fn r04_an_agent_whose_clock_was_set_back_keeps_its_claim_by_its_next_call() {
    let mut project = claimed_at("2026-11-15T09:59:00Z");
    project.set_now(PRESENT.to_owned());
    project.planloop(&["status", "--json", "--agent", "ada"]).done();
    project.set_now("2026-11-15T09:29:59Z".to_owned());
    assert_eq!(claim(&project)["until"], json!("2026-11-15T09:30:00.000Z"));
}

fn claimed_at(now: &str) -> Project {
    let mut project = scene::planned();
    project.set_now(now.to_owned());
    project
        .planwright(&["next", "--claim", "--agent", "ada", "--json"])
        .done();
    project
}

fn claim(project: &Project) -> Value {
    project.planwright(&["show", "2", "--json"]).done().json()["task"]["claim"].clone()
}
