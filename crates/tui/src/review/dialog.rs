//! Questions about one part of the plan, on top of the list.

mod drawing;

use engine::turns::{Choosing, Editing, ItemId, Program, ProgramProblem};
use model::Diagnostic;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use ratatui::style::Style;

use crate::screen::{IGNORED_BURST, Input};
use crate::text::{Pane, Prose};
use crate::theme::Theme;
use crate::widget::{Field, Typed};

const WHEEL: isize = 3;
const TRUST: &str = "Do you trust it? (y/n) ›";
const PATH: &str = "Press Enter to confirm, or type a new path ›";
const FINISHED: &str = "Have you finished editing and saved the file? (y/n) ›";

pub struct Dialog {
    /// What it is about, in the plan's words.
    title: String,
    /// What there is to read before the question.
    pane: Pane,
    ask: Ask,
    /// Why the last key did nothing.
    notice: Option<&'static str>,
}

enum Ask {
    /// `(e)dit` where that is possible, or `(c)lose`.
    View {
        id: ItemId,
        can_edit: bool,
    },
    Typing {
        id: ItemId,
        field: Field,
        ends_line: bool,
    },
    /// Where the new file is to be, while its content is in an editor.
    Path {
        edited: Edited,
        field: Field,
    },
    Finished {
        edited: Edited,
    },
    Trust {
        id: ItemId,
        program: Program,
    },
}

/// A part that is open in an editor.
pub struct Edited {
    pub id: ItemId,
    pub editing: Editing,
    /// Of a new file; another path may be given to it.
    pub path: Option<String>,
}

/// What the person wants.
pub enum Said {
    Nothing,
    Close,
    /// Ctrl-C while something is typed.
    Discard,
    /// Ctrl-C while nothing is typed.
    Leave,
    Type(ItemId),
    /// What was typed, or saved.
    Keep,
    /// This path; empty for the one that was proposed.
    Path(String),
    Trust(Program, ItemId),
    Distrust(ItemId),
}

/// The person's version of a part.
pub struct Version {
    pub id: ItemId,
    pub text: String,
    pub path: Option<String>,
}

fn ask(prose: &mut Prose, question: &str, theme: Theme) {
    prose.gap();
    prose.say(question, theme.strong());
}

impl Dialog {
    pub fn view(title: &str, pane: Pane, id: ItemId, can_edit: bool) -> Self {
        Self::new(title, pane, Ask::View { id, can_edit })
    }

    /// The project names this command, so the user is asked once.
    pub fn trust(title: &str, program: Program, id: ItemId, theme: Theme) -> Self {
        let mut prose = Prose::default();
        prose.say(
            "This project wants to open an editor with its own command:",
            Style::new(),
        );
        prose.quote("│ ", &program.command_line(), theme.strong());
        prose.quote("from ", &program.file.to_string_lossy(), Style::new());
        ask(&mut prose, TRUST, theme);
        Self::new(title, Pane::new(prose, theme), Ask::Trust { id, program })
    }

    /// For a part that has just been opened in an editor.
    pub fn edited(title: &str, edited: Edited, theme: Theme) -> Self {
        let mut prose = Prose::default();
        match &edited.path {
            Some(path) => {
                prose.say(
                    "The content is open in your editor. Change it there if you like, and save it.",
                    Style::new(),
                );
                prose.gap();
                prose.quote("File path: ", &format!("[{path}]"), theme.strong());
                prose.say(PATH, theme.strong());
                let field = Field::line("");
                Self::new(title, Pane::new(prose, theme), Ask::Path { edited, field })
            }
            None => {
                prose.quote("Editing: ", &format!("[{title}]"), theme.strong());
                prose.gap();
                let words = "The file as it would be is open in your editor. Change it there if you like, and save it.";
                prose.say(words, Style::new());
                ask(&mut prose, FINISHED, theme);
                Self::new(title, Pane::new(prose, theme), Ask::Finished { edited })
            }
        }
    }

    fn new(title: &str, pane: Pane, ask: Ask) -> Self {
        Self {
            title: title.to_owned(),
            pane,
            ask,
            notice: None,
        }
    }

    /// A field with the text of the part that was looked at.
    pub fn typing(self, choosing: &Choosing<'_>, id: ItemId, theme: Theme) -> Option<Self> {
        let sheet = choosing.sheet(id).ok()?;
        let text = sheet.text.strip_suffix('\n').unwrap_or(&sheet.text);
        let ask = Ask::Typing {
            id,
            field: match id {
                ItemId::Memo(_) => Field::line(text),
                ItemId::Action(_) => Field::lines(text),
            },
            ends_line: sheet.text.ends_with('\n'),
        };
        Some(Self::new(&self.title, Pane::new(Prose::default(), theme), ask))
    }

    /// The path is known; what is left is the question whether the content is saved.
    pub fn with_path(self, path: &str, theme: Theme) -> Self {
        let Ask::Path { mut edited, .. } = self.ask else {
            return self;
        };
        let path = path.trim();
        if !path.is_empty() {
            edited.path = Some(path.to_owned());
        }
        let mut prose = Prose::default();
        let shown = edited.path.clone().unwrap_or_default();
        prose.quote("File path: ", &format!("[{shown}]"), theme.strong());
        ask(&mut prose, FINISHED, theme);
        Self::new(&self.title, Pane::new(prose, theme), Ask::Finished { edited })
    }

