//! The answer of `fmt`.

use serde::Serialize;

use super::json::pretty;
use super::style::{DIM, GOOD, WARNING, paint};
use super::visible::visible;

#[derive(Debug, Clone, Copy)]
pub struct FormatView<'a> {
    pub path: &'a str,
    pub is_changed: bool,
    /// The change was written back, and not only found.
    pub is_written: bool,
}

#[derive(Serialize)]
struct FormatShape<'a> {
    path: &'a str,
    changed: bool,
    written: bool,
}

pub fn format_json(view: FormatView<'_>) -> String {
    pretty(&FormatShape {
        path: view.path,
        changed: view.is_changed,
        written: view.is_changed && view.is_written,
    })
}

pub fn format_text(view: FormatView<'_>) -> String {
    let verdict = match (view.is_changed, view.is_written) {
        (false, _) => paint(DIM, "canonical already"),
        (true, true) => paint(GOOD, "formatted"),
        (true, false) => paint(WARNING, "not canonical; `planwright fmt` would change it"),
    };
    format!("{}: {verdict}\n", visible(view.path))
}
