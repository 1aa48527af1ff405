//! A part of the plan as a file that an editor can open.

use std::rc::Rc;

use dialect::teddy::PartProblem;
use model::{Action, Resource, limits};
use workspace::draft::{Draft, Manner};

use super::{Choosing, ItemId, Modification, Part};
use crate::turns::bench::Workbench;
use crate::turns::preview::{Program, ProgramProblem};

/// What an editor would show of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// For the file, so that an editor knows the language.
    pub name: String,
    pub text: Rc<str>,
    /// Whether what the user makes of it can become the part's new form.
    pub can_change: bool,
}

/// A text that is open in a program. Its file goes with this.
#[derive(Debug)]
pub struct Editing {
    draft: Draft,
}

impl Choosing<'_> {
    /// What there is to see of a part, and perhaps to change: a file as it would be, a command, a message, the resource
    /// that would be read. The reason if there is nothing.
    pub fn sheet(&self, id: ItemId) -> Result<Sheet, PartProblem> {
        let item = self.item(id).ok_or(PartProblem::Unknown)?;
        let action = match item.part {
            Part::Memo(memo) => return Ok(sheet("memo.txt", memo.change.text(), true)),
            Part::Action(action) => action,
        };
        match action {
            Action::Create(create) => Ok(sheet(create.path.value.name(), create.content.value.text(), true)),
            Action::Edit(edit) => {
                let proposed = self.proposed_file(id)?.ok_or(PartProblem::ChangesNoFile)?;
                Ok(Sheet {
                    name: edit.path.value.name().to_owned(),
                    text: proposed.after,
                    can_change: true,
                })
            }
            Action::Read(read) => self.resource(id, &read.resource.value),
            Action::Prune(prune) => self.resource(id, &prune.resource.value),
            action => {
                let name = match action {
                    Action::Execute(_) => "command.sh",
                    Action::Research(_) => "queries.txt",
                    _ => "message.md",
                };
                Ok(sheet(name, &Modification::text_of(action).unwrap_or_default(), true))
            }
        }
    }

    /// Opens the part in an editor. One that has a window of its own is not waited for; one that needs the terminal is.
    pub fn open_editor(&self, bench: &Workbench, program: &Program, id: ItemId) -> Result<Editing, ProgramProblem> {
        let sheet = self.sheet(id).map_err(ProgramProblem::Part)?;
        bench.open_draft(program, &sheet.name, &sheet.text).map(Editing::of)
    }

    /// The change that another text of the part's sheet means. `None` where nothing can be changed.
    pub fn with_text(&self, id: ItemId, text: String) -> Option<Modification> {
        match self.item(id)?.part {
            Part::Memo(_) => Some(Modification::Memo { text }),
            Part::Action(action) => Modification::with_text(action, text),
        }
    }

    fn resource(&self, id: ItemId, resource: &Resource) -> Result<Sheet, PartProblem> {
        let path = match resource {
            Resource::File(path) => path,
            Resource::Url(url) => return Err(PartProblem::NotFetched(url.to_string())),
        };
        let index = match id {
            ItemId::Memo(_) => 0,
            ItemId::Action(index) => index,
        };
        let text = self.text_before(index, path)?;
        Ok(Sheet {
            name: path.name().to_owned(),
            text: text.ok_or_else(|| PartProblem::NoFile(path.clone()))?,
            can_change: false,
        })
    }
}

impl Editing {
    pub(in crate::turns) fn of(draft: Draft) -> Self {
        Self { draft }
    }

    /// What the user has saved.
    pub fn read_back(&self) -> Result<String, ProgramProblem> {
        let saved = self.draft.read(limits::EDITED_FILE_BYTES);
        saved.map_err(ProgramProblem::DraftUnreadable)
    }
}

impl Workbench {
    fn open_draft(&self, program: &Program, name: &str, text: &str) -> Result<Draft, ProgramProblem> {
        self.check_program(program)?;
        let manner = match program.needs_terminal() {
            true => Manner::InFront,
            false => Manner::Beside,
        };
        let made = Draft::new(&self.records.drafts(), name, text);
        let mut draft = made.map_err(ProgramProblem::NoDraft)?;
        let opened = draft.open_in(&program.file, &program.argv[1..], manner);
        opened.map_err(ProgramProblem::EditorFailed)?;
        Ok(draft)
    }
}

fn sheet(name: &str, text: &str, can_change: bool) -> Sheet {
    Sheet {
        name: name.to_owned(),
        text: text.into(),
        can_change,
    }
}
