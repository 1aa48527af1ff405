//! The few styles of the screens. Only the terminal's own sixteen colors are used, because the user has chosen those to be
//! readable on the background, be it light or dark. Whatever a color says, a character says, too.

use ratatui::style::{Color, Modifier, Style};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Color,
    /// For `NO_COLOR`: weight and reversal only.
    Plain,
}

impl Theme {
    /// `no_color` is the variable's value; by convention, an empty one says nothing.
    pub fn new(no_color: Option<&str>) -> Self {
        match no_color {
            None | Some("") => Self::Color,
            Some(_) => Self::Plain,
        }
    }

    pub fn good(self) -> Style {
        self.tinted(Color::Green)
    }

    pub fn busy(self) -> Style {
        self.tinted(Color::Cyan)
    }

    pub fn warning(self) -> Style {
        self.tinted(Color::Yellow)
    }

    pub fn bad(self) -> Style {
        self.tinted(Color::Red)
    }

    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Where one ends and the other begins.
    pub fn border(self) -> Style {
        self.faint()
    }

    /// A character that would have hidden something.
    pub fn danger(self) -> Style {
        self.bad().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    pub fn keyword(self) -> Style {
        self.tinted(Color::Magenta)
    }

    pub fn literal(self) -> Style {
        self.good()
    }

    pub fn number(self) -> Style {
        self.busy()
    }

    /// What differs within a line that differs.
    pub fn differing(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// The row that keys act on.
    pub fn highlighted(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn tinted(self, color: Color) -> Style {
        match self {
            Self::Color => Style::new().fg(color),
            Self::Plain => Style::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_color_there_is_none() {
        let theme = Theme::new(Some("1"));
        for style in [theme.good(), theme.busy(), theme.warning(), theme.bad()] {
            assert_eq!(style, Style::new());
        }
        assert_eq!(Theme::new(Some("")), Theme::Color);
        assert_eq!(Theme::new(None).bad().fg, Some(Color::Red));
    }
}
