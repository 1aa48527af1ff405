//! Recognizes secrets by their format: keys of known services, and passwords in known positions.

use std::sync::LazyLock;

use super::scan::SecretTail;

/// Whether a secret starts at a position.
pub(super) enum SecretMatch {
    Pass,
    /// More text is needed to decide.
    Wait,
    /// Of `taken` bytes, the first `shown` are not secret. `then` decides which further bytes belong to the secret.
    Hide {
        shown: usize,
        taken: usize,
        then: SecretTail,
    },
}

enum Prefix {
    /// Part of the secret.
    Hidden,
    /// Part of the secret, if it is at the start of a word.
    Word,
    /// Comes before the secret, in lower or upper case.
    Shown,
}

/// A prefix, followed by at least `body_min` characters of a kind.
struct Token {
    prefix: &'static str,
    role: Prefix,
    body: fn(u8) -> bool,
    body_min: usize,
}

const fn token(prefix: &'static str, body: fn(u8) -> bool, body_min: usize) -> Token {
    let role = Prefix::Hidden;
    Token {
        prefix,
        role,
        body,
        body_min,
    }
}

const TOKENS: &[Token] = &[
    // GitHub, GitLab
    token("ghp_", is_letter_or_digit, 30),
    token("gho_", is_letter_or_digit, 30),
    token("ghu_", is_letter_or_digit, 30),
    token("ghs_", is_letter_or_digit, 30),
    token("ghr_", is_letter_or_digit, 30),
    token("github_pat_", is_in_word, 20),
    token("glpat-", is_in_name, 20),
    // Amazon, Google
    token("AKIA", is_upper_or_digit, 16),
    token("ASIA", is_upper_or_digit, 16),
    token("AIza", is_in_name, 35),
    // Slack
    token("xoxb-", is_in_name, 10),
    token("xoxp-", is_in_name, 10),
    token("xoxa-", is_in_name, 10),
    token("xoxr-", is_in_name, 10),
    token("xoxs-", is_in_name, 10),
    token("xapp-", is_in_name, 10),
    // Anthropic, OpenAI and compatible services, Hugging Face, Stripe
    token("sk-ant-", is_in_name, 16),
    token("sk-proj-", is_in_name, 16),
    token("sk_live_", is_letter_or_digit, 16),
    token("rk_live_", is_letter_or_digit, 16),
    Token {
        prefix: "sk-",
        role: Prefix::Word,
        body: is_in_name,
        body_min: 20,
    },
    Token {
        prefix: "hf_",
        role: Prefix::Word,
        body: is_letter_or_digit,
        body_min: 30,
    },
    // Package registries
    token("npm_", is_letter_or_digit, 36),
    token("pypi-AgE", is_in_name, 30),
    // JSON Web Tokens
    Token {
        prefix: "eyJ",
        role: Prefix::Word,
        body: is_in_bearer,
        body_min: 40,
    },
    Token {
        prefix: "bearer ",
        role: Prefix::Shown,
        body: is_in_bearer,
        body_min: 16,
    },
    Token {
        prefix: "authorization: basic ",
        role: Prefix::Shown,
        body: is_in_bearer,
        body_min: 8,
    },
];

/// Names of fields whose value is secret, whatever it looks like.
const FIELDS: &[&str] = &["secret_access_key", "secretaccesskey", "_authtoken", "_password"];
const FIELD_VALUE_MIN: usize = 8;
const FIELD_GAP_MAX: usize = 8;

const KEY_BEGIN: &str = "-----BEGIN ";
const KEY_BEGIN_BYTES_MAX: usize = 80;
const URL_LOGIN_BYTES_MAX: usize = 512;

