//! Boxes, beside each other and on top of each other.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use crate::theme::Theme;

/// Draws a frame over whatever is there, and gives what is inside it.
pub fn framed(frame: &mut Frame<'_>, area: Rect, title: Vec<Span<'static>>, theme: Theme) -> Rect {
    frame.render_widget(Clear, area);
    let mut block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.border());
    if !title.is_empty() {
        let blank = || std::iter::once(Span::raw(" "));
        let spans = blank().chain(title).chain(blank());
        block = block.title(Line::from(spans.collect::<Vec<_>>()));
    }
    let inside = block.inner(area);
    frame.render_widget(block, area);
    inside
}

/// In the middle, as large as wanted or as there is room for.
pub fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}
