//! R18: a flipped byte in the log or in the rows is detected, and doctor names the place.

use std::fs;

use planwright_testkit::project::must;
use planwright_testkit::{Tier, tier};

use crate::r18_old_data::{fixture, with_store};

/// Flips one byte after the mark, and expects this text from doctor.
fn check(mark: &[u8], offset: usize, words: &str) {
    let project = with_store(|bytes| {
        let at = find(bytes, mark) + offset;
        // Another letter or digit of the same kind, so that the text stays valid.
        bytes[at] ^= 1;
    });
    let found = project.doctor();
    assert_eq!(found.code, Some(1), "{found:?}");
    let findings = found.json()["findings"].to_string();
    assert!(findings.contains(words), "{words}: {findings}");
    assert!(findings.contains("add-user-login-1794733200"), "{findings}");
}

fn find(bytes: &[u8], mark: &[u8]) -> usize {
    let found = bytes.windows(mark.len()).position(|window| window == mark);
    must(String::from_utf8_lossy(mark), found.ok_or("not in the file"))
}

/// The entry with this version as it is in the file.
fn entry(version: u64) -> String {
    let bytes = must("the fixture", fs::read(fixture()));
    let text = String::from_utf8_lossy(&bytes);
    let mark = format!("\"version\":{version},\"parents\"");
    let at = find(text.as_bytes(), mark.as_bytes());
    let start = text[..at].rfind("{\"uid\"").unwrap_or(at);
    let end = text[at..].find("]}").map_or(at, |end| at + end + 2);
    text[start..end].to_owned()
}

#[test]
fn r18_a_flipped_byte_in_an_entry_names_the_operation() {
    for version in [2, 7, 15] {
        let entry = entry(version);
        let words = format!("operation {version}: the entry was changed");
        for within in ["\"author\":\"", "\"verb\":\"", "\"at\":", "\"events\":[\""] {
            let offset = find(entry.as_bytes(), within.as_bytes()) + within.len();
            check(entry.as_bytes(), offset, &words);
        }
        check(
            entry.as_bytes(),
            0,
            &format!("operation {version}: the entry cannot be read"),
        );
    }
}

#[test]
fn r18_a_flipped_byte_in_a_hash_names_the_operation() {
    for version in [2, 7, 15] {
        let hex = store::digest(entry(version).as_bytes());
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or_default();
        let hash: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        check(&hash, 0, &format!("operation {version}: "));
        check(&hash, 31, &format!("operation {version}: "));
    }
}

#[test]
fn r18_a_flipped_byte_in_an_event_names_the_operation() {
    let words = |version: u64| format!("operation {version}: its events are not the ones that were written");
    check(b"\"new\":{\"is\":\"done\",\"by\":\"ada\"", 25, &words(6));
    check(b"\"brief\":{\"title\":\"Measure it\"", 18, &words(3));
    check(
        b"\"event\":\"signal_set\",\"thread\":1,\"id\":\"slow_ci\"",
        9,
        &words(8),
    );
}

#[test]
fn r18_a_flipped_byte_in_a_row_names_the_task() {
    let words = |task: u64| format!("thread_1/task/{task}: the row is not what the log says");
    check(b"Write the formfeature{", 0, &words(2));
    check(b"Measure itTwice.test{", 12, &words(5));
}

/// For any byte: nothing panics, and if doctor finds nothing, nothing has changed.
#[test]
fn r18_a_flipped_byte_is_detected_or_harmless() {
    let whole = must("the fixture", fs::read(fixture()));
    let truth = with_store(|_| {}).status_json();
    let used: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] != 0).collect();
    let flips = match tier() {
        Tier::Quick => 120,
        Tier::Full => 10_000,
    };
    let mut silent = 0;
    for flip in 0..flips {
        let place = used[flip * used.len() / flips];
        let bit = flip % 8;
        let project = with_store(|bytes| bytes[place] ^= 1 << bit);
        let found = project.doctor();
        assert!(
            matches!(found.code, Some(0 | 1 | 5)),
            "bit {bit} of byte {place}: {found:?}"
        );
        found.json();
        if found.code == Some(0) {
            silent += 1;
            assert!(
                project.status_json() == truth,
                "bit {bit} of byte {place} was changed, and doctor does not see it"
            );
        }
    }
    eprintln!("{flips} flips, {silent} of them without effect");
}
