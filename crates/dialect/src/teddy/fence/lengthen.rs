//! Writes longer fences where a block was meant that a parser would not see.

use std::borrow::Cow;

use super::line::Fence;
use super::reading::Finding;

pub(super) fn lengthen<'a>(source: &'a str, fences: &[Fence], findings: &[Finding]) -> Cow<'a, str> {
    let mut text = String::new();
    let mut written = 0;
    for finding in findings {
        let Finding::Meant { opener, closer } = *finding else {
            continue;
        };
        let (opening, closing) = (&fences[opener], &fences[closer]);
        let content = &source.as_bytes()[opening.line_end..closing.run.start];
        let length = opening.length().max(longest_run(content, opening.mark) + 1);
        for fence in [opening, closing] {
            text.push_str(&source[written..fence.run.end]);
            let missing = length.saturating_sub(fence.length());
            text.extend(std::iter::repeat_n(char::from(fence.mark), missing));
            written = fence.run.end;
        }
    }
    if written == 0 {
        return Cow::Borrowed(source);
    }
    text.push_str(&source[written..]);
    Cow::Owned(text)
}

fn longest_run(content: &[u8], mark: u8) -> usize {
    content
        .split(|byte| *byte != mark)
        .map(<[u8]>::len)
        .max()
        .unwrap_or_default()
}
