//! Which tasks are shown, and in which order.

use std::cmp::Reverse;

use model::{TaskState, Timestamp};
use render::planwright::{GraphRow, Lane, TaskView, arrange, lanes};
use render::show::mark::Mark;

use super::picture::Picture;

/// What needs a person comes first, what is settled last.
pub const ORDER: [Mark; 6] = [
    Mark::Failed,
    Mark::Doing,
    Mark::Ready,
    Mark::Waiting,
    Mark::Done,
    Mark::Dropped,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// Above the tasks that stand so.
    Heading(Mark),
    /// A task, by its position in the picture.
    Task(usize),
    /// The same in the graph.
    Node(usize, GraphRow),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// By how tasks stand.
    List,
    /// By what waits for what.
    Graph,
}

/// What lets a task through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sieve {
    /// Any if empty.
    pub marks: Vec<Mark>,
    /// In the title, the key or the holder's name, or the number; anything if empty.
    pub words: String,
}

/// The rows of a picture, and how many tasks of each kind there are in all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    pub rows: Vec<Row>,
    /// Of the graph, for each of its rows. None if there are more than could be followed.
    lanes: Vec<Lane>,
    widest_lane: usize,
    tally: [usize; ORDER.len()],
}

impl Row {
    pub fn position(self) -> Option<usize> {
        match self {
            Self::Heading(_) => None,
            Self::Task(position) | Self::Node(position, _) => Some(position),
        }
    }
}

impl Sieve {
    pub fn is_open(&self) -> bool {
        self.marks.is_empty() && self.words.is_empty()
    }

    pub fn toggle(&mut self, mark: Mark) {
        match self.marks.iter().position(|chosen| *chosen == mark) {
            Some(position) => drop(self.marks.remove(position)),
            None => self.marks.push(mark),
        }
    }

    fn lets(&self, view: TaskView<'_>, mark: Mark, words: &str) -> bool {
        let is_wanted = self.marks.is_empty() || self.marks.contains(&mark);
        is_wanted && (words.is_empty() || is_about(view, words))
    }
}

impl Rows {
    pub fn new(picture: &Picture, sieve: &Sieve, shape: Shape) -> Self {
        let words = sieve.words.trim().to_lowercase();
        let mut tally = [0; ORDER.len()];
        let mut kept = Vec::with_capacity(picture.len());
        for position in 0..picture.len() {
            let view = picture.view(position);
            let mark = picture.mark(view);
            tally[place(mark)] += 1;
            if sieve.lets(view, mark, &words) {
                kept.push((mark, position));
            }
        }
        let (rows, lanes) = match shape {
            Shape::List => (list(picture, kept), Vec::new()),
            Shape::Graph => graph(picture, &kept),
        };
        let widest_lane = lanes.iter().map(Lane::width).max().unwrap_or(0);
        Self {
            rows,
            lanes,
            widest_lane,
            tally,
        }
    }

    /// The lines beside a task of the graph, if those of all tasks leave room for words.
    pub fn lane(&self, index: usize, columns: usize) -> Option<&Lane> {
        self.lanes.get(index).filter(|_| self.widest_lane <= columns / 3)
    }

    pub fn count(&self, mark: Mark) -> usize {
        self.tally[place(mark)]
    }
}

fn list(picture: &Picture, mut kept: Vec<(Mark, usize)>) -> Vec<Row> {
    // What was settled last is what somebody looks for first.
    kept.sort_by_key(|(mark, position)| {
        let settled_at = settled_at(&picture.view(*position).task.state);
        (place(*mark), Reverse(settled_at), *position)
    });
    let mut rows = Vec::with_capacity(kept.len() + ORDER.len());
    let mut above = None;
    for (mark, position) in kept {
        if above.replace(mark) != Some(mark) {
            rows.push(Row::Heading(mark));
        }
        rows.push(Row::Task(position));
    }
    rows
}

fn graph(picture: &Picture, kept: &[(Mark, usize)]) -> (Vec<Row>, Vec<Lane>) {
    let views: Vec<_> = kept.iter().map(|(_, position)| picture.view(*position)).collect();
    let rows = arrange(&views);
    let lanes = lanes(&views, &rows).unwrap_or_default();
    let rows = rows.into_iter().map(|row| Row::Node(kept[row.position].1, row));
    (rows.collect(), lanes)
}

fn settled_at(state: &TaskState) -> Option<Timestamp> {
    match state {
        TaskState::Todo | TaskState::Doing(_) => None,
        TaskState::Done(outcome) => Some(outcome.at),
        TaskState::Failed(failure) => Some(failure.at),
        TaskState::Dropped(dropped) => Some(dropped.at),
    }
}

fn is_about(view: TaskView<'_>, words: &str) -> bool {
    let task = view.task;
    let is_number = |words: &str| words.parse() == Ok(task.number.0);
    let holds = |text: &str| text.to_lowercase().contains(words);
    is_number(words.trim_start_matches('#'))
        || task.key.as_str().contains(words)
        || holds(&task.brief.title)
        || task.claim().is_some_and(|claim| holds(claim.agent.as_str()))
}

fn place(mark: Mark) -> usize {
    ORDER.iter().position(|known| *known == mark).unwrap_or(0)
}
