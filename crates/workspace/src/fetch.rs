//! Fetches a web page as text. This module keeps nothing, and does not decide which hosts are allowed.

pub(crate) mod address;
pub(crate) mod client;
mod error;
mod html;
mod public_address;
mod text;

use std::net::IpAddr;
use std::time::Duration;

use model::limits;

pub use error::{FetchError, PageFault, not_allowed};

use address::PageAddress;
use client::{ConnectPolicy, PageRequest, PageResponse};
use text::ContentKind;

/// Some servers also have their pages as Markdown.
const ACCEPT: &str = "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5";

/// The limits of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// The time for the page with all of its redirects.
    pub timeout: Duration,
    /// The limit for the response, and for the text that it is converted to.
    pub max_bytes: usize,
    /// Whether addresses of this machine and of private networks are allowed.
    pub allow_private: bool,
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(limits::FETCH_S),
            max_bytes: usize::try_from(limits::FETCH_KIB * 1024).unwrap_or(usize::MAX),
            allow_private: false,
        }
    }
}

/// A fetched page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The address after all redirects.
    pub url: String,
    pub title: Option<String>,
    /// Markdown for an HTML page, otherwise the text of the response.
    pub text: String,
    pub was_html: bool,
}

/// Fetches a page. `is_allowed` checks the host of the address and of every redirect before the name is looked up.
pub fn fetch(url: &str, limits: &FetchLimits, is_allowed: &dyn Fn(&str) -> bool) -> Result<Page, FetchError> {
    let policy = match limits.allow_private {
        true => ConnectPolicy::Anywhere,
        false => ConnectPolicy::Only(is_public),
    };
    fetch_within(url, limits, policy, is_allowed)
}

/// The first host that [`fetch`] would check; `None` if the address is not valid.
pub fn host_of(url: &str) -> Option<String> {
    PageAddress::parse(url).ok().map(|address| address.host())
}

pub(crate) fn is_public(address: IpAddr) -> bool {
    public_address::is_public(address)
}

fn fetch_within(
    url: &str,
    limits: &FetchLimits,
    policy: ConnectPolicy,
    is_allowed: &dyn Fn(&str) -> bool,
) -> Result<Page, FetchError> {
    let request = PageRequest {
        accept: ACCEPT,
        timeout: limits.timeout,
        max_bytes: limits.max_bytes,
        policy,
    };
    let answer = client::get(&PageAddress::parse(url)?, &request, is_allowed)?;
    read(&answer, limits.max_bytes)
}

fn read(answer: &PageResponse, max_bytes: usize) -> Result<Page, FetchError> {
    let url = answer.address.to_string();
    let content_type = answer.content_type.as_deref();
    let kind = text::kind(content_type, &answer.bytes)
        .map_err(|content_type| PageFault::Binary(content_type).at(&answer.address))?;
    let text = text::decode(content_type, kind, &answer.bytes);
    if kind == ContentKind::Text {
        return Ok(Page {
            url,
            title: None,
            text,
            was_html: false,
        });
    }
    match html::to_markdown(&text, &answer.address, max_bytes) {
        Some(readable) => Ok(Page {
            url,
            title: readable.title,
            text: readable.markdown,
            was_html: true,
        }),
        None => Err(PageFault::TooLarge(max_bytes).at(&answer.address)),
    }
}

#[cfg(test)]
pub(crate) mod stub;
#[cfg(test)]
#[path = "fetch/fetch_tests.rs"]
mod tests;
