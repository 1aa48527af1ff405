//! A task of the payload as the gates see it: a new one with all its fields, or the given fields of an update.

use std::collections::BTreeMap;

use model::{Diagnostic, Kind, Rule, Task, TaskNumber, TaskPath};

use crate::planloop::payload::{FieldPlaces, Payload, TaskDraft, UpdateDraft};

/// How much of a title is quoted in a message.
const TITLE_CHARS: usize = 120;

#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub number: TaskNumber,
    pub is_new: bool,
    /// Position in its list.
    index: usize,
    /// What the stored task is called, where an update does not say.
    stored_title: Option<&'a str>,
    pub title: Option<&'a str>,
    pub kind: Option<Kind>,
    pub hints: Option<&'a [String]>,
    pub paths: Option<&'a [TaskPath]>,
    pub dependencies: Option<&'a [u32]>,
    places: &'a FieldPlaces,
}

impl<'a> Subject<'a> {
    /// Every task of the payload in its order. New ones are numbered from `first` on.
    pub(super) fn all(payload: &'a Payload, first: TaskNumber, stored: &BTreeMap<TaskNumber, &'a Task>) -> Vec<Self> {
        let numbers = (0..).map(|offset| TaskNumber(first.0.saturating_add(offset)));
        let new = payload
            .add
            .iter()
            .zip(numbers)
            .enumerate()
            .map(|(index, (draft, number))| Self::new(index, number, draft));
        let updated = payload
            .update
            .iter()
            .enumerate()
            .map(|(index, draft)| Self::updated(index, draft, stored));
        new.chain(updated).collect()
    }

    fn new(index: usize, number: TaskNumber, draft: &'a TaskDraft) -> Self {
        Self {
            number,
            is_new: true,
            index,
            stored_title: None,
            title: draft.title.as_deref(),
            kind: draft.kind,
            hints: draft.hints.as_deref(),
            paths: draft.paths.as_deref(),
            dependencies: Some(&draft.dependencies),
            places: &draft.places,
        }
    }

    fn updated(index: usize, draft: &'a UpdateDraft, stored: &BTreeMap<TaskNumber, &'a Task>) -> Self {
        let number = TaskNumber(draft.id);
        Self {
            number,
            is_new: false,
            index,
            stored_title: stored.get(&number).map(|task| task.brief.title.as_str()),
            title: draft.title.as_deref(),
            kind: draft.kind,
            hints: draft.hints.as_deref(),
            paths: draft.paths.as_deref(),
            dependencies: draft.dependencies.as_deref(),
            places: &draft.places,
        }
    }

    /// `Task 'Add login'`, or where it stands if it has no title.
    pub fn name(&self) -> String {
        let title = [self.title, self.stored_title]
            .into_iter()
            .flatten()
            .map(str::trim)
            .find(|title| !title.is_empty());
        match title {
            Some(title) => match title.char_indices().nth(TITLE_CHARS) {
                Some((end, _)) => format!("Task '{}…'", &title[..end]),
                None => format!("Task '{title}'"),
            },
            None if self.is_new => format!("Task {} of `add_tasks`", self.index + 1),
            None => format!("Task {}", self.number),
        }
    }

    /// A fault of this task: `Task '…' {what}.` `item` is the index of the entry of a field that is a list.
    pub fn fault(&self, rule: &'static Rule, field: &str, item: Option<usize>, what: &str) -> Diagnostic {
        let list = if self.is_new { "add_tasks" } else { "update_tasks" };
        let item = item.map(|item| format!("[{item}]")).unwrap_or_default();
        let diagnostic = Diagnostic::error(rule, format!("{} {what}.", self.name()));
        let diagnostic = diagnostic.at_path(format!("{list}[{}].{field}{item}", self.index));
        match self.places.start(field) {
            Some(start) => diagnostic.at_span(start..start),
            None => diagnostic,
        }
    }
}