/// The first rule that does not return `Pass` decides, even if it returns `Wait`: so the result does not depend on chunk
/// borders.
pub(super) fn judge(rest: &[u8], before: Option<u8>, is_end: bool) -> SecretMatch {
    let begins_word = !before.is_some_and(is_letter_or_digit);
    let tokens = TOKENS.iter().filter(|token| starts_alike(token.prefix, rest[0]));
    let tokens = tokens.map(|token| judge_token(token, rest, begins_word));
    let fields = FIELDS.iter().filter(|field| starts_alike(field, rest[0]));
    let fields = fields.map(|field| judge_field(field, rest));
    let places = match rest[0] {
        b':' => judge_login(rest),
        b'-' => judge_key(rest),
        _ => SecretMatch::Pass,
    };
    let is_decisive = |verdict: &SecretMatch| match verdict {
        SecretMatch::Pass => false,
        SecretMatch::Wait => !is_end,
        SecretMatch::Hide { .. } => true,
    };
    let mut verdicts = tokens.chain(fields).chain([places]);
    verdicts.find(is_decisive).unwrap_or(SecretMatch::Pass)
}

/// The first two bytes of all secrets and of the text before them. Checking only one byte would stop at every other letter.
struct Begins {
    pairs: Vec<bool>,
    firsts: [bool; 256],
}

static BEGINS: LazyLock<Begins> = LazyLock::new(|| {
    let mut begins = Begins {
        pairs: vec![false; 1 << 16],
        firsts: [false; 256],
    };
    let prefixes = TOKENS.iter().map(|token| token.prefix).chain(FIELDS.iter().copied());
    for prefix in prefixes.chain(["://", KEY_BEGIN]) {
        let [first, second] = [prefix.as_bytes()[0], prefix.as_bytes()[1]].map(cases);
        for first in first {
            begins.firsts[usize::from(first)] = true;
            second
                .iter()
                .for_each(|second| begins.pairs[pair(first, *second)] = true);
        }
    }
    begins
});

fn cases(byte: u8) -> [u8; 2] {
    [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()]
}

