//! Where everything is drawn, in windows of any size.

use ratatui::layout::Rect;

/// Less than this shows nothing that anybody could decide about.
const COLUMNS_MIN: u16 = 40;
const ROWS_MIN: u16 = 10;
/// From here on, list and details stand beside each other.
const BESIDE_COLUMNS: u16 = 100;
/// From here on, they stand below each other.
const BELOW_ROWS: u16 = 20;
const LIST_COLUMNS: (u16, u16) = (40, 64);
const LIST_ROWS: (u16, u16) = (6, 14);

/// Which of the two keys act on. Where there is room for one only, it is the one that is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    List,
    Details,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Areas {
    pub title: Rect,
    /// Nothing where there is no room for it.
    pub list: Rect,
    pub details: Rect,
    pub status: Rect,
    pub footer: Rect,
}

/// `rows` is how many the list would like to have. `None` if the window is too small.
pub fn areas(window: Rect, rows: usize, focus: Focus) -> Option<Areas> {
    if window.width < COLUMNS_MIN || window.height < ROWS_MIN {
        return None;
    }
    let row = |y| Rect { y, height: 1, ..window };
    let body = Rect {
        y: window.y + 1,
        height: window.height - 3,
        ..window
    };
    let (list, details) = split(body, rows, focus);
    Some(Areas {
        title: row(window.y),
        list,
        details,
        status: row(window.bottom() - 2),
        footer: row(window.bottom() - 1),
    })
}

fn split(body: Rect, rows: usize, focus: Focus) -> (Rect, Rect) {
    if body.width >= BESIDE_COLUMNS {
        let width = (body.width * 2 / 5).clamp(LIST_COLUMNS.0, LIST_COLUMNS.1);
        let list = Rect { width, ..body };
        let details = Rect {
            x: body.x + width,
            width: body.width - width,
            ..body
        };
        return (list, details);
    }
    if body.height >= BELOW_ROWS - 3 {
        // With its frame.
        let wanted = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(2);
        let most = (body.height * 2 / 5).clamp(LIST_ROWS.0, LIST_ROWS.1);
        let height = wanted.min(most);
        let list = Rect { height, ..body };
        let details = Rect {
            y: body.y + height,
            height: body.height - height,
            ..body
        };
        return (list, details);
    }
    match focus {
        Focus::List => (body, Rect::default()),
        Focus::Details => (Rect::default(), body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_nothing_is_left_over() {
        for width in 40..200 {
            for height in 10..60 {
                for focus in [Focus::List, Focus::Details] {
                    let window = Rect::new(0, 0, width, height);
                    let areas = areas(window, 30, focus).unwrap();
                    let all = [areas.title, areas.list, areas.details, areas.status, areas.footer];
                    let covered: u32 = all.iter().map(|area| area.area()).sum();
                    assert_eq!(covered, window.area(), "{window}");
                    for (index, one) in all.iter().enumerate() {
                        for other in &all[index + 1..] {
                            assert!(one.intersection(*other).is_empty(), "{window}: {areas:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_window_can_be_too_small() {
        assert_eq!(areas(Rect::new(0, 0, 39, 40), 1, Focus::List), None);
        assert_eq!(areas(Rect::new(0, 0, 80, 9), 1, Focus::List), None);
    }
}
