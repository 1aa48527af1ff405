//! R6: no text makes the reader panic or point outside of it.

use proptest::prelude::*;

use super::{read, write};

/// Pieces that mean something to the format, to Markdown, or to neither.
const PIECES: [&str; 83] = [
    "# T\n",
    "#T\n",
    "- **Status:** Green\n",
    "- **Agent:** A\n",
    "## Rationale\n",
    "````text\n",
    "````\n",
    "```\n",
    "~~~\n",
    "### 1. Synthesis\n",
    "2. Justification\n",
    "## Memos\n",
    "[+] a # b\n",
    "[-] c\n",
    "## Action Plan\n",
    "### `CREATE`\n",
    "### `READ`\n",
    "### `EDIT`\n",
    "### `EXECUTE`\n",
    "### `RESEARCH`\n",
    "### `CHAT_WITH_USER`\n",
    "### `INVOKE`\n",
    "### `CONCLUDE`\n",
    "### `PRUNE`\n",
    "### read: x\n",
    "###READ\n",
    "**READ**\n",
    "### `DELETE`\n",
    "- **File Path:** [a](/a)\n",
    "- **Resource:** [a b](/a%20b)\n",
    "- **Resource:** [x](https://x.y)\n",
    "- **Description:** d\n",
    "- **Expected Outcome:** e\n",
    "- **cwd:** x/y\n",
    "- **env:** (Optional)\n",
    "    - `A`: \"b\"\n",
    "    - B=c\n",
    "- **Timeout:** 5\n",
    "- **Allow Failure:** true\n",
    "- **Handoff Resources:**\n",
    "  - [a](/a)\n",
    "- **Foo:** bar\n",
    "* **Agent:** B\n",
    "`FIND:`\n",
    "`REPLACE:`\n",
    "#### FIND:\n",
    "**REPLACE:**\n",
    "prose\n",
    "- item\n",
    "1. one\n",
    "> quote\n",
    "> ### `READ`\n",
    "---\n",
    "===\n",
    "<!-- c -->\n",
    "<!--\n",
    "<div>\n",
    "\n",
    "\n",
    "\n",
    " ",
    "  ",
    "    ",
    "\t",
    "\r\n",
    "\r",
    "\u{feff}",
    "é",
    "\u{200b}\n",
    "\0",
    "[",
    "](",
    ")",
    "`",
    "**",
    ":",
    "#",
    "\\",
    "[r]: /u\n",
    "<think>\n",
    "</think>\n",
    "…",
    "& ",
];

const HEAD: &str = "# T\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n````text\n### 1. Synthesis\na\n````\n";

pub(super) fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(&PIECES);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// A plan that is almost right: the parts in their order, with something in between.
pub(super) fn near_plan() -> impl Strategy<Value = String> {
    (soup(), soup()).prop_map(move |(before, after)| format!("{HEAD}{before}\n## Action Plan\n\n{after}"))
}

/// Pieces that could end a message, or keep it from ending.
const MESSAGE_PIECES: [&str; 38] = [
    "### `CHAT_WITH_USER`\n",
    "###CHAT_WITH_USER\n",
    "### `INVOKE`\n",
    "###CONCLUDE\n",
    "### `READ`\n",
    "###READ\n",
    "READ\n",
    "### `DELETE`\n",
    "## Memos\n",
    "# x\n",
    "- **Agent:** A\n",
    "Agent: A\n",
    "- **Handoff Resources:**\n",
    "- [a](/a)\n",
    "- **Foo:** bar\n",
    "- x\n",
    "2. x\n",
    "x\n",
    "\n",
    "\n",
    "  ",
    "    ",
    "\t",
    "> ",
    "- ",
    "---\n",
    "===\n",
    "````\n",
    "~~~\n",
    "`",
    "<!--\n",
    "-->\n",
    "<think>\n",
    "[r]: /u\n",
    "\"x\"\n",
    "\r",
    "\r\r\n",
    "<div>\n",
];

