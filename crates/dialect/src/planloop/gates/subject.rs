//! A task of the payload as the gates see it: a new one with all its fields, or the given fields of an update.

use std::collections::BTreeMap;

use model::{Change, Diagnostic, Kind, NewTask, Rule, Task, TaskNumber, TaskPath, TaskRef};

use crate::planloop::payload::{FieldPlaces, PayloadOrigin};

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
    pub dependencies: Option<&'a [TaskRef]>,
    places: Option<&'a FieldPlaces>,
}

impl<'a> Subject<'a> {
    /// Every task of the payload in its order. New ones are numbered from `first` on. Payloads name tasks by number, so a
    /// change of a task that is named by its key is none of theirs.
    pub(super) fn all(
        change: &'a Change,
        origin: &'a PayloadOrigin,
        first: TaskNumber,
        stored: &BTreeMap<TaskNumber, &'a Task>,
    ) -> Vec<Self> {
        let numbers = (0..).map(|offset| TaskNumber(first.0.saturating_add(offset)));
        let new = change.add.iter().zip(numbers).enumerate();
        let new = new.map(|(index, (task, number))| Self::new(index, number, task, origin.add.get(index)));
        let updates = change.update.iter().enumerate();
        let updated = updates.filter_map(|(index, update)| {
            let number = update.task.number()?;
            let stored_title = stored.get(&number).map(|task| task.brief.title.as_str());
            Some(Self {
                number,
                is_new: false,
                index,
                stored_title,
                title: update.edit.title.as_deref(),
                kind: update.edit.kind,
                hints: update.edit.hints.as_deref(),
                paths: update.edit.paths.as_deref(),
                dependencies: update.after.as_deref(),
                places: origin.update.get(index),
            })
        });
        new.chain(updated).collect()
    }

    /// A task that no text holds is complete.
    fn new(index: usize, number: TaskNumber, task: &'a NewTask, places: Option<&'a FieldPlaces>) -> Self {
        let has = |field| places.is_none_or(|places| places.has(field));
        let brief = &task.brief;
        Self {
            number,
            is_new: true,
            index,
            stored_title: None,
            title: has("title").then_some(&brief.title),
            kind: brief.kind,
            hints: has("context_hints").then_some(&brief.hints),
            paths: has("relevant_file_paths").then_some(&brief.paths),
            dependencies: Some(&task.after),
            places,
        }
    }

    pub fn dependency_numbers(&self) -> impl Iterator<Item = TaskNumber> + use<'a> {
        let named = self.dependencies.unwrap_or_default().iter();
        named.filter_map(TaskRef::number)
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
        match self.places.and_then(|places| places.start(field)) {
            Some(start) => diagnostic.at_span(start..start),
            None => diagnostic,
        }
    }
}
