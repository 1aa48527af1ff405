//! The answer of `preprocess`.

use model::Diagnostic;
use serde::Serialize;

use crate::native::fault::{FaultShape, shapes};
use crate::native::json::pretty;
use crate::native::style::{DIM, GOOD, paint};
use crate::native::visible::visible;
use crate::snippet::snippets;

#[derive(Debug, Clone, Copy)]
pub struct PreprocessView<'a> {
    pub name: &'a str,
    pub source: &'a str,
    /// The mended text, where it goes out with the answer.
    pub text: Option<&'a str>,
    pub is_changed: bool,
    pub diagnostics: &'a [Diagnostic],
}

#[derive(Serialize)]
struct PreprocessShape<'a> {
    path: &'a str,
    changed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    diagnostics: Vec<FaultShape<'a>>,
}

pub fn preprocess_json(view: &PreprocessView<'_>) -> String {
    pretty(&PreprocessShape {
        path: view.name,
        changed: view.is_changed,
        text: view.text,
        diagnostics: shapes(view.diagnostics),
    })
}

pub fn preprocess_text(view: &PreprocessView<'_>) -> String {
    let shown = snippets(view.diagnostics, &|_| Some(view.source.to_owned()));
    let verdict = match view.is_changed {
        true => paint(GOOD, "mended"),
        false => paint(DIM, "unchanged"),
    };
    format!("{shown}{}: {verdict}\n", visible(view.name))
}
