//! Two versions of a file: what goes, what comes, and which words differ.

mod words;

use std::ops::Range;
use std::rc::Rc;

use dialect::teddy::hunks;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::ink::Ink;
use super::pane::{Ruled, Text};
use super::pieces::{bare, ends_in_returns, pieces_of};
use super::wrap::wrap;
use crate::theme::Theme;

/// Lines around a change.
const CONTEXT: usize = 3;
/// Longer lines are not compared word by word.
const COMPARED_BYTES: usize = 16_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One below the other.
    Unified,
    Beside,
}

pub struct Diff {
    old: Version,
    new: Version,
    /// Each with the piece of its lines that it shows; most lines are of one piece.
    rows: Vec<(Row, usize)>,
    layout: Layout,
}

struct Version {
    text: Rc<str>,
    /// Where the lines begin.
    starts: Vec<usize>,
    has_returns: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    /// This many lines are as they were.
    Gap(usize),
    /// A line of the new version, and perhaps the one beside it.
    Same {
        old: usize,
        new: usize,
    },
    Gone {
        old: usize,
        by: Option<usize>,
    },
    Come {
        new: usize,
        from: Option<usize>,
    },
    /// What was here, and what is here now.
    Beside {
        old: Option<usize>,
        new: Option<usize>,
    },
    /// The last line of one version ends, and that of the other does not.
    End {
        is_new: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Gone,
    Come,
    /// As it is in the old version, and in the new one.
    Kept,
    Same,
}

impl Diff {
    pub fn new(before: &Rc<str>, after: &Rc<str>, layout: Layout) -> Self {
        let has_returns = ends_in_returns(before) && ends_in_returns(after);
        let (old_lines, new_lines) = (whole_lines(before), whole_lines(after));
        let found = hunks(&old_lines, &new_lines);
        let rows = rows(&found, old_lines.len(), layout);
        let starts = (starts(&old_lines), starts(&new_lines));
        let mut diff = Self {
            old: Version::new(before.clone(), starts.0, has_returns),
            new: Version::new(after.clone(), starts.1, has_returns),
            rows: Vec::with_capacity(rows.len() + 1),
            layout,
        };
        for row in rows {
            let pieces = diff.pieces(row);
            diff.rows.extend((0..pieces).map(|piece| (row, piece)));
        }
        let (was_ended, is_ended) = (diff.old.is_ended(), diff.new.is_ended());
        if was_ended != is_ended {
            diff.rows.push((Row::End { is_new: was_ended }, 0));
        }
        diff
    }

    /// Whether this is how the difference would be shown.
    pub fn shows(&self, before: &str, after: &str, layout: Layout) -> bool {
        self.layout == layout && *self.old.text == *before && *self.new.text == *after
    }

    pub fn bytes(&self) -> usize {
        self.old.text.len() + self.new.text.len()
    }

    /// Lines that go, and lines that come.
    pub fn counts(&self) -> (usize, usize) {
        let count = |is_one: fn(&Row) -> bool| {
            let firsts = self.rows.iter().filter(|(_, piece)| *piece == 0);
            firsts.filter(|(row, _)| is_one(row)).count()
        };
        (
            count(|row| matches!(row, Row::Gone { .. } | Row::Beside { old: Some(_), .. })),
            count(|row| matches!(row, Row::Come { .. } | Row::Beside { new: Some(_), .. })),
        )
    }

    /// In how many pieces a row is shown.
    fn pieces(&self, row: Row) -> usize {
        let (old, new) = match row {
            Row::Gap(_) | Row::End { .. } => (None, None),
            Row::Same { old, new } => (Some(old), Some(new)),
            Row::Gone { old, .. } => (Some(old), None),
            Row::Come { new, .. } => (None, Some(new)),
            Row::Beside { old, new } => (old, new),
        };
        let olds = old.map_or(1, |at| pieces_of(self.old.line(at)).count());
        let news = new.map_or(1, |at| pieces_of(self.new.line(at)).count());
        olds.max(news)
    }

    /// A piece of one line of one version, with what differs from its counterpart marked; `None` if it has no such piece.
    fn ruled(&self, side: Side, at: usize, other: Option<usize>, piece: usize, theme: Theme) -> Option<Ruled> {
        let (version, others) = match side {
            Side::Gone | Side::Kept => (&self.old, &self.new),
            Side::Come | Side::Same => (&self.new, &self.old),
        };
        let (mark, style) = match side {
            Side::Gone => ('-', theme.bad()),
            Side::Come => ('+', theme.good()),
            Side::Kept | Side::Same => (' ', Style::new()),
        };
        let line = version.line(at);
        let seen = pieces_of(line).nth(piece)?;
        let digits = self.old.starts.len().max(self.new.starts.len()).to_string().len();
        let number = match piece {
            0 => (at + 1).to_string(),
            _ => "↪".to_owned(),
        };
        let lead = Span::styled(format!("{number:>digits$} {mark} "), style.patch(theme.faint()));
        let mut ink = Ink::new(theme);
        let kept = match side {
            Side::Kept | Side::Same => line.len(),
            Side::Gone | Side::Come => line.trim_end_matches(' ').len(),
        };
        let other = other.map(|other| others.line(other));
        for (range, differs) in compared(line, other) {
            let style = match differs {
                true => style.patch(theme.differing()),
                false => style,
            };
            let end = range.end.min(kept).min(seen.end);
            let start = range.start.max(seen.start).min(end);
            ink.write(&line[start..end], style);
        }
        // Blanks at an end are seen by nobody, so they are drawn.
        let blanks = seen.end.saturating_sub(kept.max(seen.start));
        ink.write(&"·".repeat(blanks), theme.warning());
        Some(Ruled { lead, body: ink.dry() })
    }
}

/// The whole line in pieces, and whether each of them differs from the other line.
fn compared(line: &str, other: Option<&str>) -> Vec<(Range<usize>, bool)> {
    let other = other.filter(|other| line.len().max(other.len()) <= COMPARED_BYTES);
    let differing = other.and_then(|other| words::differing(line, other));
    differing.unwrap_or_else(|| vec![(0..line.len(), false)])
}

fn whole_lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn starts(lines: &[&str]) -> Vec<usize> {
    let ends = lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end - line.len())
    });
    ends.collect()
}

