//! The form for a new signal.

use model::{Level, SignalDraft, SignalId, TaskNumber};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::line::TextLine;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raise {
    pub level: Level,
    pub message: TextLine,
    pub name: TextLine,
    /// Whether somebody has chosen the name; until then it follows the message.
    is_named: bool,
    /// The task that was highlighted, and whether the signal is about it.
    pub task: Option<(TaskNumber, bool)>,
    pub field: Field,
    /// What was wrong when it was sent.
    pub fault: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Message,
    Level,
    Task,
    Name,
}

impl Raise {
    pub fn new(task: Option<TaskNumber>) -> Self {
        Self {
            level: Level::Blocker,
            message: TextLine::default(),
            name: TextLine::default(),
            is_named: false,
            task: task.map(|task| (task, true)),
            field: Field::Message,
            fault: None,
        }
    }

    /// The finished form, once it is sent.
    pub fn press(&mut self, key: KeyEvent) -> Option<SignalDraft> {
        self.fault = None;
        match key.code {
            KeyCode::Enter => return self.finished(),
            KeyCode::Tab | KeyCode::Down => self.field = self.next_field(1),
            KeyCode::BackTab | KeyCode::Up => self.field = self.next_field(3),
            KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if self.field == Field::Level => {
                self.level = next_level(self.level, key.code == KeyCode::Left);
            }
            KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if self.field == Field::Task => {
                self.task = self.task.map(|(task, is_about)| (task, !is_about));
            }
            _ => self.type_in(key),
        }
        None
    }

    fn type_in(&mut self, key: KeyEvent) {
        match self.field {
            Field::Message => {
                self.message.press(key);
                if !self.is_named {
                    self.name = TextLine::new(&name_for(&self.message.text()));
                }
            }
            Field::Name => self.is_named |= self.name.press(key),
            Field::Level | Field::Task => {}
        }
    }

    fn finished(&mut self) -> Option<SignalDraft> {
        let message = self.message.text().trim().to_owned();
        if message.is_empty() {
            (self.field, self.fault) = (Field::Message, Some("Say what is the matter.".to_owned()));
            return None;
        }
        match SignalId::new(self.name.text().trim()) {
            Ok(id) => Some(SignalDraft {
                id,
                task: self.task.and_then(|(task, is_about)| is_about.then_some(task)),
                level: self.level,
                message,
                link: None,
            }),
            Err(error) => {
                (self.field, self.fault) = (Field::Name, Some(error.to_string()));
                None
            }
        }
    }

    /// Whoever has no task to choose is not led there.
    fn next_field(&self, steps: usize) -> Field {
        const FIELDS: [Field; 4] = [Field::Message, Field::Level, Field::Task, Field::Name];
        let at = FIELDS.iter().position(|field| *field == self.field).unwrap_or(0);
        let next = FIELDS[(at + steps) % FIELDS.len()];
        match next {
            Field::Task if self.task.is_none() => FIELDS[(at + 2 * steps) % FIELDS.len()],
            next => next,
        }
    }
}

fn next_level(level: Level, is_back: bool) -> Level {
    let at = Level::ALL.iter().position(|known| *known == level).unwrap_or(0);
    let steps = if is_back { Level::ALL.len() - 1 } else { 1 };
    Level::ALL[(at + steps) % Level::ALL.len()]
}

/// A name made of the first words: `Tests fail on CI` is `tests_fail_on_ci`.
fn name_for(message: &str) -> String {
    const WORDS: usize = 4;
    const LENGTH: usize = 40;
    let words = message.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).take(WORDS);
    let name = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    name.chars().take(LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    fn press(form: &mut Raise, keys: &[KeyCode]) -> Option<SignalDraft> {
        let press = |code: &KeyCode| form.press(KeyEvent::new(*code, KeyModifiers::NONE));
        keys.iter().map(press).last().flatten()
    }

    fn type_text(form: &mut Raise, text: &str) {
        for c in text.chars() {
            press(form, &[KeyCode::Char(c)]);
        }
    }

    #[test]
    fn the_name_follows_the_message_until_it_is_chosen() {
        let mut form = Raise::new(Some(TaskNumber(3)));
        type_text(&mut form, "Tests fail: CI is red today");
        let draft = press(&mut form, &[KeyCode::Enter]).unwrap();
        assert_eq!(draft.id.as_str(), "tests_fail_ci_is");
        assert_eq!((draft.task, draft.level), (Some(TaskNumber(3)), Level::Blocker));

        press(&mut form, &[KeyCode::BackTab]);
        type_text(&mut form, "2");
        press(&mut form, &[KeyCode::Tab]);
        type_text(&mut form, "!");
        let draft = press(&mut form, &[KeyCode::Enter]).unwrap();
        assert_eq!((draft.id.as_str(), draft.message.ends_with("today!")), ("tests_fail_ci_is2", true));
    }

    #[test]
    fn level_and_task_are_chosen_with_arrows() {
        let mut form = Raise::new(Some(TaskNumber(3)));
        type_text(&mut form, "slow");
        press(&mut form, &[KeyCode::Tab, KeyCode::Right, KeyCode::Tab, KeyCode::Left]);
        let draft = press(&mut form, &[KeyCode::Enter]).unwrap();
        assert_eq!((draft.task, draft.level), (None, Level::Warning));
        press(&mut form, &[KeyCode::Up, KeyCode::Left, KeyCode::Left]);
        assert_eq!(form.level, Level::Info);
    }

    #[test]
    fn a_form_that_says_nothing_is_not_sent() {
        let mut form = Raise::new(None);
        assert_eq!(press(&mut form, &[KeyCode::Enter]), None);
        assert!(form.fault.is_some());
        type_text(&mut form, "日本");
        assert_eq!(press(&mut form, &[KeyCode::Enter]), None, "there is no name in it");
        assert_eq!(form.field, Field::Name);
        press(&mut form, &[KeyCode::Down, KeyCode::Down]);
        assert_eq!(form.field, Field::Level);
        press(&mut form, &[KeyCode::Down]);
        assert_eq!(form.field, Field::Name, "there is no task to choose");
    }
}
