//! After a change only those parts are checked again that it can have reached.
//!
//! An action reaches others through the path that it is about, the folders that lead there, and what lies below it. The
//! commands are apart from that: after one of them, a later one may run in a folder that does not exist yet.

use dialect::teddy::check::rules::edit_overwrite;
use dialect::teddy::check::{check_actions, check_memos};
use model::{Action, Diagnostic, Resource, Spanned};

use super::Choosing;

impl Choosing<'_> {
    pub(super) fn recheck_all(&mut self) {
        let every: Vec<usize> = (0..self.actions.len()).collect();
        self.recheck(&every);
        self.recheck_memos();
    }

    pub(super) fn recheck_memos(&mut self) {
        self.revision += 1;
        let open = self.memos.iter().filter(|row| row.is_open());
        let open: Vec<_> = open.map(|row| row.form()).collect();
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

    /// One action was chosen, left out or changed. `others` are forms that it had before.
    pub(super) fn recheck_after(&mut self, index: usize, others: &[&Spanned<Action>]) {
        let row = &self.actions[index];
        let forms = [row.form(), row.original].into_iter().chain(others.iter().copied());
        let touched: Vec<&str> = forms.flat_map(|form| touches(&form.value)).collect();
        let is_command = matches!(row.original.value, Action::Execute(_));
        let reached = self.actions.iter().enumerate().skip(index).filter(|(at, row)| {
            let action = &row.form().value;
            let is_later_command = is_command && matches!(action, Action::Execute(_));
            *at == index || is_later_command || touches(action).iter().any(|path| reach(&touched, path))
        });
        let reached: Vec<usize> = reached.map(|(at, _)| at).collect();
        self.recheck(&reached);
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
        let paths = wanted
            .iter()
            .flat_map(|index| touches(&self.actions[*index].form().value));
        let paths: Vec<&str> = paths.collect();
        let before = self.actions[..=*last].iter().enumerate().filter(|(index, row)| {
            let action = &row.form().value;
            let matters = || {
                matches!(action, Action::Execute(_))
                    || wanted.binary_search(index).is_ok()
                    || touches(action).iter().any(|path| reach(&paths, path))
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
            faults.retain(|fault| fault.rule != edit_overwrite::RULE.name);
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
