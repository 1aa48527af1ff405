//! The answer of `plan status`: the threads, their folders, and what a commit would change.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::{OnDisk, PlanStatus, ThreadStatus};
use model::{Role, SessionId, TaskKey, ThreadId};
use serde_json::{Value, json};

use super::commit::keys;
use super::refusal::obstacle;
use crate::diagnostics::{diagnostics_value, tally};
use crate::show::style::{BAD, BOLD, DIM, GOOD, WARNING, paint};

pub fn status_json(current: ThreadId, status: &PlanStatus) -> String {
    pretty(&json!({
        "session_id": status.session.as_ref().map(SessionId::as_str),
        "current_thread_id": current.to_string(),
        "threads": status.threads.iter().map(thread).collect::<Vec<_>>(),
        "removed_thread_ids": status.leaving.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}

fn thread(thread: &ThreadStatus) -> Value {
    let disk = &thread.on_disk;
    json!({
        "thread_id": thread.thread.to_string(),
        "role": role(thread.role),
        "topic": thread.topic,
        "plan_dir": thread.plan_dir,
        "version": thread.version,
        "title": thread.title,
        "on_disk": {
            "status": DiskState::of(thread).word(),
            "plan_changed": disk.is_plan_changed,
            "added": keys(&disk.added),
            "changed": keys(&disk.changed),
            "removed": keys(&disk.removed),
            "invalid": diagnostics_value(&disk.invalid),
            "refused": disk.refused.as_ref().map(obstacle),
        },
    })
}

pub fn status_text(current: ThreadId, status: &PlanStatus) -> String {
    let mut text = match &status.session {
        Some(session) => format!("Session {session}\n"),
        None => "No session yet\n".to_owned(),
    };
    for thread in &status.threads {
        let current = if thread.thread == current { ", current" } else { "" };
        let head = format!("{} ({}{current})", thread.thread, role(thread.role));
        let topic = thread.topic.as_deref().map(|topic| format!(": {}", visible(topic)));
        text.push_str(&format!("\n{}{}\n", paint(BOLD, head), topic.unwrap_or_default()));
        let folder = thread.plan_dir.as_deref().map(visible);
        let folder = folder.unwrap_or_else(|| "none yet; `agentctl plan dir` allocates it".into());
        text.push_str(&format!("  folder     {folder}\n"));
        text.push_str(&format!("  committed  {}\n", committed(thread)));
        text.push_str(&format!("  on disk    {}\n", disk_line(thread)));
        for (mark, keys) in marked(&thread.on_disk) {
            for key in keys {
                text.push_str(&format!("    {mark} {key}\n"));
            }
        }
    }
    for thread in &status.leaving {
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
    match DiskState::of(thread) {
        DiskState::Invalid => paint(
            BAD,
            format!("invalid ({}); `agentctl plan check` shows why", tally(&disk.invalid)),
        ),
        DiskState::Refused => {
            let why = disk.refused.as_ref().map(obstacle).unwrap_or_default();
            paint(BAD, format!("would be refused: {}", visible(&why)))
        }
        DiskState::Empty => paint(DIM, "empty"),
        DiskState::Unchanged => paint(GOOD, "the same"),
        DiskState::Changed if disk.is_empty => paint(WARNING, "empty; the next commit withdraws the plan"),
        DiskState::Changed if disk.is_plan_changed && marked(disk).iter().all(|(_, keys)| keys.is_empty()) => {
            paint(WARNING, "the text of the plan differs")
        }
        DiskState::Changed => paint(WARNING, "differs"),
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

/// The files of a thread, compared with its committed plan.
#[derive(Clone, Copy)]
enum DiskState {
    Invalid,
    Refused,
    Empty,
    Unchanged,
    Changed,
}

impl DiskState {
    fn of(thread: &ThreadStatus) -> Self {
        let disk = &thread.on_disk;
        let is_same = !disk.is_plan_changed && marked(disk).iter().all(|(_, keys)| keys.is_empty());
        match (disk.invalid.is_empty(), disk.is_empty, is_same) {
            (false, ..) => Self::Invalid,
            _ if disk.refused.is_some() => Self::Refused,
            (true, true, _) if thread.version.is_none() || is_same => Self::Empty,
            (true, _, true) => Self::Unchanged,
            (true, _, false) => Self::Changed,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Refused => "refused",
            Self::Empty => "empty",
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
        }
    }
}
