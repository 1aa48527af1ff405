//! From the text of the file to a configuration.

use model::{Diagnostic, limits};

use super::rules::{SYNTAX, WORDING};
use super::section::{Section, note};
use super::{Config, agents, planner, run, sections};
use crate::data::{Collector, parse_toml};

const SYNTAX_HINT: &str = "The file is TOML: `key = value` lines below `[section]` lines, with texts in quotes.";

/// What the text says, and everything that is wrong with it. Where something is wrong, the default stands.
pub fn read(text: &str) -> (Config, Vec<Diagnostic>) {
    let mut log = Collector::new(text, &WORDING);
    if text.len() > limits::CONFIG_BYTES {
        let message = format!("The file has more than {} bytes.", limits::CONFIG_BYTES);
        note(&mut log, SYNTAX, 0..0, message, SYNTAX_HINT);
        return (Config::default(), in_order(log));
    }
    let (root, errors) = parse_toml(text);
    for (why, span) in errors {
        note(&mut log, SYNTAX, span, sentence(&why), SYNTAX_HINT);
    }
    let top = Section::top(&root).with_keys(sections::TOP, &mut log);
    let config = Config {
        sandbox: sections::sandbox(&top, &mut log),
        execute: sections::execute(&top, &mut log),
        research: sections::research(&top, &mut log),
        fetch: sections::fetch(&top, &mut log),
        planner: planner::planner(&top, &mut log),
        prompts: sections::prompts(&top, &mut log),
        run: run::run(&top, &mut log),
        agents: agents::agents(&top, &mut log),
    };
    // No version reads this section yet.
    let _ = top.section("trust", &mut log);
    (config, in_order(log))
}

/// The parser's own words, as a sentence of ours.
fn sentence(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("This is not valid TOML: {}.", line.trim_end_matches('.'))
}

/// As they are in the file. The caller adds the path of the file.
fn in_order(log: Collector<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = log.finish();
    for diagnostic in &mut diagnostics {
        diagnostic.place.path = None;
    }
    diagnostics.sort_by_key(|fault| fault.place.span.as_ref().map(|span| (span.start, span.end)));
    diagnostics
}