    /// What the person has made of it; `None` if this asks for nothing of the kind. The reason if it cannot be read.
    pub fn version(&self) -> Option<Result<Version, ProgramProblem>> {
        match &self.ask {
            Ask::Typing { id, field, ends_line } => {
                let mut text = field.text().to_owned();
                if *ends_line {
                    text.push('\n');
                }
                Some(Ok(Version {
                    id: *id,
                    text,
                    path: None,
                }))
            }
            Ask::Finished { edited } => Some(edited.editing.read_back().map(|text| Version {
                id: edited.id,
                text,
                path: edited.path.clone(),
            })),
            Ask::View { .. } | Ask::Path { .. } | Ask::Trust { .. } => None,
        }
    }

    /// The same question once more, below what is wrong with the answer. A path can be given anew.
    pub fn objecting(self, faults: &[Diagnostic], theme: Theme) -> Self {
        let mut prose = Prose::default();
        for fault in faults {
            prose.quote("✗ ", &fault.message, theme.bad());
            if let Some(hint) = &fault.hint {
                prose.quote("  ", hint, theme.faint());
            }
        }
        let ask = match self.ask {
            Ask::Finished { edited } if edited.path.is_some() => {
                prose.gap();
                let path = edited.path.clone().unwrap_or_default();
                prose.quote("File path: ", &format!("[{path}]"), theme.strong());
                prose.say(PATH, theme.strong());
                let field = Field::line("");
                Ask::Path { edited, field }
            }
            Ask::Finished { edited } => {
                prose.gap();
                prose.say("Change it in your editor, and save it.", Style::new());
                ask(&mut prose, FINISHED, theme);
                Ask::Finished { edited }
            }
            ask => ask,
        };
        Self::new(&self.title, Pane::new(prose, theme), ask)
    }

    pub fn follow(&mut self, input: &Input) -> Said {
        match input {
            Input::Key(key) => return self.press(*key),
            Input::BurstKey(key) => self.press_in_burst(*key),
            Input::Interrupted => {
                return match self.ask {
                    Ask::Typing { .. } | Ask::Path { .. } => Said::Discard,
                    Ask::View { .. } | Ask::Finished { .. } | Ask::Trust { .. } => Said::Leave,
                };
            }
            Input::Pasted(text) => match &mut self.ask {
                Ask::Typing { field, .. } | Ask::Path { field, .. } => field.paste(text),
                Ask::View { .. } | Ask::Finished { .. } | Ask::Trust { .. } => self.notice = Some(IGNORED_BURST),
            },
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollDown => self.pane.scroll(WHEEL),
                MouseEventKind::ScrollUp => self.pane.scroll(-WHEEL),
                _ => {}
            },
            Input::Resized | Input::Quiet | Input::Gone => {}
        }
        Said::Nothing
    }

    /// Types and scrolls, and never answers the question.
    fn press_in_burst(&mut self, key: KeyEvent) {
        let is_used = match &mut self.ask {
            Ask::Typing { field, .. } | Ask::Path { field, .. } => field.follow_burst(key),
            Ask::View { .. } | Ask::Finished { .. } | Ask::Trust { .. } => self.pane.follow(key),
        };
        if !is_used {
            self.notice = Some(IGNORED_BURST);
        }
    }

    fn press(&mut self, key: KeyEvent) -> Said {
        self.notice = None;
        let is_chord = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match &mut self.ask {
            Ask::View { .. } | Ask::Finished { .. } | Ask::Trust { .. } if is_chord => Said::Nothing,
            Ask::View { id, can_edit } => match key.code {
                KeyCode::Char('e') if *can_edit => Said::Type(*id),
                KeyCode::Char('c' | 'q' | 'p') | KeyCode::Esc | KeyCode::Enter => Said::Close,
                _ => {
                    self.pane.follow(key);
                    Said::Nothing
                }
            },
            Ask::Typing { field, .. } => match field.follow(key) {
                Typed::Typing => Said::Nothing,
                Typed::Done => Said::Keep,
                Typed::Left => Said::Close,
            },
            // The proposed path is put where it can be changed.
            Ask::Path { edited, field } if key.code == KeyCode::Tab && field.text().is_empty() => {
                field.paste(edited.path.as_deref().unwrap_or_default());
                Said::Nothing
            }
            Ask::Path { field, .. } => match field.follow(key) {
                Typed::Typing => Said::Nothing,
                Typed::Done => Said::Path(field.text().to_owned()),
                Typed::Left => Said::Close,
            },
            Ask::Finished { .. } => match key.code {
                KeyCode::Char('y' | 'Y') => Said::Keep,
                KeyCode::Char('n' | 'N') | KeyCode::Esc => Said::Close,
                _ => Said::Nothing,
            },
            Ask::Trust { id, program } => match key.code {
                KeyCode::Char('y' | 'Y') => Said::Trust(program.clone(), *id),
                KeyCode::Char('n' | 'N') | KeyCode::Esc => Said::Distrust(*id),
                _ => Said::Nothing,
            },
        }
    }
}
