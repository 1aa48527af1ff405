//! Files as they are before and after an action, given what is chosen.

use std::rc::Rc;

use dialect::teddy::check::{Entry, View};
use dialect::teddy::{PartProblem, edit_text};
use model::proposal::Edit;
use model::{Action, RelPath};

use super::{Choosing, ItemId};

/// What an action makes of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    pub path: RelPath,
    /// `None` if there is no such file before.
    pub before: Option<Rc<str>>,
    pub after: Rc<str>,
}

impl Choosing<'_> {
    /// What this action makes of its file, if what is chosen before it has been carried out; `None` if it changes none.
    /// The reason if it does not fit.
    pub fn proposed_file(&self, id: ItemId) -> Result<Option<Proposed>, PartProblem> {
        let row = match id {
            ItemId::Memo(_) => None,
            ItemId::Action(index) => self.actions.get(index).map(|row| (index, row)),
        };
        let Some((index, row)) = row else { return Ok(None) };
        let proposed = |path: &RelPath, before, after| {
            Some(Proposed {
                path: path.clone(),
                before,
                after,
            })
        };
        match &row.form().value {
            Action::Create(create) => {
                let path = &create.path.value;
                let after = create.content.value.text().into();
                Ok(proposed(path, self.text_before(index, path)?, after))
            }
            Action::Edit(edit) => {
                let path = &edit.path.value;
                let before = self.text_before(index, path)?;
                let text = before
                    .as_deref()
                    .ok_or_else(|| PartProblem::NoFileToEdit(path.clone()))?;
                let after = edited(text, &[edit])?;
                Ok(proposed(path, before, after))
            }
            _ => Ok(None),
        }
    }

    /// What stands at a path when the turn of the action comes; `None` if there is no file.
    pub(super) fn text_before(&self, index: usize, path: &RelPath) -> Result<Option<Rc<str>>, PartProblem> {
        let mut text: Option<Rc<str>> = match self.sight.entry(path) {
            Entry::Text(text) => Some(text.into()),
            Entry::Absent => None,
            Entry::Folder => return Err(PartProblem::Folder(path.clone())),
            Entry::Opaque(why) => return Err(PartProblem::Opaque(why)),
            Entry::Outside => return Err(PartProblem::OutsideOfProject(path.clone())),
        };
        let mut edits = Vec::new();
        for row in self.actions[..index].iter().filter(|row| row.is_open()) {
            match &row.form().value {
                Action::Create(create) if create.path.value == *path => {
                    text = Some(create.content.value.text().into());
                    edits.clear();
                }
                Action::Edit(edit) if edit.path.value == *path => edits.push(edit),
                _ => {}
            }
        }
        match text {
            Some(text) if !edits.is_empty() => edited(&text, &edits).map(Some),
            None if !edits.is_empty() => Err(PartProblem::NoFileToEdit(path.clone())),
            text => Ok(text),
        }
    }
}

fn edited(text: &str, edits: &[&Edit]) -> Result<Rc<str>, PartProblem> {
    let edited = edit_text(text, edits).map_err(PartProblem::Mismatch)?;
    Ok(edited.text.into())
}
