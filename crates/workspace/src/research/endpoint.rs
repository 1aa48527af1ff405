//! A place that answers like SearXNG does.

use super::{Hit, ResearchError, ResearchLimits, hits};
use crate::fetch::address::{Address, encoded};
use crate::fetch::client::{self, Reach, Request};
use crate::fetch::is_public;

pub(super) fn search(query: &str, url: &str, limits: &ResearchLimits) -> Result<Vec<Hit>, ResearchError> {
    let endpoint = Address::parse(url)?;
    let address = endpoint
        .clone()
        .with_query(&format!("q={}&format=json", encoded(query)));
    let request = Request {
        accept: "application/json",
        timeout: limits.timeout,
        max_bytes: limits.max_bytes,
        // The user has named the place, which is often one of the user's own. Where it leads on, nobody has.
        reach: Reach::Named(is_public),
    };
    let answer = client::get(&address, &request, &|_| true)?;
    let text = String::from_utf8_lossy(&answer.bytes);
    hits::from_json(&text, limits.hits).map_err(|why| ResearchError::Unreadable {
        provider: endpoint.to_string(),
        why,
    })
}