fn pair(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

/// How many of the first bytes cannot start a secret.
pub(super) fn skip(bytes: &[u8]) -> usize {
    let begins = &*BEGINS;
    let found = bytes
        .windows(2)
        .position(|bytes| begins.pairs[pair(bytes[0], bytes[1])]);
    // The byte after the last one is not known yet.
    let last = || {
        bytes
            .last()
            .filter(|last| begins.firsts[usize::from(**last)])
            .map(|_| bytes.len() - 1)
    };
    found.or_else(last).unwrap_or(bytes.len())
}

fn starts_alike(prefix: &str, first: u8) -> bool {
    prefix.as_bytes()[0].eq_ignore_ascii_case(&first)
}

fn judge_token(token: &Token, rest: &[u8], begins_word: bool) -> SecretMatch {
    let is_begun = match token.role {
        Prefix::Hidden => begins(rest, token.prefix, |a, b| a == b),
        Prefix::Word if !begins_word => Some(false),
        Prefix::Word => begins(rest, token.prefix, |a, b| a == b),
        Prefix::Shown => begins(rest, token.prefix, |a, b| a.eq_ignore_ascii_case(&b)),
    };
    let shown = match token.role {
        Prefix::Shown => token.prefix.len(),
        Prefix::Hidden | Prefix::Word => 0,
    };
    match is_begun {
        None => SecretMatch::Wait,
        Some(false) => SecretMatch::Pass,
        Some(true) => judge_body(rest, shown, token.prefix.len(), token.body, token.body_min),
    }
}

/// A field's name, a gap with `=` or `:`, and a value.
fn judge_field(field: &str, rest: &[u8]) -> SecretMatch {
    match begins(rest, field, |a, b| a.eq_ignore_ascii_case(&b)) {
        None => return SecretMatch::Wait,
        Some(false) => return SecretMatch::Pass,
        Some(true) => {}
    }
    let after = &rest[field.len()..];
    let gap = after.iter().take_while(|byte| is_in_gap(**byte)).count();
    if gap > FIELD_GAP_MAX {
        return SecretMatch::Pass;
    }
    if gap == after.len() {
        return SecretMatch::Wait;
    }
    if !after[..gap].iter().any(|byte| matches!(byte, b'=' | b':')) {
        return SecretMatch::Pass;
    }
    let value = field.len() + gap;
    judge_body(rest, value, value, is_in_value, FIELD_VALUE_MIN)
}

fn judge_body(rest: &[u8], shown: usize, from: usize, body: fn(u8) -> bool, body_min: usize) -> SecretMatch {
    let available = &rest[from..rest.len().min(from + body_min)];
    if !available.iter().all(|byte| body(*byte)) {
        return SecretMatch::Pass;
    }
    if available.len() < body_min {
        return SecretMatch::Wait;
    }
    SecretMatch::Hide {
        shown,
        taken: from + body_min,
        then: SecretTail::While(body),
    }
}

/// `://user:password@`
fn judge_login(rest: &[u8]) -> SecretMatch {
    match begins(rest, "://", |a, b| a == b) {
        None => return SecretMatch::Wait,
        Some(false) => return SecretMatch::Pass,
        Some(true) => {}
    }
    let mut colon = None;
    for (at, byte) in rest.iter().enumerate().skip(3) {
        match (byte, colon) {
            _ if at > URL_LOGIN_BYTES_MAX => return SecretMatch::Pass,
            (b':', None) => colon = Some(at),
            (b'@', Some(colon)) if at > colon + 1 => {
                return SecretMatch::Hide {
                    shown: colon + 1,
                    taken: at,
                    then: SecretTail::Nothing,
                };
            }
            (b'/' | b'@' | b'"' | b'\'' | b'<' | b'>', _) => return SecretMatch::Pass,
            _ if byte.is_ascii_whitespace() || byte.is_ascii_control() => return SecretMatch::Pass,
            _ => {}
        }
    }
    SecretMatch::Wait
}

/// `-----BEGIN … PRIVATE KEY…-----`
fn judge_key(rest: &[u8]) -> SecretMatch {
    match begins(rest, KEY_BEGIN, |a, b| a == b) {
        None => return SecretMatch::Wait,
        Some(false) => return SecretMatch::Pass,
        Some(true) => {}
    }
    let title = &rest[KEY_BEGIN.len()..];
    let title_bytes = title
        .iter()
        .take_while(|byte| is_upper_or_digit(**byte) || **byte == b' ')
        .count();
    if title_bytes > KEY_BEGIN_BYTES_MAX {
        return SecretMatch::Pass;
    }
    let (title, dashes) = title.split_at(title_bytes);
    if dashes.is_empty() {
        return SecretMatch::Wait;
    }
    let is_private = title.windows(11).any(|words| words == b"PRIVATE KEY");
    match begins(dashes, "-----", |a, b| a == b) {
        None => SecretMatch::Wait,
        Some(true) if is_private => SecretMatch::Hide {
            shown: 0,
            taken: KEY_BEGIN.len() + title_bytes + 5,
            then: SecretTail::KEY,
        },
        Some(_) => SecretMatch::Pass,
    }
}

/// `None` if there is not enough text to tell.
fn begins(rest: &[u8], prefix: &str, is_same: fn(u8, u8) -> bool) -> Option<bool> {
    let differs = rest.iter().zip(prefix.bytes()).any(|(a, b)| !is_same(*a, b));
    match differs {
        true => Some(false),
        false => (rest.len() >= prefix.len()).then_some(true),
    }
}

fn is_letter_or_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_upper_or_digit(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_in_bearer(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~' | b'+' | b'/' | b'=')
}

fn is_in_value(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b',' | b';' | b'<' | b'>')
}

fn is_in_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'=' | b':' | b'"' | b'\'')
}

/// White space, Base64, headers of old keys, and characters around the lines of a quoted key.
pub(super) fn is_in_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"+/=-:,.\\\"'|>".contains(&byte)
}

pub(super) fn is_in_key_mark(byte: u8) -> bool {
    is_upper_or_digit(byte) || matches!(byte, b' ' | b'-')
}
