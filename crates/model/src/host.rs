//! Patterns for hosts that the user allowed.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// A host name, an IP address, or `*.example.org` for every host below `example.org`, but not for that one itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPattern {
    /// As returned by [`normal`].
    name: String,
    is_below: bool,
}

impl HostPattern {
    /// `None` if the text is not a host. Ports, paths and other wildcards are not allowed.
    pub fn new(text: &str) -> Option<Self> {
        let (name, is_below) = match text.strip_prefix("*.") {
            Some(name) => (name, true),
            None => (text, false),
        };
        let name = normal(name);
        let is_right = match is_address(&name) {
            true => !is_below,
            false => is_host_name(&name),
        };
        is_right.then_some(Self { name, is_below })
    }

    /// `host` is the host of a URL, without the port.
    pub fn matches(&self, host: &str) -> bool {
        let host = normal(host);
        match self.is_below {
            true => host
                .strip_suffix(&self.name)
                .and_then(|rest| rest.strip_suffix('.'))
                .is_some_and(|label| !label.is_empty()),
            false => host == self.name,
        }
    }
}

impl fmt::Display for HostPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_below { "*." } else { "" }, self.name)
    }
}

/// The canonical form of a host: lower case, no trailing dot, IPv6 addresses compressed and without brackets.
fn normal(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    match bare.unwrap_or(host).parse::<Ipv6Addr>() {
        Ok(address) => address.to_string(),
        Err(_) => host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase(),
    }
}

fn is_address(name: &str) -> bool {
    name.parse::<Ipv4Addr>().is_ok() || name.parse::<Ipv6Addr>().is_ok()
}

fn is_host_name(name: &str) -> bool {
    let is_label = |label: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        (1..=63).contains(&label.len()) && label.chars().all(is_letter)
    };
    name.len() <= 253 && name.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_allows_its_host_or_what_is_below_it() {
        for (pattern, host, expected) in [
            ("example.org", "example.org", true),
            ("Example.ORG", "example.org.", true),
            ("example.org", "www.example.org", false),
            ("example.org", "example.org.evil.net", false),
            ("*.example.org", "docs.example.org", true),
            ("*.example.org", "a.b.Example.org", true),
            ("*.example.org", "example.org", false),
            ("*.example.org", ".example.org", false),
            ("*.example.org", "evilexample.org", false),
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("localhost", "127.0.0.1", false),
            ("::1", "[::1]", true),
            ("[0:0::1]", "[::1]", true),
        ] {
            let pattern = HostPattern::new(pattern).unwrap();
            assert_eq!(pattern.matches(host), expected, "{pattern} {host}");
        }
    }

    #[test]
    fn invalid_patterns_are_rejected() {
        for text in [
            "",
            "*",
            "*.",
            "*.*.org",
            "a*.org",
            "example.org:443",
            "https://example.org",
            "example.org/docs",
            "exa mple.org",
            "a..b",
            "münchen.de",
            "*.127.0.0.1",
            "*.[::1]",
        ] {
            assert_eq!(HostPattern::new(text), None, "{text}");
        }
    }
}
