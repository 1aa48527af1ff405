//! One line of text that somebody types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextLine {
    before: String,
    after: String,
}

impl TextLine {
    pub fn new(text: &str) -> Self {
        Self {
            before: text.to_owned(),
            after: String::new(),
        }
    }

    pub fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    /// What stands before and behind the cursor.
    pub fn parts(&self) -> (&str, &str) {
        (&self.before, &self.after)
    }

    /// Whether the key was one for typing.
    pub fn press(&mut self, key: KeyEvent) -> bool {
        let has_control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if has_control => self.before.clear(),
            KeyCode::Char('w') if has_control => {
                let kept = self.before.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                self.before.truncate(kept);
            }
            KeyCode::Char('a') if has_control => self.go_home(),
            KeyCode::Char('e') if has_control => self.go_end(),
            KeyCode::Char(_) if has_control => return false,
            KeyCode::Char(c) => self.before.push(c),
            KeyCode::Backspace => drop(self.before.pop()),
            KeyCode::Delete => drop(self.take_next()),
            KeyCode::Left => {
                if let Some(c) = self.before.pop() {
                    self.after.insert(0, c);
                }
            }
            KeyCode::Right => {
                let next = self.take_next();
                self.before.extend(next);
            }
            KeyCode::Home => self.go_home(),
            KeyCode::End => self.go_end(),
            _ => return false,
        }
        true
    }

    fn take_next(&mut self) -> Option<char> {
        let next = self.after.chars().next()?;
        self.after.remove(0);
        Some(next)
    }

    fn go_home(&mut self) {
        self.after.insert_str(0, &self.before);
        self.before.clear();
    }

    fn go_end(&mut self) {
        self.before.push_str(&self.after);
        self.after.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[KeyCode]) -> TextLine {
        let mut line = TextLine::default();
        for key in keys {
            line.press(KeyEvent::new(*key, KeyModifiers::NONE));
        }
        line
    }

    #[test]
    fn letters_go_where_the_cursor_is() {
        use KeyCode::{Backspace, Char, Delete, End, Home, Left, Right};
        let line = typed(&[Char('b'), Char('é'), Home, Char('a'), Right, Left, Delete, Char('B'), End, Char('!')]);
        assert_eq!(line.text(), "aBé!");
        let line = typed(&[Char('a'), Char('b'), Left, Backspace, Backspace, Right, Delete]);
        assert_eq!(line.parts(), ("b", ""));
    }

    #[test]
    fn words_and_lines_are_taken_back_at_once() {
        let mut line = TextLine::new("one two  three ");
        line.press(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "one two  ");
        line.press(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "");
        assert!(!line.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    }
}
