//! Searches the web through what the user has named for it: a command of the user's own, or a place that answers like
//! SearXNG does.

mod command;
mod endpoint;
mod error;
mod hits;

use std::time::Duration;

use model::{ResearchConfig, limits};

pub use error::ResearchError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResearchLimits {
    pub timeout: Duration,
    /// Of the whole answer.
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

/// Something that was found. Lines that a command has printed are titles without an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub title: String,
    pub url: Option<String>,
    pub snippet: Option<String>,
}

/// What the provider finds, best first. Nothing found is no error.
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
