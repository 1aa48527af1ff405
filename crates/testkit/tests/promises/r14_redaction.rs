//! R14: no known or likely secret is in stored or shown text, however the text was split.

use planwright_testkit::least_busy;
use proptest::prelude::*;
use workspace::redact::{MARK, Secrets};

use crate::command::Bench;

fn in_chunks(secrets: &Secrets, text: &str, sizes: &[usize]) -> String {
    let mut redactor = secrets.redactor();
    let mut clean = String::new();
    let mut rest = text;
    let mut sizes = sizes.iter().cycle();
    while !rest.is_empty() {
        let mut size = (*sizes.next().unwrap_or(&1)).clamp(1, rest.len());
        while !rest.is_char_boundary(size) {
            size += 1;
        }
        let (chunk, more) = rest.split_at(size);
        clean.push_str(&redactor.push(chunk));
        rest = more;
    }
    clean.push_str(&redactor.finish());
    clean
}

/// A slow reference encoder that works bit by bit.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    while !bits.len().is_multiple_of(6) {
        bits.push('0');
    }
    let sextets = bits.as_bytes().chunks(6).map(|bits| {
        let sextet = bits.iter().fold(0, |sum, bit| sum * 2 + usize::from(*bit == b'1'));
        char::from(ALPHABET[sextet])
    });
    let mut text: String = sextets.collect();
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

/// The largest number of encoded characters for this number of bytes, with padding.
fn base64_length(bytes: usize) -> usize {
    (bytes * 8).div_ceil(6) + 2
}

/// Prefixes of rules, so that random texts come close to them.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{1,6}",
        "[a-zA-Z0-9_-]{1,50}",
        "[ \n\"'=:@/é東-]{1,4}",
        Just("://u:".to_owned()),
        Just("ghp_".to_owned()),
        Just("sk-ant-".to_owned()),
        Just("Bearer ".to_owned()),
        Just("secret_access_key=".to_owned()),
        Just("-----BEGIN RSA PRIVATE KEY-----\n".to_owned()),
        Just("-----END RSA PRIVATE KEY-----".to_owned()),
    ]
}

