//! Why a verb could not do its work. A check or a test that fails is an outcome, not trouble.

use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub enum Trouble {
    Usage(String),
    Start {
        program: String,
        error: io::Error,
    },
    /// The command ran, but not to the end that we need its output for.
    Failed {
        command: String,
    },
    Metadata {
        missing: &'static str,
    },
    Json(serde_json::Error),
    File {
        path: PathBuf,
        error: io::Error,
    },
    NoProof {
        filters: String,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Start { program, error } => write!(f, "cannot run {program}: {error}"),
            Self::Failed { command } => write!(f, "{command} failed"),
            Self::Metadata { missing } => write!(f, "cargo metadata does not say `{missing}`"),
            Self::Json(error) => write!(f, "cannot read what cargo metadata says: {error}"),
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoProof { filters } => write!(f, "no promise test is named {filters}"),
        }
    }
}
