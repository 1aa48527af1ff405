//! Compares expected with real output. `[..]` matches anything within a line, a line `...` any number of lines.

use similar::TextDiff;

const WITHIN_LINE: &str = "[..]";
const LINES: &str = "...";

/// Compares two transcripts. Blank lines at the end are layout of the console block and do not count. The exit line is
/// compared separately, so that a wildcard cannot hide a failure.
pub fn matches(expected: &str, actual: &str) -> bool {
    let (expected, expected_exit) = without_exit(lines(expected));
    let (actual, actual_exit) = without_exit(lines(actual));
    expected_exit == actual_exit && lines_match(&expected, &actual)
}

fn without_exit(mut lines: Vec<&str>) -> (Vec<&str>, Option<&str>) {
    let exit = lines.last().copied().filter(|line| is_exit(line));
    if exit.is_some() {
        lines.pop();
    }
    (lines, exit)
}

fn is_exit(line: &str) -> bool {
    line.starts_with("[exit ") && line.ends_with(']')
}

fn lines_match(expected: &[&str], actual: &[&str]) -> bool {
    let (mut e, mut a) = (0, 0);
    // The last `...` and the line up to which it matches; extended by a line whenever the next line does not match.
    let mut star: Option<(usize, usize)> = None;
    while a < actual.len() {
        if expected.get(e) == Some(&LINES) {
            star = Some((e, a));
            e += 1;
        } else if expected.get(e).is_some_and(|pattern| line_matches(pattern, actual[a])) {
            e += 1;
            a += 1;
        } else if let Some((at, reach)) = star {
            star = Some((at, reach + 1));
            e = at + 1;
            a = reach + 1;
        } else {
            return false;
        }
    }
    expected[e..].iter().all(|&line| line == LINES)
}

/// A unified diff in which lines that match a wildcard count as equal.
pub fn diff(expected: &str, actual: &str) -> String {
    let expected_lines = lines(expected);
    let shown: Vec<&str> = lines(actual)
        .into_iter()
        .map(|line| stand_in(&expected_lines, line))
        .collect();
    let (old, new) = (text(&expected_lines), text(&shown));
    TextDiff::from_lines(&old, &new)
        .unified_diff()
        .header("expected", "actual")
        .to_string()
}

/// The text without blank lines at its end and with a newline after each line.
pub fn without_blank_end(output: &str) -> String {
    text(&lines(output))
}

fn stand_in<'a>(expected: &[&'a str], line: &'a str) -> &'a str {
    let fits = |pattern: &&&str| pattern.contains(WITHIN_LINE) && !is_exit(line) && line_matches(pattern, line);
    expected.iter().find(fits).copied().unwrap_or(line)
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((first, pattern)) = pattern.split_once(WITHIN_LINE) else {
        return pattern == line;
    };
    let (middle, last) = pattern.rsplit_once(WITHIN_LINE).unwrap_or(("", pattern));
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    for part in middle.split(WITHIN_LINE) {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

fn text(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &str, actual: &str, fits: bool) {
        assert_eq!(matches(expected, actual), fits, "{expected:?} against {actual:?}");
    }

    #[test]
    fn exact_text() {
        check("", "", true);
        check("a\nb\n", "a\nb\n", true);
        check("a\n", "a", true);
        check("a\n", "a\n\n", true);
        check("a\n", "\na\n", false);
        check("a\n", "a \n", false);
        check("a\n", "a\r\n", false);
        check("", "a\n", false);
        check("a\nb\n", "a\n", false);
    }

    #[test]
    fn anything_within_a_line() {
        check("took [..] ms", "took 12 ms", true);
        check("took [..]ms", "took ms", true);
        check("[..]\na", "\na", true);
        check("a[..]b[..]c", "a1b2b3c", true);
        check("a[..]a", "a", false);
        check("a[..]b", "a1\nb", false);
        check("[..]b[..]", "xxbxx", true);
        check("[..]é", "aé", true);
    }

    #[test]
    fn any_number_of_lines() {
        check("...", "", true);
        check("a\n...\nz", "a\nz", true);
        check("a\n...\nz", "a\nb\nz\nc\nz\n", true);
        check("a\n...\nz", "a\nz\nb\n", false);
        check("...\nb\n...\nd", "a\nb\nc\nb\nd", true);
        check("...\n[..]x", "1\n2x\n3x", true);
        check("a\n...", "a\nb\nc", true);
    }

    #[test]
    fn wildcards_do_not_hide_the_exit_code() {
        check("...", "a\n[exit 1]\n", false);
        check("[..]", "[exit 1]\n", false);
        check("...\n[exit 1]", "a\n[exit 1]\n", true);
        check("...\n[exit 1]", "a\n[exit 2]\n", false);
        check("...\n[exit 1]", "a\n", false);
        check("[exit [..]]", "[exit 1]\n", false);
    }

    #[test]
    fn a_diff_shows_only_what_differs() {
        assert_eq!(
            diff("took [..] ms\nok\n", "took 3 ms\nno\n"),
            "--- expected\n+++ actual\n@@ -1,2 +1,2 @@\n took [..] ms\n-ok\n+no\n"
        );
        assert_eq!(
            diff("[..]\n", "[exit 1]\n"),
            "--- expected\n+++ actual\n@@ -1 +1 @@\n-[..]\n+[exit 1]\n"
        );
    }
}
