//! A diff small enough for a message.

use similar::{Algorithm, DiffOp, capture_diff_slices};

const LINES_MAX: usize = 24;
const COMPARED_MAX: usize = 200;
const CONTEXT: usize = 2;
/// Characters of a line, and how many of them stand before the first difference.
const LINE_CHARS: usize = 120;
const LEAD_CHARS: usize = 30;

/// `-` is what the file has, `+` what was asked for. Cut where it gets long.
pub(super) fn small(have: &[&str], wanted: &[&str]) -> String {
    let same = have.iter().zip(wanted).take_while(|(have, want)| have == want).count();
    let from = same.saturating_sub(CONTEXT);
    let (have, wanted) = (cut(&have[from..]), cut(&wanted[from..]));
    let mut lines = Vec::new();
    let ops = capture_diff_slices(Algorithm::Myers, have, wanted);
    for (index, op) in ops.iter().enumerate() {
        match op {
            DiffOp::Equal { old_index, len, .. } => {
                let equal = &have[*old_index..old_index + len];
                lines.extend(context(equal, index == 0, index + 1 == ops.len()));
            }
            op => lines.extend(changed(&have[op.old_range()], &wanted[op.new_range()])),
        }
    }
    if lines.len() > LINES_MAX {
        lines.truncate(LINES_MAX);
        lines.push("…".to_owned());
    }
    lines.join("\n")
}

fn cut<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    &lines[..lines.len().min(COMPARED_MAX)]
}

fn context(equal: &[&str], first: bool, last: bool) -> Vec<String> {
    let shown = |line: &&str| format!(" {}", clip(line, 0));
    let head = if first { 0 } else { CONTEXT };
    let tail = if last { 0 } else { CONTEXT };
    if equal.len() <= head + tail {
        return equal.iter().map(shown).collect();
    }
    let (head, tail) = (&equal[..head], &equal[equal.len() - tail..]);
    let gap = (!head.is_empty() && !tail.is_empty()).then(|| " …".to_owned());
    head.iter()
        .map(shown)
        .chain(gap)
        .chain(tail.iter().map(shown))
        .collect()
}

fn changed(have: &[&str], wanted: &[&str]) -> Vec<String> {
    let skip = |line: &str, other: Option<&&str>| {
        let same = |other: &&str| line.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        other.map_or(0, same).saturating_sub(LEAD_CHARS)
    };
    let side = |mark: char, lines: &[&str], others: &[&str]| -> Vec<String> {
        let numbered = lines.iter().enumerate();
        numbered
            .map(|(index, line)| format!("{mark}{}", clip(line, skip(line, others.get(index)))))
            .collect()
    };
    let mut lines = side('-', have, wanted);
    lines.extend(side('+', wanted, have));
    lines
}

/// At most `LINE_CHARS` of a line, beginning with the character `from` if it is too long. Blanks at its end are shown.
fn clip(line: &str, from: usize) -> String {
    let solid = line.trim_end_matches([' ', '\t']);
    let visible = format!("{solid}{}", "·".repeat(line.len() - solid.len()));
    if visible.chars().count() <= LINE_CHARS {
        return visible;
    }
    let start = if from > 0 { "…" } else { "" };
    let kept: String = visible.chars().skip(from).take(LINE_CHARS).collect();
    let end = if visible.chars().count() > from + LINE_CHARS {
        "…"
    } else {
        ""
    };
    format!("{start}{kept}{end}")
}