fn secret_values() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-c]{6,9}|[a-zA-Z0-9!%é]{6,40}", 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn r14_no_known_secret_survives_and_chunks_change_nothing(
        values in secret_values(),
        pieces in prop::collection::vec((piece(), any::<prop::sample::Index>(), any::<bool>()), 0..30),
        sizes in prop::collection::vec(1_usize..40, 1..5),
    ) {
        let mut text = String::new();
        for (piece, which, with_secret) in &pieces {
            text.push_str(piece);
            if *with_secret && !values.is_empty() {
                text.push_str(&values[which.index(values.len())]);
            }
        }
        let secrets = Secrets::new(&values);
        let clean = secrets.redact(&text);
        prop_assert_eq!(in_chunks(&secrets, &text, &sizes), clean.clone());
        for value in &values {
            prop_assert!(!clean.contains(value.as_str()), "{value} in {clean}");
        }
    }

    /// JSON output of a program is still valid JSON after redaction.
    #[test]
    fn r14_no_known_secret_survives_in_json(
        value in r#"[ -~é日\t\n]{6,40}"#,
        before in "[a-z ]{0,10}",
        sizes in prop::collection::vec(1_usize..40, 1..5),
    ) {
        let value = value.trim();
        prop_assume!(value.chars().count() >= 6 && !MARK.contains(value));
        let text = serde_json::json!({ "before": before, "said": value }).to_string();
        let clean = in_chunks(&Secrets::new([value]), &text, &sizes);
        let parsed: serde_json::Value = serde_json::from_str(&clean).unwrap();
        prop_assert!(!parsed["said"].as_str().unwrap_or_default().contains(value), "{clean}");
    }

    /// For any text around the value before encoding.
    #[test]
    fn r14_no_known_secret_survives_in_base64(
        value in "[ -~é日]{6,40}",
        before in prop::collection::vec(any::<u8>(), 0..8),
        after in prop::collection::vec(any::<u8>(), 0..8),
        is_for_addresses in any::<bool>(),
        sizes in prop::collection::vec(1_usize..40, 1..5),
    ) {
        let value = value.trim();
        prop_assume!(value.chars().count() >= 6 && !MARK.contains(value));
        let mut encoded = base64(&[before.as_slice(), value.as_bytes(), after.as_slice()].concat());
        if is_for_addresses {
            encoded = encoded.replace('+', "-").replace('/', "_");
        }
        let clean = in_chunks(&Secrets::new([value]), &format!("<{encoded}>"), &sizes);
        prop_assert!(clean.contains(MARK), "{clean}");
        let shown = clean.replace(MARK, "");
        let around = base64_length(before.len()) + base64_length(after.len());
        prop_assert!(shown.len() <= "<>".len() + around + 2, "{value} in {clean}");
    }

    #[test]
    fn r14_no_known_secret_survives_as_hex(
        value in "[ -~é日]{6,40}",
        before in "[0-9a-f]{0,5}",
        is_upper in any::<bool>(),
        sizes in prop::collection::vec(1_usize..40, 1..5),
    ) {
        let value = value.trim();
        prop_assume!(value.chars().count() >= 6 && !MARK.contains(value));
        let hex: String = value.bytes().map(|byte| match is_upper {
            true => format!("{byte:02X}"),
            false => format!("{byte:02x}"),
        }).collect();
        let clean = in_chunks(&Secrets::new([value]), &format!("<{before}{hex}>"), &sizes);
        prop_assert!(!clean.contains(&hex) && clean.contains(MARK), "{value} in {clean}");
    }

    /// Encoders differ in the characters that they keep.
    #[test]
    fn r14_no_known_secret_survives_percent_encoded(
        value in "[ -~é日]{6,40}",
        kept in prop::sample::select(vec!["", "-._~", "-._~/", "-._~!*'()", "-._~!*'();,/?:@&=+$#"]),
        is_upper in any::<bool>(),
        sizes in prop::collection::vec(1_usize..40, 1..5),
    ) {
        let value = value.trim();
        prop_assume!(value.chars().count() >= 6 && !MARK.contains(value));
        let is_kept = |byte: u8| !kept.is_empty() && (byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte));
        let encoded: String = value.bytes().map(|byte| match is_upper {
            _ if is_kept(byte) => char::from(byte).to_string(),
            true => format!("%{byte:02X}"),
            false => format!("%{byte:02x}"),
        }).collect();
        let clean = in_chunks(&Secrets::new([value]), &format!("<{encoded}>"), &sizes);
        prop_assert!(!clean.contains(&encoded) && clean.contains(MARK), "{value} in {clean}");
    }

    #[test]
    fn r14_no_known_secret_survives_between_invisible_characters(
        value in "[a-zA-Z0-9!%é]{6,40}",
        invisible in prop::collection::vec("[\u{200b}\u{200d}\u{feff}\u{ad}\u{2060}]{0,3}", 40),
        before in "[a-zé\u{200b}]{0,5}",
        sizes in prop::collection::vec(1_usize..40, 1..5),
    ) {
        prop_assume!(!MARK.contains(&value));
        let hidden: String = value.chars().zip(&invisible).map(|(c, more)| format!("{c}{more}")).collect();
        let secrets = Secrets::new([&value]);
        let text = format!("<{before}{hidden}>");
        let clean = in_chunks(&secrets, &text, &sizes);
        prop_assert_eq!(&clean, &secrets.redact(&text));
        let seen: String = clean.chars().filter(|c| !"\u{200b}\u{200d}\u{feff}\u{ad}\u{2060}".contains(*c)).collect();
        prop_assert!(!seen.contains(&value) && seen.contains(MARK), "{value} in {clean}");
    }

    #[test]
    fn r14_no_token_survives_any_chunking(
        prefix in prop::sample::select(vec!["ghp_", "xoxb-", "sk-ant-", "AIza"]),
        body in "[A-Za-z0-9]{36,60}",
        before in "[ -~é\n]{0,30}",
        after in "[ -~é\n]{0,30}",
        sizes in prop::collection::vec(1_usize..20, 1..5),
    ) {
        let text = format!("{before}{prefix}{body}{after}");
        let clean = in_chunks(&Secrets::default(), &text, &sizes);
        prop_assert!(!clean.contains(&body));
        prop_assert_eq!(clean, Secrets::default().redact(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The pauses let the pipe deliver the text in parts.
    #[test]
    fn r14_no_secret_of_a_command_is_shown_or_kept(
        value in "[a-zA-Z0-9]{12,40}",
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bench = Bench::new();
        bench.secrets = Secrets::new([&value]);
        let (head, tail) = value.split_at(cut.index(value.len()));
        let script = format!("for s in 1 2; do printf 'x{head}'; sleep 0.02; printf '{tail}y' >&$s; done\nfalse {value}");
        let script = script.replace("printf 'x", "printf >&$s 'x");
        let mut shown = String::new();
        let ran = bench.shown(&script, &mut |_, text| shown.push_str(text));
        let kept = format!("{}{}{:?}", ran.stdout, ran.stderr, ran.failed);
        prop_assert!(!shown.contains(&value) && !kept.contains(&value), "{shown} {kept}");
        prop_assert_eq!(shown.matches(MARK).count(), 2);
        prop_assert_eq!(ran.stdout.to_string(), format!("x{MARK}y"));
    }
}

#[test]
fn r14_hostile_text_takes_linear_time() {
    let secrets = Secrets::new([
        "a".repeat(3_000),
        format!("{}b", "a".repeat(2_000)),
        "://u:://u:".to_owned(),
    ]);
    for unit in [
        "a",
        "ghp_",
        "sk-ant-",
        "://u:",
        "-----BEGIN PRIVATE KEY",
        "bearer ",
        "eyJ",
        "-----",
    ] {
        let spent = |bytes: usize| {
            let text = unit.repeat(bytes / unit.len());
            least_busy(3, || {
                let clean = secrets.redact(&text);
                assert!(clean.len() <= text.len() + MARK.len());
            })
        };
        let (small, large) = (spent(1 << 14), spent(1 << 17));
        assert!(large < small * 24, "{unit}: {small:?} {large:?}");
    }
}
