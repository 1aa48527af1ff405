//! Every short document over a small alphabet.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::extent;
use super::line::Fence;
use super::reading::{Finding, read};
use super::repair;
use super::scan::scan;

const FENCES: [&str; 3] = ["```\n", "```rust\n", "````\n"];
const TILDES: &str = "~~~\n";
const TITLE: &str = "# Title\n";
const TEXT: &str = "text\n";
const HEADING: &str = "### `CREATE`\n";

/// Calls `visit` with every document of up to `length` tokens. Left out are those that say the same as a shorter one:
/// with text anywhere but behind a fence, or with one heading behind another.
fn every_document(tokens: &[&str], length: usize, visit: &mut dyn FnMut(&str)) {
    fn extend(document: &mut String, tokens: &[&str], left: usize, visit: &mut dyn FnMut(&str)) {
        visit(document);
        if left == 0 {
            return;
        }
        let after_fence = !document.is_empty() && !document.ends_with(TEXT) && !document.ends_with(HEADING);
        for token in tokens {
            let says_nothing = match *token {
                TEXT => !after_fence,
                HEADING => document.ends_with(HEADING),
                _ => false,
            };
            if says_nothing {
                continue;
            }
            document.push_str(token);
            extend(document, tokens, left - 1, visit);
            document.truncate(document.len() - token.len());
        }
    }
    extend(&mut String::new(), tokens, length, visit);
}

#[test]
fn laws_hold_for_every_document_of_eight_lines() {
    let tokens = [FENCES.as_slice(), &[TEXT, HEADING]].concat();
    assert!(mended(&tokens, 8, "") > 5_000);
}

#[test]
fn laws_hold_for_every_document_of_eight_lines_with_tildes() {
    let tokens = [FENCES.as_slice(), &[TILDES, TEXT, HEADING]].concat();
    assert!(mended(&tokens, 8, TILDES) > 5_000);
}

#[test]
fn laws_hold_for_every_wrapped_document_of_eight_lines() {
    let tokens = [FENCES.as_slice(), &[TITLE, TEXT, HEADING]].concat();
    assert!(mended(&tokens, 8, TITLE) > 5_000);
}

/// How many documents with this token were changed, all of them lawfully.
fn mended(tokens: &[&str], length: usize, token: &str) -> usize {
    let mut mended = 0;
    every_document(tokens, length, &mut |source| {
        if !source.contains(token) {
            return;
        }
        let once = repair(source);
        if source == once.text {
            return;
        }
        mended += 1;
        assert!(!once.diagnostics.is_empty(), "silent: {source:?}");
        assert_eq!(repair(&once.text).text, once.text, "not idempotent: {source:?}");
        only_fences_grew(source, &once.text);
        meant_blocks_are_read(source, &once.text);
    });
    mended
}

fn only_fences_grew(before: &str, after: &str) {
    assert_eq!(before.lines().count(), after.lines().count());
    for (old, new) in before.lines().zip(after.lines()) {
        if old == new {
            continue;
        }
        let read = |line: &str| Fence::read(line.as_bytes(), 0, line.len()).unwrap();
        let (old_fence, new_fence) = (read(old), read(new));
        assert!(new_fence.length() > old_fence.length(), "{before:?} {after:?}");
        assert_eq!(old_fence.info(old), new_fence.info(new));
    }
}

/// A parser sees in the mended text what was meant, byte for byte, unless something stands around the plan.
fn meant_blocks_are_read(before: &str, after: &str) {
    let lines = scan(before);
    if extent::find(before, &lines).fences != (0..lines.fences.len()) {
        return;
    }
    let seen = blocks(after);
    for finding in read(before, &lines) {
        if let Finding::Meant { opener, closer } = finding {
            let meant = &before[lines.fences[opener].line_end + 1..lines.fences[closer].run.start];
            assert!(seen.iter().any(|block| block == meant), "{before:?} {after:?}");
        }
    }
}

fn blocks(source: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for event in Parser::new(source) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => open = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            Event::Text(text) => open.iter_mut().for_each(|block| block.push_str(&text)),
            _ => {}
        }
    }
    blocks
}
