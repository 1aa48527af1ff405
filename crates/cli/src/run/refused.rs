//! A run that could not begin. For programs it says so on one line, which is its last.

use std::ffi::OsString;

use clap::{Command, Parser};
use engine::Sources;
use model::Diagnostic;
use render::errors::{Trouble, error_text};
use render::rawko::{invalid, invalid_text};
use render::run::run_refused_json;

use crate::answer::{Answer, exit};
use crate::trouble;

/// In the language that was asked for.
pub fn refused(trouble: &Trouble, wants_json: bool) -> Answer {
    match wants_json {
        true => Answer::machine_error(run_refused_json(trouble, &[]), trouble.exit),
        false => Answer::error(error_text(trouble), trouble.exit),
    }
}

/// Because of what stands in a file.
pub fn unfit(diagnostics: &[Diagnostic], sources: &Sources, wants_json: bool) -> Answer {
    match wants_json {
        true => {
            let line = run_refused_json(&invalid(diagnostics), diagnostics);
            Answer::machine_error(line, exit::INVALID)
        }
        false => {
            let text = invalid_text(diagnostics, &|path| sources.get(path));
            Answer::error(text, exit::INVALID)
        }
    }
}

/// Before the words on the command line are understood, or the world around is as it must be.
pub fn complain<Line: Parser>(line: &[OsString], trouble: &Trouble, wants_json: bool) -> Answer {
    match wants_json && is_meant(Line::command(), line) {
        true => refused(trouble, true),
        false => trouble::answer(trouble, wants_json),
    }
}

/// Whether a run was asked for, however wrong the rest of the line is.
fn is_meant(command: Command, line: &[OsString]) -> bool {
    let understood = command.ignore_errors(true).try_get_matches_from(line);
    understood.is_ok_and(|words| words.subcommand_name() == Some("run"))
}
