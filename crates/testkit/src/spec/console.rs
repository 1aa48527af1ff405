//! Reads a `console` block: commands with their expected output.

use std::ops::Range;

use super::suite::Fault;

#[derive(Debug, PartialEq)]
pub struct Run {
    /// The line of the command, counted from 1.
    pub line: usize,
    pub command: String,
    /// The expected output as written, with the exit line if the code is not zero.
    pub expected: String,
    /// The range of `expected` in the source, without blank lines after it.
    pub place: Range<usize>,
}

/// Reads the block whose text is `source[body]` and whose first line has the number `first_line`.
pub fn runs(source: &str, body: Range<usize>, first_line: usize, faults: &mut Vec<Fault>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut in_command = false;
    let mut offset = body.start;
    for (index, raw) in source[body].split_inclusive('\n').enumerate() {
        let line = raw.strip_suffix('\n').unwrap_or(raw);
        let end = offset + raw.len();
        if let Some(command) = after_prompt(line, "$") {
            let command = command.to_owned();
            runs.push(Run {
                line: first_line + index,
                command,
                expected: String::new(),
                place: end..end,
            });
            in_command = true;
        } else if let Some(run) = runs.last_mut() {
            match after_prompt(line, ">").filter(|_| in_command) {
                Some(more) => {
                    run.command.push('\n');
                    run.command.push_str(more);
                    run.place = end..end;
                }
                None => {
                    in_command = false;
                    if !line.trim().is_empty() {
                        run.place.end = end;
                    }
                }
            }
        } else if !line.trim().is_empty() {
            faults.push(Fault::new(first_line + index, "output before the first `$ command`"));
        }
        offset = end;
    }
    for run in &mut runs {
        source[run.place.clone()].clone_into(&mut run.expected);
    }
    if runs.is_empty() {
        faults.push(Fault::new(first_line, "a console block without a `$ command`"));
    }
    runs
}

/// The rest of a line that begins with the prompt. Editors strip the blank after a prompt without a command.
fn after_prompt<'a>(line: &'a str, prompt: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(prompt)?;
    if rest.is_empty() {
        Some("")
    } else {
        rest.strip_prefix(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expect: &[(&str, &str)]) {
        let mut faults = Vec::new();
        let runs = runs(body, 0..body.len(), 1, &mut faults);
        let seen: Vec<_> = runs
            .iter()
            .map(|run| (run.command.as_str(), run.expected.as_str()))
            .collect();
        assert_eq!(seen, expect);
        assert_eq!(faults, []);
    }

    #[test]
    fn commands_with_answers() {
        check(
            "$ true\n$ echo a\na\n[exit 0]\n",
            &[("true", ""), ("echo a", "a\n[exit 0]\n")],
        );
        check("$ a\nx\n\ny\n\n$ b\n", &[("a", "x\n\ny\n"), ("b", "")]);
    }

    #[test]
    fn continued_commands() {
        check(
            "$ cat <<'EOF'\n> {\n>\n> }\n> EOF\n{\n\n}\n",
            &[("cat <<'EOF'\n{\n\n}\nEOF", "{\n\n}\n")],
        );
        check("$ a\nx\n> y\n", &[("a", "x\n> y\n")]);
    }

    #[test]
    fn output_needs_a_command() {
        let mut faults = Vec::new();
        runs("\nx\n$ a\n", 0..7, 10, &mut faults);
        assert_eq!(faults, [Fault::new(11, "output before the first `$ command`")]);
    }
}
