//! Why a search has failed.

use std::time::Duration;

use model::limits;

use crate::fetch::FetchError;

#[derive(Debug, thiserror::Error)]
pub enum ResearchError {
    #[error(
        "the query is empty, has more than {} bytes, or holds a NUL character",
        limits::QUERY_BYTES
    )]
    Query,
    #[error("the search command {program} cannot be started: {why}")]
    NotStarted { program: String, why: String },
    #[error("the search command {program} failed ({status}){}", said(stderr))]
    Failed {
        program: String,
        status: String,
        /// The end of what it said about it.
        stderr: String,
    },
    #[error("the search command {program} took longer than {} seconds", limit.as_secs_f32())]
    TimedOut { program: String, limit: Duration },
    #[error("the search command {program} printed more than {max_bytes} bytes")]
    TooLarge { program: String, max_bytes: usize },
    #[error("the answer of {provider} cannot be read: {why}")]
    Unreadable { provider: String, why: String },
    #[error("the search failed: {0}")]
    Endpoint(#[from] FetchError),
}

impl ResearchError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Query => "ask in a few words",
            Self::NotStarted { .. } => "install it, or correct `command` below `[research]` in your own config.toml",
            Self::Failed { .. } | Self::TimedOut { .. } | Self::TooLarge { .. } => {
                "try the command by hand; it stands below `[research]` in your own config.toml"
            }
            Self::Unreadable { .. } => {
                "it must be JSON: a list, or an object with `results`, of objects with `title`, `url` and `content`"
            }
            Self::Endpoint(FetchError::TimedOut { .. }) => "try again later",
            Self::Endpoint(FetchError::TooLarge { .. }) => "ask for something more special",
            Self::Endpoint(FetchError::Status { status: 403, .. }) => {
                "SearXNG answers in JSON only if `json` is among the `formats` of its settings"
            }
            Self::Endpoint(FetchError::Private { .. }) => {
                "name the place that it leads to as `endpoint` below `[research]` in your own config.toml"
            }
            Self::Endpoint(error) => error.hint(),
        }
    }
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!(": {stderr}")
    }
}
