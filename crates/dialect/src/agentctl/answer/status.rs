//! The answer of `plan status`: the threads, their folders, and what a commit would change.

use model::{Diagnostic, Role, SessionId, TaskKey, ThreadId};
use serde::Serialize;

use super::json::{pretty, shown};
use super::reject::tally;
use crate::native::fault::{FaultShape, shapes};
use crate::native::style::{BAD, BOLD, DIM, GOOD, WARNING, paint};
use crate::native::visible::visible;

#[derive(Debug, Clone, Copy)]
pub struct StatusView<'a> {
    pub session: &'a SessionId,
    pub current: ThreadId,
    pub threads: &'a [ThreadStatus],
    /// Threads that were removed, and whose plans go with the next commit.
    pub leaving: &'a [ThreadId],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadStatus {
    pub thread: ThreadId,
    pub role: Role,
    pub topic: Option<String>,
    pub plan_dir: String,
    /// Of the plan that is committed, if there is one.
    pub version: Option<u32>,
    pub title: Option<String>,
    pub on_disk: OnDisk,
}

/// How the folder differs from what is committed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OnDisk {
    /// The folder holds no plan.
    pub is_empty: bool,
    /// The title or the narrative differs.
    pub is_plan_changed: bool,
    pub added: Vec<TaskKey>,
    pub changed: Vec<TaskKey>,
    pub removed: Vec<TaskKey>,
    /// Why the folder could not be committed as it is. Nothing is known about its tasks then.
    pub invalid: Vec<Diagnostic>,
    /// Why the engine would not take it in now, such as a task that somebody is working on. Nothing more is known then.
    pub refused: Option<String>,
}

#[derive(Serialize)]
struct StatusShape<'a> {
    session_id: &'a str,
    #[serde(serialize_with = "shown")]
    current_thread_id: ThreadId,
    threads: Vec<ThreadShape<'a>>,
    removed_thread_ids: Vec<String>,
}

#[derive(Serialize)]
struct ThreadShape<'a> {
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    role: &'static str,
    topic: Option<&'a str>,
    plan_dir: &'a str,
    version: Option<u32>,
    title: Option<&'a str>,
    on_disk: DiskShape<'a>,
}

#[derive(Serialize)]
struct DiskShape<'a> {
    status: &'static str,
    plan_changed: bool,
    added: Vec<&'a str>,
    changed: Vec<&'a str>,
    removed: Vec<&'a str>,
    invalid: Vec<FaultShape<'a>>,
    refused: Option<&'a str>,
}

pub fn status_json(view: &StatusView<'_>) -> String {
    pretty(&StatusShape {
        session_id: view.session.as_str(),
        current_thread_id: view.current,
        threads: view.threads.iter().map(ThreadShape::from).collect(),
        removed_thread_ids: view.leaving.iter().map(ToString::to_string).collect(),
    })
}

pub fn status_text(view: &StatusView<'_>) -> String {
    let mut text = format!("Session {}\n", view.session);
    for thread in view.threads {
        let current = if thread.thread == view.current { ", current" } else { "" };
        let head = format!("{} ({}{current})", thread.thread, role(thread.role));
        let topic = thread.topic.as_deref().map(|topic| format!(": {}", visible(topic)));
        text.push_str(&format!("\n{}{}\n", paint(BOLD, head), topic.unwrap_or_default()));
        text.push_str(&format!("  folder     {}\n", visible(&thread.plan_dir)));
        text.push_str(&format!("  committed  {}\n", committed(thread)));
        text.push_str(&format!("  on disk    {}\n", disk_line(thread)));
        for (mark, keys) in marked(&thread.on_disk) {
            for key in keys {
                text.push_str(&format!("    {mark} {key}\n"));
            }
        }
    }
    for thread in view.leaving {
        text.push_str(&format!(
            "\n{thread} was removed; its plan goes with the next commit.\n"
        ));
    }
    text
}

fn committed(thread: &ThreadStatus) -> String {
    match (thread.version, thread.title.as_deref()) {
        (None, _) => "nothing yet".to_owned(),
        (Some(version), None) => format!("version {version}"),
        (Some(version), Some(title)) => format!("version {version}, {}", visible(title)),
    }
}

