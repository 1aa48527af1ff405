//! Errors that stop a command of xtask. A failed check or test is a result, not an error.

use std::fmt;
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub enum XtaskError {
    Usage(String),
    Start {
        program: String,
        error: io::Error,
    },
    /// The command failed, so its output cannot be used.
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

impl fmt::Display for XtaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Start { program, error } => write!(f, "cannot run {program}: {error}"),
            Self::Failed { command } => write!(f, "{command} failed"),
            Self::Metadata { missing } => write!(f, "the output of cargo metadata has no `{missing}`"),
            Self::Json(error) => write!(f, "cannot read the output of cargo metadata: {error}"),
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoProof { filters } => write!(f, "no promise test is named {filters}"),
        }
    }
}
