//! The address of a web page: HTTP or HTTPS, without a password, percent-encoded.

use http::Uri;

use super::error::FetchError;

/// Every relative link of a page repeats a part of its address, so the address must be short.
const BYTES_MAX: usize = 4096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageAddress {
    scheme: &'static str,
    /// The host, with the port if the address has one.
    authority: String,
    /// Begins with a slash.
    path: String,
    /// With its question mark.
    query: String,
}

impl PageAddress {
    pub(crate) fn parse(text: &str) -> Result<Self, FetchError> {
        let text = text.trim();
        if text.len() > BYTES_MAX {
            let start = &text[..text.floor_char_boundary(80)];
            return Err(invalid(&format!("{start}…"), "it is too long"));
        }
        let Some((scheme, rest)) = text.split_once("://") else {
            return Err(invalid(text, "it does not begin with `https://`"));
        };
        let scheme = match scheme.to_ascii_lowercase().as_str() {
            "http" => "http",
            "https" => "https",
            _ => return Err(invalid(text, "only http and https are supported")),
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?', '\\']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        if let Some((_, host)) = authority.rsplit_once('@') {
            return Err(FetchError::Credentials { host: sendable(host) });
        }
        if !authority.is_ascii() {
            return Err(invalid(
                text,
                "the host has letters outside of ASCII; write it with `xn--`",
            ));
        }
        let (path, query) = rest
            .split_once('?')
            .map_or((rest, None), |(path, query)| (path, Some(query)));
        let address = Self {
            scheme,
            authority: authority.to_ascii_lowercase(),
            path: sendable(&without_dots(path)),
            query: query.map(|query| sendable(&format!("?{query}"))).unwrap_or_default(),
        };
        let is_whole = address
            .uri()
            .is_some_and(|uri| uri.host().is_some_and(|host| !host.is_empty()));
        is_whole
            .then_some(address)
            .ok_or_else(|| invalid(text, "it has no host"))
    }

    /// The address of a link on this page. Refuses passwords.
    pub(crate) fn join(&self, link: &str) -> Result<Self, FetchError> {
        let link = link.trim();
        let link = link.split('#').next().unwrap_or_default();
        if has_scheme(link) {
            return Self::parse(link);
        }
        let origin = format!("{}://{}", self.scheme, self.authority);
        Self::parse(&match link.as_bytes() {
            [] => format!("{origin}{}{}", self.path, self.query),
            [b'/', b'/', ..] => format!("{}:{link}", self.scheme),
            [b'/', ..] => format!("{origin}{link}"),
            [b'?', ..] => format!("{origin}{}{link}", self.path),
            _ => {
                let folder = self.path.rfind('/').map_or("/", |end| &self.path[..=end]);
                format!("{origin}{folder}{link}")
            }
        })
    }

    pub(crate) fn with_query(mut self, pairs: &str) -> Self {
        let sign = if self.query.is_empty() { '?' } else { '&' };
        self.query = format!("{}{sign}{pairs}", self.query);
        self
    }

    pub(super) fn uri(&self) -> Option<Uri> {
        self.to_string().parse().ok()
    }

    /// Without the port.
    pub(super) fn host(&self) -> String {
        let uri = self.uri();
        let host = uri.as_ref().and_then(Uri::host);
        host.unwrap_or(&self.authority).to_owned()
    }

    pub(super) fn is_same_host(&self, other: &Self) -> bool {
        (self.scheme, &self.authority) == (other.scheme, &other.authority)
    }
}

impl std::fmt::Display for PageAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}{}{}", self.scheme, self.authority, self.path, self.query)
    }
}

/// Whether a link starts with a scheme.
pub(super) fn has_scheme(link: &str) -> bool {
    let is_scheme = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    link.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// Encodes a value for a query.
pub(crate) fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    escaped(text, is_plain)
}

