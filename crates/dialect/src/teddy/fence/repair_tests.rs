//! What models write, and what is made of it.

use model::Severity;
use proptest::prelude::*;

use super::repair;
use crate::teddy::rules;

const CREATE: &str = "### `CREATE`\n- **File Path:** [a.md](/a.md)\n";
const READ: &str = "\n### `READ`\n- **Resource:** [b.md](/b.md)\n";

/// `line rule` of each finding.
fn told(source: &str) -> Vec<String> {
    let line = |fault: &model::Diagnostic| fault.place.line_column.unwrap().0;
    let told = repair(source).diagnostics;
    told.iter()
        .map(|fault| format!("{} {}", line(fault), fault.rule))
        .collect()
}

fn check(source: &str, expected: &str) {
    let repaired = repair(source);
    assert_eq!(repaired.text, expected);
    let mended = |fault: &model::Diagnostic| fault.severity == Severity::Warning;
    assert!(!repaired.diagnostics.is_empty() && repaired.diagnostics.iter().all(mended));
    assert!(
        repair(expected).diagnostics.is_empty(),
        "{:?}",
        repair(expected).diagnostics
    );
}

fn unchanged(source: &str, rules: &[&str]) {
    let repaired = repair(source);
    assert_eq!(repaired.text, source);
    let told: Vec<_> = repaired.diagnostics.iter().map(|fault| fault.rule.name).collect();
    assert_eq!(told, rules, "{source}");
}

#[test]
fn a_document_with_code_blocks_gets_a_longer_fence() {
    check(
        &format!("{CREATE}```markdown\n# Doc\n```rust\nfn f() {{}}\n```\nMore.\n```\n{READ}"),
        &format!("{CREATE}````markdown\n# Doc\n```rust\nfn f() {{}}\n```\nMore.\n````\n{READ}"),
    );
}

#[test]
fn inner_fences_keep_their_length_even_if_longer() {
    check(
        &format!("{CREATE}```md\n````text\nx ````` y\n````\n```\n{READ}"),
        &format!("{CREATE}``````md\n````text\nx ````` y\n````\n``````\n{READ}"),
    );
}

#[test]
fn bare_inner_fences_of_prose_are_content() {
    check(
        &format!("{CREATE}```markdown\nRun:\n```\nmake\n```\nDone.\n```\n{READ}"),
        &format!("{CREATE}````markdown\nRun:\n```\nmake\n```\nDone.\n````\n{READ}"),
    );
}

#[test]
fn bare_fences_after_code_could_be_a_second_block() {
    let source = format!("{CREATE}```python\nmake()\n```\nRun:\n```\nmake\n```\n{READ}");
    unchanged(&source, &[rules::FENCE_AMBIGUOUS.name]);
    assert_eq!(told(&source), ["3 fence-ambiguous"]);
}

#[test]
fn what_could_be_content_is_doubtful() {
    let source = format!("{CREATE}```python\nmake()\n```\nRun:\n```\nmake\n```\n{READ}");
    let repaired = repair(&source);
    let is_doubtful = |text: &str| {
        let start = source.find(text).unwrap();
        repaired.is_doubtful(&(start..start + text.len()))
    };
    assert!(is_doubtful("Run:"));
    assert!(is_doubtful("```\nmake\n```"));
    for sure in [CREATE.trim(), "```python", READ.trim()] {
        assert!(!is_doubtful(sure), "{sure}");
    }
}

#[test]
fn a_closing_fence_that_is_too_short_is_lengthened() {
    check(
        &format!("{CREATE}````markdown\n```sh\nls\n```\n```\n{READ}"),
        &format!("{CREATE}````markdown\n```sh\nls\n```\n````\n{READ}"),
    );
}

#[test]
fn a_wrapped_plan_keeps_its_inner_fences() {
    let inner =
        format!("# Title\n- **Agent:** A\n\n## Memos\n```\n[+] x\n```\n\n## Action Plan\n{CREATE}```md\nx\n```\n");
    check(
        &format!("Here it is:\n```markdown\n{inner}```\n"),
        &format!("Here it is:\n````markdown\n{inner}````\n"),
    );
}