fn messages() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(&MESSAGE_PIECES), 0..24);
    pieces.prop_map(|pieces| format!("{HEAD}\n## Action Plan\n\n### `CHAT_WITH_USER`\n{}", pieces.concat()))
}

fn check(source: &str) -> Result<(), TestCaseError> {
    let reading = read(source);
    let mut last = 0;
    let mut seen = std::collections::BTreeSet::new();
    for fault in &reading.diagnostics {
        let span = fault.place.span.clone().unwrap();
        prop_assert!(source.get(span.clone()).is_some(), "{:?}", fault);
        prop_assert!(span.start >= last, "{:?}", fault);
        last = span.start;
        prop_assert!(
            seen.insert((span.start, span.end, fault.rule, &fault.message)),
            "{:?}",
            fault
        );
        let (line, column) = fault.place.line_column.unwrap();
        let before = source[..span.start]
            .rsplit('\n')
            .next()
            .unwrap()
            .trim_start_matches('\u{feff}');
        prop_assert_eq!(
            (line, column),
            (
                source[..span.start].matches('\n').count() + 1,
                before.chars().count() + 1
            )
        );
    }
    let debug = format!("{reading:?}");
    for span in spans(&debug) {
        prop_assert!(source.get(span.clone()).is_some(), "{span:?} {debug}");
    }
    prop_assert_eq!(&read(source), &reading);
    let written = write(&reading.proposal);
    let again = read(&written);
    prop_assert_eq!(&again.proposal, &reading.proposal, "{}\n=====\n{}", source, &written);
    prop_assert_eq!(write(&again.proposal), written);
    Ok(())
}

/// Every span of a value, whatever it is a part of.
fn spans(debug: &str) -> Vec<std::ops::Range<usize>> {
    let fields = debug.split("span: ").skip(1);
    let ranges = fields.filter_map(|rest| {
        let (start, rest) = rest.trim_start_matches("Some(").split_once("..")?;
        let end = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some(start.parse().ok()?..end.parse().ok()?)
    });
    ranges.collect()
}

/// `<think>` begins a block of its own below a heading, but not within a paragraph.
#[test]
fn a_message_that_another_heading_would_end_elsewhere_is_refused() {
    let chat = "#\0### `CHAT_WITH_USER`\n<think>\n\u{feff}# T\n````text\n\n## Action Plan\n\n";
    let source = format!("{HEAD}### 1. Synthesis\n## Memos\n{chat}");
    check(&source).unwrap();
    let reading = read(&source);
    assert!(reading.diagnostics.iter().any(|fault| fault.rule == "message-end"));
    assert_eq!(reading.broken.len(), 1);
}

/// The empty line that ends the block before the fence is gone when the carriage returns are.
#[test]
fn a_message_that_needs_its_carriage_returns_is_refused() {
    let chat = "### `CHAT_WITH_USER`\n<div>\r\r\n```\n\n### `READ`\n```\n";
    let source = format!("{HEAD}\n## Action Plan\n\n{chat}");
    check(&source).unwrap();
    assert_eq!(read(&source).broken.len(), 1);
}

/// What it lacks in carriage returns it has in a newline at its end.
#[test]
fn a_rationale_as_long_as_its_place_may_still_differ_from_it() {
    check("## Rationale\n# T\n### 1. Synthesis\n\r\n\u{feff}").unwrap();
}

proptest! {
    #[test]
    fn any_text_is_read(source in any::<String>()) {
        check(&source)?;
    }

    #[test]
    fn any_soup_is_read(source in soup()) {
        check(&source)?;
    }

    #[test]
    fn any_near_plan_is_read(source in near_plan()) {
        check(&source)?;
    }

    #[test]
    fn any_message_is_read(source in messages()) {
        check(&source)?;
    }

    #[test]
    fn a_mutated_plan_is_read(at in any::<prop::sample::Index>(), cut in 0usize..40, put in soup()) {
        let text = include_str!("example.md");
        let boundaries: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let start = at.index(boundaries.len());
        let end = boundaries[(start + cut).min(boundaries.len() - 1)];
        check(&format!("{}{put}{}", &text[..boundaries[start]], &text[end..]))?;
    }
}
