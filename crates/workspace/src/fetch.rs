//! Fetches a page of the web as text.
//!
//! It knows how to ask safely and how to make a page readable; it does not know why, and keeps nothing.

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

use address::Address;
use client::{Answer, Reach, Request};
use text::Kind;

/// Some servers keep their pages as Markdown, too.
const ACCEPT: &str = "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// For the page with all of its redirects.
    pub timeout: Duration,
    /// Of what is sent, and of the text that is made of it.
    pub max_bytes: usize,
    /// Whether addresses of this machine and of private networks may be asked.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it was found in the end.
    pub url: String,
    pub title: Option<String>,
    /// Markdown if it was HTML, else as it was sent.
    pub text: String,
    pub was_html: bool,
}

/// `is_allowed` checks the host of the address and of every redirect before the name is looked up.
pub fn fetch(url: &str, limits: &FetchLimits, is_allowed: &dyn Fn(&str) -> bool) -> Result<Page, FetchError> {
    let reach = match limits.allow_private {
        true => Reach::Anywhere,
        false => Reach::Only(is_public),
    };
    fetch_within(url, limits, reach, is_allowed)
}

/// The first host that [`fetch`] would check; `None` if the address is not valid.
pub fn host_of(url: &str) -> Option<String> {
    Address::parse(url).ok().map(|address| address.host())
}

pub(crate) fn is_public(address: IpAddr) -> bool {
    public_address::is_public(address)
}

fn fetch_within(
    url: &str,
    limits: &FetchLimits,
    reach: Reach,
    is_allowed: &dyn Fn(&str) -> bool,
) -> Result<Page, FetchError> {
    let request = Request {
        accept: ACCEPT,
        timeout: limits.timeout,
        max_bytes: limits.max_bytes,
        reach,
    };
    let answer = client::get(&Address::parse(url)?, &request, is_allowed)?;
    read(&answer, limits.max_bytes)
}

fn read(answer: &Answer, max_bytes: usize) -> Result<Page, FetchError> {
    let url = answer.address.to_string();
    let content_type = answer.content_type.as_deref();
    let kind = text::kind(content_type, &answer.bytes)
        .map_err(|content_type| PageFault::Binary(content_type).at(&answer.address))?;
    let text = text::decode(content_type, kind, &answer.bytes);
    if kind == Kind::Text {
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
