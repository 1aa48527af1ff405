//! Writes blocks of Markdown: quotes, lists, code, headings and tables.

use super::inline::{Inline, longest_run};
use super::table::Table;

/// Deeper lists and quotes are not indented further.
const DEPTH_MAX: usize = 24;

#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) inline: Inline,
    pub(super) table: Option<Table>,
    pub(super) heading: Option<usize>,
    code: Option<Code>,
    out: String,
    containers: Vec<Container>,
    quotes: usize,
    lists: usize,
    /// The number of containers that are open since the last block.
    shared: usize,
    was_in_list: bool,
}

#[derive(Debug)]
struct Code {
    language: String,
    text: String,
}

#[derive(Debug)]
enum Container {
    Quote,
    /// The number of the next item in a numbered list.
    List(Option<u64>),
    Item {
        marker: String,
        is_written: bool,
    },
}

impl Writer {
    pub(super) fn len(&self) -> usize {
        let code = self.code.as_ref().map_or(0, |code| code.text.len());
        self.out.len() + self.inline.len() + code + self.table.as_ref().map_or(0, Table::len)
    }

    pub(super) fn finish(mut self) -> String {
        self.end_code();
        self.end_table();
        self.block();
        self.out
    }

    pub(super) fn text(&mut self, text: &str) {
        match &mut self.code {
            Some(code) => code.text.push_str(text),
            None => self.inline.push(text),
        }
    }

    /// Ends the current block. Inside of a table, only adds a space.
    pub(super) fn block(&mut self) {
        if self.table.is_some() {
            self.inline.push(" ");
            return;
        }
        let text = self.inline.take();
        if text.is_empty() {
            return;
        }
        match self.heading {
            Some(level) => self.write(&format!("{} {}", "#".repeat(level), text.replace('\n', " "))),
            None => self.write(&text),
        }
    }

    pub(super) fn rule(&mut self) {
        self.block();
        if self.table.is_none() {
            self.write("---");
        }
    }

    pub(super) fn begin_quote(&mut self) {
        self.block();
        self.containers.push(Container::Quote);
        self.quotes += 1;
    }

    pub(super) fn end_quote(&mut self) {
        self.block();
        if self.quotes > 0 {
            while !matches!(self.pop(), None | Some(Container::Quote)) {}
        }
    }

    pub(super) fn begin_list(&mut self, first: Option<u64>) {
        self.block();
        self.containers.push(Container::List(first));
        self.lists += 1;
    }

    pub(super) fn end_list(&mut self) {
        self.block();
        if self.lists > 0 {
            while !matches!(self.pop(), None | Some(Container::List(_))) {}
        }
    }

    pub(super) fn end_item(&mut self) {
        self.block();
        if self.lists > 0 {
            while !matches!(self.containers.last(), None | Some(Container::List(_))) {
                self.pop();
            }
        }
    }

    pub(super) fn begin_item(&mut self, marker: Option<&str>) {
        self.end_item();
        if self.lists == 0 {
            self.begin_list(None);
        }
        let counted = match self.containers.last_mut() {
            Some(Container::List(Some(number))) => {
                *number = number.saturating_add(1);
                format!("{}. ", number.saturating_sub(1))
            }
            _ => "- ".to_owned(),
        };
        self.containers.push(Container::Item {
            marker: marker.map_or(counted, str::to_owned),
            is_written: false,
        });
    }

    pub(super) fn begin_code(&mut self, language: String) {
        self.block();
        self.end_code();
        if self.table.is_none() {
            let text = String::new();
            self.code = Some(Code { language, text });
        }
    }

    /// Sets the language, which an element inside of the code may name.
    pub(super) fn name_language(&mut self, language: &str) {
        if let Some(code) = self.code.as_mut().filter(|code| code.language.is_empty()) {
            language.clone_into(&mut code.language);
        }
    }

    pub(super) fn is_in_code(&self) -> bool {
        self.code.is_some()
    }

    pub(super) fn is_in_list(&self) -> bool {
        self.lists > 0
    }

    pub(super) fn end_code(&mut self) {
        let Some(Code { language, text }) = self.code.take() else {
            return;
        };
        let text = text.strip_prefix('\n').unwrap_or(&text).trim_end();
        if !text.is_empty() {
            let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
            self.write(&format!("{fence}{language}\n{text}\n{fence}"));
        }
    }

    pub(super) fn begin_table(&mut self) {
        self.block();
        self.table = Some(Table::default());
    }

    pub(super) fn end_table(&mut self) {
        if let Some(mut table) = self.table.take() {
            table.end_cell(&mut self.inline);
            for block in table.blocks() {
                self.write(&block);
            }
        }
    }

    fn pop(&mut self) -> Option<Container> {
        let popped = self.containers.pop();
        match popped {
            Some(Container::Quote) => self.quotes -= 1,
            Some(Container::List(_)) => self.lists -= 1,
            _ => {}
        }
        self.shared = self.shared.min(self.containers.len());
        popped
    }

    fn write(&mut self, block: &str) {
        let begins_item = |container: &Container| matches!(container, Container::Item { is_written: false, .. });
        let is_tight = self.was_in_list && self.containers.iter().take(DEPTH_MAX).any(begins_item);
        if !self.out.is_empty() && !is_tight {
            let shared = self.shared.min(DEPTH_MAX);
            let prefix: String = self.containers[..shared].iter_mut().map(Container::prefix).collect();
            self.out.push_str(prefix.trim_end());
            self.out.push('\n');
        }
        for line in block.lines() {
            let containers = self.containers.iter_mut().take(DEPTH_MAX);
            let prefix: String = containers.map(Container::prefix).collect();
            self.out
                .push_str(if line.is_empty() { prefix.trim_end() } else { &prefix });
            self.out.push_str(line);
            self.out.push('\n');
        }
        self.shared = self.containers.len();
        self.was_in_list = self.lists > 0;
    }
}

impl Container {
    /// The prefix of a line in this container.
    fn prefix(&mut self) -> String {
        match self {
            Self::Quote => "> ".to_owned(),
            Self::List(_) => String::new(),
            Self::Item { marker, is_written } => match std::mem::replace(is_written, true) {
                true => " ".repeat(marker.len()),
                false => marker.clone(),
            },
        }
    }
}
