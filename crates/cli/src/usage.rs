//! Command lines that cannot be understood.

use std::env;
use std::ffi::OsString;

use dialect::text::visible::{hidden, visible, visible_lines};
use render::errors::Trouble;

use crate::answer::{Answer, exit};
use crate::trouble;

/// Help and version are answers; anything else is a wrong call, told in the language that was asked for. A door with a
/// JSON shape of its own gives it the complaint in `in_json`.
pub fn answer(error: &clap::Error, wants_json: bool, in_json: impl FnOnce(&str) -> Answer) -> Answer {
    let shown = shown(error);
    match (error.use_stderr(), wants_json) {
        (false, _) => Answer::done(shown),
        (true, true) => in_json(&complaint(error)),
        (true, false) => Answer::error(shown, exit::USAGE),
    }
}

/// The complaint as most doors tell it.
pub fn told_by(program: &str) -> impl FnOnce(&str) -> Answer {
    move |complaint| trouble::answer(&misuse(program, complaint), true)
}

pub fn misuse(program: &str, complaint: &str) -> Trouble {
    Trouble::new("usage", complaint)
        .with_exit(exit::USAGE)
        .with_hint(format!("see {program} --help"))
}

/// clap repeats arguments as they are. If they hide text or control the terminal, the answer has no colors.
fn shown(error: &clap::Error) -> String {
    let is_harmless = |argument: OsString| hidden(&argument.to_string_lossy()) == 0;
    if env::args_os().all(is_harmless) {
        return error.render().ansi().to_string();
    }
    let plain = error.render().to_string();
    visible_lines(&plain).map(|line| line + "\n").collect()
}

/// clap's complaint as one line, without its usage and advice. What is missing or possible stands below its first line.
fn complaint(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let complaint = text.split("\n\n").next().unwrap_or_default();
    let lines: Vec<_> = complaint.lines().map(str::trim).collect();
    let line = lines.join(" ");
    visible(line.trim_start_matches("error: ")).into_owned()
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::complaint;

    fn check(line: &[&str], expected: &str) {
        let command = Command::new("x")
            .arg(Arg::new("goal").long("goal").required(true))
            .arg(Arg::new("level").long("level").value_parser(["low", "high"]));
        let error = command.try_get_matches_from(line).unwrap_err();
        assert_eq!(complaint(&error), expected);
    }

    #[test]
    fn a_complaint_says_what_is_missing() {
        check(
            &["x"],
            "the following required arguments were not provided: --goal <goal>",
        );
        check(
            &["x", "--goal", "g", "--level", "odd"],
            "invalid value 'odd' for '--level <level>' [possible values: low, high]",
        );
        check(&["x", "--odd"], "unexpected argument '--odd' found");
    }
}
