//! One part of a plan: shown, and changed as far as its kind allows.

use dialect::teddy::unified_diff;
use dialect::text::visible::visible;
use engine::turns::{Choosing, Editing, ItemId, Modification, Part, Sheet, Workbench};
use model::Action;
use render::review::program_problem;
use render::show::style::{BAD, paint};

use super::previewer::Previewer;
use super::{ask_key, ask_line, ask_whole_line, page, show};

const CONTENT_IS_OPEN: &str =
    "Your editor has the content of the new file. What you save there is what will be written.\n\n";
/// Ends what is typed in several lines.
const END: &str = ".";

pub struct Editor<'a> {
    bench: &'a Workbench,
}

impl<'a> Editor<'a> {
    pub fn new(bench: &'a Workbench) -> Self {
        Self { bench }
    }

    pub fn look_at(&self, choosing: &mut Choosing<'_>, id: ItemId) {
        let sheet = match choosing.sheet(id) {
            Ok(sheet) => sheet,
            Err(why) => return show(&format!("{}.\n", visible(why.to_string().trim_end_matches('.')))),
        };
        let Some(item) = choosing.item(id) else { return };
        let change = match item.part {
            Part::Action(Action::Create(create)) => {
                let path = create.path.value.to_string();
                self.save_as(choosing, id, &path, &sheet)
            }
            Part::Action(Action::Edit(edit)) => {
                let path = edit.path.value.to_string();
                self.edit_file(choosing, id, &path)
            }
            _ if !sheet.can_change => {
                show(&page(&sheet.text));
                None
            }
            _ => edit_here(&sheet).and_then(|text| choosing.with_text(id, text)),
        };
        let Some(change) = change else { return };
        if let Err(faults) = choosing.modify(id, change) {
            for fault in faults {
                let hint = fault.hint.map(|hint| format!(" {hint}")).unwrap_or_default();
                let told = format!("{}{hint}", fault.message);
                show(&format!("{} {}\n", paint(BAD, "!"), page(&told).trim_end()));
            }
            show("Nothing was changed.\n");
        }
    }

    /// A new file: its content in an editor, its path on the terminal.
    fn save_as(&self, choosing: &Choosing<'_>, id: ItemId, path: &str, sheet: &Sheet) -> Option<Modification> {
        let editing = self.open(choosing, id);
        match &editing {
            Some(_) => show(CONTENT_IS_OPEN),
            None => show(&format!("{}\n", page(&sheet.text))),
        }
        show(&format!("File path: [{}]\n", visible(path)));
        let typed = ask_line("Press Enter to confirm, or type a new path › ")?;
        let content = match &editing {
            Some(editing) => saved(
                editing,
                "Have you finished editing and saved the file content? (y/n) › ",
            )?,
            None => sheet.text.to_string(),
        };
        Some(Modification::Create {
            path: if typed.is_empty() { path.to_owned() } else { typed },
            content,
        })
    }

    /// The file as it would be after the edit.
    fn edit_file(&self, choosing: &Choosing<'_>, id: ItemId, path: &str) -> Option<Modification> {
        let Some(editing) = self.open(choosing, id) else {
            let file = choosing.proposed_file(id).ok()??;
            let diff = unified_diff(path, file.before.as_deref().unwrap_or_default(), &file.after);
            show(&page(&diff));
            return None;
        };
        show(&format!(
            "Editing: [{}]\n\nYour editor has the file as it would be. What you save there is what it will be.\n\n",
            visible(path)
        ));
        let text = saved(&editing, "Have you finished editing and saved the file? (y/n) › ")?;
        Some(Modification::Edit { text })
    }

    /// `None` if there is no editor, or none that works.
    fn open(&self, choosing: &Choosing<'_>, id: ItemId) -> Option<Editing> {
        let opened = match Previewer::new(self.bench).program() {
            Ok(program) => choosing.open_editor(self.bench, &program?, id),
            Err(why) => Err(why),
        };
        opened
            .map_err(|why| show(&format!("{}; shown here instead:\n\n", visible(&program_problem(&why)))))
            .ok()
    }
}

/// What the user has saved, once they say so; `None` if they do not.
fn saved(editing: &Editing, question: &str) -> Option<String> {
    let key = ask_key(question);
    show(&format!(
        "{}\n",
        key.map(|key| key.escape_default().to_string()).unwrap_or_default()
    ));
    if !matches!(key, Some('y' | 'Y')) {
        show("It stays as it was.\n");
        return None;
    }
    editing
        .read_back()
        .map_err(|why| {
            let why = program_problem(&why);
            show(&format!("{}.\n", visible(why.trim_end_matches('.'))));
        })
        .ok()
}

/// A short text: shown, and typed anew.
fn edit_here(sheet: &Sheet) -> Option<String> {
    show(&page(&sheet.text));
    let key = ask_key("(e)dit / (c)lose › ");
    show(&format!(
        "{}\n",
        key.map(|key| key.escape_default().to_string()).unwrap_or_default()
    ));
    if !matches!(key, Some('e' | 'E')) {
        return None;
    }
    if sheet.text.trim_end().lines().count() <= 1 {
        let line = ask_line("In its place › ")?;
        return (!line.is_empty()).then(|| line + "\n");
    }
    show(&format!(
        "Type the new text. A line with only `{END}` ends and keeps it; Ctrl-C leaves and executes nothing.\n"
    ));
    let mut text = String::new();
    loop {
        match ask_whole_line("› ")? {
            line if line == END => return (!text.trim().is_empty()).then_some(text),
            line => text.extend([line.as_str(), "\n"]),
        }
    }
}
