//! What the board shows, apart from how it is drawn.

use std::collections::BTreeMap;

use dialect::text::visible::visible;
use engine::Glance;
use engine::turns::{LinkedTurn, TurnState};
use model::{AgentName, OpVersion, Operation, TaskKey, TaskNumber, ThreadId};
use ratatui::layout::Rect;
use render::planwright::{TaskView, Titles, sentence};
use render::show::mark::Mark;

use super::deed::Noted;
use super::dialog::Dialog;
use super::picture::Picture;
use super::rows::{Row, Rows, Shape, Sieve};
use crate::widget::{Cursor, Field};

/// For how many glances a change is marked, and its news shown.
const FRESH: u8 = 6;

pub struct Board {
    pub picture: Picture,
    pub by: AgentName,
    pub thread: ThreadId,
    pub shape: Shape,
    pub sieve: Sieve,
    pub rows: Rows,
    /// Rows move, but the highlighted task stays the same.
    pub selected: Option<TaskNumber>,
    /// The part of the rows that is seen.
    pub window: Cursor,
    pub focus: Focus,
    pub scroll: usize,
    pub turns: Vec<LinkedTurn>,
    pub history: Option<History>,
    pub dialog: Option<Dialog>,
    pub notice: Option<Notice>,
    /// Why the plan could not be looked at.
    pub trouble: Option<String>,
    /// The store that is watched is not there any more.
    pub is_cut_off: bool,
    /// What changed lately, and for how many more glances that is shown.
    fresh: BTreeMap<TaskNumber, u8>,
    /// Where things were drawn, for the mouse and for pages.
    pub places: Places,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    Tasks,
    Details,
}

/// What was done to the highlighted task, as of a version.
pub struct History {
    pub task: TaskNumber,
    pub version: OpVersion,
    pub operations: Vec<Operation>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub tone: Tone,
    /// For how many more glances it is shown. What a person asked for stays until the next key.
    left: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
    News,
}

#[derive(Debug, Clone, Default)]
pub struct Places {
    pub list: Rect,
    pub details: Rect,
    /// Where a click chooses what is shown.
    pub tabs: Vec<(Rect, Mark)>,
    /// Rows of a page.
    pub page: usize,
    /// The window shows too little to decide anything by it.
    pub is_blind: bool,
}

impl Board {
    pub fn new(glance: Glance, by: AgentName, thread: ThreadId) -> Self {
        let picture = Picture::new(glance);
        let rows = Rows::new(&picture, &Sieve::default(), Shape::List);
        let mut board = Self {
            picture,
            by,
            thread,
            shape: Shape::List,
            sieve: Sieve::default(),
            rows,
            selected: None,
            window: Cursor::default(),
            focus: Focus::Tasks,
            scroll: 0,
            turns: Vec::new(),
            history: None,
            dialog: None,
            notice: None,
            trouble: None,
            is_cut_off: false,
            fresh: BTreeMap::new(),
            places: Places::default(),
        };
        board.select_nearest(0);
        board
    }

    /// Takes in what others have done since.
    pub fn take_in(&mut self, glance: Glance) {
        self.age();
        self.tell_news(&glance.news);
        // Rows point into the picture, and it is about to change.
        let before = self.cursor();
        let Some(changed) = self.picture.take_in(glance) else {
            self.fresh.clear();
            return self.arrange_around(before);
        };
        if !changed.is_empty() {
            self.fresh.extend(changed.into_iter().map(|number| (number, FRESH)));
            self.arrange_around(before);
        }
    }

    pub fn version(&self) -> OpVersion {
        self.picture.outlook.session.version
    }

    pub fn is_fresh(&self, number: TaskNumber) -> bool {
        self.fresh.contains_key(&number)
    }

