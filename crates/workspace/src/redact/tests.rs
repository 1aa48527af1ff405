use std::time::Instant;

use proptest::prelude::*;

use super::*;

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

fn check(secrets: &Secrets, text: &str, expected: &str) {
    assert_eq!(secrets.redact(text), expected);
    assert_eq!(in_chunks(secrets, text, &[1]), expected);
}

#[test]
fn known_values_are_hidden() {
    let secrets = Secrets::new(["hunter2hunter2", "short", "ünïcödé-pass"]);
    check(&secrets, "a hunter2hunter2 b", "a [redacted] b");
    check(&secrets, "hunter2hunter", "hunter2hunter");
    check(&secrets, "hunter2hunter2hunter2", "[redacted]");
    check(&secrets, "hunter2hunter2hunter2hunter2!", "[redacted]!");
    check(&secrets, "short", "short");
    check(&secrets, "=ünïcödé-pass=", "=[redacted]=");
}

#[test]
fn overlapping_values_leave_no_rest() {
    let secrets = Secrets::new(["abcdef", "defghi", "cdefgh"]);
    check(&secrets, "xabcdefghiy", "x[redacted]y");
    check(&secrets, "abcdefabcdef", "[redacted][redacted]");
}

#[test]
fn lines_of_a_long_value_are_hidden_alone() {
    let secrets = Secrets::new(["first line of the secret\nsecond line of the secret\n}"]);
    check(&secrets, "> second line of the secret\n}", "> [redacted]\n}");
}

#[test]
fn keys_and_tokens_are_hidden_by_their_looks() {
    let secrets = Secrets::default();
    let digits = "0123456789abcdefghijABCDEFGHIJ012345";
    for token in [
        format!("ghp_{digits}"),
        format!("github_pat_11AA_{digits}"),
        "AKIAIOSFODNN7EXAMPLE".to_owned(),
        format!("xoxb-123-456-{digits}"),
        format!("sk-ant-api03-{digits}-{digits}"),
        format!("sk-proj-{digits}"),
        format!("sk-{digits}"),
        format!("AIza{digits}"),
        format!("eyJhbGciOiJIUzI1NiJ9.{digits}.{digits}"),
    ] {
        check(&secrets, &format!("key={token}\n"), "key=[redacted]\n");
        check(&secrets, &format!("\"{token}\", next"), "\"[redacted]\", next");
    }
    check(
        &secrets,
        &format!("authorization: BEARER {digits}\r\n"),
        "authorization: BEARER [redacted]\r\n",
    );
    check(
        &secrets,
        "AWS_SECRET_ACCESS_KEY = \"wJalrXUtnFEMI/K7MDENG\"",
        "AWS_SECRET_ACCESS_KEY = \"[redacted]\"",
    );
}

#[test]
fn passwords_in_addresses_are_hidden() {
    let secrets = Secrets::default();
    check(
        &secrets,
        "postgres://me:p:w#d@host:5432/db",
        "postgres://me:[redacted]@host:5432/db",
    );
    check(&secrets, "redis://:abc@host", "redis://:[redacted]@host");
    check(
        &secrets,
        "http://host:80/a@b ssh://git@host",
        "http://host:80/a@b ssh://git@host",
    );
    check(&secrets, "http://host:80 a@b", "http://host:80 a@b");
}

#[test]
fn private_keys_are_hidden_whole() {
    let secrets = Secrets::default();
    let key = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE+/=\nabc\n-----END RSA PRIVATE KEY-----";
    check(&secrets, &format!("<{key}>\nafter\n"), "<[redacted]>\nafter\n");
    check(&secrets, "-----BEGIN PRIVATE KEY-----\nMIIE", "[redacted]");
    let public = "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----\n";
    check(&secrets, public, public);
}

#[test]
fn ordinary_text_is_left_alone() {
    let secrets = Secrets::default();
    for text in [
        "task-management-system-with-many-words",
        "skip-worktree sk-short bearer of news",
        "https://example.org/path?x=1:2@3",
        "-----BEGIN CERTIFICATE-----",
        "error[E0308]: mismatched types :: a://",
        "ghp_",
        "Grüße aus 東京",
    ] {
        check(&secrets, text, text);
    }
}

/// Pieces that rules begin with, so that random texts come close to them.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_secret_survives_and_chunks_change_nothing(
        values in prop::collection::vec("[a-c]{6,9}|[a-zA-Z0-9!%é]{6,40}", 0..6),
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

    #[test]
    fn no_token_survives_any_chunking(
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

#[test]
fn hostile_text_takes_linear_time() {
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
            let since = Instant::now();
            let clean = secrets.redact(&text);
            assert!(clean.len() <= text.len() + MARK.len());
            since.elapsed()
        };
        spent(1 << 16);
        let (small, large) = (spent(1 << 17), spent(1 << 20));
        assert!(
            large < small * 30 + std::time::Duration::from_millis(100),
            "{unit}: {small:?} {large:?}"
        );
    }
}
