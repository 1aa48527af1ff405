//! The answers of `export` and `fmt`, which write files.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::Exported;
use serde_json::json;

use crate::show::style::{DIM, GOOD, WARNING, paint};

pub fn export_json(folder: &str, exported: &Exported) -> String {
    let mut value = json!({"folder": folder, "files": exported.files});
    if !exported.redacted.is_empty() {
        value["redacted_files"] = json!(exported.redacted);
    }
    pretty(&value)
}

pub fn export_text(folder: &str, exported: &Exported) -> String {
    let mut text = format!("Written to {}:\n", visible(folder));
    for file in &exported.files {
        text.push_str(&format!("  {}\n", visible(file)));
    }
    if !exported.redacted.is_empty() {
        text.push_str("The plan does not know the secrets that stood where these say [redacted]:\n");
    }
    for file in &exported.redacted {
        text.push_str(&format!("  {}\n", visible(file)));
    }
    text
}

/// `is_written` if a change is written back, and not only found.
pub fn format_json(path: &str, is_changed: bool, is_written: bool) -> String {
    pretty(&json!({"path": path, "changed": is_changed, "written": is_changed && is_written}))
}

pub fn format_text(path: &str, is_changed: bool, is_written: bool) -> String {
    let verdict = match (is_changed, is_written) {
        (false, _) => paint(DIM, "canonical already"),
        (true, true) => paint(GOOD, "formatted"),
        (true, false) => paint(WARNING, "not canonical; `planwright fmt` would change it"),
    };
    format!("{}: {verdict}\n", visible(path))
}
