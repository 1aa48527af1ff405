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
fn overlapping_values_are_hidden_completely() {
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
fn short_lines_are_hidden_only_if_they_look_like_keys() {
    let secrets = Secrets::new(["user: ann\npassphrase\nhunter2-x\n\"type\": \"key\"\n"]);
    check(&secrets, "the passphrase of ann", "the passphrase of ann");
    check(&secrets, "login hunter2-x ok", "login [redacted] ok");
    check(&secrets, "{\"type\": \"key\"}", "{\"type\": \"key\"}");
}

#[test]
fn encoded_values_are_hidden() {
    let secrets = Secrets::new(["p\"ss/w\\rd", "first line of it\nsecond line of it"]);
    check(
        &secrets,
        r#"{"password":"p\"ss/w\\rd","x":1}"#,
        r#"{"password":"[redacted]","x":1}"#,
    );
    check(&secrets, r#""p\"ss\/w\\rd""#, r#""[redacted]""#);
    check(&secrets, "db://h/?p=p%22ss%2Fw%5Crd&x", "db://h/?p=[redacted]&x");
    check(
        &secrets,
        r#"["first line of it\nsecond line of it"]"#,
        r#"["[redacted]"]"#,
    );
}

#[test]
fn hexadecimal_values_are_hidden() {
    let secrets = Secrets::new(["hunter2/hunter2 ü"]);
    for text in [
        "68756e746572322f68756e7465723220c3bc",
        "68756E746572322F68756E7465723220C3BC",
        "%68%75%6E%74%65%72%32%2F%68%75%6E%74%65%72%32%20%C3%BC",
        "%68%75%6e%74%65%72%32%2f%68%75%6e%74%65%72%32%20%c3%bc",
        "hunter2%2Fhunter2%20%C3%BC",
        "hunter2/hunter2%20%C3%BC",
        "hunter2%2Fhunter2+%C3%BC",
    ] {
        check(&secrets, &format!("<{text}>"), "<[redacted]>");
    }
}

#[test]
fn values_with_invisible_characters_are_hidden() {
    let secrets = Secrets::new(["hunter2hunter2", "pass\u{200b}word"]);
    check(&secrets, "<h\u{200b}unter2hun\u{200d}\u{feff}ter2>", "<[redacted]>");
    check(&secrets, "\u{ad}hunter2hunter2\u{2060}", "\u{ad}[redacted]\u{2060}");
    check(&secrets, "password p\u{200b}assword", "[redacted] [redacted]");
    check(&secrets, "68\u{200b}756e7465723268756e74657232", "[redacted]");
    // Other text stays unchanged.
    check(&secrets, "hun\u{200b}ter \u{200b}x", "hun\u{200b}ter \u{200b}x");
    check(&secrets, "hunhun\u{200b}ter2hunter2", "hun[redacted]");
}

#[test]
fn many_invisible_characters_do_not_fill_the_memory() {
    let secrets = Secrets::new(["hunter2hunter2"]);
    let mut redactor = secrets.redactor();
    let flood = "\u{200b}".repeat(100_000);
    let passed = redactor.push("hunter2") + &redactor.push(&flood);
    assert_eq!(passed + &redactor.finish(), format!("hunter2{flood}"));
    check(
        &secrets,
        &format!("hunter2{flood}hunter2"),
        &format!("hunter2{flood}hunter2"),
    );
}

#[test]
fn keys_and_tokens_are_hidden_by_their_format() {
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
fn private_keys_are_hidden_completely() {
    let secrets = Secrets::default();
    let key = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE+/=\nabc\n-----END RSA PRIVATE KEY-----";
    check(&secrets, &format!("<{key}>\nafter\n"), "<[redacted]>\nafter\n");
    check(&secrets, "-----BEGIN PRIVATE KEY-----\nMIIE", "[redacted]");
    let public = "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----\n";
    check(&secrets, public, public);
}

#[test]
fn ordinary_text_is_unchanged() {
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
