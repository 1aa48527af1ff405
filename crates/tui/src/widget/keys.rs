//! Which keys there are, told in the last row, and in full on request.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::dialog::{centered, framed};
use crate::theme::Theme;

/// Keys, and what they do. An empty key begins a new part of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    pub keys: &'static str,
    pub what: &'static str,
}

const GAP: usize = 2;

impl Binding {
    pub const fn new(keys: &'static str, what: &'static str) -> Self {
        Self { keys, what }
    }

    fn spans(self, theme: Theme) -> [Span<'static>; 3] {
        [
            Span::styled(self.keys, theme.strong()),
            Span::raw(" "),
            Span::styled(self.what, theme.faint()),
        ]
    }

    fn width(self) -> usize {
        Span::raw(self.keys).width() + 1 + Span::raw(self.what).width()
    }
}

/// As many as there is room for. The last one is always there: it leads to all the others.
pub fn footer(frame: &mut Frame<'_>, area: Rect, bindings: &[Binding], theme: Theme) {
    let Some((last, others)) = bindings.split_last() else {
        return;
    };
    let mut left = usize::from(area.width).saturating_sub(last.width());
    let mut spans = Vec::new();
    for binding in others {
        let Some(rest) = left.checked_sub(binding.width() + GAP) else {
            break;
        };
        left = rest;
        spans.extend(binding.spans(theme));
        spans.push(Span::raw(" ".repeat(GAP)));
    }
    spans.extend(last.spans(theme));
    frame
        .buffer_mut()
        .set_line(area.x, area.y, &Line::from(spans), area.width);
}

/// All of them, on top of everything else. Rows beyond the screen are reached by scrolling down to `top`; how far that
/// can go is given back.
pub fn help(frame: &mut Frame<'_>, area: Rect, title: &str, bindings: &[Binding], top: usize, theme: Theme) -> usize {
    let of = |measure: fn(Binding) -> &'static str| {
        let widths = bindings.iter().map(|binding| Span::raw(measure(*binding)).width());
        widths.max().unwrap_or(0)
    };
    let keys = of(|binding| binding.keys);
    let width = keys + GAP + of(|binding| binding.what) + 4;
    let outer = centered(
        area,
        u16::try_from(width).unwrap_or(u16::MAX),
        u16::try_from(bindings.len() + 2).unwrap_or(u16::MAX),
    );
    let title = vec![Span::styled(title.to_owned(), theme.strong())];
    let inside = framed(frame, outer, title, theme);
    let last = bindings.len().saturating_sub(usize::from(inside.height));
    for (y, binding) in (inside.top()..inside.bottom()).zip(&bindings[top.min(last)..]) {
        let blanks = " ".repeat(keys + GAP - Span::raw(binding.keys).width());
        let line = Line::from(vec![
            Span::raw(" "),
            Span::styled(binding.keys, theme.strong()),
            Span::raw(blanks),
            Span::raw(binding.what),
        ]);
        frame.buffer_mut().set_line(inside.x, y, &line, inside.width);
    }
    if last > 0 {
        let more = Span::styled(" ↑↓ more ", theme.faint());
        let x = outer.right().saturating_sub(11).max(outer.x);
        frame.buffer_mut().set_span(x, outer.bottom() - 1, &more, 9);
    }
    last
}
