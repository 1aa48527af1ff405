//! The answer of `export`.

use serde::Serialize;

use super::visible::visible;

#[derive(Debug, Clone, Copy)]
pub struct ExportView<'a> {
    pub folder: &'a str,
    /// Paths within the folder.
    pub files: &'a [String],
    /// Those in which a secret is missing.
    pub redacted: &'a [String],
}

#[derive(Serialize)]
struct ExportShape<'a> {
    folder: &'a str,
    files: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    redacted_files: &'a [String],
}

pub fn export_json(view: ExportView<'_>) -> String {
    super::json::pretty(&ExportShape {
        folder: view.folder,
        files: view.files,
        redacted_files: view.redacted,
    })
}

pub fn export_text(view: ExportView<'_>) -> String {
    let mut text = format!("Written to {}:\n", visible(view.folder));
    for file in view.files {
        text.push_str(&format!("  {}\n", visible(file)));
    }
    if !view.redacted.is_empty() {
        text.push_str("The plan does not know the secrets that stood where these say [redacted]:\n");
    }
    for file in view.redacted {
        text.push_str(&format!("  {}\n", visible(file)));
    }
    text
}
