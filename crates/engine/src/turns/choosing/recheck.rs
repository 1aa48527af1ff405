//! After every change the whole plan is checked again: one pass over the actions and the files that they edit.

use dialect::teddy::check::rules::edits::EDIT_OVERWRITE;
use dialect::teddy::check::{check_actions, check_memos};
use model::{Action, Resource, Spanned};

use super::Choosing;
use super::row::Row;

impl Choosing<'_> {
    pub(super) fn recheck(&mut self) {
        self.revision += 1;
        let actions = self.actions.iter().filter(|row| row.is_open()).map(Row::form);
        let found = check_actions(&self.text, actions, self.sight);
        for (index, mut faults) in by_row(&self.actions, found).into_iter().enumerate() {
            // Only agents must not overwrite a file in disguise: a person who changes the edit sees the whole file.
            if self.actions[index].is_changed() {
                faults.retain(|fault| fault.rule != EDIT_OVERWRITE);
            }
            self.actions[index].troubles = self.faults_explained(index, faults);
        }
        let memos = self.memos.iter().filter(|row| row.is_open()).map(Row::form);
        let found = check_memos(memos, self.sight);
        for (index, fault) in by_row(&self.memos, found).into_iter().enumerate() {
            self.memos[index].troubles = self.memo_faults_explained(index, fault.into_iter().collect());
        }
    }
}

/// What was found for each row. Nothing was looked for where a row is not open.
fn by_row<T: Clone, F: Default>(rows: &[Row<'_, T>], found: Vec<F>) -> Vec<F> {
    let mut found = found.into_iter();
    let mut of = |row: &Row<'_, T>| row.is_open().then(|| found.next()).flatten().unwrap_or_default();
    rows.iter().map(&mut of).collect()
}

/// The paths and addresses that an action is about.
pub(super) fn touches(action: &Action) -> Vec<&str> {
    match action {
        Action::Create(create) => vec![create.path.value.as_str()],
        Action::Edit(edit) => vec![edit.path.value.as_str()],
        Action::Read(read) => vec![name(&read.resource)],
        Action::Prune(prune) => vec![name(&prune.resource)],
        Action::Execute(execute) => execute.cwd.iter().map(|cwd| cwd.value.as_str()).collect(),
        Action::Invoke(invoke) => invoke.resources.iter().map(name).collect(),
        Action::Conclude(conclude) => conclude.resources.iter().map(name).collect(),
        Action::Research(_) | Action::Chat(_) => Vec::new(),
    }
}

fn name(resource: &Spanned<Resource>) -> &str {
    match &resource.value {
        Resource::File(path) => path.as_str(),
        Resource::Url(url) => url,
    }
}

/// Whether one of them is the path, leads to it, or lies below it.
pub(super) fn reach(paths: &[&str], path: &str) -> bool {
    paths.iter().any(|other| {
        let (long, short) = match other.len() > path.len() {
            true => (*other, path),
            false => (path, *other),
        };
        long.strip_prefix(short)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}
