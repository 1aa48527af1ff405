//! The answer of `plan commit`.

use model::{Diagnostic, TaskKey, ThreadId};
use serde::Serialize;

use super::SourceOf;
use super::json::{pretty, shown};
use crate::native::fault::{FaultShape, shapes};
use crate::native::style::{DIM, GOOD, paint};
use crate::native::visible::visible;
use crate::snippet::snippets;

/// What became of one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedThread {
    pub thread: ThreadId,
    /// `None` for a thread whose folder was removed.
    pub plan_dir: Option<String>,
    pub commitment: Commitment,
    /// Of the plan as it is now; `None` if the thread has none.
    pub version: Option<u32>,
    pub title: Option<String>,
    pub added: Vec<TaskKey>,
    pub changed: Vec<TaskKey>,
    pub removed: Vec<TaskKey>,
    pub unchanged: Vec<TaskKey>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commitment {
    /// There is a new version.
    Committed,
    /// The folder says what the plan says already.
    Unchanged,
    /// The folder is empty, and there was no plan before.
    NoPlan,
    /// The folder is empty, and now there is no plan either.
    Withdrawn,
    /// The thread was removed, so its plan is put away.
    Archived,
}

#[derive(Serialize)]
struct CommitShape<'a> {
    status: &'static str,
    threads: Vec<ThreadShape<'a>>,
    diagnostics: Vec<FaultShape<'a>>,
}

#[derive(Serialize)]
struct ThreadShape<'a> {
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    plan_dir: Option<&'a str>,
    status: &'static str,
    version: Option<u32>,
    title: Option<&'a str>,
    added: Vec<&'a str>,
    changed: Vec<&'a str>,
    removed: Vec<&'a str>,
    unchanged: Vec<&'a str>,
}

pub fn commit_json(threads: &[CommittedThread], warnings: &[Diagnostic]) -> String {
    pretty(&CommitShape {
        status: if is_changed(threads) { "committed" } else { "unchanged" },
        threads: threads.iter().map(ThreadShape::from).collect(),
        diagnostics: shapes(warnings),
    })
}

pub fn commit_text(threads: &[CommittedThread], warnings: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    let mut text = snippets(warnings, source_of);
    for thread in threads {
        text.push_str(&line(thread));
        for (mark, keys) in [("+", &thread.added), ("~", &thread.changed), ("-", &thread.removed)] {
            for key in keys {
                text.push_str(&format!("  {mark} {key}\n"));
            }
        }
    }
    if !is_changed(threads) {
        text.push_str(idle(threads));
    }
    text
}

fn idle(threads: &[CommittedThread]) -> &'static str {
    match threads.iter().any(|thread| thread.commitment == Commitment::Unchanged) {
        true => "Nothing changed: everything is committed already.\n",
        false => "Nothing to commit: no folder holds a plan.\n",
    }
}

fn line(thread: &CommittedThread) -> String {
    let id = thread.thread;
    let version = thread
        .version
        .map(|version| format!(" (version {version})"))
        .unwrap_or_default();
    let title = thread.title.as_deref().map(visible).unwrap_or_default();
    match thread.commitment {
        Commitment::Committed => format!("{} {id}: committed {title}{version}\n", paint(GOOD, "✓")),
        Commitment::Unchanged => format!("{} {id}: unchanged{version}\n", paint(DIM, "·")),
        Commitment::Withdrawn => format!("{} {id}: the plan is withdrawn\n", paint(GOOD, "✓")),
        Commitment::NoPlan => format!("{} {id}: no plan\n", paint(DIM, "·")),
        Commitment::Archived => format!("{} {id}: archived\n", paint(GOOD, "✓")),
    }
}

fn is_changed(threads: &[CommittedThread]) -> bool {
    let is_same = |thread: &CommittedThread| matches!(thread.commitment, Commitment::Unchanged | Commitment::NoPlan);
    !threads.iter().all(is_same)
}

impl Commitment {
    fn word(self) -> &'static str {
        match self {
            Self::Committed => "committed",
            Self::Unchanged => "unchanged",
            Self::NoPlan => "no_plan",
            Self::Withdrawn => "withdrawn",
            Self::Archived => "archived",
        }
    }
}

impl<'a> From<&'a CommittedThread> for ThreadShape<'a> {
    fn from(thread: &'a CommittedThread) -> Self {
        let words = |keys: &'a [TaskKey]| keys.iter().map(TaskKey::as_str).collect();
        Self {
            thread_id: thread.thread,
            plan_dir: thread.plan_dir.as_deref(),
            status: thread.commitment.word(),
            version: thread.version,
            title: thread.title.as_deref(),
            added: words(&thread.added),
            changed: words(&thread.changed),
            removed: words(&thread.removed),
            unchanged: words(&thread.unchanged),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn thread(commitment: Commitment) -> CommittedThread {
        let key = |text| TaskKey::new(text).unwrap();
        CommittedThread {
            thread: ThreadId::PRIMARY,
            plan_dir: Some("/p".into()),
            commitment,
            version: Some(2),
            title: Some("Ship it".into()),
            added: vec![key("a")],
            changed: vec![],
            removed: vec![key("b")],
            unchanged: vec![],
        }
    }

    #[test]
    fn says_what_changed() {
        let threads = [thread(Commitment::Committed)];
        let answer: Value = serde_json::from_str(&commit_json(&threads, &[])).unwrap();
        let expected = json!({
            "status": "committed",
            "threads": [{"thread_id": "thread_1", "plan_dir": "/p", "status": "committed", "version": 2,
                "title": "Ship it", "added": ["a"], "changed": [], "removed": ["b"], "unchanged": []}],
            "diagnostics": [],
        });
        assert_eq!(answer, expected);
        let text = commit_text(&threads, &[], &|_| None);
        assert!(
            text.contains("thread_1: committed Ship it (version 2)\n  + a\n  - b\n"),
            "{text}"
        );
    }

    #[test]
    fn a_commit_without_changes_says_so() {
        let same = CommittedThread {
            added: vec![],
            removed: vec![],
            ..thread(Commitment::Unchanged)
        };
        let answer: Value = serde_json::from_str(&commit_json(std::slice::from_ref(&same), &[])).unwrap();
        assert_eq!(answer["status"], "unchanged");
        let text = commit_text(&[same, thread(Commitment::NoPlan)], &[], &|_| None);
        assert!(
            text.ends_with("Nothing changed: everything is committed already.\n"),
            "{text}"
        );
        let text = commit_text(&[thread(Commitment::NoPlan)], &[], &|_| None);
        assert!(text.ends_with("Nothing to commit: no folder holds a plan.\n"), "{text}");
    }
}