/// Encodes characters that cannot be sent. Keeps existing percent encoding.
fn sendable(text: &str) -> String {
    let is_plain = |byte: u8| {
        byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
    };
    escaped(text, is_plain)
}

fn escaped(text: &str, is_plain: impl Fn(u8) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for byte in text.bytes() {
        match is_plain(byte) {
            true => shown.push(char::from(byte)),
            false => shown.push_str(&format!("%{byte:02X}")),
        }
    }
    shown
}

/// A path without `.` and `..`, beginning with a slash.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(part) = rest.next() {
        let is_last = rest.peek().is_none();
        match part {
            "." | ".." => {
                if part == ".." {
                    parts.pop();
                }
                if is_last {
                    parts.push("");
                }
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn invalid(url: &str, why: &'static str) -> FetchError {
    // The part before an `@` may be a password.
    let shown = url.rsplit_once('@').map_or(url, |(_, host)| host);
    FetchError::Address {
        url: sendable(shown),
        why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_normalized() {
        for (text, expected) in [
            ("https://a.example", "https://a.example/"),
            (" HTTP://A.Example:8080/X?q#f ", "http://a.example:8080/X?q"),
            ("https://a/../b/./c/..", "https://a/b/"),
            ("https://a/ü b?ü=%20|", "https://a/%C3%BC%20b?%C3%BC=%20%7C"),
            ("https://a?x=/../y", "https://a/?x=/../y"),
            ("http://[::1]:80/", "http://[::1]:80/"),
        ] {
            assert_eq!(PageAddress::parse(text).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for text in [
            "",
            "a.example",
            "file:///etc/passwd",
            "ftp://a/",
            "https://",
            "https:///x",
            "https://a:b:c/",
            "http://é/",
        ] {
            assert!(
                matches!(PageAddress::parse(text), Err(FetchError::Address { .. })),
                "{text}"
            );
        }
        assert!(PageAddress::parse(&format!("https://a/{}", "x".repeat(BYTES_MAX))).is_err());
    }

    #[test]
    fn passwords_are_refused_and_not_repeated() {
        for text in [
            "https://ann:hunter2@a.example/",
            "https://ann:hunter2@é/",
            "http://hunter2@[::1]/@",
        ] {
            let error = PageAddress::parse(text).unwrap_err();
            assert!(matches!(error, FetchError::Credentials { .. }), "{text}: {error}");
            assert!(!error.to_string().contains("hunter2"), "{error}");
        }
        let error = PageAddress::parse("ftp://ann:hunter2@a/").unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }

    #[test]
    fn relative_links_are_resolved() {
        let base = PageAddress::parse("https://a/b/c?d").unwrap();
        for (link, expected) in [
            ("", "https://a/b/c?d"),
            ("#x", "https://a/b/c?d"),
            ("e", "https://a/b/e"),
            ("../e/./f?g#h", "https://a/e/f?g"),
            ("../../../e", "https://a/e"),
            ("/e", "https://a/e"),
            ("?e", "https://a/b/c?e"),
            ("//z/e", "https://z/e"),
            ("http://z/e", "http://z/e"),
            ("e:f/g", "?"),
            ("./e:f", "https://a/b/e:f"),
        ] {
            let joined = base.join(link).map(|joined| joined.to_string());
            assert_eq!(joined.unwrap_or("?".to_owned()), expected, "{link}");
        }
        assert!(matches!(base.join("//u:p@z/"), Err(FetchError::Credentials { .. })));
    }

    #[test]
    fn queries_are_added() {
        let plain = PageAddress::parse("https://s/search").unwrap().with_query("q=1");
        assert_eq!(plain.to_string(), "https://s/search?q=1");
        let more = PageAddress::parse("https://s/?l=en").unwrap().with_query("q=1");
        assert_eq!(more.to_string(), "https://s/?l=en&q=1");
        assert_eq!(encoded("a b&c=ü"), "a%20b%26c%3D%C3%BC");
    }
}
