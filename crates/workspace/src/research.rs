//! Searches the web with the user's own command, or through an endpoint that is compatible with SearXNG.

mod command;
mod endpoint;
mod error;
mod hits;

use std::time::Duration;

use model::{ResearchConfig, limits};

pub use error::ResearchError;

/// The limits of one search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResearchLimits {
    pub timeout: Duration,
    /// The size of the whole response.
    pub max_bytes: usize,
    pub hits: usize,
}

impl Default for ResearchLimits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(limits::RESEARCH_S),
            max_bytes: usize::try_from(limits::RESEARCH_KIB * 1024).unwrap_or(usize::MAX),
            hits: limits::HITS,
        }
    }
}

/// One search result. A line of a command's output is a title without an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub title: String,
    pub url: Option<String>,
    pub snippet: Option<String>,
}

/// The results, best first. No result is not an error.
pub fn search(query: &str, provider: &ResearchConfig, limits: &ResearchLimits) -> Result<Vec<Hit>, ResearchError> {
    let query = query.trim();
    if query.is_empty() || query.len() > limits::QUERY_BYTES || query.contains('\0') {
        return Err(ResearchError::Query);
    }
    match provider {
        ResearchConfig::Command(argv) => command::search(query, argv, limits),
        ResearchConfig::Endpoint(url) => endpoint::search(query, url, limits),
    }
}

#[cfg(test)]
#[path = "research/research_tests.rs"]
mod tests;
