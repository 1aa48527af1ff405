//! R4: many agents at once lose no update, and no task is given to two of them.

use std::collections::BTreeMap;
use std::time::Instant;

use planwright_testkit::project::Project;
use planwright_testkit::{Tier, tier};
use serde_json::{Value, json};

use crate::r01_scenes as scene;
use crate::r04_agent::{Agent, RecordedAnswer, What, clock};
use crate::r04_replay::{check_claims, check_record};

const AGENTS: u64 = 16;
const UPDATES: u64 = 250;
/// Long enough for some claims to expire.
const SECONDS: u64 = 4 * 60 * 60;

#[test]
fn r04_sixteen_processes_lose_no_update_and_share_no_task() {
    // In memory the processes collide more often; on a disk they keep the lock for longer.
    let project = match tier() {
        Tier::Quick => Project::in_memory(),
        Tier::Full => Project::new(),
    };
    project.planloop(&["start", "--goal", "Add user login"]).done();
    let since = Instant::now();
    let record = work(&project);
    let took = since.elapsed();
    let session = project.status_json()["sessions"]["current"].clone();
    let mut log = project.log(session.as_str().unwrap_or_default());
    let mut log: Vec<Value> = std::mem::take(log.as_array_mut().unwrap_or(&mut Vec::new()));
    log.reverse();
    check_record(&log, &record);
    let taken_over = check_claims(&log);
    project.assert_sound();
    let counts = count(&record);
    eprintln!(
        "{AGENTS} × {UPDATES} in {took:.1?}: {} operations, {taken_over} taken over, {counts:?}",
        log.len()
    );
    for kind in ["added", "claimed", "finished", "task_taken", "version_conflict"] {
        assert!(counts.contains_key(kind), "nothing was {kind}: {counts:?}");
    }
}

fn work(project: &Project) -> Vec<RecordedAnswer> {
    let life = |number| {
        let mut agent = Agent::new(project, number);
        for step in 0..UPDATES {
            agent.step(step, SECONDS * step / UPDATES);
        }
        agent.record
    };
    std::thread::scope(|scope| {
        let agents: Vec<_> = (0..AGENTS).map(|number| scope.spawn(move || life(number))).collect();
        agents
            .into_iter()
            .flat_map(|agent| agent.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn count(record: &[RecordedAnswer]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for answer in record {
        let kind = match &answer.what {
            What::Added(_) => "added",
            What::Claimed(_) => "claimed",
            What::Finished(_) => "finished",
            What::Nothing => "nothing",
            What::Refused(why) => why,
        };
        *counts.entry(kind.to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn r04_sixteen_processes_make_one_store() {
    for _ in 0..3 {
        let project = Project::in_memory();
        let start = |number: u64| project.planloop(&["start", "--goal", &format!("Goal {number}")]).done();
        std::thread::scope(|scope| {
            (0..AGENTS).for_each(|number| drop(scope.spawn(move || start(number))));
        });
        let sessions = project.planloop(&["sessions", "--json"]).done().json();
        assert_eq!(
            sessions["sessions"].as_array().map(Vec::len),
            usize::try_from(AGENTS).ok()
        );
        project.assert_sound();
        let files = std::fs::read_dir(project.store_folder()).map(Iterator::count);
        assert_eq!(files.ok(), Some(4), "a process left a temporary file");
    }
}

#[test]
fn r04_an_outdated_lease_token_is_refused() {
    let mut project = scene::planned();
    project.set_now(clock(0));
    let claim = |project: &Project, agent: &str| {
        let claimed = project
            .planwright(&["next", "--claim", "--agent", agent, "--json"])
            .done()
            .json();
        claimed["task"]["claim"]["fence"].clone()
    };
    let old = claim(&project, "ada");
    // Her lease of half an hour has expired.
    project.set_now(clock(31 * 60));
    let new = claim(&project, "bob");
    assert_ne!(old, new);
    let before = project.status_json();
    let late = json!({"update_tasks": [{"id": 2, "status": "DONE", "fence": old}]});
    let late = project.update("ada", &late);
    assert_eq!((late.code, &late.json()["error_type"]), (Some(3), &json!("task_taken")));
    for verb in [
        &["done", "2"][..],
        &["drop", "2"],
        &["fail", "2", "Late"],
        &["reopen", "2"],
    ] {
        let fence = old.to_string();
        let late = project.planwright(&[verb, &["--agent", "ada", "--fence", &fence, "--json"]].concat());
        assert_eq!(
            (late.code, &late.json()["error_type"]),
            (Some(3), &json!("stale_fence")),
            "{verb:?}"
        );
    }
    // Even if he releases the task, her lease token stays outdated.
    project.planwright(&["reopen", "2", "--agent", "bob"]).done();
    let fence = old.to_string();
    let late = project.planwright(&["done", "2", "--agent", "ada", "--fence", &fence, "--json"]);
    assert_eq!(
        (late.code, &late.json()["error_type"]),
        (Some(3), &json!("stale_fence"))
    );
    assert_ne!(project.status_json(), before);
    project.assert_sound();
}
