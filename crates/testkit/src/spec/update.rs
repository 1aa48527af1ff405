//! Rewrites the expected outputs of suites in place and keeps all other bytes.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use super::compare;
use super::console::Run;
use super::run::{self, transcript};
use super::shell::Answer;
use super::suite;
use super::tree::Loaded;

/// Updates the tests whose name contains `filter`, and reports what changed.
pub fn suites(suites: &[Loaded], bins: &Path, filter: Option<&str>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for loaded in suites {
        match update(loaded, bins, filter) {
            Ok(0) => {}
            Ok(count) => println!("{}: {count} rewritten", loaded.label),
            Err(trouble) => {
                eprintln!("error: {trouble}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

#[derive(Debug, PartialEq)]
struct Edit {
    place: Range<usize>,
    text: String,
}

fn update(loaded: &Loaded, bins: &Path, filter: Option<&str>) -> Result<usize, String> {
    if let Some(faults) = loaded.faults() {
        return Err(faults);
    }
    let at_file = |error: io::Error| format!("{}: {error}", loaded.label);
    let mut edits = Vec::new();
    for test in &loaded.suite.tests {
        let name = format!("{}::{}", loaded.name, test.slug);
        if filter.is_some_and(|filter| !name.contains(filter)) {
            continue;
        }
        let answers = run::answers(test, &loaded.suite.files, bins).map_err(at_file)?;
        for (run, answer) in test.runs.iter().zip(&answers) {
            match answer {
                Answer::Ended { output, code } => {
                    edits.extend(edit(run, &transcript(output, *code)));
                }
                Answer::Overran { .. } | Answer::Detached => {
                    return Err(run::difference(run, answer, &loaded.label).unwrap_or_default());
                }
            }
        }
    }
    if !edits.is_empty() {
        let text = rewrite(&loaded.text, &edits).map_err(|fault| format!("{}: {fault}", loaded.label))?;
        fs::write(&loaded.path, text).map_err(at_file)?;
    }
    Ok(edits.len())
}

/// `None` if the expected output already matches, wildcards included.
fn edit(run: &Run, actual: &str) -> Option<Edit> {
    (!compare::matches(&run.expected, actual)).then(|| Edit {
        place: run.place.clone(),
        text: actual.to_owned(),
    })
}

/// The edits must be sorted by place. An output that would be read as something else, such as a prompt or a closing
/// fence, is refused.
fn rewrite(text: &str, edits: &[Edit]) -> Result<String, String> {
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        new.push_str(&text[done..edit.place.start]);
        new.push_str(&edit.text);
        done = edit.place.end;
    }
    new.push_str(&text[done..]);
    match misread(text, &new, edits) {
        Some(command) => Err(format!(
            "the output of `{command}` cannot be written into its console block"
        )),
        None => Ok(new),
    }
}

/// The first command whose output would not be read back as written.
fn misread(old: &str, new: &str, edits: &[Edit]) -> Option<String> {
    let (old, _) = suite::parse(old);
    let (new, faults) = suite::parse(new);
    let olds = old.tests.iter().flat_map(|test| &test.runs);
    let mut news = new.tests.iter().flat_map(|test| &test.runs);
    for run in olds {
        let expected = edits
            .iter()
            .find(|edit| edit.place == run.place)
            .map_or(&run.expected, |edit| &edit.text);
        if news
            .next()
            .is_none_or(|read| read.command != run.command || read.expected != *expected)
        {
            return Some(run.command.clone());
        }
    }
    news.next()
        .map(|run| run.command.clone())
        .or_else(|| faults.first().map(|fault| fault.message.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `answers` are the real outputs, one for each run.
    fn try_update(text: &str, answers: &[&str]) -> Result<String, String> {
        let (suite, faults) = suite::parse(text);
        assert_eq!(faults, []);
        let runs = suite.tests.iter().flat_map(|test| &test.runs);
        let edits: Vec<Edit> = runs
            .zip(answers)
            .filter_map(|(run, actual)| edit(run, actual))
            .collect();
        rewrite(text, &edits)
    }

    #[track_caller]
    fn check(text: &str, answers: &[&str], expect: &str) {
        assert_eq!(try_update(text, answers).unwrap(), expect);
    }

    #[test]
    fn replaces_only_what_differs() {
        check(
            "# S  \n\n## T\r\n```console\n$ a\nold\n\n$ b\n$ c\n[exit 1]\n```\nend",
            &["new\n", "b\n[exit 2]\n", ""],
            "# S  \n\n## T\r\n```console\n$ a\nnew\n\n$ b\nb\n[exit 2]\n$ c\n```\nend",
        );
    }

    #[test]
    fn keeps_wildcards_that_fit() {
        let text = "## T\n```console\n$ a\ntook [..]\n...\n[exit 1]\n```\n";
        check(text, &["took 1\nx\n[exit 1]\n"], text);
        check(text, &["took 1\n"], "## T\n```console\n$ a\ntook 1\n```\n");
    }

    #[test]
    fn refuses_output_that_reads_as_something_else() {
        let text = "## T\n```console\n$ a\nx\n$ b\n```\n";
        for output in ["$ c\n", "```\n", "> more\n", "y\n```\n# H\n"] {
            let refusal = try_update(text, &[output, ""]).unwrap_err();
            assert_eq!(
                refusal, "the output of `a` cannot be written into its console block",
                "{output:?}"
            );
        }
    }
}
