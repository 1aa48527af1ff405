//! A plan's Markdown as a flat list of blocks, each with its bytes. One pass of the parser, no recursion.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub kind: Kind,
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// `text` is what follows the marks.
    Heading {
        level: usize,
        text: Range<usize>,
    },
    Paragraph,
    Items(Vec<Item>),
    Fence(Fence),
    /// `---`
    Break,
    Html,
    /// Quotes, indented code and whatever else has no meaning in a plan.
    Foreign,
}

/// One entry of a list. Lists within lists are flat, too: only the depth tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub depth: usize,
    pub text: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fence {
    /// The back-ticks or tildes that open it.
    pub marks: Range<usize>,
    pub info: Range<usize>,
    /// The lines, where they are not simply those of the source: in a list, or with other line ends.
    pasted: Option<String>,
    /// Of the lines between the fences.
    pub content: Range<usize>,
    pub is_closed: bool,
    pub is_in_list: bool,
}

impl Item {
    fn extend(&mut self, span: &Range<usize>) {
        if self.text.is_empty() {
            self.text.start = span.start;
        }
        self.text.end = self.text.end.max(span.end);
    }
}

impl Fence {
    pub fn text<'a>(&'a self, source: &'a str) -> &'a str {
        self.pasted.as_deref().unwrap_or(&source[self.content.clone()])
    }
}

/// The blocks of `source[within]`.
pub(super) fn blocks(source: &str, within: Range<usize>) -> Vec<Block> {
    let Range { start: base, end } = within;
    let parser = Parser::new_ext(&source[within], Options::empty());
    let mut outline = Outline {
        source,
        blocks: Vec::new(),
        lists: 0,
        item: None,
        items: Vec::new(),
        fence: None,
        skipped: 0,
        seen: base,
    };
    for (event, span) in parser.into_offset_iter() {
        outline.take(event, span.start + base..span.end + base);
    }
    outline.take_definition(end);
    outline.blocks
}

struct Outline<'a> {
    source: &'a str,
    blocks: Vec<Block>,
    /// How many lists are open.
    lists: usize,
    /// The entry whose text is being read.
    item: Option<Item>,
    items: Vec<Item>,
    fence: Option<(Fence, Range<usize>)>,
    /// How many tags are open in a block whose inside does not matter.
    skipped: usize,
    /// Up to where the parser has told what it saw.
    seen: usize,
}

