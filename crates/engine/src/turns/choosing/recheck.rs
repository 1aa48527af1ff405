//! After a change only those parts are checked again that it can have reached.
//!
//! A new file reaches whatever is about its path, the folders that lead there, and what would lie below it; an edit reaches
//! other edits of its file. After a command, a later one may run in a folder that does not exist yet.

use std::cell::OnceCell;

use dialect::teddy::check::rules::edits::EDIT_OVERWRITE;
use dialect::teddy::check::{check_actions, check_memos};
use model::{Action, Diagnostic, Resource, Spanned};

use super::Choosing;
use super::modification::Changed;
use super::row::Row;

impl Choosing<'_> {
    pub(super) fn recheck_all(&mut self) {
        let is_all = self.actions.iter().all(|row| row.is_chosen);
        match (is_all, self.when_all.take()) {
            (true, Some(known)) => {
                self.revision += 1;
                for (row, troubles) in self.actions.iter_mut().zip(&known) {
                    row.troubles.clone_from(troubles);
                }
                self.when_all = Some(known);
            }
            (true, None) => {
                self.recheck(&(0..self.actions.len()).collect::<Vec<_>>());
                self.when_all = Some(self.actions.iter().map(|row| row.troubles.clone()).collect());
            }
            (false, known) => {
                self.recheck(&(0..self.actions.len()).collect::<Vec<_>>());
                self.when_all = known;
            }
        }
        self.recheck_memos();
    }

    pub(super) fn recheck_memos(&mut self) {
        self.revision += 1;
        let open = self.memos.iter().filter(|row| row.is_open());
        let open: Vec<_> = open.map(Row::form).collect();
        let mut faults = check_memos(open, self.sight).into_iter();
        let found: Vec<Vec<Diagnostic>> = self
            .memos
            .iter()
            .map(|row| match row.is_open() {
                true => faults.next().flatten().into_iter().collect(),
                false => Vec::new(),
            })
            .collect();
        for (index, faults) in found.into_iter().enumerate() {
            self.memos[index].troubles = self.memo_faults_explained(index, faults);
        }
    }

    /// One action was chosen or left out.
    pub(super) fn recheck_choice(&mut self, index: usize) {
        let later = index..self.actions.len();
        let reached: Vec<usize> = later
            .filter(|later| *later == index || self.reaches(index, *later))
            .collect();
        self.recheck(&reached);
    }

    /// One action has another form than before.
    pub(super) fn recheck_form(&mut self, index: usize, before: Option<&Changed<Action>>) {
        self.when_all = None;
        let row = &self.actions[index];
        let forms = [row.form(), row.original].into_iter();
        let forms = forms.chain(before.map(|changed| &changed.form));
        let touched: Vec<&str> = forms.flat_map(|form| touches(&form.value)).collect();
        let later = self.actions.iter().enumerate().skip(index);
        let reached = later.filter(|(later, row)| {
            *later == index || touches(&row.form().value).iter().any(|path| reach(&touched, path))
        });
        let reached: Vec<usize> = reached.map(|(later, _)| later).collect();
        self.chains = OnceCell::new();
        self.recheck(&reached);
    }

    /// Whether an action may change what is to be said of a later one.
    fn reaches(&self, cause: usize, effect: usize) -> bool {
        let action = |index: usize| &self.actions[index].form().value;
        match (action(cause), action(effect)) {
            (Action::Create(create), later) => {
                let paths = [create.path.value.as_str()];
                touches(later).iter().any(|path| reach(&paths, path))
            }
            (Action::Edit(edit), Action::Edit(later)) => {
                edit.path.value == later.path.value && self.chains().are_linked(cause, effect)
            }
            (Action::Prune(prune), Action::Prune(later)) => prune.resource.value == later.resource.value,
            (Action::Execute(_), Action::Execute(_)) => true,
            _ => false,
        }
    }

    /// Checks these, on the ground that the others leave which they can build on.
    fn recheck(&mut self, wanted: &[usize]) {
        self.revision += 1;
        let found = self.faults(wanted);
        for (index, faults) in wanted.iter().zip(found) {
            self.actions[*index].troubles = self.faults_explained(*index, faults);
        }
    }

    fn faults(&self, wanted: &[usize]) -> Vec<Vec<Diagnostic>> {
        let Some(last) = wanted.last() else {
            return Vec::new();
        };
        let before = self.actions[..=*last].iter().enumerate().filter(|(index, row)| {
            let action = &row.form().value;
            let is_reached = |later: &usize| later > index && self.reaches(*index, *later);
            // Whether a command has run stands in every answer.
            let matters = || {
                matches!(action, Action::Execute(_))
                    || wanted.binary_search(index).is_ok()
                    || wanted.iter().any(is_reached)
            };
            row.is_open() && matters()
        });
        let ground: Vec<usize> = before.map(|(index, _)| index).collect();
        let forms = ground.iter().map(|index| self.actions[*index].form());
        let mut checked = ground
            .iter()
            .copied()
            .zip(check_actions(&self.text, forms, self.sight))
            .peekable();
        let mut found = Vec::new();
        for index in wanted {
            while checked.next_if(|(at, _)| at < index).is_some() {}
            let faults = checked.next_if(|(at, _)| at == index).map(|(_, faults)| faults);
            found.push(self.without_exempt(*index, faults.unwrap_or_default()));
        }
        found
    }

    /// Only agents must not overwrite a file in disguise: whoever changes it by hand has it all in view.
    fn without_exempt(&self, index: usize, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.actions[index].changed.is_some() {
            faults.retain(|fault| fault.rule != EDIT_OVERWRITE);
        }
        faults
    }
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
