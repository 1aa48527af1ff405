//! `cargo xtask VERB`: everything that is done to this project rather than with it. One verb, one file.

mod bench;
mod cargo;
mod check;
mod contend;
mod crash;
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
mod trouble;

use std::process::ExitCode;

use trouble::Trouble;

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
        ["lines"] => lines::run(),
        ["language", rest @ ..] => language::run(rest),
        [verb @ ("check" | "test" | "crash" | "contend" | "lines"), ..] => {
            Err(Trouble::Usage(format!("`{verb}` takes no arguments")))
        }
        [verb, ..] => Err(Trouble::Usage(format!("there is no verb `{verb}`"))),
    };
    ended.unwrap_or_else(|trouble| {
        eprintln!("error: {trouble}");
        match trouble {
            Trouble::Usage(_) => {
                eprintln!("\n{}", help::USAGE);
                ExitCode::from(2)
            }
            _ => ExitCode::FAILURE,
        }
    })
}
