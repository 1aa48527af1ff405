//! A Markdown page that nothing put on it can break out of.

use std::borrow::Cow;

use pulldown_cmark::{Event, Parser, Tag};

use super::write::fence_for;
use crate::text::visible::visible;

#[derive(Default)]
pub(crate) struct Page {
    pub text: String,
}

impl Page {
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// With a blank line before it, unless it is the first.
    pub fn heading(&mut self, level: usize, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(format!("{} {}", "#".repeat(level), inline(text)).trim_end());
    }

    /// An entry of a list. A value of several lines stands fenced within it.
    pub fn field(&mut self, name: &str, value: &str) {
        let value = value.trim_end_matches(is_line_end);
        if !value.contains(is_line_end) {
            self.line(format!("- **{}:** {}", inline(name), inline(value)).trim_end());
            return;
        }
        self.line(&format!("- **{}:**", inline(name)));
        self.nested_fence(value);
    }

    /// Lines of text within an entry of a list, each behind the entry's indentation.
    pub fn nested_fence(&mut self, text: &str) {
        let fence = fence_for(text);
        self.line(&format!("  {fence}text"));
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(is_line_end).unwrap_or(rest.len());
            let indent = if end == 0 { "" } else { "  " };
            self.text.extend([indent, &rest[..end], "\n"]);
            let ended = &rest[end..];
            rest = ended
                .strip_prefix("\r\n")
                .or_else(|| ended.get(1..))
                .unwrap_or_default();
        }
        self.line(&format!("  {fence}"));
    }

    pub fn fence(&mut self, info: &str, text: &str) {
        let fence = fence_for(text);
        self.text.extend([&fence, info, "\n", text]);
        if !text.is_empty() && !text.ends_with('\n') {
            self.text.push('\n');
        }
        self.line(&fence);
    }
}

/// On one line, without anything that a terminal would obey or that hides or rearranges text.
pub(crate) fn inline(text: &str) -> Cow<'_, str> {
    const BLANKS: [char; 3] = ['\n', '\r', '\t'];
    match text.contains(BLANKS) {
        true => Cow::Owned(visible(&text.replace(BLANKS, " ")).into_owned()),
        false => visible(text),
    }
}

/// A text as code within a line.
pub(crate) fn code(text: &str) -> String {
    let text = inline(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let ticks = "`".repeat(longest + 1);
    let gap = if text.starts_with('`') || text.ends_with('`') || text.is_empty() {
        " "
    } else {
        ""
    };
    format!("{ticks}{gap}{text}{gap}{ticks}")
}

/// Whether a piece of Markdown below a list brings no headings of its own, and leaves the one after it alone.
pub(super) fn is_contained(markdown: &str) -> bool {
    let before = format!("- list\n{markdown}\n\n");
    let probe = format!("{before}# next\n");
    let is_heading = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
    let mut headings = Parser::new(&probe).into_offset_iter();
    let first = headings.find(|(event, _)| is_heading(event));
    first.is_some_and(|(_, span)| span.start == before.len())
}

/// To Markdown, a carriage return alone ends a line, too.
fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_on_their_line() {
        assert_eq!(inline("a\r\nb\u{1b}[0m"), "a  b\\u{1b}[0m");
        assert_eq!(inline("\u{202e}gpj.sh\u{200b}"), r"\u{202e}gpj.sh\u{200b}");
        for (text, shown) in [("a", "`a`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"), ("", "`  `")] {
            assert_eq!(code(text), shown);
        }
    }

    #[test]
    fn long_values_are_nested() {
        let mut page = Page::default();
        page.field("A", "one");
        page.field("B", "one\r\n\r# two\n````\n");
        assert_eq!(
            page.text,
            "- **A:** one\n- **B:**\n  `````text\n  one\n\n  # two\n  ````\n  `````\n"
        );
    }

    #[test]
    fn markdown_is_contained_or_not() {
        assert!(is_contained("- a\n\n````\n# b\n````\n"));
        assert!(!is_contained("````\na"));
        assert!(!is_contained("# a"));
        assert!(!is_contained("# a\n~~~~"));
        assert!(!is_contained("<!--"));
    }
}