#[test]
fn the_blocks_of_a_wrapped_plan_are_mended_too() {
    let plan = |outer: &str| format!("# Title\n\n## Action Plan\n{CREATE}{outer}md\n```sh\nls\n```\n{outer}\n");
    check(
        &format!("```markdown\n{}```\n", plan("```")),
        &format!("`````markdown\n{}`````\n", plan("````")),
    );
    check(
        &format!("````markdown\n{}````\n", plan("```")),
        &format!("`````markdown\n{}`````\n", plan("````")),
    );
}

#[test]
fn what_stands_around_a_plan_is_not_judged() {
    let plan = format!("# Title\n- **Status:** Green\n\n## Action Plan\n{CREATE}```py\nx\n```\n");
    for source in [
        format!("<think>\n```\nan open fence\n</think>\n{plan}"),
        format!("```markdown\n{plan}"),
        format!("````markdown\n{plan}````\n\nThat is all.\n"),
    ] {
        unchanged(&source, &[]);
    }
    check(
        &format!("```markdown\n{plan}```\n\nThat is all.\n"),
        &format!("````markdown\n{plan}````\n\nThat is all.\n"),
    );
}

#[test]
fn places_of_the_repaired_text_lead_back() {
    let source = format!("{CREATE}```md\n```sh\nls\n```\n```\n{READ}");
    let repaired = repair(&source);
    for (byte, letter) in repaired.text.bytes().enumerate() {
        let back = repaired.in_source(byte);
        let is_added = source.as_bytes().get(back) != Some(&letter);
        assert!(!is_added || letter == b'`', "{byte} {back}");
    }
    assert_eq!(repaired.in_source(repaired.text.len()), source.len());
    let read = repaired.text.find("### `READ`").unwrap();
    assert_eq!(repaired.in_source(read), source.find("### `READ`").unwrap());
}

#[test]
fn tildes_and_carriage_returns_are_kept() {
    check(
        "### `CREATE`\r\n~~~md\r\n~~~sh\r\nls\r\n~~~\r\n  ~~~\t\r\n",
        "### `CREATE`\r\n~~~~md\r\n~~~sh\r\nls\r\n~~~\r\n  ~~~~\t\r\n",
    );
}

#[test]
fn an_open_block_is_reported_once() {
    unchanged(&format!("{CREATE}````markdown\nx\n"), &[rules::FENCE_UNCLOSED.name]);
    let cut = format!("{CREATE}```markdown\nx\n{CREATE}```py\ny\n```\n");
    unchanged(&cut, &[rules::FENCE_UNCLOSED.name]);
    assert_eq!(told(&cut), ["3 fence-unclosed"]);
}

#[test]
fn after_a_doubtful_place_nothing_is_changed() {
    let doubtful = format!("{CREATE}```python\nmake()\n```\nRun:\n```\nmake\n```\n");
    let clear = format!("{CREATE}```markdown\n```rust\nx\n```\n```\n");
    unchanged(&format!("{doubtful}{clear}"), &[rules::FENCE_AMBIGUOUS.name]);
}

#[test]
fn whatever_a_parser_reads_as_meant_is_left_alone() {
    for source in [
        "",
        "```",
        "text without fences\n",
        "### `RESEARCH`\n```text\na\n```\n```text\nb\n```\n",
        "### `RESEARCH`\n```\na\n```\n\n```\nb\n```\n",
        "### `CREATE`\n```text\nTo open a block write\n```rust\n```\n\n### `READ`\n",
        "### `CREATE`\n```py\nx\n```\nThat is all.\n\n### `READ`\n",
        "### `CREATE`\n````md\n```\n### `READ`\n```\n````\n### `READ`\n",
        "### `CHAT_WITH_USER`\nSee\n```\na\n```\nand\n```\nb\n```\n",
        "### `CREATE`\n~~~md\n```\n```rust\n~~~\n",
        "```sh\n# Install\n```\n# Title\n## Memos\n```\n[+] x\n```\n",
        "### `EDIT`\n`FIND:`\n```\na\n```\n`REPLACE:`\n```\nb\n```\n",
    ] {
        let repaired = repair(source);
        assert_eq!(repaired.text, source);
        let unclosed = source == "```";
        assert_eq!(
            repaired.diagnostics.is_empty(),
            !unclosed,
            "{source} {:?}",
            repaired.diagnostics
        );
    }
}

