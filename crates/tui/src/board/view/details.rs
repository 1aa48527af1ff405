//! The highlighted task in full.

use dialect::text::visible::{visible, visible_lines};
use engine::turns::{LinkedTurn, TurnState};
use model::{Event, Operation, Subject, TaskNumber, TaskState};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders};
use render::planwright::{TaskView, Titles, sentence, state_sentence};
use render::show::flow::flow;
use render::show::time::ago;

use super::mark_style;
use crate::Theme;
use crate::board::state::{Board, Focus};

pub fn draw(frame: &mut Frame<'_>, area: Rect, board: &mut Board, theme: Theme) {
    if area.is_empty() {
        return;
    }
    let is_beside = area.x > 0;
    let rule = match board.focus {
        Focus::Details => theme.strong(),
        Focus::Tasks => theme.faint(),
    };
    let block = Block::new().border_style(rule);
    let block = match is_beside {
        true => block.borders(Borders::LEFT),
        false => block.borders(Borders::TOP),
    };
    let mut room = block.inner(area);
    frame.render_widget(block, area);
    if is_beside && room.width > 2 {
        room = Rect::new(room.x + 1, room.y, room.width - 1, room.height);
    }
    let lines = match board.chosen() {
        Some(view) => Sheet::new(usize::from(room.width), theme).fill(board, view),
        None => Vec::new(),
    };
    board.scroll = show(frame, room, lines, board.scroll, theme);
}

/// The part of the lines that fits. Where there is more, the last row says so. Gives back how far they are scrolled.
fn show(frame: &mut Frame<'_>, mut room: Rect, lines: Vec<Line<'static>>, scroll: usize, theme: Theme) -> usize {
    let is_whole = lines.len() <= usize::from(room.height);
    let last = room.rows().next_back().filter(|_| !is_whole && room.height > 2);
    room.height -= u16::from(last.is_some());
    let scroll = scroll.min(lines.len().saturating_sub(usize::from(room.height)));
    let below = lines.len().saturating_sub(scroll + usize::from(room.height));
    for (place, line) in room.rows().zip(lines.into_iter().skip(scroll)) {
        frame.render_widget(line, place);
    }
    if let Some(last) = last {
        let more = match below {
            0 => "the end".to_owned(),
            below => format!("↓ {below} more"),
        };
        frame.render_widget(Line::styled(more, theme.faint()), last);
    }
    scroll
}

/// Lines that grow from top to bottom.
struct Sheet {
    lines: Vec<Line<'static>>,
    columns: usize,
    theme: Theme,
}

impl Sheet {
    fn new(columns: usize, theme: Theme) -> Self {
        Self {
            lines: Vec::new(),
            columns,
            theme,
        }
    }

    fn fill(mut self, board: &Board, view: TaskView<'_>) -> Vec<Line<'static>> {
        let (task, at) = (view.task, board.picture.at);
        let mark = board.picture.mark(view);
        let title = format!("{} {} {}", mark.sign(), task.number, visible(&task.brief.title));
        self.text(&title, mark_style(self.theme, mark).patch(self.theme.strong()));
        self.fact("key", task.key.as_str());
        self.fact("state", &state_sentence(view, at));
        if let Some(kind) = task.brief.kind {
            self.fact("kind", kind.word());
        }
        if let Some(agent) = &task.brief.agent {
            self.fact("agent", &visible(agent.as_str()));
        }
        self.ending(&task.state);
        self.tasks("Waits for", board, &task.after);
        self.tasks("Needed by", board, &board.picture.dependents(task.number));
        if !task.brief.body.trim().is_empty() {
            self.gap();
            for line in visible_lines(task.brief.body.trim_end()) {
                self.text(&line, Style::new());
            }
        }
        self.items("Checklist", &task.brief.checklist);
        self.items("Hints", &task.brief.hints);
        let paths = task.brief.paths.iter().map(|path| match path.creates {
            true => format!("{} (new)", path.path),
            false => path.path.clone(),
        });
        self.items("Paths", &paths.collect::<Vec<_>>());
        self.items("Acceptance", &task.brief.acceptance);
        self.turns(board.turns_of(&task.key));
        self.history(board, task.number);
        self.lines
    }

    fn text(&mut self, text: &str, style: Style) {
        let lines = flow(text, self.columns).into_iter();
        self.lines.extend(lines.map(|line| Line::styled(line, style)));
    }

    fn gap(&mut self) {
        self.lines.push(Line::default());
    }

    fn heading(&mut self, name: &str) {
        self.gap();
        self.text(name, self.theme.strong());
    }

    fn fact(&mut self, name: &str, fact: &str) {
        const NAME: usize = 7;
        for (index, line) in flow(fact, self.columns.saturating_sub(NAME)).into_iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let name = Span::styled(format!("{name:NAME$}"), self.theme.faint());
            self.lines.push(Line::from(vec![name, Span::raw(line)]));
        }
    }

