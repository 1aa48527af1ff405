//! `cargo xtask docs`: documents that are generated from tests and screens. `cargo xtask check` compares them.

mod board;
mod proofs;

use std::process::ExitCode;

use crate::error::XtaskError;
use crate::project::{self, Source};

struct Document {
    path: &'static str,
    text: String,
}

pub fn run() -> Result<ExitCode, XtaskError> {
    for document in generate(&project::sources()?) {
        project::write(&project::root().join(document.path), &document.text)?;
        println!("wrote {}", document.path);
    }
    Ok(ExitCode::SUCCESS)
}

/// The generated documents that differ from the files of the project.
pub fn outdated(sources: &[Source]) -> Vec<&'static str> {
    let current = |path: &str| sources.iter().find(|source| source.path == path);
    let differs = |document: &Document| current(document.path).is_none_or(|source| source.text != document.text);
    let documents = generate(sources).into_iter();
    documents.filter(differs).map(|document| document.path).collect()
}

fn generate(sources: &[Source]) -> Vec<Document> {
    let screen = sources.iter().find(|source| source.path == board::SCREEN);
    vec![
        Document {
            path: "docs/board.svg",
            text: board::svg(screen.map_or("", |screen| &screen.text)),
        },
        Document {
            path: "docs/proofs.md",
            text: proofs::markdown(sources),
        },
    ]
}
