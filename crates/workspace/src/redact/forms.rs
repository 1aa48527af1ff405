//! The forms in which programs write a value: in JSON, percent-encoded, and as hexadecimal digits.

use std::fmt::Write;

/// The forms that differ from the value itself.
pub(super) fn written(value: &str) -> impl Iterator<Item = String> {
    let json = [
        json(value),
        // Some JSON encoders also escape slashes, or all characters outside of ASCII.
        json(value).replace('/', r"\/"),
        ascii_json(value, false),
        ascii_json(value, true),
    ];
    let percent = ENCODERS.iter().flat_map(|is_kept| {
        let upper = percent(value, *is_kept, false);
        // HTML forms encode spaces as plus signs.
        let form = upper.replace("%20", "+");
        [upper, percent(value, *is_kept, true), form]
    });
    let hex = [hex(value, false), hex(value, true)];
    let mut forms: Vec<String> = Vec::new();
    for form in json.into_iter().chain(percent).chain(hex) {
        if form != value && !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms.into_iter()
}

/// The bytes that each common URL encoder does not encode.
const ENCODERS: [fn(u8) -> bool; 5] = [
    is_unreserved,
    // JavaScript's `encodeURIComponent` and `encodeURI`.
    |byte| is_unreserved(byte) || b"!*'()".contains(&byte),
    |byte| is_unreserved(byte) || b"!*'();,/?:@&=+$#".contains(&byte),
    // Python's `quote`.
    |byte| is_unreserved(byte) || byte == b'/',
    // Some encode everything.
    |_| false,
];

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// The JSON string without its quotes.
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

fn percent(value: &str, is_kept: fn(u8) -> bool, is_lower: bool) -> String {
    let mut written = String::with_capacity(3 * value.len());
    for byte in value.bytes() {
        // Writing into a string cannot fail.
        let _ = match byte {
            byte if is_kept(byte) => {
                written.push(char::from(byte));
                Ok(())
            }
            byte if is_lower => write!(written, "%{byte:02x}"),
            byte => write!(written, "%{byte:02X}"),
        };
    }
    written
}

fn hex(value: &str, is_upper: bool) -> String {
    let digits = value.bytes().map(|byte| match is_upper {
        true => format!("{byte:02X}"),
        false => format!("{byte:02x}"),
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, expected: &[&str]) {
        let forms: Vec<String> = written(value).collect();
        assert_eq!(forms, expected, "{value}");
    }

    #[test]
    fn a_plain_value_has_encoded_forms() {
        check("Az-1", &["%41%7A%2D%31", "%41%7a%2d%31", "417a2d31", "417A2D31"]);
    }

    #[test]
    fn json_escapes_and_percent_encoding_are_included() {
        check("p\"w", &[r#"p\"w"#, "p%22w", "%70%22%77", "702277"]);
        check(
            "a/b",
            &[r"a\/b", "a%2Fb", "a%2fb", "%61%2F%62", "%61%2f%62", "612f62", "612F62"],
        );
        check("a b", &["a%20b", "a+b", "%61%20%62", "%61+%62", "612062"]);
        let forms: Vec<String> = written("ünï😀").collect();
        for form in [
            r"\u00fcn\u00ef\ud83d\ude00",
            r"\u00FCn\u00EF\uD83D\uDE00",
            "%C3%BCn%C3%AF%F0%9F%98%80",
            "%c3%bcn%c3%af%f0%9f%98%80",
            "c3bc6ec3aff09f9880",
        ] {
            assert!(forms.contains(&form.to_owned()), "{form} in {forms:?}");
        }
    }
}
