//! `cargo xtask COMMAND`: checks, tests and measures this project. One command, one file.

mod bench;
mod cargo;
mod check;
mod contend;
mod crash;
mod docs;
mod error;
mod fuzz;
mod help;
mod language;
mod lines;
mod metadata;
mod outline;
mod project;
mod promise;
mod rust_text;
mod sim;
mod skips;
mod spec;
mod step;
mod tally;
mod test;
mod tools;

use std::process::ExitCode;

use error::XtaskError;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = match arguments.as_slice() {
        [] | ["help" | "--help" | "-h", ..] => help::run(),
        ["check"] => check::run(),
        ["test"] => test::run(),
        ["spec", rest @ ..] => spec::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        ["crash"] => crash::run(),
        ["contend"] => contend::run(),
        ["sim", rest @ ..] => sim::run(rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["docs"] => docs::run(),
        ["lines"] => lines::run(),
        ["language", rest @ ..] => language::run(rest),
        [verb @ ("check" | "test" | "crash" | "contend" | "docs" | "lines"), ..] => {
            Err(XtaskError::Usage(format!("`{verb}` takes no arguments")))
        }
        [verb, ..] => Err(XtaskError::Usage(format!("there is no command `{verb}`"))),
    };
    ended.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        match error {
            XtaskError::Usage(_) => {
                eprintln!("\n{}", help::USAGE);
                ExitCode::from(2)
            }
            _ => ExitCode::FAILURE,
        }
    })
}
