//! The answer of `export`.

use serde::Serialize;

use super::visible::visible;

#[derive(Debug, Clone, Copy)]
pub struct ExportView<'a> {
    pub folder: &'a str,
    /// Paths within the folder.
    pub files: &'a [String],
}

#[derive(Serialize)]
struct ExportShape<'a> {
    folder: &'a str,
    files: &'a [String],
}

pub fn export_json(view: ExportView<'_>) -> String {
    super::json::pretty(&ExportShape {
        folder: view.folder,
        files: view.files,
    })
}

pub fn export_text(view: ExportView<'_>) -> String {
    let mut text = format!("Written to {}:\n", visible(view.folder));
    for file in view.files {
        text.push_str(&format!("  {}\n", visible(file)));
    }
    text
}
