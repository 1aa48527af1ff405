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

fn said(stderr: &str) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!(": {stderr}")
    }
}
