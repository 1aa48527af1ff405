//! One of many agents that work on the same plan through the real binaries. It records the answers it gets.

use std::process::Command;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish};
use serde_json::{Value, json};

pub struct Agent<'a> {
    project: &'a Project,
    name: String,
    dice: u64,
    /// The highest task number and the newest version in the answers so far.
    tasks: u64,
    version: u64,
    claimed: Option<(u64, u64)>,
    pub record: Vec<RecordedAnswer>,
}

/// An answer to the agent.
#[derive(Debug, Clone)]
pub struct RecordedAnswer {
    pub agent: String,
    pub version: u64,
    pub what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Added(String),
    Claimed(u64),
    Finished(u64),
    /// The task was already in this state, or the claim was only renewed.
    Nothing,
    /// Another agent was faster, or the task was not available.
    Refused(String),
}

impl<'a> Agent<'a> {
    pub fn new(project: &'a Project, number: u64) -> Self {
        Self {
            project,
            name: format!("agent-{number}"),
            dice: number + 1,
            tasks: 1,
            version: 1,
            claimed: None,
            record: Vec::new(),
        }
    }

    /// Runs a binary at this second of the day.
    pub fn step(&mut self, step: u64, second: u64) {
        let now = clock(second);
        let what = match (self.roll(4), self.claimed) {
            (0, _) => self.add(step, &now),
            (1, _) => self.add_if_nothing_changed(step, &now),
            (2, Some((task, fence))) => self.finish(task, fence, &now),
            (2, None) | (3, _) if self.roll(2) == 0 => self.claim_next(&now),
            _ => self.claim_any(&now),
        };
        self.record.push(RecordedAnswer {
            agent: self.name.clone(),
            version: self.version,
            what,
        });
    }

    fn add(&mut self, step: u64, now: &str) -> What {
        let after = [self.roll(self.tasks) + 1];
        let payload = self.new_task(step, &after[..usize::from(step.is_multiple_of(2))]);
        let title = payload["add_tasks"][0]["title"].as_str().unwrap_or_default().to_owned();
        self.update(&payload, now, What::Added(title))
    }

    fn add_if_nothing_changed(&mut self, step: u64, now: &str) -> What {
        let mut payload = self.new_task(step, &[]);
        payload["last_seen_version"] = json!(self.version);
        let title = payload["add_tasks"][0]["title"].as_str().unwrap_or_default().to_owned();
        self.update(&payload, now, What::Added(title))
    }

    fn new_task(&self, step: u64, after: &[u64]) -> Value {
        let title = format!("Write part {step} of {}", self.name);
        json!({"add_tasks": [{"title": title, "type": "feature", "dependencies": after,
            "context_hints": ["See section 2."], "relevant_file_paths": ["+part.rs"]}]})
    }

    fn finish(&mut self, task: u64, fence: u64, now: &str) -> What {
        self.claimed = None;
        let payload = json!({"update_tasks": [{"id": task, "status": "DONE", "fence": fence}]});
        self.update(&payload, now, What::Finished(task))
    }

    fn claim_any(&mut self, now: &str) -> What {
        let task = self.roll(self.tasks) + 1;
        let payload = json!({"update_tasks": [{"id": task, "status": "IN_PROGRESS"}]});
        let what = self.update(&payload, now, What::Claimed(task));
        if what == What::Claimed(task) {
            self.claimed = Some((task, self.version));
        }
        what
    }

    fn claim_next(&mut self, now: &str) -> What {
        let mut command = self.command("planwright", now);
        let ran = finish(command.args(["next", "--claim", "--json", "--agent", &self.name]));
        let answer = ran.json();
        self.remember(&answer);
        if answer["claimed"] != true {
            assert!(matches!(ran.code, Some(0 | 3)), "{ran:?}");
            return What::Refused(format!("now {}", answer["now"]));
        }
        let number = |value: &Value| value.as_u64().unwrap_or_default();
        let (task, fence) = (
            number(&answer["task"]["number"]),
            number(&answer["task"]["claim"]["fence"]),
        );
        self.claimed = Some((task, fence));
        // A claim has the version of the operation that made it.
        let is_known = |answer: &RecordedAnswer| answer.version == self.version && answer.what == What::Claimed(task);
        if fence == self.version && !self.record.iter().any(is_known) {
            What::Claimed(task)
        } else {
            What::Nothing
        }
    }

    fn update(&mut self, payload: &Value, now: &str, what: What) -> What {
        let mut command = self.command("planloop", now);
        let payload = payload.to_string();
        let ran = finish(command.args(["update", "--agent", &self.name, "--json", &payload]));
        let answer = ran.json();
        self.remember(&answer);
        let was_so = answer["warnings"].to_string().contains("Nothing changed");
        match ran.code {
            Some(0) if was_so => What::Nothing,
            Some(0) => what,
            _ => What::Refused(refusal(&ran, &answer)),
        }
    }

    fn remember(&mut self, answer: &Value) {
        self.version = answer["version"].as_u64().unwrap_or(self.version);
        let added = answer["task_ids"][0].as_u64().or(answer["task"]["number"].as_u64());
        self.tasks = self.tasks.max(added.unwrap_or_default());
    }

    fn command(&self, program: &str, now: &str) -> Command {
        let mut command = self.project.command(bins::path(program));
        command.env("PLANWRIGHT_NOW", now);
        command
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % sides
    }
}

/// # Panics
///
/// If the error is not a conflict.
fn refusal(ran: &Ran, answer: &Value) -> String {
    let kind = answer["error_type"].as_str().unwrap_or_default();
    let is_honest = match ran.code {
        Some(3) => matches!(kind, "task_taken" | "version_conflict"),
        Some(1) => matches!(kind, "task_not_ready" | "task_settled" | "unknown_task"),
        _ => false,
    };
    assert!(is_honest, "{ran:?}");
    kind.to_owned()
}

pub fn clock(second: u64) -> String {
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("2026-11-15T{hour:02}:{minute:02}:{second:02}.000Z")
}
