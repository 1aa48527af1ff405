//! A table of data, row by row.

use super::inline::Inline;

/// Wider ones are cut; nobody could read them.
const COLUMNS_MAX: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    bytes: usize,
    is_in_cell: bool,
}

impl Table {
    pub(super) fn len(&self) -> usize {
        self.bytes
    }

    pub(super) fn begin_row(&mut self, inline: &mut Inline) {
        self.end_cell(inline);
        self.rows.push(Vec::new());
        self.bytes += 1;
    }

    pub(super) fn begin_cell(&mut self, inline: &mut Inline) {
        self.end_cell(inline);
        if self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        self.is_in_cell = true;
    }

    /// What stands outside of any cell, like a caption, is a row of its own.
    pub(super) fn end_cell(&mut self, inline: &mut Inline) {
        let text = inline.take().replace('\n', " ").replace('|', "\\|");
        self.bytes += text.len() + 3;
        if !std::mem::take(&mut self.is_in_cell) {
            if !text.is_empty() {
                self.rows.push(vec![text]);
            }
        } else if let Some(row) = self.rows.last_mut().filter(|row| row.len() < COLUMNS_MAX) {
            row.push(text);
        }
    }

    /// Rows of one cell before the first of several are paragraphs; so is everything if no row has several.
    pub(super) fn blocks(self) -> Vec<String> {
        let mut rows = self.rows;
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let first_wide = rows.iter().position(|row| row.len() > 1).unwrap_or(rows.len());
        let wide = rows.split_off(first_wide);
        let mut blocks = rows.concat();
        let columns = wide.iter().map(Vec::len).max().unwrap_or_default();
        let Some((head, body)) = wide.split_first() else {
            return blocks;
        };
        let mut head = head.clone();
        head.resize(columns, String::new());
        let lines = [line(&head), line(&vec!["---".to_owned(); columns])];
        let lines: Vec<_> = lines.into_iter().chain(body.iter().map(|row| line(row))).collect();
        blocks.push(lines.join("\n"));
        blocks
    }
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}