fn disk_line(thread: &ThreadStatus) -> String {
    let disk = &thread.on_disk;
    match disk.word(thread.version.is_some()) {
        "invalid" => paint(
            BAD,
            format!("invalid ({}); `agentctl plan check` shows why", tally(&disk.invalid)),
        ),
        "refused" => paint(
            BAD,
            format!(
                "would be refused: {}",
                visible(disk.refused.as_deref().unwrap_or_default())
            ),
        ),
        "empty" => paint(DIM, "empty"),
        "unchanged" => paint(GOOD, "the same"),
        _ if disk.is_empty => paint(WARNING, "empty; the next commit withdraws the plan"),
        _ if disk.is_plan_changed && marked(disk).iter().all(|(_, keys)| keys.is_empty()) => {
            paint(WARNING, "the text of the plan differs")
        }
        _ => paint(WARNING, "differs"),
    }
}

fn marked(disk: &OnDisk) -> [(&'static str, &[TaskKey]); 3] {
    [("+", &disk.added), ("~", &disk.changed), ("-", &disk.removed)]
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Primary => "primary",
        Role::Additional => "additional",
    }
}

impl OnDisk {
    fn word(&self, is_committed: bool) -> &'static str {
        let is_same = !self.is_plan_changed && marked(self).iter().all(|(_, keys)| keys.is_empty());
        match (self.invalid.is_empty(), self.is_empty, is_same) {
            (false, ..) => "invalid",
            _ if self.refused.is_some() => "refused",
            (true, true, _) if !is_committed || is_same => "empty",
            (true, _, true) => "unchanged",
            (true, _, false) => "changed",
        }
    }
}

impl<'a> From<&'a ThreadStatus> for ThreadShape<'a> {
    fn from(thread: &'a ThreadStatus) -> Self {
        let disk = &thread.on_disk;
        let words = |keys: &'a [TaskKey]| keys.iter().map(TaskKey::as_str).collect();
        Self {
            thread_id: thread.thread,
            role: role(thread.role),
            topic: thread.topic.as_deref(),
            plan_dir: &thread.plan_dir,
            version: thread.version,
            title: thread.title.as_deref(),
            on_disk: DiskShape {
                status: disk.word(thread.version.is_some()),
                plan_changed: disk.is_plan_changed,
                added: words(&disk.added),
                changed: words(&disk.changed),
                removed: words(&disk.removed),
                invalid: shapes(&disk.invalid),
                refused: disk.refused.as_deref(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn thread(number: u32, version: Option<u32>, on_disk: OnDisk) -> ThreadStatus {
        ThreadStatus {
            thread: ThreadId(number),
            role: if number == 1 { Role::Primary } else { Role::Additional },
            topic: None,
            plan_dir: format!("/p/{number}"),
            version,
            title: version.map(|_| "Ship it".to_owned()),
            on_disk,
        }
    }

    fn threads() -> Vec<ThreadStatus> {
        let key = |text| TaskKey::new(text).unwrap();
        let changed = OnDisk {
            added: vec![key("a")],
            removed: vec![key("b")],
            ..OnDisk::default()
        };
        let invalid = OnDisk {
            invalid: vec![Diagnostic::error("plan-file", "No.")],
            ..OnDisk::default()
        };
        let empty = OnDisk {
            is_empty: true,
            ..OnDisk::default()
        };
        vec![
            thread(1, Some(3), changed),
            thread(2, None, invalid),
            thread(3, None, empty),
            thread(4, Some(1), OnDisk::default()),
        ]
    }

    #[test]
    fn says_what_differs() {
        let (session, threads) = (SessionId::new("s-1").unwrap(), threads());
        let view = StatusView {
            session: &session,
            current: ThreadId::PRIMARY,
            threads: &threads,
            leaving: &[ThreadId(7)],
        };
        let answer: Value = serde_json::from_str(&status_json(&view)).unwrap();
        assert_eq!(
            (&answer["session_id"], &answer["current_thread_id"]),
            (&json!("s-1"), &json!("thread_1"))
        );
        let expected = json!({
            "thread_id": "thread_1", "role": "primary", "topic": null, "plan_dir": "/p/1", "version": 3,
            "title": "Ship it", "on_disk": {"status": "changed", "plan_changed": false, "added": ["a"], "changed": [],
                "removed": ["b"], "invalid": [], "refused": null},
        });
        assert_eq!(answer["threads"][0], expected);
        let words: Vec<_> = answer["threads"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| &t["on_disk"]["status"])
            .collect();
        assert_eq!(words, ["changed", "invalid", "empty", "unchanged"]);
        assert_eq!(answer["threads"][1]["on_disk"]["invalid"][0]["rule"], "plan-file");
        let text = status_text(&view);
        assert!(
            text.contains("thread_1 (primary, current)") && text.contains("version 3, Ship it"),
            "{text}"
        );
        assert!(
            text.contains("    + a\n    - b\n") && text.contains("invalid (1 error)"),
            "{text}"
        );
    }
}