fn content() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("```\n"),
        Just("```rust\n"),
        Just("````\n"),
        Just("~~~\n"),
        Just("   ```` md\n"),
        Just("text ``` text\n"),
        Just("### `CREATE`\n"),
        Just("`FIND:`\n"),
        Just("## Memos\r\n"),
        Just("\n"),
    ];
    proptest::collection::vec(line, 0..12).prop_map(|lines| lines.concat())
}

/// Code blocks as their author nested them, all with three marks.
fn nested() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("text\n".to_owned()),
        Just("# Heading\n".to_owned()),
        Just("\n".to_owned())
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        proptest::collection::vec(inner, 0..4).prop_map(|parts| format!("```rust\n{}```\n", parts.concat()))
    })
}

proptest! {
    #[test]
    fn fences_longer_than_their_content_are_never_touched(contents in proptest::collection::vec(content(), 0..6)) {
        let source: String = contents.iter().map(|content| format!("{CREATE}``````md\n{content}``````\n\n")).collect();
        let repaired = repair(&source);
        prop_assert_eq!(repaired.text, source.as_str());
        prop_assert_eq!(repaired.diagnostics, []);
    }

    #[test]
    fn nested_blocks_are_mended(parts in proptest::collection::vec(nested(), 0..5)) {
        let content = parts.concat();
        let source = format!("{CREATE}```markdown\n{content}last\n```\n{READ}");
        let repaired = repair(&source);
        let fence = if content.contains("```") { "````" } else { "```" };
        prop_assert_eq!(repaired.text, format!("{CREATE}{fence}markdown\n{content}last\n{fence}\n{READ}"));
    }

    #[test]
    fn any_text_is_survived(source in "(`{2,5}|~{2,4}|[ \\t]{0,4}|\\r?\\n|#{1,4} |`?CREATE`?|FIND:|é|\u{feff}|x){0,40}") {
        let once = repair(&source);
        let twice = repair(&once.text);
        prop_assert_eq!(&twice.text, &once.text);
        for fault in &once.diagnostics {
            let span = fault.place.span.clone().unwrap();
            prop_assert!(source.get(span).is_some_and(|text| !text.is_empty()));
        }
        let starts: Vec<_> = once.diagnostics.iter().map(|fault| fault.place.span.clone().unwrap().start).collect();
        prop_assert!(starts.is_sorted());
    }
}

/// Regression: each closing fence once searched the rest of the document. Quadratic, this takes minutes.
#[test]
fn many_blocks_take_no_longer_each() {
    for piece in [
        "```a\n```\n",
        "```\n",
        "```a\n",
        "```a\n```a\n```\n### `CREATE`\n",
        "### `CREATE`\n```\n```\nx\n",
    ] {
        let source = piece.repeat(20_000) + &"```\n".repeat(20_000);
        assert!(repair(&source).text.len() >= source.len());
    }
}

/// Found by fuzzing: a block that became longer changed how the fences behind it were read.
#[test]
fn what_would_have_to_be_mended_again_is_left_alone() {
    let source = "```\n```#\n\n```\n````#\n\n```\n\u{c}`````\n``\n##\u{c}`````\n````\0\0\0\n\n!``\n`````*\n```````\n```\n\0`\n`\n\
        ````\0\0\0\n\n!``\n`````*\n`\0\0```\n```\n```\n\0\0\0`\n!``\n`````*!``\n`````*\n``\0\0\0\n\n!``\n`````*\n```````\n\
        ```\n\0\0\0`\n`\n````\0\0\0\n\n!``\n`````*\n`\0\0```\n```\n```\n\0\0\0`\n!``\n`````*!``\n``````````\n````\n\
        ````\n````#\n\n```\n`````\n````\n```\n\n`\n\nF";
    let once = repair(source);
    assert_eq!(repair(&once.text).text, once.text);
}

#[test]
fn a_fence_around_the_plan_that_would_have_to_grow_again_is_left_alone() {
    let source = "````\n# Title\n```\n```rust\n```\n````\n### `CREATE`\n````\n";
    unchanged(source, &["fence-ambiguous", "fence-unclosed"]);
}
