//! Files as they are before and after an action, given what is chosen.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use dialect::teddy::check::{Entry, View};
use dialect::teddy::spots::Spot;
use dialect::teddy::{PartProblem, edit_text};
use model::{Action, RelPath};

use super::Choosing;

/// What an action makes of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    pub path: RelPath,
    /// `None` if there is no such file before.
    pub before: Option<Rc<str>>,
    pub after: Rc<str>,
}

/// Remembers the last file that was asked about, because whoever goes down the list asks about the next one.
#[derive(Default)]
pub(super) struct Drafts {
    last: RefCell<Option<Draft>>,
    /// As it is on the disk: while somebody chooses, the same is shown again and again.
    on_disk: RefCell<Option<(RelPath, Rc<str>)>>,
}

#[derive(Clone)]
struct Draft {
    revision: u64,
    path: RelPath,
    /// How many actions of the plan it has behind it.
    actions: usize,
    text: Option<Rc<str>>,
}

impl Drafts {
    pub fn proposed(&self, choosing: &Choosing<'_>, index: usize) -> Result<Option<Proposed>, PartProblem> {
        let Some(row) = choosing.actions.get(index) else {
            return Ok(None);
        };
        let path = match &row.form().value {
            Action::Create(create) => &create.path.value,
            Action::Edit(edit) => &edit.path.value,
            _ => return Ok(None),
        };
        let before = self.before(choosing, index, path)?;
        let after = apply(before.as_deref(), &row.form().value)?;
        Ok(Some(Proposed {
            path: path.clone(),
            before,
            after: after.into(),
        }))
    }

    /// What stands at a path when the turn of the action comes; `None` if there is no file.
    pub fn before(
        &self,
        choosing: &Choosing<'_>,
        index: usize,
        path: &RelPath,
    ) -> Result<Option<Rc<str>>, PartProblem> {
        if let Some(text) = self.spliced(choosing, index, path)? {
            return Ok(Some(text));
        }
        let known = self
            .last
            .borrow()
            .clone()
            .filter(|draft| draft.revision == choosing.revision && draft.path == *path && draft.actions <= index);
        let mut draft = match known {
            Some(draft) => draft,
            None => Draft {
                revision: choosing.revision,
                path: path.clone(),
                actions: 0,
                text: self.on_disk(choosing, path)?,
            },
        };
        let between = &choosing.actions[draft.actions..index];
        for row in between.iter().filter(|row| row.is_open()) {
            let action = &row.form().value;
            let is_about = match action {
                Action::Create(create) => create.path.value == *path,
                Action::Edit(edit) => edit.path.value == *path,
                _ => false,
            };
            if is_about {
                draft.text = Some(apply(draft.text.as_deref(), action)?.into());
            }
        }
        draft.actions = index;
        let text = draft.text.clone();
        *self.last.borrow_mut() = Some(draft);
        Ok(text)
    }

    /// Where no edit depends on another, all are made at once. `None` if one does, or if there is none.
    fn spliced(&self, choosing: &Choosing<'_>, index: usize, path: &RelPath) -> Result<Option<Rc<str>>, PartProblem> {
        let mut spots: Vec<&Spot> = Vec::new();
        let earlier = choosing.actions[..index].iter().enumerate();
        for (at, row) in earlier.filter(|(_, row)| row.is_open()) {
            match &row.form().value {
                Action::Edit(edit) if edit.path.value == *path => match choosing.chains().spots(at) {
                    Some(found) => spots.extend(found),
                    None => return Ok(None),
                },
                Action::Create(create) if create.path.value == *path => return Ok(None),
                _ => {}
            }
        }
        let (false, Some(text)) = (spots.is_empty(), self.on_disk(choosing, path)?) else {
            return Ok(None);
        };
        spots.sort_by_key(|spot| spot.span.start);
        let mut made = String::with_capacity(text.len());
        let mut from = 0;
        for spot in spots {
            made.extend([&text[from..spot.span.start], &spot.replacement]);
            from = spot.span.end;
        }
        made.push_str(&text[from..]);
        Ok(Some(made.into()))
    }

    fn on_disk(&self, choosing: &Choosing<'_>, path: &RelPath) -> Result<Option<Rc<str>>, PartProblem> {
        if let Some((_, text)) = self.on_disk.borrow().as_ref().filter(|(known, _)| known == path) {
            return Ok(Some(text.clone()));
        }
        match choosing.sight.entry(path) {
            Entry::Text(text) => {
                let text: Rc<str> = text.into();
                *self.on_disk.borrow_mut() = Some((path.clone(), text.clone()));
                Ok(Some(text))
            }
            Entry::Absent => Ok(None),
            Entry::Folder => Err(PartProblem::Folder(path.clone())),
            Entry::Opaque(why) => Err(PartProblem::Opaque(why)),
            Entry::Outside => Err(PartProblem::OutsideOfProject(path.clone())),
        }
    }
}

fn apply<'t>(before: Option<&str>, action: &'t Action) -> Result<Cow<'t, str>, PartProblem> {
    match (action, before) {
        (Action::Create(create), _) => Ok(Cow::Borrowed(create.content.value.text())),
        (Action::Edit(edit), Some(before)) => edit_text(before, edit)
            .map(|edited| Cow::Owned(edited.text))
            .map_err(PartProblem::Mismatch),
        (Action::Edit(edit), None) => Err(PartProblem::NoFileToEdit(edit.path.value.clone())),
        _ => Ok(Cow::Borrowed("")),
    }
}
