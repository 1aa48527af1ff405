//! The form for a new signal.

use model::{Level, SignalDraft, SignalId, TaskNumber};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::widget::Field;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raise {
    pub level: Level,
    pub message: Field,
    pub name: Field,
    /// Whether somebody has chosen the name; until then it follows the message.
    is_named: bool,
    /// The task that was highlighted, and whether the signal is about it.
    pub task: Option<(TaskNumber, bool)>,
    pub part: Part,
    /// What was wrong when it was sent.
    pub fault: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Message,
    Level,
    Task,
    Name,
}

impl Raise {
    pub fn new(task: Option<TaskNumber>) -> Self {
        Self {
            level: Level::Blocker,
            message: Field::line(""),
            name: Field::line(""),
            is_named: false,
            task: task.map(|task| (task, true)),
            part: Part::Message,
            fault: None,
        }
    }

    /// The form of a signal that was not taken, as it was filled in.
    pub fn again(draft: &SignalDraft, selected: Option<TaskNumber>, why: &str) -> Self {
        Self {
            level: draft.level,
            message: Field::line(&draft.message),
            name: Field::line(draft.id.as_str()),
            is_named: true,
            task: draft.task.or(selected).map(|task| (task, draft.task.is_some())),
            part: Part::Message,
            fault: Some(why.to_owned()),
        }
    }

    /// The finished form, once it is sent.
    pub fn press(&mut self, key: KeyEvent) -> Option<SignalDraft> {
        self.fault = None;
        match key.code {
            KeyCode::Enter => return self.finished(),
            KeyCode::Tab | KeyCode::Down => self.part = self.next_part(1),
            KeyCode::BackTab | KeyCode::Up => self.part = self.next_part(3),
            KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if self.part == Part::Level => {
                self.level = next_level(self.level, key.code == KeyCode::Left);
            }
            KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if self.part == Part::Task => {
                self.task = self.task.map(|(task, is_about)| (task, !is_about));
            }
            _ => self.type_in(key),
        }
        None
    }

    /// Types a key that arrived together with others. `false` if the key was ignored.
    pub fn press_in_burst(&mut self, key: KeyEvent) -> bool {
        let is_used = match self.part {
            Part::Message => self.message.follow_burst(key),
            Part::Name => self.name.follow_burst(key),
            Part::Level | Part::Task => false,
        };
        self.is_named |= self.part == Part::Name;
        self.follow_message();
        is_used
    }

    /// Text that comes in one piece.
    pub fn paste(&mut self, text: &str) {
        match self.part {
            Part::Message => self.message.paste(text),
            Part::Name => self.name.paste(text),
            Part::Level | Part::Task => return,
        }
        self.is_named |= self.part == Part::Name;
        self.follow_message();
    }

    fn follow_message(&mut self) {
        if !self.is_named {
            self.name = Field::line(&name_for(self.message.text()));
        }
    }

    fn type_in(&mut self, key: KeyEvent) {
        match self.part {
            Part::Message => {
                self.message.follow(key);
                self.follow_message();
            }
            Part::Name => {
                let before = self.name.text().to_owned();
                self.name.follow(key);
                self.is_named |= self.name.text() != before;
            }
            Part::Level | Part::Task => {}
        }
    }

    fn finished(&mut self) -> Option<SignalDraft> {
        let message = self.message.text().trim().to_owned();
        if message.is_empty() {
            (self.part, self.fault) = (Part::Message, Some("Say what is the matter.".to_owned()));
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
                (self.part, self.fault) = (Part::Name, Some(error.to_string()));
                None
            }
        }
    }

    /// Whoever has no task to choose is not led there.
    fn next_part(&self, steps: usize) -> Part {
        const PARTS: [Part; 4] = [Part::Message, Part::Level, Part::Task, Part::Name];
        let at = PARTS.iter().position(|part| *part == self.part).unwrap_or(0);
        let next = PARTS[(at + steps) % PARTS.len()];
        match next {
            Part::Task if self.task.is_none() => PARTS[(at + 2 * steps) % PARTS.len()],
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
        assert_eq!(
            (draft.id.as_str(), draft.message.ends_with("today!")),
            ("tests_fail_ci_is2", true)
        );
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
        assert_eq!(form.part, Part::Name);
        press(&mut form, &[KeyCode::Down, KeyCode::Down]);
        assert_eq!(form.part, Part::Level);
        press(&mut form, &[KeyCode::Down]);
        assert_eq!(form.part, Part::Name, "there is no task to choose");
    }
}
