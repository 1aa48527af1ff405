//! Writes longer fences where a block was meant that a parser would not see.

use std::borrow::Cow;

use super::extent::Wrapper;
use super::line::Fence;
use super::reading::Finding;

/// Marks to be put in at a byte of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Growth {
    pub at: usize,
    pub mark: u8,
    pub count: usize,
}

/// In source order.
pub(super) fn growths(source: &str, fences: &[Fence], findings: &[Finding]) -> Vec<Growth> {
    let mut growths = Vec::new();
    for finding in findings {
        let (opener, closer, length) = match *finding {
            Finding::Wrapped(Wrapper { opener, closer }) => (opener, closer, wrapper_length(source, fences, findings)),
            Finding::Meant { opener, closer } => (opener, closer, block_length(source, fences, opener, closer)),
            Finding::Ambiguous { .. } | Finding::Unclosed { .. } => continue,
        };
        growths.extend([opener, closer].map(|fence| Growth {
            at: fences[fence].run.end,
            mark: fences[fence].mark,
            count: length.saturating_sub(fences[fence].length()),
        }));
    }
    growths.retain(|growth| growth.count > 0);
    growths.sort_by_key(|growth| growth.at);
    growths
}

pub(super) fn lengthen<'a>(source: &'a str, growths: &[Growth]) -> Cow<'a, str> {
    if growths.is_empty() {
        return Cow::Borrowed(source);
    }
    let mut text = String::with_capacity(source.len() + growths.iter().map(|growth| growth.count).sum::<usize>());
    let mut written = 0;
    for growth in growths {
        text.push_str(&source[written..growth.at]);
        text.extend(std::iter::repeat_n(char::from(growth.mark), growth.count));
        written = growth.at;
    }
    text.push_str(&source[written..]);
    Cow::Owned(text)
}

/// How long the fence around a plan must be, once the fences within have grown.
pub(super) fn wrapper_length(source: &str, fences: &[Fence], findings: &[Finding]) -> usize {
    let lengths = findings.iter().map(|finding| match *finding {
        Finding::Wrapped(Wrapper { opener, closer }) => block_length(source, fences, opener, closer),
        Finding::Meant { opener, closer } => block_length(source, fences, opener, closer) + 1,
        Finding::Ambiguous { .. } | Finding::Unclosed { .. } => 0,
    });
    lengths.max().unwrap_or_default()
}

fn block_length(source: &str, fences: &[Fence], opener: usize, closer: usize) -> usize {
    let (opening, closing) = (&fences[opener], &fences[closer]);
    let content = &source.as_bytes()[opening.line_end..closing.run.start];
    opening.length().max(longest_run(content, opening.mark) + 1)
}

fn longest_run(content: &[u8], mark: u8) -> usize {
    content
        .split(|byte| *byte != mark)
        .map(<[u8]>::len)
        .max()
        .unwrap_or_default()
}
