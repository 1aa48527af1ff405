//! R6: the managed block is kept up to date in any file, and no line of the user is lost.

use dialect::planloop::instructions::merged;
use proptest::prelude::*;
use proptest::sample::select;

use crate::r06_soup::config;

const BEGIN: &str = "<!-- planloop:begin -->";
const END: &str = "<!-- planloop:end -->";

fn file() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => "[a-z #`-]{0,12}",
        1 => any::<String>().prop_map(|text| text.replace('\n', "")),
        2 => select(&[BEGIN, END, "  <!-- planloop:begin (old) -->  ", "<!-- planloop:begin", "<!-- planloop:end -->\t"][..])
            .prop_map(str::to_owned),
    ];
    let line_end = select(&["\n", "\r\n", "\n\n", ""][..]);
    prop::collection::vec((line, line_end), 0..24)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

#[test]
fn r06_any_rulebook_is_merged_once_and_keeps_the_users_lines() {
    proptest!(config(2_000), |(text in file())| check(&text));
    proptest!(config(500), |(text in any::<String>())| check(&text));
    check("");
    check(END);
    check(&format!("{BEGIN}\nours\n{BEGIN}\n{END}"));
}

fn check(text: &str) {
    let Some(new) = merged(Some(text)) else { return };
    assert_eq!(merged(Some(&new)), None, "merging goes on: {text:?}");
    let (before, after) = (users_lines(text), users_lines(&new));
    if text.trim().is_empty() {
        assert!(before.is_empty());
    } else {
        assert_eq!(after, before, "{text:?}");
    }
}

/// The user's lines, without blank ones. A block is from a begin marker to the next end marker, with no other begin
/// marker in between.
fn users_lines(text: &str) -> Vec<&str> {
    let is_marker = |line: &str, name: &str| line.trim().starts_with(name) && line.trim().ends_with("-->");
    let mut kept = Vec::new();
    let mut open = None;
    for line in text.split('\n') {
        if is_marker(line, "<!-- planloop:begin") {
            open = Some(kept.len());
        } else if is_marker(line, "<!-- planloop:end") {
            if let Some(start) = open.take() {
                kept.truncate(start);
            }
        } else {
            kept.push(line.trim_end_matches('\r'));
        }
    }
    kept.retain(|line| !line.trim().is_empty());
    kept
}
