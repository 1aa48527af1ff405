//! Malformed and nearly correct payloads.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed};

use planwright_testkit::{Tier, tier};

/// A payload with every field.
pub const VALID: &str = r#"{
  "add_tasks": [{"title": "Grüße den Nutzer", "type": "feature", "dependencies": [1],
                 "context_hints": ["See `src/main.rs:10`, section 2 — “Größe”."],
                 "relevant_file_paths": ["+src/greeting.rs", "./README.md"]}],
  "update_tasks": [{"id": 1, "status": "DONE", "fence": 7}, {"id": 2, "title": "日本", "dependencies": []}],
  "final_summary": "All of it.", "last_seen_version": 18446744073709551615, "agent": "ada"
}"#;

/// Fragments of JSON, and texts that break it.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "\n",
    "\r\n",
    " ",
    "\u{feff}",
    "null",
    "true",
    "0",
    "-1",
    "1e400",
    "1.5",
    "99999999999999999999999",
    "\\ud800",
    "\\udc00\\ud800",
    "\"\\u0000\"",
    "\u{0}",
    "\u{202e}",
    "é",
    "日本",
    "👩‍👩‍👧",
    "`",
    "``",
    "\"add_tasks\"",
    "\"update_tasks\"",
    "\"final_summary\"",
    "\"last_seen_version\"",
    "\"agent\"",
    "\"title\"",
    "\"id\"",
    "\"status\"",
    "\"DONE\"",
    "\"dependencies\"",
    "\"context_hints\"",
    "\"relevant_file_paths\"",
    "\"type\"",
    "\"fence\"",
    "\"x\"",
    "{\"add_tasks\":[{",
    "}]}",
    "//",
    "/*",
    "#",
    "```json\n",
];

pub fn config(cases: u32) -> Config {
    let (cases, rng_seed) = match tier() {
        Tier::Quick => (cases, RngSeed::Fixed(6)),
        Tier::Full => (cases * 20, RngSeed::Random),
    };
    Config {
        cases,
        rng_seed,
        failure_persistence: None,
        ..Config::default()
    }
}

pub fn payload() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), soup(), mutated(), json_value()]
}

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// A text that is truncated, or has a few fragments inserted, removed or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<Index>(), 0..4_usize, select(PIECES));
    (prop::collection::vec(edit, 1..6), any::<bool>()).prop_map(|(edits, is_cut)| {
        let mut text: Vec<char> = VALID.chars().collect();
        for (at, removed, piece) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + removed).min(text.len());
            text.splice(at..end, piece.chars());
            if is_cut {
                text.truncate(at);
            }
        }
        text.into_iter().collect()
    })
}

/// Valid JSON of any shape below the known field names.
fn json_value() -> impl Strategy<Value = String> {
    let words: Vec<&str> = PIECES
        .iter()
        .copied()
        .filter(|piece| piece.starts_with("\"") && piece.len() > 2)
        .collect();
    let word = select(words);
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        any::<i32>().prop_map(|value| format!("{value}.5e-3")),
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
        word.clone().prop_map(str::to_owned),
    ];
    leaf.prop_recursive(6, 64, 8, move |inner| {
        let field = (word.clone(), inner.clone()).prop_map(|(name, value)| format!("{name}:{value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..8).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(field, 0..8).prop_map(|fields| format!("{{{}}}", fields.join(","))),
        ]
    })
}
