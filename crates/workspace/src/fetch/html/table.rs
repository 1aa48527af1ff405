//! Collects the rows of a data table.

use super::inline::Inline;

/// Further columns are dropped.
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

    /// Text outside of any cell, such as a caption, becomes a separate row.
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

    /// Rows with one cell before the first wider row become paragraphs.
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
