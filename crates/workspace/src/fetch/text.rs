//! Finds the content type and the character encoding of a response, and decodes it.

use encoding_rs::{Encoding, UTF_8};

/// The part of a page that is searched for its encoding.
const META_BYTES: usize = 1024;
const BINARY: &str = "application/octet-stream";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentKind {
    Html,
    Text,
}

/// The kind by the `Content-Type`, otherwise by the content. The error is the type of a response that is not text.
pub(super) fn kind(content_type: Option<&str>, bytes: &[u8]) -> Result<ContentKind, String> {
    let named = content_type.and_then(|named| named.split(';').next());
    let named = named.map(|named| named.trim().to_ascii_lowercase()).unwrap_or_default();
    let kind = match named.as_str() {
        "text/html" | "application/xhtml+xml" => ContentKind::Html,
        "" if looks_like_html(bytes) => ContentKind::Html,
        "" => ContentKind::Text,
        named if is_text(named) => ContentKind::Text,
        named => return Err(named.chars().take(100).collect::<String>().escape_debug().to_string()),
    };
    // Text contains no NUL bytes, except in UTF-16.
    let is_binary = Encoding::for_bom(bytes).is_none() && bytes.contains(&0);
    if is_binary { Err(BINARY.to_owned()) } else { Ok(kind) }
}

pub(super) fn decode(content_type: Option<&str>, kind: ContentKind, bytes: &[u8]) -> String {
    let named = content_type.and_then(charset);
    let named = named.or_else(|| {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(META_BYTES)]);
        (kind == ContentKind::Html).then(|| charset(&head)).flatten()
    });
    // `decode` prefers a byte order mark to the named encoding.
    let (text, _, _) = named.unwrap_or(UTF_8).decode(bytes);
    text.into_owned()
}

fn is_text(named: &str) -> bool {
    let Some((family, name)) = named.split_once('/') else {
        return false;
    };
    let is_readable = matches!(
        name,
        "json"
            | "jsonl"
            | "ndjson"
            | "xml"
            | "yaml"
            | "x-yaml"
            | "toml"
            | "javascript"
            | "ecmascript"
            | "graphql"
            | "sql"
            | "rtf"
            | "x-sh"
            | "x-httpd-php"
            | "x-tex"
            | "x-ndjson"
    );
    family == "text" || (family == "application" && is_readable) || name.ends_with("+json") || name.ends_with("+xml")
}

fn looks_like_html(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(META_BYTES)]).to_ascii_lowercase();
    let head = head.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    head.starts_with("<!doctype html") || head.starts_with("<html")
}

/// The encoding after the first `charset=`, if it is known.
fn charset(text: &str) -> Option<&'static Encoding> {
    let lower = text.to_ascii_lowercase();
    let (_, value) = lower.split_once("charset=")?;
    let value = value.trim_start_matches(['"', '\'', ' ']);
    let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | ':' | '.'));
    Encoding::for_label(&value.as_bytes()[..end.unwrap_or(value.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_type_decides_the_kind() {
        let check = |named: &str, expected: Result<ContentKind, &str>| {
            assert_eq!(kind(Some(named), b"x"), expected.map_err(str::to_owned), "{named}");
        };
        check("text/html; charset=utf-8", Ok(ContentKind::Html));
        check("Application/XHTML+xml", Ok(ContentKind::Html));
        check("text/x-rust", Ok(ContentKind::Text));
        check("application/json", Ok(ContentKind::Text));
        check("application/vnd.github+json;v=3", Ok(ContentKind::Text));
        check("image/svg+xml", Ok(ContentKind::Text));
        check("image/png", Err("image/png"));
        check("application/pdf", Err("application/pdf"));
        check("application/octet-stream", Err(BINARY));
        check("video\n/x", Err("video\\n/x"));
        check("nonsense", Err("nonsense"));
    }

    #[test]
    fn without_a_content_type_the_content_decides() {
        assert_eq!(kind(None, b" <!DOCTYPE html><p>"), Ok(ContentKind::Html));
        assert_eq!(kind(None, b"plain"), Ok(ContentKind::Text));
        assert_eq!(kind(None, b"\x7fELF\0\0"), Err(BINARY.to_owned()));
        assert_eq!(kind(Some("text/plain"), b"a\0b"), Err(BINARY.to_owned()));
        assert_eq!(kind(Some("text/plain"), b"\xff\xfea\0"), Ok(ContentKind::Text));
    }

    #[test]
    fn text_is_decoded_with_its_encoding() {
        let check = |named: Option<&str>, bytes: &[u8], expected: &str| {
            assert_eq!(decode(named, ContentKind::Html, bytes), expected);
        };
        check(None, "Grüße".as_bytes(), "Grüße");
        check(Some("text/html; charset=ISO-8859-1"), b"Gr\xfc\xdfe \x80", "Grüße €");
        check(Some("text/html; charset=\"shift_jis\""), b"\x93\x8c", "東");
        check(
            None,
            b"<meta charset='windows-1252'>\xfc",
            "<meta charset='windows-1252'>ü",
        );
        check(Some("text/html; charset=latin1"), "\u{feff}ü".as_bytes(), "ü");
        check(Some("text/html; charset=bogus"), b"a\xff", "a\u{fffd}");
        check(None, b"\xff\xfea\0", "a");
    }
}
