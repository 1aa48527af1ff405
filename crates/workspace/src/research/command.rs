//! The user's own search command. It gets the query as its last argument, and prints the results.

use std::ops::ControlFlow;

use super::{Hit, ResearchError, ResearchLimits, hits};
use crate::program::{End, Program, Ran, in_plain_words, run};

const STDERR_CHARS: usize = 500;

pub(super) fn search(query: &str, argv: &[String], limits: &ResearchLimits) -> Result<Vec<Hit>, ResearchError> {
    let program = argv.first().cloned().unwrap_or_default();
    let not_started = |why: String| ResearchError::NotStarted {
        program: program.clone(),
        why,
    };
    if program.is_empty() {
        return Err(not_started("no program is named".to_owned()));
    }
    let mut arguments = argv[1..].to_vec();
    arguments.push(not_an_option(query));
    let searching = Program {
        name: &program,
        arguments: &arguments,
        input: None,
        timeout: limits.timeout,
    };
    let mut stdout = Vec::new();
    let mut listen = |chunk: &[u8]| {
        stdout.extend_from_slice(chunk);
        match stdout.len() > limits.max_bytes {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let Ran { end, status, stderr } =
        run(searching, &mut listen).map_err(|error| not_started(in_plain_words(&error)))?;
    match (end, status) {
        (End::TimedOut, _) => Err(ResearchError::TimedOut {
            program,
            limit: limits.timeout,
        }),
        (End::Left, _) => Err(ResearchError::TooLarge {
            program,
            max_bytes: limits.max_bytes,
        }),
        (End::Ended, Ok(status)) if status.success() => {
            hits::from_output(&String::from_utf8_lossy(&stdout), limits.hits)
                .map_err(|why| ResearchError::Unreadable { provider: program, why })
        }
        (End::Ended, status) => Err(ResearchError::Failed {
            program,
            status: status.map_or_else(|error| error.to_string(), |status| status.to_string()),
            stderr: end_of(&stderr),
        }),
    }
}

/// A query comes from a plan, and must not be read as an option.
fn not_an_option(query: &str) -> String {
    if query.starts_with('-') {
        format!(" {query}")
    } else {
        query.to_owned()
    }
}

fn end_of(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let surplus = line.chars().count().saturating_sub(STDERR_CHARS);
    line.chars().skip(surplus).collect()
}
