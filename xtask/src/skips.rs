//! Proofs that were not run on this machine, as the tests note them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::XtaskError;
use crate::project;

pub struct Skips {
    path: PathBuf,
}

impl Skips {
    /// Begins with an empty file; tests find it through `PLANWRIGHT_SKIPS`.
    pub fn begin(target: &Path) -> Result<Self, XtaskError> {
        let path = target.join("skips.tsv");
        project::write(&path, "")?;
        Ok(Self { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn lines(&self) -> Result<Vec<String>, XtaskError> {
        let text = fs::read_to_string(&self.path).map_err(|error| XtaskError::File {
            path: self.path.clone(),
            error,
        })?;
        Ok(parse(&text))
    }
}

/// `name: reason`, each once.
fn parse(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(|line| line.replacen('\t', ": ", 1)).collect();
    lines.sort();
    lines.dedup();
    lines
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn each_skip_is_named_once() {
        assert_eq!(
            parse("r08\tno openat2\nr01\tno strace\nr08\tno openat2\n"),
            ["r01: no strace", "r08: no openat2"]
        );
    }
}
