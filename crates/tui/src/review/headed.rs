//! A few words about something, and below them the thing itself.

use ratatui::text::Line;

use crate::text::{Prose, Text};
use crate::theme::Theme;

pub struct Headed {
    pub head: Prose,
    pub body: Option<Box<dyn Text>>,
}

impl Headed {
    fn head_lines(&self) -> usize {
        match self.head.len() {
            0 => 0,
            pieces => self.head.number(pieces - 1),
        }
    }
}

impl Text for Headed {
    fn len(&self) -> usize {
        self.head.len() + self.body.as_ref().map_or(0, |body| body.len())
    }

    fn number(&self, index: usize) -> usize {
        let above = self.head.len();
        match (&self.body, index.checked_sub(above)) {
            (Some(body), Some(index)) => self.head_lines() + body.number(index),
            _ => self.head.number(index),
        }
    }

    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>> {
        let above = self.head.len();
        match (&mut self.body, index.checked_sub(above)) {
            (Some(body), Some(index)) => body.rows(index, width, theme),
            _ => self.head.rows(index, width, theme),
        }
    }
}