impl Outline<'_> {
    fn take(&mut self, event: Event<'_>, span: Range<usize>) {
        if self.fence.is_some() {
            return self.within_fence(event, &span);
        }
        if self.skipped > 0 {
            return self.skip(&event);
        }
        self.take_definition(match event {
            Event::End(_) => span.end,
            _ => span.start,
        });
        if self.lists > 0 {
            return self.within_list(&event, span);
        }
        match event {
            Event::Start(Tag::List(_)) => self.lists = 1,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => self.open_fence(span),
            Event::Start(tag) => {
                self.skipped = 1;
                let kind = self.kind(&tag, &span);
                self.push(kind, span);
            }
            Event::Rule => self.push(Kind::Break, span),
            _ => {}
        }
    }

    /// The parser says nothing of link definitions. To people they are text, so they are paragraphs to us.
    fn take_definition(&mut self, until: usize) {
        let passed = self.source.get(self.seen..until).unwrap_or_default();
        let text = passed.trim();
        if !text.starts_with('[') {
            return;
        }
        let start = self.seen + passed.len() - passed.trim_start().len();
        let span = start..start + text.len();
        match &mut self.item {
            Some(item) => {
                item.extend(&span);
                self.seen = span.end;
            }
            None => {
                self.close_items();
                self.push(Kind::Paragraph, span);
            }
        }
    }

    fn push(&mut self, kind: Kind, span: Range<usize>) {
        self.seen = self.seen.max(span.end);
        self.blocks.push(Block { kind, span });
    }

    fn skip(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(_) => self.skipped += 1,
            Event::End(_) => self.skipped -= 1,
            _ => {}
        }
    }

    fn kind(&self, tag: &Tag<'_>, span: &Range<usize>) -> Kind {
        match tag {
            Tag::Heading { level, .. } => match atx_text(self.source, span) {
                Some(text) => Kind::Heading {
                    level: rank(*level),
                    text,
                },
                // Prose with a line of dashes below it.
                None => Kind::Paragraph,
            },
            Tag::Paragraph | Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. } => Kind::Paragraph,
            Tag::HtmlBlock => Kind::Html,
            _ => Kind::Foreign,
        }
    }

    fn within_list(&mut self, event: &Event<'_>, span: Range<usize>) {
        match event {
            Event::Start(Tag::List(_)) => {
                self.close_item();
                self.lists += 1;
            }
            Event::End(TagEnd::List(_)) => {
                self.close_item();
                self.lists -= 1;
                if self.lists == 0 {
                    self.close_items();
                }
            }
            Event::Start(Tag::Item) => {
                self.close_item();
                let depth = self.lists - 1;
                let text = marker_end(self.source, &span);
                self.seen = text.end;
                self.item = Some(Item { depth, text });
            }
            Event::End(TagEnd::Item) => self.close_item(),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                self.close_item();
                self.close_items();
                self.open_fence(span);
            }
            _ => match &mut self.item {
                Some(item) => {
                    item.extend(&span);
                    self.seen = self.seen.max(span.end);
                }
                None => self.after_item(event, span),
            },
        }
    }

    /// Text of an entry below its own list or fence: it stands alone.
    fn after_item(&mut self, event: &Event<'_>, span: Range<usize>) {
        self.close_items();
        let kind = match event {
            Event::Start(tag) => {
                self.skipped = 1;
                self.kind(tag, &span)
            }
            Event::End(_) => return,
            _ => Kind::Paragraph,
        };
        match (self.blocks.last_mut(), &kind) {
            // The pieces of one line.
            (Some(last), Kind::Paragraph) if last.kind == kind && last.span.end + 1 >= span.start => {
                last.span.end = last.span.end.max(span.end);
                self.seen = self.seen.max(span.end);
            }
            _ => self.push(kind, span),
        }
    }

    fn close_item(&mut self) {
        if let Some(mut item) = self.item.take() {
            let trimmed = self.source[item.text.clone()].trim_end();
            item.text.end = item.text.start + trimmed.len();
            self.items.push(item);
        }
    }

    fn close_items(&mut self) {
        let items = std::mem::take(&mut self.items);
        if let (Some(first), Some(last)) = (items.first(), items.last()) {
            let start = line_start(self.source, first.text.start);
            let span = start..last.text.end.max(start);
            self.blocks.push(Block {
                kind: Kind::Items(items),
                span,
            });
        }
    }

    fn open_fence(&mut self, span: Range<usize>) {
        let line = self.source[span.clone()].lines().next().unwrap_or_default();
        let line_end = span.start + line.len();
        // What follows may begin with the other mark.
        let mark = if line.trim_start().starts_with('~') { '~' } else { '`' };
        let rest = line.trim_start().trim_start_matches(mark);
        let info = rest.trim();
        let info_start = line_end - rest.trim_start().len();
        let content = next_line(self.source, line_end).min(span.end);
        self.seen = span.end;
        let fence = Fence {
            marks: line_end - line.trim_start().len()..line_end - rest.len(),
            info: info_start..info_start + info.len(),
            pasted: None,
            content: content..content,
            is_closed: false,
            is_in_list: self.lists > 0,
        };
        self.fence = Some((fence, span));
    }

    fn within_fence(&mut self, event: Event<'_>, span: &Range<usize>) {
        let Some((fence, _)) = &mut self.fence else { return };
        match event {
            Event::Text(text) => {
                let is_verbatim = span.start == fence.content.end && text.len() == span.len();
                match &mut fence.pasted {
                    Some(pasted) => pasted.push_str(&text),
                    None if is_verbatim => {}
                    None => fence.pasted = Some(self.source[fence.content.clone()].to_owned() + &text),
                }
                fence.content.end = fence.content.end.max(span.end);
            }
            Event::End(TagEnd::CodeBlock) => self.close_fence(),
            _ => {}
        }
    }

    fn close_fence(&mut self) {
        let Some((mut fence, span)) = self.fence.take() else {
            return;
        };
        let below = &self.source[fence.content.end..span.end];
        fence.is_closed = below.contains(['`', '~']);
        self.blocks.push(Block {
            kind: Kind::Fence(fence),
            span,
        });
    }
}

/// The text of a heading that begins with `#`.
fn atx_text(source: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let line = source[span.clone()].trim_end();
    let text = line.trim_start().strip_prefix('#')?.trim_start_matches('#');
    if !text.is_empty() && !text.starts_with([' ', '\t']) {
        return None;
    }
    let start = span.start + line.len() - text.trim_start().len();
    Some(start..start + without_closing_marks(text).trim_start().len())
}

/// Without the marks that may end a heading.
pub(super) fn without_closing_marks(text: &str) -> &str {
    let bare = text.trim_end_matches('#');
    match bare.ends_with([' ', '\t']) || bare.is_empty() {
        true => bare.trim_end(),
        false => text,
    }
}

/// An empty range where the text of a list's entry would begin.
fn marker_end(source: &str, span: &Range<usize>) -> Range<usize> {
    let marker = source[span.clone()].find([' ', '\t', '\n', '\r']);
    let end = marker.map_or(span.end, |at| span.start + at);
    end..end
}

fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn next_line(source: &str, line_end: usize) -> usize {
    let rest = &source.as_bytes()[line_end..];
    line_end
        + match rest {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        }
}

fn rank(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
#[path = "blocks_tests.rs"]
mod tests;
