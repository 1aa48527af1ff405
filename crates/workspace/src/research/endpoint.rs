//! Searches through an endpoint that is compatible with SearXNG.

use super::{Hit, ResearchError, ResearchLimits, hits};
use crate::fetch::address::{PageAddress, encoded};
use crate::fetch::client::{self, ConnectPolicy, PageRequest};
use crate::fetch::is_public;

pub(super) fn search(query: &str, url: &str, limits: &ResearchLimits) -> Result<Vec<Hit>, ResearchError> {
    let endpoint = PageAddress::parse(url)?;
    let address = endpoint
        .clone()
        .with_query(&format!("q={}&format=json", encoded(query)));
    let request = PageRequest {
        accept: "application/json",
        timeout: limits.timeout,
        max_bytes: limits.max_bytes,
        // The user chose the endpoint, which is often in a private network. Redirects must lead to public addresses.
        policy: ConnectPolicy::Named(is_public),
    };
    let answer = client::get(&address, &request, &|_| true)?;
    let text = String::from_utf8_lossy(&answer.bytes);
    hits::from_json(&text, limits.hits).map_err(|why| ResearchError::Unreadable {
        provider: endpoint.to_string(),
        why,
    })
}
