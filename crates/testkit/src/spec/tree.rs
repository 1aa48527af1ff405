//! The suites on disk: `spec/<document>/NN-topic.md`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Made;
use super::suite::{self, Fault, Suite};

pub struct Loaded {
    /// `003/02-gates`
    pub name: String,
    /// The path relative to the project: `spec/003/02-gates.md`.
    pub label: String,
    pub path: PathBuf,
    pub text: String,
    pub suite: Suite,
    pub faults: Vec<Fault>,
}

impl Loaded {
    /// All errors of the file, one per line with its place.
    pub fn faults(&self) -> Option<String> {
        let lines = self
            .faults
            .iter()
            .map(|fault| format!("{}:{}: {}", self.label, fault.line, fault.message));
        (!self.faults.is_empty()).then(|| lines.collect::<Vec<_>>().join("\n"))
    }
}

/// Every Markdown file in a document's folder is a suite. Suites are sorted by name.
pub fn load(spec: &Path) -> io::Result<Vec<Loaded>> {
    let mut suites = Vec::new();
    for document in entries(spec)?.into_iter().filter(|path| path.is_dir()) {
        for path in entries(&document)? {
            if path.extension().is_some_and(|extension| extension == "md") {
                suites.push(read(spec, path)?);
            }
        }
    }
    Ok(suites)
}

fn read(spec: &Path, path: PathBuf) -> io::Result<Loaded> {
    let text = fs::read_to_string(&path)?;
    let (suite, faults) = suite::parse(&text);
    let inside = path.strip_prefix(spec).unwrap_or(&path);
    let name = inside.with_extension("").to_string_lossy().into_owned();
    let folder = spec.file_name().unwrap_or_default().to_string_lossy();
    let label = format!("{folder}/{}", inside.display());
    Ok(Loaded {
        name,
        label,
        path,
        text,
        suite,
        faults,
    })
}

pub fn made(made: Made) -> Loaded {
    let (suite, faults) = suite::parse(&made.text);
    Loaded {
        name: made.name.to_owned(),
        label: made.name.to_owned(),
        path: PathBuf::new(),
        text: made.text,
        suite,
        faults,
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.sort();
    Ok(paths)
}
