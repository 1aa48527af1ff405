//! The text of one block. Collapses white space, and adds the marks of Markdown.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InlineMark {
    Strong,
    Emphasis,
    Strike,
    Code,
    Link(String),
    /// A link to another part of the same page.
    Anchor,
}

#[derive(Debug, Default)]
pub(super) struct Inline {
    text: String,
    open: Vec<(InlineMark, usize)>,
    has_space: bool,
}

impl Inline {
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn push(&mut self, text: &str) {
        for character in text.chars() {
            if character.is_whitespace() {
                self.has_space = true;
            } else if !character.is_control() && character != '\u{ad}' {
                self.put_space();
                self.text.push(character);
            }
        }
    }

    pub(super) fn line_break(&mut self) {
        self.has_space = false;
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Ignores marks inside of code, and repeated marks.
    pub(super) fn open(&mut self, mark: InlineMark) {
        let is_redundant = |(open, _): &(InlineMark, usize)| *open == InlineMark::Code || is_same_kind(open, &mark);
        if !self.open.iter().any(is_redundant) {
            self.open.push((mark, self.text.len()));
        }
    }

    /// Also closes marks that were opened later.
    pub(super) fn close(&mut self, is_meant: impl Fn(&InlineMark) -> bool) {
        let Some(at) = self.open.iter().rposition(|(mark, _)| is_meant(mark)) else {
            return;
        };
        while self.open.len() > at {
            self.close_last();
        }
    }

    /// Returns the text, with all marks closed.
    pub(super) fn take(&mut self) -> String {
        while !self.open.is_empty() {
            self.close_last();
        }
        self.has_space = false;
        let text = std::mem::take(&mut self.text);
        text.trim().to_owned()
    }

    fn close_last(&mut self) {
        let Some((mark, start)) = self.open.pop() else {
            return;
        };
        let marked = self.text.split_off(start);
        let inside = marked.trim();
        if inside.is_empty() {
            self.has_space |= !marked.is_empty();
            return;
        }
        // Markdown requires white space outside of the marks.
        let (before, after) = (
            marked.len() - marked.trim_start().len(),
            marked.len() - marked.trim_end().len(),
        );
        self.text.push_str(&marked[..before]);
        self.text.push_str(&mark.around(inside));
        self.text.push_str(&marked[marked.len() - after..]);
    }

    fn put_space(&mut self) {
        if self.has_space && !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push(' ');
        }
        self.has_space = false;
    }
}

impl InlineMark {
    fn around(&self, text: &str) -> String {
        match self {
            Self::Strong => format!("**{text}**"),
            Self::Emphasis => format!("*{text}*"),
            Self::Strike => format!("~~{text}~~"),
            Self::Code => {
                let ticks = "`".repeat(longest_run(text, '`') + 1);
                let room = if text.starts_with('`') || text.ends_with('`') {
                    " "
                } else {
                    ""
                };
                format!("{ticks}{room}{text}{room}{ticks}")
            }
            Self::Link(target) if target == text => format!("<{target}>"),
            Self::Link(target) => format!("[{}]({target})", text.replace('\n', " ")),
            // A clickable symbol beside a heading.
            Self::Anchor if !text.contains(char::is_alphanumeric) => String::new(),
            Self::Anchor => text.to_owned(),
        }
    }
}

pub(super) fn longest_run(text: &str, sign: char) -> usize {
    let runs = text.split(|c| c != sign).map(str::len);
    runs.max().unwrap_or_default() / sign.len_utf8()
}

fn is_same_kind(a: &InlineMark, b: &InlineMark) -> bool {
    let is_link = |mark: &InlineMark| matches!(mark, InlineMark::Link(_) | InlineMark::Anchor);
    a == b || (is_link(a) && is_link(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_collapsed_and_moved_out_of_marks() {
        let mut inline = Inline::default();
        inline.push("  a \n\t");
        inline.open(InlineMark::Strong);
        inline.push(" b\u{a0} ");
        inline.close(|mark| *mark == InlineMark::Strong);
        inline.push("c");
        assert_eq!(inline.take(), "a **b** c");
        assert_eq!(inline.take(), "");
    }

    #[test]
    fn overlapping_marks_are_closed_in_order() {
        let mut inline = Inline::default();
        inline.open(InlineMark::Strong);
        inline.push("a");
        inline.open(InlineMark::Emphasis);
        inline.push("b");
        inline.close(|mark| *mark == InlineMark::Strong);
        inline.close(|mark| *mark == InlineMark::Emphasis);
        inline.open(InlineMark::Code);
        inline.open(InlineMark::Link("x".to_owned()));
        inline.push("`");
        assert_eq!(inline.take(), "**a*b***`` ` ``");
    }
}
