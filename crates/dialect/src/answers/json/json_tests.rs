use proptest::prelude::*;

use model::{Rule, Severity};

use super::*;
use crate::planloop::payload::DUPLICATE_KEY;

fn wanted(top: &Top<'_>) -> bool {
    top.is_object_with(&["a"])
}

fn check(answer: &str, expected: &str) {
    let found = json_in(answer, wanted).unwrap_or_else(|faults| panic!("{answer}\n{faults:#?}"));
    assert_eq!(found.text.split_whitespace().collect::<String>(), expected, "{answer}");
    assert_eq!(found.text.len(), found.span.len());
}

fn refused(answer: &str, rule: &Rule, part: &str) {
    let faults = json_in(answer, wanted).expect_err(answer);
    assert_eq!(faults[0].rule, rule, "{answer}\n{faults:#?}");
    assert!(faults[0].message.contains(part), "{answer}\n{faults:#?}");
    assert!(faults.iter().all(|fault| fault.hint.is_some()), "{faults:#?}");
}

#[test]
fn json_is_found_wherever_it_stands() {
    for answer in [
        "{\"a\":1}",
        "\u{feff}{\"a\":1}",
        "```json\n{\"a\": 1}\n```",
        "Sure! Here it is:\n\n{\"a\": 1}\n\nLet me know [if] {anything} is \"odd.",
        "<think>A draft: {\"a\": 2}</think>\n{\"a\": 1}",
        "<think>{\"a\": 2}</think> {\"a\": 1} <think>{\"a\": 3}</think>",
        "A draft: {\"a\": 2}</think>\n{\"a\": 1}",
        "<think>hm, {\"a\": 1}",
        "<think>{\"a\": 1}</think>",
        "<thinking>{\"a\": [</thinking>\n{\"a\": 1}",
        "First {\"a\": 2}, no: {\"a\": 1}. That is like {\"b\": 3}.",
        "{\"a\": 1,}",
        "{\n  // why\n  \"a\": 1, /* , */\n}",
        "{\"a\": 1 // one \"\n}",
        "{foo {\"a\": 1}",
        "{\"x\": } {\"a\": 1}",
        "Ask “what?” {'a': 2} {\"a\": 1}",
        "{\"x\": {\"a\": 2}} {\"a\":1}",
    ] {
        check(answer, "{\"a\":1}");
    }
}

#[test]
fn strings_are_never_looked_into() {
    for json in [
        r#"{"a":"//x,}"}"#,
        r#"{"a":"{\"a\":2}"}"#,
        r#"{"a":"</think>"}"#,
        r#"{"a":"```"}"#,
        r#"{"a":"\\"}"#,
        r#"{"a":"é“日”"}"#,
    ] {
        check(json, json);
        check(&format!("<think>\n</think>```\n{json}\n```"), json);
    }
}

#[test]
fn what_was_let_pass_is_noted() {
    let rules = |answer: &str| -> Vec<_> {
        let notes = json_in(answer, wanted).unwrap().notes;
        assert!(notes.iter().all(|note| note.severity == Severity::Warning));
        notes.iter().map(|note| note.rule).collect()
    };
    assert_eq!(rules("{\"a\": 1}"), Vec::<&Rule>::new());
    assert_eq!(rules("prose {\"a\": 1} prose"), Vec::<&Rule>::new());
    assert_eq!(rules("{\"a\": 1,}"), [MENDED]);
    assert_eq!(rules("{\"a\": 2} {\"a\": 1 /**/}"), [MENDED, SEVERAL]);
    assert_eq!(rules("<think>{\"a\": 2}</think> {\"a\": 1}"), Vec::<&Rule>::new());
}

#[test]
fn what_cannot_be_read_is_explained() {
    refused("", JSON, "no JSON");
    refused("I cannot do that.", JSON, "no JSON");
    refused("{\"b\": 1}", SHAPE, "wanted form");
    refused("[{\"a\": 1}]", SHAPE, "wanted form");
    refused("{\"a\": [1, 2", JSON, "unexpected end");
    refused("{\"a\": \"x\ny\"}", JSON, "line break");
    refused("{\"a\": “x”}", JSON, "double quotes");
    refused("{\"a\": 1 \"b\": 2}", JSON, "comma");
    refused("{\"a\" 1}", JSON, "colon");
    refused("{\"a\": nothing}", JSON, "value");
    refused("{\"a\": 1 /* }", JSON, "comment");
    refused("{\"a\": 01}", JSON, "number");
    refused("{\"a\": \"\\x\"}", JSON, "escape");
    refused("{\"a\": 1, \"a\": 2}", DUPLICATE_KEY, "`a`");
    refused("{\"a\": {\"b\": [{\"c\": 1, \"c\": 2}]}}", DUPLICATE_KEY, "`c`");
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(500), "]".repeat(500));
    refused(&deep, JSON, "nested");
}

#[test]
fn a_broken_answer_is_not_passed_over_for_an_earlier_draft() {
    refused("{\"a\": 1} No, better: {\"a\": 2", JSON, "unexpected end");
    refused("<think>{\"a\": 1}</think> {\"a\": 2 2}", JSON, "comma");
    check("{\"a\": 1} is unlike {\"b\": oops}", "{\"a\":1}");
    check("{\"a\":1} <think>{\"a\": oops}</think>", "{\"a\":1}");
}

#[test]
fn places_are_those_of_the_answer() {
    let faults = json_in("Well:\n  {\"a\": é}", wanted).unwrap_err();
    assert_eq!(faults[0].place.line_column, Some((2, 9)));
    let found = json_in("é {\"a\": 1, // é\n}", wanted).unwrap();
    assert_eq!(found.text, "{\"a\": 1       \n}");
    assert_eq!(found.span.start, 3);
}

#[test]
fn hostile_answers_take_linear_time() {
    const COUNT: usize = 100_000;
    let _ = json_in(&"{".repeat(1_000_000), wanted);
    for unit in [
        "{",
        "[",
        "{\"",
        "{/*",
        "[//",
        "<",
        "{\"a\":",
        "[\"\n",
        "{\"a\":1}",
        "</think>{\"a\":1}",
        "\\\"{",
    ] {
        let answer = unit.repeat(COUNT / unit.len());
        let _ = json_in(&answer, wanted);
        let _ = json_in(&format!("{answer}*/"), wanted);
    }
}

proptest! {
    #[test]
    fn any_answer_is_read(answer in "([{}\\[\\]\",:a1 \n/*<>é\\\\]|\"a\":|<think>|</think>|//|\\{\"a\":){0,40}") {
        if let Ok(found) = json_in(&answer, wanted) {
            prop_assert!(serde_json::from_str::<serde_json::Value>(&found.text).is_ok());
            let again = json_in(&found.text, wanted).unwrap();
            prop_assert_eq!(again.text.as_ref(), found.text.as_ref());
            prop_assert!(again.notes.is_empty());
        }
    }

    #[test]
    fn sound_json_is_found_unchanged(value in "[ -~é]{0,20}", before in "[a-z .]{0,9}", after in "[a-z .]{0,9}") {
        let json = serde_json::json!({"a": value}).to_string();
        let answer = format!("{before}{json}{after}");
        let found = json_in(&answer, wanted).unwrap();
        prop_assert_eq!(found.text, json);
    }
}
