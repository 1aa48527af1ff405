//! The tasks of a thread, or the part of them that one decision looks at.
//!
//! A part answers only for what it was loaded with. Asking it about anything else is a bug of ours, caught by an
//! assertion, so "not loaded" can never be mistaken for "does not exist".

use std::collections::{BTreeMap, BTreeSet};

use crate::agent::AgentName;
use crate::id::TaskNumber;
use crate::key::TaskKey;
use crate::task::{Standing, Task, TaskRef};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tasks {
    rows: BTreeMap<TaskNumber, Task>,
    keys: BTreeMap<TaskKey, TaskNumber>,
    /// What is known beyond the rows; `None` where the rows are everything.
    part: Option<Part>,
}

/// What a part knows besides its rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// Numbers and keys that were looked for and are not there.
    pub absent: BTreeSet<TaskRef>,
    /// Where tasks stand that are not loaded in full.
    pub standings: BTreeMap<TaskNumber, Standing>,
    /// What tasks wait for that are not loaded in full.
    pub links: BTreeMap<TaskNumber, Vec<TaskNumber>>,
    /// Keys that were looked for and belong to tasks that are not loaded.
    pub taken_keys: BTreeSet<TaskKey>,
    /// For each path that was asked about, the tasks that create it.
    pub creators: BTreeMap<String, Vec<TaskNumber>>,
}

impl Tasks {
    /// An empty plan, of which everything is known.
    pub fn whole() -> Self {
        Self::default()
    }

    /// Everything there is.
    pub fn all(rows: impl IntoIterator<Item = Task>) -> Self {
        let mut tasks = Self::whole();
        rows.into_iter().for_each(|task| tasks.insert(task));
        tasks
    }

    pub fn part(rows: Vec<Task>, part: Part) -> Self {
        let mut tasks = Self {
            part: Some(part),
            ..Self::default()
        };
        for task in rows {
            tasks.insert(task);
        }
        tasks
    }

    pub fn get(&self, number: TaskNumber) -> Option<&Task> {
        let row = self.rows.get(&number);
        assert!(
            row.is_some() || self.knows_absent(&TaskRef::Number(number)),
            "task {number} was not loaded for this decision"
        );
        row
    }

    pub fn find(&self, name: &TaskRef) -> Option<&Task> {
        match name {
            TaskRef::Number(number) => self.get(*number),
            TaskRef::Key(key) => {
                let row = self.keys.get(key).and_then(|number| self.rows.get(number));
                assert!(
                    row.is_some() || self.knows_absent(name),
                    "task {key} was not loaded for this decision"
                );
                row
            }
        }
    }

    pub fn standing(&self, number: TaskNumber) -> Option<Standing> {
        if let Some(row) = self.rows.get(&number) {
            return Some(row.standing());
        }
        let known = self.part.as_ref().and_then(|part| part.standings.get(&number)).copied();
        assert!(
            known.is_some() || self.knows_absent(&TaskRef::Number(number)),
            "where task {number} stands was not loaded for this decision"
        );
        known
    }

    /// What the task waits for; nothing for a task that does not exist.
    pub fn after(&self, number: TaskNumber) -> &[TaskNumber] {
        if let Some(row) = self.rows.get(&number) {
            return &row.after;
        }
        match &self.part {
            None => &[],
            Some(part) => match part.links.get(&number) {
                Some(after) => after,
                None => {
                    assert!(
                        self.knows_absent(&TaskRef::Number(number)),
                        "what task {number} waits for was not loaded for this decision"
                    );
                    &[]
                }
            },
        }
    }

    pub fn is_key_taken(&self, key: &TaskKey) -> bool {
        let taken = self.keys.contains_key(key) || self.part.as_ref().is_some_and(|part| part.taken_keys.contains(key));
        assert!(
            taken || self.knows_absent(&TaskRef::Key(key.clone())),
            "key {key} was not looked up for this decision"
        );
        taken
    }

    /// The tasks that say they create `path`, dropped ones aside.
    pub fn creators(&self, path: &str) -> Vec<TaskNumber> {
        match &self.part {
            Some(part) => {
                let known = part.creators.get(path);
                assert!(
                    known.is_some(),
                    "who creates {path} was not looked up for this decision"
                );
                known.cloned().unwrap_or_default()
            }
            None => self
                .rows
                .values()
                .filter(|task| task.standing() != Standing::Dropped)
                .filter(|task| {
                    task.brief
                        .paths
                        .iter()
                        .any(|p| p.creates && p.path.trim_end_matches('/') == path)
                })
                .map(|task| task.number)
                .collect(),
        }
    }

    pub fn held_by<'a>(&'a self, agent: &'a AgentName) -> impl Iterator<Item = &'a Task> {
        self.rows
            .values()
            .filter(move |task| task.claim().is_some_and(|claim| claim.agent == *agent))
    }

    /// The tasks this task still waits for.
    pub fn unmet(&self, task: &Task) -> Vec<TaskNumber> {
        let waits = |number: &TaskNumber| self.standing(*number) != Some(Standing::Done);
        task.after.iter().copied().filter(waits).collect()
    }

    /// The tasks that must be settled before anybody can have begun with this one. What was begun stays begun if a task
    /// that it waited for is dropped later; only who begins now needs all of them done.
    pub fn unsettled(&self, task: &Task) -> Vec<TaskNumber> {
        let waits = |number: &TaskNumber| !self.standing(*number).is_some_and(Standing::is_settled);
        task.after.iter().copied().filter(waits).collect()
    }

    /// All loaded tasks by number.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &Task> {
        self.rows.values()
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn insert(&mut self, task: Task) {
        self.keys.insert(task.key.clone(), task.number);
        self.rows.insert(task.number, task);
    }

    pub(crate) fn remove(&mut self, number: TaskNumber) {
        if let Some(task) = self.rows.remove(&number) {
            self.keys.remove(&task.key);
            if let Some(part) = &mut self.part {
                part.standings.remove(&number);
                part.links.remove(&number);
                part.taken_keys.remove(&task.key);
                part.absent.insert(TaskRef::Number(number));
                part.absent.insert(TaskRef::Key(task.key));
            }
        }
    }

    pub(crate) fn get_mut(&mut self, number: TaskNumber) -> Option<&mut Task> {
        self.rows.get_mut(&number)
    }

    fn knows_absent(&self, name: &TaskRef) -> bool {
        self.part.as_ref().is_none_or(|part| part.absent.contains(name))
    }
}
