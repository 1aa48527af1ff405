//! A value as other programs write it: within JSON, and as part of an address.

use std::fmt::Write;

/// The forms that differ from the value itself.
pub(super) fn written(value: &str) -> impl Iterator<Item = String> + '_ {
    let makers: [fn(&str) -> String; 6] = [
        json,
        // Some writers of JSON escape what needs no escape: slashes, or all that is not ASCII.
        |value| json(value).replace('/', r"\/"),
        |value| ascii_json(value, false),
        |value| ascii_json(value, true),
        |value| percent(value, false),
        |value| percent(value, true),
    ];
    let mut seen: Vec<String> = vec![value.to_owned()];
    makers.into_iter().filter_map(move |make| {
        let form = make(value);
        let is_new = !seen.contains(&form);
        is_new.then(|| {
            seen.push(form.clone());
            form
        })
    })
}

/// Inside of its quotes.
fn json(value: &str) -> String {
    let mut written = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' => written.push_str(r#"\""#),
            '\\' => written.push_str(r"\\"),
            '\n' => written.push_str(r"\n"),
            '\r' => written.push_str(r"\r"),
            '\t' => written.push_str(r"\t"),
            '\u{8}' => written.push_str(r"\b"),
            '\u{c}' => written.push_str(r"\f"),
            c if c.is_control() && c.is_ascii() => code(&mut written, u16::try_from(u32::from(c)).unwrap_or(0), false),
            c => written.push(c),
        }
    }
    written
}

fn ascii_json(value: &str, is_upper: bool) -> String {
    let mut written = String::with_capacity(value.len());
    for c in json(value).chars() {
        match c.is_ascii() {
            true => written.push(c),
            false => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    code(&mut written, *unit, is_upper);
                }
            }
        }
    }
    written
}

fn code(written: &mut String, unit: u16, is_upper: bool) {
    // Writing into a string cannot fail.
    let _ = match is_upper {
        true => write!(written, "\\u{unit:04X}"),
        false => write!(written, "\\u{unit:04x}"),
    };
}

/// As a part of an address: what could mean something there is a number.
fn percent(value: &str, is_lower: bool) -> String {
    let mut written = String::with_capacity(value.len());
    for byte in value.bytes() {
        let _ = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                written.push(char::from(byte));
                Ok(())
            }
            byte if is_lower => write!(written, "%{byte:02x}"),
            byte => write!(written, "%{byte:02X}"),
        };
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, expected: &[&str]) {
        assert_eq!(written(value).collect::<Vec<_>>(), expected, "{value}");
    }

    #[test]
    fn a_plain_value_has_one_form() {
        check("hunter2-hunter2", &[]);
    }

    #[test]
    fn what_needs_an_escape_has_others() {
        check("p\"w\\d", &[r#"p\"w\\d"#, "p%22w%5Cd", "p%22w%5cd"]);
        check("a\nb", &[r"a\nb", "a%0Ab", "a%0ab"]);
        check("a/b", &[r"a\/b", "a%2Fb", "a%2fb"]);
        check(
            "ünï😀",
            &[
                r"\u00fcn\u00ef\ud83d\ude00",
                r"\u00FCn\u00EF\uD83D\uDE00",
                "%C3%BCn%C3%AF%F0%9F%98%80",
                "%c3%bcn%c3%af%f0%9f%98%80",
            ],
        );
    }
}
