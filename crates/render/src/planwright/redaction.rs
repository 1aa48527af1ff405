//! That something secret was kept out of what is stored.

use dialect::text::json::with_key;

use crate::show::page::Page;
use crate::show::style::{WARNING, paint};

const SAID: &str = "something secret was in what was given; [redacted] stands in its place wherever it is kept";

/// The same answer with one more key; `None` if it is no JSON object.
pub fn with_redaction(answer: &str) -> Option<String> {
    with_key(answer, "redacted", SAID.into())
}

pub fn redaction_text() -> String {
    let mut page = Page::default();
    page.line(format!("{}: {SAID}", paint(WARNING, "warning")));
    page.finish()
}
