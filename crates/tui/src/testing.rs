//! Screens as text files, one for each size. `SCREEN_UPDATE=1` writes what is drawn now; whoever does so looks at it.

use std::fs;
use std::path::PathBuf;

use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};
use ratatui::{Frame, Terminal};

/// A wide window, the usual one, and a small one.
pub const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (50, 15)];

/// Draws at every size and compares with `screens/<name>-<columns>x<rows>.txt`.
#[track_caller]
pub fn check(name: &str, mut draw: impl FnMut(&mut Frame<'_>)) {
    for (columns, rows) in SIZES {
        compare(&format!("{name}-{columns}x{rows}"), &drawn(columns, rows, &mut draw));
    }
}

/// As [`check`] at one size, with a second picture of what stands out: `!` for danger, `_` for what differs.
#[track_caller]
pub fn check_marked(name: &str, columns: u16, rows: u16, draw: impl FnOnce(&mut Frame<'_>)) {
    let terminal = on_backend(columns, rows, draw);
    let buffer = terminal.backend().buffer();
    let mark = |x, y| {
        let cell = &buffer[(x, y)];
        match cell.modifier {
            modifier if modifier.contains(Modifier::REVERSED | Modifier::BOLD) => '!',
            modifier if modifier.contains(Modifier::UNDERLINED) => '_',
            _ => ' ',
        }
    };
    let marks = (0..rows).map(|y| {
        let row: String = (0..columns).map(|x| mark(x, y)).collect();
        row.trim_end().to_owned() + "\n"
    });
    let marks: String = marks.collect();
    compare(
        name,
        &format!("{}{}\n{marks}", text(&terminal), "=".repeat(usize::from(columns))),
    );
}

/// As [`check`] at one size, with the styles as ANSI sequences. `cargo xtask docs` draws the picture of the README from it.
#[track_caller]
pub fn check_styled(name: &str, columns: u16, rows: u16, draw: impl FnOnce(&mut Frame<'_>)) {
    let terminal = on_backend(columns, rows, draw);
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..rows {
        let mut codes = String::new();
        for x in 0..columns {
            let cell = &buffer[(x, y)];
            let style = ansi_codes(cell.fg, cell.modifier);
            if style != codes {
                text += &format!("\u{1b}[0{style}m");
                codes = style;
            }
            text += cell.symbol();
        }
        text += if codes.is_empty() { "\n" } else { "\u{1b}[0m\n" };
    }
    compare(name, &text);
}

fn ansi_codes(color: Color, modifier: Modifier) -> String {
    let colors = [
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
    ];
    let modifiers = [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::REVERSED, 7)];
    let set = modifiers
        .iter()
        .filter(|(one, _)| modifier.contains(*one))
        .map(|(_, code)| *code);
    let tint = colors.iter().position(|&one| one == color).map(|index| 31 + index);
    set.chain(tint).map(|code| format!(";{code}")).collect()
}

pub fn drawn(columns: u16, rows: u16, draw: impl FnOnce(&mut Frame<'_>)) -> String {
    text(&on_backend(columns, rows, draw))
}

fn on_backend(columns: u16, rows: u16, draw: impl FnOnce(&mut Frame<'_>)) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(draw).unwrap();
    terminal
}

fn text(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            row.push_str(symbol);
            // The cell behind a wide letter is drawn with it.
            x += u16::try_from(ratatui::text::Span::raw(symbol).width()).unwrap().max(1);
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

#[track_caller]
fn compare(name: &str, drawn: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("screens/{name}.txt"));
    if std::env::var_os("SCREEN_UPDATE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, drawn).unwrap();
        return;
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        expected == drawn,
        "{name} is drawn differently; SCREEN_UPDATE=1 accepts it\n--- expected\n{expected}\n--- drawn\n{drawn}"
    );
}
