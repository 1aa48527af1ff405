//! From the text of the file to a configuration.

use model::{Diagnostic, limits};
use toml::de::DeTable;

use super::fault::{Faults, SYNTAX};
use super::section::Section;
use super::{Config, agents, planner, run, sections};
use crate::teddy::lines::LineIndex;

const SYNTAX_HINT: &str = "The file is TOML: `key = value` lines below `[section]` lines, with texts in quotes.";

/// What the text says, and everything that is wrong with it. Where something is wrong, the default stands.
pub fn read(text: &str) -> (Config, Vec<Diagnostic>) {
    let mut faults = Faults::default();
    if text.len() > limits::CONFIG_BYTES {
        let message = format!("The file has more than {} bytes.", limits::CONFIG_BYTES);
        faults.note(SYNTAX, 0..0, message, SYNTAX_HINT);
        return (Config::default(), in_order(faults, text));
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        faults.note(SYNTAX, span, sentence(error.message()), SYNTAX_HINT);
    }
    let top = Section::top(table.get_ref()).with_keys(sections::TOP, &mut faults);
    let config = Config {
        sandbox: sections::sandbox(&top, &mut faults),
        execute: sections::execute(&top, &mut faults),
        research: sections::research(&top, &mut faults),
        fetch: sections::fetch(&top, &mut faults),
        planner: planner::planner(&top, &mut faults),
        prompts: sections::prompts(&top, &mut faults),
        run: run::run(&top, &mut faults),
        agents: agents::agents(&top, &mut faults),
        trust: sections::opaque(&top, "trust", &mut faults),
    };
    (config, in_order(faults, text))
}

/// The parser's own words, as a sentence of ours.
fn sentence(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("This is not valid TOML: {}.", line.trim_end_matches('.'))
}

/// As they stand in the file, each with its line.
fn in_order(faults: Faults, text: &str) -> Vec<Diagnostic> {
    let index = LineIndex::new(text);
    let mut faults = faults.into_vec();
    for fault in &mut faults {
        if let Some(span) = &mut fault.place.span {
            *span = text.floor_char_boundary(span.start)..text.floor_char_boundary(span.end.max(span.start));
            fault.place.line_column = Some(index.line_column(span.start));
        }
    }
    faults.sort_by_key(|fault| fault.place.span.as_ref().map(|span| (span.start, span.end)));
    faults
}
