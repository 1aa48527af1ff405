//! `p`: a part is looked at closely, and changed. Files go to the user's editor, everything else is changed here.

use std::io;

use dialect::teddy::rules::session::CHOICE;
use engine::turns::{
    Choosing, Editing, ItemId, Modification, Part, Preview, Program, ProgramProblem, Trust, Workbench,
};
use model::{Action, Diagnostic};
use ratatui::style::Style;
use render::review::{action_row, memo_row, program_problem};

use super::checklist::Checklist;
use super::dialog::{Dialog, Edited, Version};
use super::headed::Headed;
use crate::screen::Screen;
use crate::text::{Language, Pane, Prose, Text};

impl Checklist {
    pub(super) fn preview(
        &mut self,
        screen: &mut Screen,
        bench: &Workbench,
        choosing: &Choosing<'_>,
        id: ItemId,
    ) -> io::Result<()> {
        if !is_file(choosing, id) {
            self.view(choosing, id, &[]);
            return Ok(());
        }
        match bench.previewer() {
            Preview::Command { program, trust } => match trust {
                Trust::Given => self.open(screen, bench, choosing, &program, id)?,
                Trust::Needed => self.ask_for_trust(choosing, id, program),
            },
            Preview::Terminal => {
                let words = "There is no editor: name one as `preview_command` in .teddy/config.yaml.";
                self.view(choosing, id, &[words]);
            }
            Preview::Broken(why) => self.view(choosing, id, &[&program_problem(&why)]),
        }
        Ok(())
    }

    /// The user has just said so.
    pub(super) fn open_trusted(
        &mut self,
        screen: &mut Screen,
        bench: &Workbench,
        choosing: &Choosing<'_>,
        program: &Program,
        id: ItemId,
    ) -> io::Result<()> {
        if let Err(error) = bench.trust(program) {
            self.notice = Some(format!("it was not remembered: {error}"));
        }
        self.open(screen, bench, choosing, program, id)
    }

    fn open(
        &mut self,
        screen: &mut Screen,
        bench: &Workbench,
        choosing: &Choosing<'_>,
        program: &Program,
        id: ItemId,
    ) -> io::Result<()> {
        let open = || choosing.open_editor(bench, program, id);
        let opened = match program.needs_terminal() {
            true => screen.aside(open)?,
            false => open(),
        };
        // Keys that the editor did not take are no answers to what is asked now.
        screen.forget_early_keys();
        self.ask_about(choosing, id, opened);
        Ok(())
    }

    pub(super) fn ask_for_trust(&mut self, choosing: &Choosing<'_>, id: ItemId, program: Program) {
        self.dialog = Some(Dialog::trust(&name(choosing, id), program, id, self.theme));
    }

    /// What becomes of a part that is open in an editor, or could not be opened.
    pub(super) fn ask_about(&mut self, choosing: &Choosing<'_>, id: ItemId, opened: Result<Editing, ProgramProblem>) {
        match opened {
            Ok(editing) => {
                let edited = Edited {
                    id,
                    editing,
                    path: new_path(choosing, id),
                };
                self.dialog = Some(Dialog::edited(&name(choosing, id), edited, self.theme));
            }
            Err(why) => self.view(choosing, id, &[&program_problem(&why)]),
        }
    }

    /// Here, on the screen, below what there is to say about it.
    pub(super) fn view(&mut self, choosing: &Choosing<'_>, id: ItemId, words: &[&str]) {
        let theme = self.theme;
        let mut head = Prose::default();
        for words in words {
            head.quote("! ", words, theme.warning());
        }
        let is_fixed = choosing.item(id).is_some_and(|item| item.fixed);
        let (body, can_edit): (Option<Box<dyn Text>>, bool) = match choosing.sheet(id) {
            Ok(sheet) => {
                let language = Language::of(&sheet.name, "");
                (
                    Some(Box::new(self.shelf.code(&sheet.text, language))),
                    sheet.can_change && !is_fixed,
                )
            }
            Err(why) => {
                head.quote("", &why.to_string(), Style::new());
                (None, false)
            }
        };
        let pane = Pane::new(Headed { head, body }, theme);
        self.dialog = Some(Dialog::view(&row(choosing, id), pane, id, can_edit));
    }

    /// The person's version takes the place of the plan's, if it passes the same checks. Else the question stays.
    pub(super) fn keep(&mut self, dialog: Dialog, choosing: &mut Choosing<'_>) {
        let kept = match dialog.version() {
            Some(Ok(version)) => change(choosing, version),
            Some(Err(why)) => Err(vec![Diagnostic::error(CHOICE, program_problem(&why))]),
            None => return,
        };
        match kept {
            Ok(true) => self.notice = Some("It is your version now.".to_owned()),
            Ok(false) => self.notice = Some("It is as the plan has it.".to_owned()),
            Err(faults) => self.dialog = Some(dialog.objecting(&faults, self.theme)),
        }
    }
}

/// Whether it differs from the plan's version now.
fn change(choosing: &mut Choosing<'_>, version: Version) -> Result<bool, Vec<Diagnostic>> {
    let Version { id, text, path } = version;
    let change = match path {
        Some(path) => Some(Modification::Create { path, content: text }),
        None => choosing.with_text(id, text),
    };
    if let Some(change) = change {
        choosing.modify(id, change)?;
    }
    Ok(choosing.item(id).is_some_and(|item| item.modified))
}

fn is_file(choosing: &Choosing<'_>, id: ItemId) -> bool {
    let item = choosing.item(id).filter(|item| !item.fixed);
    item.is_some_and(|item| matches!(item.part, Part::Action(Action::Create(_) | Action::Edit(_))))
}

fn new_path(choosing: &Choosing<'_>, id: ItemId) -> Option<String> {
    match choosing.item(id)?.part {
        Part::Action(Action::Create(create)) => Some(create.path.value.to_string()),
        _ => None,
    }
}

/// What it is done to.
fn name(choosing: &Choosing<'_>, id: ItemId) -> String {
    match choosing.item(id).map(|item| item.part) {
        Some(Part::Action(Action::Create(create))) => create.path.value.to_string(),
        Some(Part::Action(Action::Edit(edit))) => edit.path.value.to_string(),
        _ => row(choosing, id),
    }
}

fn row(choosing: &Choosing<'_>, id: ItemId) -> String {
    match choosing.item(id).map(|item| item.part) {
        Some(Part::Action(action)) => action_row(action),
        Some(Part::Memo(memo)) => memo_row(memo),
        None => String::new(),
    }
}
