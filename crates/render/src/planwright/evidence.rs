//! What the checks of a task said, for people.

use dialect::text::visible::visible_lines;
use model::Evidence;

use crate::show::style::{BAD, DIM, GOOD, paint};

/// Of what a check wrote, its end says most.
const LINES_SHOWN: usize = 5;

/// Each with its exit code and its last words.
pub(crate) fn check_lines(evidence: &[Evidence]) -> Vec<String> {
    evidence.iter().flat_map(one).collect()
}

fn one(evidence: &Evidence) -> Vec<String> {
    let (mark, ending) = match evidence.exit_code {
        Some(0) => (paint(GOOD, "✓"), "exit code 0".to_owned()),
        Some(code) => (paint(BAD, "✗"), format!("exit code {code}")),
        None => (paint(BAD, "✗"), "failed".to_owned()),
    };
    let mut lines: Vec<String> = visible_lines(&evidence.command)
        .enumerate()
        .map(|(index, line)| match index {
            0 => format!("{mark} run: {line}"),
            _ => format!("       │ {line}"),
        })
        .collect();
    if let Some(last) = lines.last_mut() {
        last.push_str(&paint(DIM, format!(" ({ending})")));
    }
    let said: Vec<String> = visible_lines(evidence.clip.trim()).collect();
    let left_out = said.len().saturating_sub(LINES_SHOWN);
    if left_out > 0 {
        lines.push(paint(DIM, "    …"));
    }
    lines.extend(said.iter().skip(left_out).map(|line| format!("    {line}")));
    lines
}

#[cfg(test)]
mod tests {
    use model::Fingerprint;

    use super::*;
    use crate::planwright::testing::plain;

    #[track_caller]
    fn check(command: &str, exit_code: Option<i32>, clip: &str, shown: &[&str]) {
        let evidence = Evidence {
            command: command.to_owned(),
            exit_code,
            digest: Fingerprint("0".repeat(64)),
            clip: clip.to_owned(),
        };
        let lines: Vec<String> = check_lines(&[evidence]).iter().map(|line| plain(line)).collect();
        assert_eq!(lines, shown);
    }

    #[test]
    fn a_check_is_told_with_its_exit_code_and_its_last_words() {
        check(
            "make test",
            Some(0),
            "3 passed\n",
            &["✓ run: make test (exit code 0)", "    3 passed"],
        );
        check("true", Some(0), "", &["✓ run: true (exit code 0)"]);
        check(
            "sleep 9\nfalse",
            None,
            "1\n2\n3\n4\n5\n6\u{202e}",
            &[
                "✗ run: sleep 9",
                "       │ false (failed)",
                "    …",
                "    2",
                "    3",
                "    4",
                "    5",
                "    6\\u{202e}",
            ],
        );
    }
}
