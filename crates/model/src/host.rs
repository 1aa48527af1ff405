//! Which hosts of the network a person has allowed.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// A host name, an IP address, or `*.example.org` for every host below `example.org`, but not for that one itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPattern {
    /// In the form that [`normal`] gives it.
    name: String,
    is_below: bool,
}

impl HostPattern {
    /// `None` for what is no host: ports, paths and other wildcards have no place in it.
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

    /// `host` is that of a URL, without its port.
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

/// One form of what names the same host: lower case, no dot at the end, IPv6 addresses short and without brackets.
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
    fn what_is_no_host_is_no_pattern() {
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
