//! The rulebook that planloop keeps in the agents' `docs/agents.md`, between two markers. The rest is the user's.

use std::ops::Range;

const BLOCK: &str = include_str!("agents.md");
const HEADING: &str = "# Instructions for agents";
const BEGIN: &str = "<!-- planloop:begin";
const END: &str = "<!-- planloop:end";

/// The whole new file, or `None` if the existing one holds our block already.
pub fn merged(existing: Option<&str>) -> Option<String> {
    let text = existing.unwrap_or_default();
    if text.trim().is_empty() {
        return Some(format!("{HEADING}\n\n{BLOCK}"));
    }
    let marked = Marked::find(text);
    match marked.blocks.as_slice() {
        [block] if is_same(&text[block.clone()]) => None,
        _ => Some(replaced(text, &marked)),
    }
}

/// Where our markers stand.
#[derive(Default)]
struct Marked {
    /// From a begin marker to the next end marker, both included, without the last line break.
    blocks: Vec<Range<usize>>,
    /// Lines with a marker that has no partner. What follows or precedes such a line may be the user's.
    strays: Vec<Range<usize>>,
}

impl Marked {
    fn find(text: &str) -> Self {
        let mut marked = Self::default();
        let mut open: Option<Range<usize>> = None;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let whole = start..start + line.len();
            let bare = start..start + line.trim_end_matches(['\r', '\n']).len();
            if is_marker(line, BEGIN) {
                marked.strays.extend(open.replace(whole));
            } else if is_marker(line, END) {
                match open.take() {
                    Some(begin) => marked.blocks.push(begin.start..bare.end),
                    None => marked.strays.push(whole),
                }
            }
            start += line.len();
        }
        marked.strays.extend(open);
        marked
    }
}

fn is_marker(line: &str, marker: &str) -> bool {
    let line = line.trim();
    line.starts_with(marker) && line.ends_with("-->")
}

/// Blind to line ends and trailing blanks, which editors change on their own.
fn is_same(block: &str) -> bool {
    lines(block).eq(lines(BLOCK))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.trim_end().lines().map(str::trim_end)
}

/// Our block in place of the first old one, or at the end. Further blocks and stray markers go, all else stays.
fn replaced(text: &str, marked: &Marked) -> String {
    let is_dos = text.contains("\r\n");
    let ours = if is_dos {
        BLOCK.replace('\n', "\r\n")
    } else {
        BLOCK.to_owned()
    };
    let mut cuts: Vec<_> = marked.blocks.iter().chain(&marked.strays).cloned().collect();
    cuts.sort_unstable_by_key(|cut| cut.start);
    let mut file = String::with_capacity(text.len() + ours.len());
    let mut rest = 0;
    for cut in cuts {
        file.push_str(&text[rest..cut.start]);
        if marked.blocks.first() == Some(&cut) {
            file.push_str(ours.trim_end());
        }
        rest = cut.end;
    }
    file.push_str(&text[rest..]);
    if marked.blocks.is_empty() {
        let line_break = if is_dos { "\r\n" } else { "\n" };
        let gap = if file.ends_with('\n') { "" } else { line_break };
        file.push_str(&format!("{gap}{line_break}{ours}"));
    }
    file
}

#[cfg(test)]
#[path = "instructions_tests.rs"]
mod tests;
