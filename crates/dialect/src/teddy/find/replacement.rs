//! What is written in place of the text that was found.

use std::ops::Range;

use super::line::{Line, LineEnd, indent, start_of};
use super::loose::{Place, Shift};
use super::{Match, Wanted};

pub(super) fn exact(text: &str, span: Range<usize>, wanted: Wanted<'_>) -> Match {
    build(text, span, wanted, Shift::Deeper(""), Vec::new())
}

pub(super) fn loose(text: &str, place: &Place<'_>, wanted: Wanted<'_>) -> Match {
    build(text, place.span.clone(), wanted, place.shift, place.differences.clone())
}

fn build(
    text: &str,
    span: Range<usize>,
    wanted: Wanted<'_>,
    shift: Shift<'_>,
    differences: Vec<super::Difference>,
) -> Match {
    let (span, replacement) = match wanted.replace {
        None => (whole_lines(text, span), String::new()),
        Some(replace) => {
            let line_end = line_end(text, span.start);
            (span, written(replace, shift, line_end))
        }
    };
    Match {
        span,
        replacement,
        differences,
    }
}

fn written(replace: &str, shift: Shift<'_>, line_end: &str) -> String {
    if (shift, line_end) == (Shift::Deeper(""), "\n") {
        return replace.to_owned();
    }
    let lines: Vec<String> = replace.split('\n').map(|line| shifted(line, shift)).collect();
    lines.join(line_end)
}

fn shifted(line: &str, shift: Shift<'_>) -> String {
    match shift {
        _ if line.trim().is_empty() => line.to_owned(),
        Shift::Deeper(more) => format!("{more}{line}"),
        Shift::Shallower(less) => {
            let have = indent(line).len();
            line[have.min(less.len())..].to_owned()
        }
    }
}

/// The whole lines with their last line end, if the span covers all of them but blanks in front.
fn whole_lines(text: &str, span: Range<usize>) -> Range<usize> {
    let start = start_of(text, span.start);
    let last = Line::around(text, span.end);
    let whole = text[start..span.start].trim().is_empty() && last.span().end == span.end;
    if whole { start..last.next_start() } else { span }
}

/// As the file ends its lines here, or in the line before where this is the last.
fn line_end(text: &str, byte: usize) -> &'static str {
    let line = Line::around(text, byte);
    let end = match line.end {
        LineEnd::None => line.previous(text).map_or(LineEnd::None, |line| line.end),
        end => end,
    };
    match end {
        LineEnd::CrLf => "\r\n",
        LineEnd::Lf | LineEnd::None => "\n",
    }
}
