//! The picture of the board in the README, drawn from a screen that a test of `planwright-tui` keeps current.

use std::fmt::Write;

/// Text with ANSI sequences.
pub const SCREEN: &str = "crates/tui/screens/board-readme.txt";

const CELL_WIDTH: f32 = 8.4;
const LINE_HEIGHT: f32 = 18.0;
const MARGIN: f32 = 14.0;
const BACKGROUND: &str = "#1b1f27";
const FOREGROUND: &str = "#d5dae3";
/// Red, green, yellow, blue, magenta and cyan.
const COLORS: [&str; 6] = ["#f2777a", "#99cc99", "#ffcc66", "#6699cc", "#cc99cc", "#66cccc"];

/// Neighboring characters of one style.
#[derive(Debug, PartialEq)]
struct StyledRun {
    column: usize,
    text: String,
    style: TextStyle,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct TextStyle {
    color: Option<&'static str>,
    is_bold: bool,
    is_dim: bool,
    is_reversed: bool,
}

pub fn svg(screen: &str) -> String {
    let rows: Vec<Vec<StyledRun>> = screen.lines().map(runs).collect();
    let end = |run: &StyledRun| run.column + run.text.chars().count();
    let columns = rows
        .iter()
        .filter_map(|row| row.last())
        .map(end)
        .max()
        .unwrap_or_default();
    let width = position(columns, CELL_WIDTH) + MARGIN;
    let height = position(rows.len(), LINE_HEIGHT) + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <title>The board of planwright</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n"
    );
    for (index, row) in rows.iter().enumerate() {
        for run in row {
            draw(run, position(index, LINE_HEIGHT), &mut svg);
        }
    }
    svg + "</svg>\n"
}

/// Where a column or row begins.
fn position(index: usize, size: f32) -> f32 {
    MARGIN + f32::from(u16::try_from(index).unwrap_or(u16::MAX)) * size
}

fn draw(run: &StyledRun, top: f32, svg: &mut String) {
    let (x, color) = (position(run.column, CELL_WIDTH), run.style.color.unwrap_or(FOREGROUND));
    let width = position(run.text.chars().count(), CELL_WIDTH) - MARGIN;
    let mut fill = color;
    // Writing to a string does not fail.
    if run.style.is_reversed {
        fill = BACKGROUND;
        _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{LINE_HEIGHT:.1}\" fill=\"{color}\"/>"
        );
    }
    if run.text.trim().is_empty() {
        return;
    }
    let weight = if run.style.is_bold { " font-weight=\"bold\"" } else { "" };
    let opacity = if run.style.is_dim { " opacity=\"0.6\"" } else { "" };
    let baseline = top + 13.5;
    let text = run.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{baseline:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\" fill=\"{fill}\"{weight}{opacity}>{text}</text>"
    );
}

fn runs(line: &str) -> Vec<StyledRun> {
    let (mut found, mut column, mut style) = (Vec::new(), 0, TextStyle::default());
    for (index, part) in line.split("\u{1b}[").enumerate() {
        let text = match part.split_once('m').filter(|_| index > 0) {
            Some((codes, text)) => {
                style = text_style(codes);
                text
            }
            None => part,
        };
        let is_drawn = style.is_reversed || !text.trim().is_empty();
        if is_drawn {
            found.push(StyledRun {
                column,
                text: text.to_owned(),
                style,
            });
        }
        column += text.chars().count();
    }
    found
}

fn text_style(codes: &str) -> TextStyle {
    let mut style = TextStyle::default();
    for code in codes.split(';') {
        match code.parse::<usize>() {
            Ok(1) => style.is_bold = true,
            Ok(2) => style.is_dim = true,
            Ok(7) => style.is_reversed = true,
            Ok(color @ 31..=36) => style.color = COLORS.get(color - 31).copied(),
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_become_runs_with_their_columns() {
        let plain = TextStyle::default();
        let bold = TextStyle {
            color: Some(COLORS[0]),
            is_bold: true,
            ..plain
        };
        let run = |column, text: &str, style| StyledRun {
            column,
            text: text.to_owned(),
            style,
        };
        assert_eq!(
            runs("ab \u{1b}[0;1;31mc\u{1b}[0m d"),
            [run(0, "ab ", plain), run(3, "c", bold), run(4, " d", plain)]
        );
    }

    #[test]
    fn text_is_escaped() {
        assert!(svg("a < b & c\n").contains("a &lt; b &amp; c"));
    }
}