impl Version {
    fn new(text: Rc<str>, starts: Vec<usize>, has_returns: bool) -> Self {
        Self {
            text,
            starts,
            has_returns,
        }
    }

    fn line(&self, index: usize) -> &str {
        let end = self.starts.get(index + 1).copied().unwrap_or(self.text.len());
        bare(&self.text[self.starts[index]..end], self.has_returns)
    }

    fn is_ended(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }
}

impl Text for Diff {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn number(&self, index: usize) -> usize {
        self.rows
            .iter()
            .take(index + 1)
            .filter(|(_, piece)| *piece == 0)
            .count()
    }

    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>> {
        let (row, piece) = self.rows[index];
        let ruled = match row {
            Row::Gap(1) => return said("⋯ 1 line as it is", theme),
            Row::Gap(count) => return said(&format!("⋯ {count} lines as they are"), theme),
            Row::End { is_new: true } => return said("the last line comes to have no line break", theme),
            Row::End { is_new: false } => return said("the last line comes to have a line break", theme),
            Row::Beside { old, new } => {
                let left = old.and_then(|at| self.ruled(Side::Gone, at, new, piece, theme));
                let right = new.and_then(|at| self.ruled(Side::Come, at, old, piece, theme));
                return beside(left, right, width, theme);
            }
            Row::Same { old, new } if self.layout == Layout::Beside => {
                let left = self.ruled(Side::Kept, old, None, piece, theme);
                let right = self.ruled(Side::Same, new, None, piece, theme);
                return beside(left, right, width, theme);
            }
            Row::Same { new, .. } => self.ruled(Side::Same, new, None, piece, theme),
            Row::Gone { old, by } => self.ruled(Side::Gone, old, by, piece, theme),
            Row::Come { new, from } => self.ruled(Side::Come, new, from, piece, theme),
        };
        ruled.map(|ruled| wrap(ruled, width, theme)).unwrap_or_default()
    }
}

fn beside(left: Option<Ruled>, right: Option<Ruled>, width: u16, theme: Theme) -> Vec<Line<'static>> {
    const RULE: &str = " │ ";
    let half = width.saturating_sub(3) / 2;
    let rows = |ruled: Option<Ruled>| ruled.map(|ruled| wrap(ruled, half, theme)).unwrap_or_default();
    let (lefts, rights) = (rows(left), rows(right));
    let both = lefts.len().max(rights.len());
    let mut lefts = lefts.into_iter();
    let mut rights = rights.into_iter();
    let join = |_| {
        let left = lefts.next().unwrap_or_default();
        let blanks = usize::from(half).saturating_sub(left.width());
        let mut spans = left.spans;
        spans.push(Span::raw(" ".repeat(blanks)));
        spans.push(Span::styled(RULE, theme.border()));
        spans.extend(rights.next().unwrap_or_default().spans);
        Line::from(spans)
    };
    (0..both).map(join).collect()
}

fn said(words: &str, theme: Theme) -> Vec<Line<'static>> {
    vec![Line::from(Span::styled(words.to_owned(), theme.faint()))]
}

/// The places that differ, each with a few lines around it.
fn rows(hunks: &[(Range<usize>, Range<usize>)], count: usize, layout: Layout) -> Vec<Row> {
    let mut rows = Vec::new();
    // The lines of both versions that have been told.
    let mut told = (0, 0);
    for (index, (olds, news)) in hunks.iter().enumerate() {
        let context = if index == 0 { 0 } else { CONTEXT };
        rows.extend(same(told, olds.start - told.0, context, CONTEXT));
        let pairs = olds.len().min(news.len());
        let counterpart = |start: usize, at: usize| (at < pairs).then_some(start + at);
        match layout {
            Layout::Unified => {
                rows.extend(olds.clone().enumerate().map(|(at, old)| Row::Gone {
                    old,
                    by: counterpart(news.start, at),
                }));
                rows.extend(news.clone().enumerate().map(|(at, new)| Row::Come {
                    new,
                    from: counterpart(olds.start, at),
                }));
            }
            Layout::Beside => rows.extend((0..olds.len().max(news.len())).map(|at| Row::Beside {
                old: olds.clone().nth(at),
                new: news.clone().nth(at),
            })),
        }
        told = (olds.end, news.end);
    }
    rows.extend(same(told, count - told.0, CONTEXT, 0));
    rows
}

/// Some lines that are in both: the first and last of them are shown. A gap is not worth its own line if it hides one.
fn same(from: (usize, usize), count: usize, first: usize, last: usize) -> impl Iterator<Item = Row> {
    let hidden = count.saturating_sub(first + last);
    let hidden = if hidden > 1 { hidden } else { 0 };
    let shown = move |at: usize| Row::Same {
        old: from.0 + at,
        new: from.1 + at,
    };
    let first = if hidden > 0 { first } else { count };
    let gap = (hidden > 0).then_some(Row::Gap(hidden));
    let above = (0..first).map(shown);
    above.chain(gap).chain((first + hidden..count).map(shown))
}

#[cfg(test)]
#[path = "diff/diff_tests.rs"]
mod tests;
