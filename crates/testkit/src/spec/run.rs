//! Runs one test and reports differences.

use std::io;
use std::path::Path;

use super::compare;
use super::console::Run;
use super::shell::Answer;
use super::stage::Stage;
use super::suite::{File, Test};

/// The outputs of all runs of a test, in order. The list ends at a run that did not end.
pub fn answers(test: &Test, shared: &[File], bins: &Path) -> io::Result<Vec<Answer>> {
    let stage = Stage::open(bins)?;
    for file in shared.iter().chain(&test.files) {
        stage.write(file)?;
    }
    let mut answers = Vec::new();
    for run in &test.runs {
        answers.push(stage.run(&run.command)?);
        if !matches!(answers.last(), Some(Answer::Ended { .. })) {
            break;
        }
    }
    Ok(answers)
}

/// One message for each run that differs, with its place in the suite `label`.
pub fn check(test: &Test, shared: &[File], label: &str, bins: &Path) -> io::Result<Vec<String>> {
    let answers = answers(test, shared, bins)?;
    Ok(test
        .runs
        .iter()
        .zip(&answers)
        .filter_map(|(run, answer)| difference(run, answer, label))
        .collect())
}

pub fn difference(run: &Run, answer: &Answer, label: &str) -> Option<String> {
    let what = match answer {
        Answer::Ended { output, code } => {
            let actual = transcript(output, *code);
            if compare::matches(&run.expected, &actual) {
                return None;
            }
            compare::diff(&run.expected, &actual)
        }
        Answer::Overran { output } => format!("killed: the command did not end within the limit\n{output}"),
        Answer::Detached => "a process of the command left its group and keeps the output open\n".to_owned(),
    };
    let command = run.command.replace('\n', "\n> ");
    Some(format!("{label}:{}\n$ {command}\n{what}", run.line))
}

/// An output as a console block shows it.
pub fn transcript(output: &str, code: i32) -> String {
    let mut text = compare::without_blank_end(output);
    if code != 0 {
        text += &format!("[exit {code}]\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::suite::parse;
    use super::*;

    fn check(suite: &str, expect: &[&str]) {
        let (suite, faults) = parse(suite);
        assert_eq!(faults, []);
        let found: Vec<String> = suite
            .tests
            .iter()
            .flat_map(|test| super::check(test, &suite.files, "s.md", Path::new("/nowhere")).unwrap())
            .collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn runs_share_a_folder_and_tests_do_not() {
        check(
            "# S\n```text file=shared\nhello\n```\n\
             ## One\n```console\n$ cat shared; echo more >own\nhello\n$ cat own\nmore\n```\n\
             ## Two\n```console\n$ ls\nshared\n$ ls own\n...\n[exit 2]\n```\n",
            &[],
        );
    }

    #[test]
    fn a_difference_names_command_and_place() {
        check(
            "## One\n```console\n$ echo a\nb\n$ cat <<'EOF'\n> x\n> EOF\nx\n[exit 1]\n```\n",
            &[
                "s.md:3\n$ echo a\n--- expected\n+++ actual\n@@ -1 +1 @@\n-b\n+a\n",
                "s.md:5\n$ cat <<'EOF'\n> x\n> EOF\n--- expected\n+++ actual\n@@ -1,2 +1 @@\n x\n-[exit 1]\n",
            ],
        );
    }
}