    pub fn chosen(&self) -> Option<TaskView<'_>> {
        self.picture.find(self.selected?)
    }

    /// `task 3 “Write the login form”`, safe to print.
    pub fn name(&self, number: TaskNumber) -> String {
        match self.picture.find(number) {
            Some(view) => format!("task {number} “{}”", visible(&view.task.brief.title)),
            None => format!("task {number}"),
        }
    }

    pub fn turns_of(&self, key: &TaskKey) -> impl DoubleEndedIterator<Item = &LinkedTurn> {
        self.turns.iter().filter(move |turn| turn.key == *key)
    }

    /// How many plans wait for somebody to review them.
    pub fn waiting(&self) -> usize {
        self.turns
            .iter()
            .filter(|turn| turn.state == TurnState::Waiting)
            .count()
    }

    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            tone,
            left: None,
        });
    }

    /// Asks for the words that go with a deed.
    pub fn ask(&mut self, of: Noted, task: TaskNumber) {
        self.dialog = Some(Dialog::Note {
            of,
            task,
            line: Field::line(""),
            fault: None,
        });
    }

    pub fn search(&mut self, words: String) {
        self.sieve.words = words;
        self.arrange();
    }

    /// Builds the rows anew. Where the highlighted task is not among them any more, its neighbor is highlighted.
    pub fn arrange(&mut self) {
        self.arrange_around(self.cursor());
    }

    fn arrange_around(&mut self, before: Option<usize>) {
        self.rows = Rows::new(&self.picture, &self.sieve, self.shape);
        if self.cursor().is_none() {
            self.select_nearest(before.unwrap_or(0));
        }
    }

    /// The row of the highlighted task.
    pub fn cursor(&self) -> Option<usize> {
        let selected = self.selected?;
        let is_selected = |row: &Row| self.number(*row) == Some(selected);
        self.rows.rows.iter().position(is_selected)
    }

    pub fn number(&self, row: Row) -> Option<TaskNumber> {
        row.position()
            .filter(|position| *position < self.picture.len())
            .map(|position| self.picture.view(position).task.number)
    }

    /// Moves the highlight by so many rows, headings not counted as steps of their own.
    pub fn step(&mut self, is_down: bool, steps: usize) {
        let Some(from) = self.cursor() else {
            return self.select_nearest(0);
        };
        let aim = match is_down {
            true => from.saturating_add(steps),
            false => from.saturating_sub(steps),
        };
        let aim = aim.min(self.rows.rows.len().saturating_sub(1));
        let is_heading = self.rows.rows[aim].position().is_none();
        match (is_heading, is_down) {
            (true, true) => self.select_row(aim + 1),
            (true, false) if aim > 0 => self.select_row(aim - 1),
            (true, false) => self.select_row(aim + 1),
            (false, _) => self.select_row(aim),
        }
    }

    pub fn select_row(&mut self, row: usize) {
        let number = self.rows.rows.get(row).and_then(|row| self.number(*row));
        if number.is_some() && number != self.selected {
            self.selected = number;
            self.scroll = 0;
        }
    }

    pub fn select_nearest(&mut self, row: usize) {
        let rows = &self.rows.rows;
        let from = row.min(rows.len());
        let below = rows[from..].iter().find(|row| row.position().is_some());
        let above = || rows[..from].iter().rfind(|row| row.position().is_some());
        let number = below.or_else(above).and_then(|row| self.number(*row));
        if number != self.selected {
            self.selected = number;
            self.scroll = 0;
        }
    }

    /// Whether what was done to the highlighted task has to be looked up.
    pub fn wants_history(&self) -> Option<TaskNumber> {
        let wanted = self.selected?;
        let is_known = self
            .history
            .as_ref()
            .is_some_and(|known| known.task == wanted && (known.version == self.version() || !self.is_fresh(wanted)));
        (!is_known).then_some(wanted)
    }

    fn age(&mut self) {
        self.fresh.retain(|_, left| {
            *left -= 1;
            *left > 0
        });
        if let Some(left) = self.notice.as_mut().and_then(|notice| notice.left.as_mut()) {
            *left -= 1;
            if *left == 0 {
                self.notice = None;
            }
        }
    }

    /// What others did. It does not talk over what the person is being told.
    fn tell_news(&mut self, news: &[Operation]) {
        let is_told = self.notice.as_ref().is_some_and(|notice| notice.left.is_none());
        let by_others = news.iter().filter(|operation| operation.author != self.by);
        let mut told = by_others.filter_map(|operation| {
            let event = operation.events.iter().find(|event| !event.is_renewal())?;
            Some((operation, event))
        });
        let Some((operation, event)) = told.next().filter(|_| !is_told) else {
            return;
        };
        let text = format!(
            "{}: {}",
            visible(operation.author.as_str()),
            sentence(event, &Titles::default())
        );
        self.notice = Some(Notice {
            text,
            tone: Tone::News,
            left: Some(FRESH),
        });
    }
}