    /// `- first line`, the others below it.
    fn item(&mut self, text: &str) {
        let lines = visible_lines(text).flat_map(|line| flow(&line, self.columns.saturating_sub(2)));
        let lines: Vec<_> = lines.collect();
        for (index, line) in lines.into_iter().enumerate() {
            let bullet = if index == 0 { "- " } else { "  " };
            self.lines.push(Line::raw(format!("{bullet}{line}")));
        }
    }

    fn items(&mut self, name: &str, items: &[String]) {
        if !items.is_empty() {
            self.heading(name);
        }
        for item in items {
            self.item(item);
        }
    }

    fn ending(&mut self, state: &TaskState) {
        let (name, text) = match state {
            TaskState::Todo | TaskState::Doing(_) => return,
            TaskState::Done(outcome) => ("Outcome", outcome.note.as_deref()),
            TaskState::Failed(failure) => ("Failure", Some(failure.error.as_str())),
            TaskState::Dropped(dropped) => ("Reason", dropped.reason.as_deref()),
        };
        if let Some(text) = text {
            self.heading(name);
            for line in visible_lines(text) {
                self.text(&line, Style::new());
            }
        }
        match state {
            TaskState::Done(outcome) => self.items("Files", &outcome.files),
            TaskState::Failed(failure) => self.items("Files", &failure.files),
            TaskState::Todo | TaskState::Doing(_) | TaskState::Dropped(_) => {}
        }
    }

    fn tasks(&mut self, name: &str, board: &Board, numbers: &[TaskNumber]) {
        /// More than these are not read one by one.
        const SHOWN: usize = 12;
        if numbers.is_empty() {
            return;
        }
        self.heading(name);
        for number in numbers.iter().take(SHOWN) {
            let Some(view) = board.picture.find(*number) else {
                continue;
            };
            let mark = board.picture.mark(view);
            let text = format!("{} {number} {}", mark.sign(), visible(&view.task.brief.title));
            self.text(&text, mark_style(self.theme, mark));
        }
        if numbers.len() > SHOWN {
            self.text(&format!("… and {} more", numbers.len() - SHOWN), self.theme.faint());
        }
    }

    fn turns<'a>(&mut self, turns: impl Iterator<Item = &'a LinkedTurn>) {
        let turns: Vec<_> = turns.collect();
        if !turns.is_empty() {
            self.heading("Turns");
        }
        for turn in turns {
            let (text, style) = match turn.state {
                TurnState::Planless => (format!("{} has no plan yet", turn.place.folder()), self.theme.faint()),
                TurnState::Waiting => (format!("{} waits for review: e", turn.plan()), self.theme.warning()),
                TurnState::Reported => (turn.report().to_string(), Style::new()),
            };
            self.text(&visible(&text), style);
        }
    }

    fn history(&mut self, board: &Board, number: TaskNumber) {
        let Some(history) = board.history.as_ref().filter(|history| history.task == number) else {
            return;
        };
        self.heading("History");
        let subject = Subject::Task(board.thread, number);
        for operation in &history.operations {
            self.operation(operation, &subject, board);
        }
    }

    fn operation(&mut self, operation: &Operation, subject: &Subject, board: &Board) {
        let head = format!(
            "#{} {} by {}, {}",
            operation.version,
            visible(&operation.verb.to_string()),
            visible(operation.author.as_str()),
            ago(operation.at, board.picture.at)
        );
        self.text(&head, self.theme.faint());
        let own = operation
            .events
            .iter()
            .filter(|event: &&Event| event.subject() == *subject);
        for event in own {
            let sentence = sentence(event, &Titles::default());
            let lines = flow(&sentence, self.columns.saturating_sub(2)).into_iter();
            self.lines.extend(lines.map(|line| Line::raw(format!("  {line}"))));
        }
    }
}
