use std::time::Duration;

use model::limits;

use crate::fetch::FetchError;

/// Why a search failed.
#[derive(Debug, thiserror::Error)]
pub enum ResearchError {
    #[error(
        "the query is empty, has more than {} bytes, or contains a NUL character",
        limits::QUERY_BYTES
    )]
    Query,
    #[error("{program}: the search command cannot be started: {why}")]
    NotStarted { program: String, why: String },
    #[error("{program}: the search command failed ({status}){}", after_colon(stderr))]
    Failed {
        program: String,
        status: String,
        /// The end of its standard error.
        stderr: String,
    },
    #[error("{program}: the search command took longer than {} seconds", limit.as_secs_f32())]
    TimedOut { program: String, limit: Duration },
    #[error("{program}: the search command printed more than {max_bytes} bytes")]
    TooLarge { program: String, max_bytes: usize },
    #[error("{provider}: the response is invalid: {why}")]
    Unreadable { provider: String, why: String },
    #[error("the search failed: {0}")]
    Endpoint(#[from] FetchError),
}

fn after_colon(stderr: &str) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!(": {stderr}")
    }
}
