use super::*;

/// One line per block: its kind, and its text.
fn shown(source: &str) -> Vec<String> {
    let show = |block: &Block| match &block.kind {
        Kind::Heading { level, text } => format!("h{level} {}", &source[text.clone()]),
        Kind::Items(items) => {
            let items = items
                .iter()
                .map(|item| format!("{}:{}", item.depth, &source[item.text.clone()]));
            format!("items {}", items.collect::<Vec<_>>().join("|"))
        }
        Kind::Fence(fence) => {
            let open = if fence.is_closed { "" } else { " open" };
            let list = if fence.is_in_list { " in list" } else { "" };
            format!(
                "fence{list}{open} {:?} {:?}",
                &source[fence.info.clone()],
                fence.text(source)
            )
        }
        kind => format!("{kind:?} {:?}", &source[block.span.clone()]),
    };
    blocks(source, 0..source.len()).iter().map(show).collect()
}

#[test]
fn headings() {
    assert_eq!(
        shown("# A\n##  B ##\n  ### `C`  \n#\n#### d#\n"),
        ["h1 A", "h2 B", "h3 `C`", "h1 ", "h4 d#"]
    );
    assert_eq!(shown("#A\n"), ["Paragraph \"#A\\n\""]);
    assert_eq!(shown("prose\n---\n"), ["Paragraph \"prose\\n---\\n\""]);
    assert_eq!(shown("# A\r\n\r\n---\r\n"), ["h1 A", "Break \"---\\r\\n\""]);
}

#[test]
fn lists_are_flat() {
    assert_eq!(
        shown("- a\n  b\n- c\n  - d\n    - e\n- f\n"),
        ["items 0:a\n  b|0:c|1:d|2:e|0:f"]
    );
    assert_eq!(
        shown("- **a:** `b`\n\n- **c**\n\n  d\n"),
        ["items 0:**a:** `b`|0:**c**\n\n  d"]
    );
    assert_eq!(shown("-\n- \n"), ["items 0:|0:"]);
    assert_eq!(
        shown("- a\n  - b\n\n  c\n- d\n"),
        ["items 0:a|1:b", "Paragraph \"c\\n\"", "items 0:d"]
    );
}

#[test]
fn link_definitions_are_paragraphs() {
    assert_eq!(
        shown("# A\n[r]: /u\n\n- a\n\n[s]: /v 'w'\n"),
        [
            "h1 A",
            "Paragraph \"[r]: /u\"",
            "items 0:a",
            "Paragraph \"[s]: /v 'w'\""
        ]
    );
    assert_eq!(
        shown("[r]: /u\n[r]: /v\nx\n"),
        ["Paragraph \"[r]: /u\\n[r]: /v\"", "Paragraph \"x\\n\""]
    );
    assert_eq!(
        shown("- [r]: /u\n- a\n\n  [s]: /v\n- b [r]\n"),
        ["items 0:[r]: /u|0:a\n\n  [s]: /v|0:b [r]"]
    );
    assert_eq!(
        shown("- a\n  - b\n\n  [r]: /u\n- c\n"),
        ["items 0:a|1:b", "Paragraph \"[r]: /u\"", "items 0:c"]
    );
    assert_eq!(shown("- a \\[b] [c](/d) [e\n"), ["items 0:a \\[b] [c](/d) [e"]);
}

#[test]
fn a_language_may_begin_with_the_other_mark() {
    assert_eq!(shown("````~~~\na\n````\n"), ["fence \"~~~\" \"a\\n\""]);
    assert_eq!(shown("~~~```\na\n~~~\n"), ["fence \"```\" \"a\\n\""]);
}

#[test]
fn fences() {
    assert_eq!(
        shown("````rust x\na\n```\nb\n````\n"),
        ["fence \"rust x\" \"a\\n```\\nb\\n\""]
    );
    assert_eq!(shown("```\n```\n"), ["fence \"\" \"\""]);
    assert_eq!(shown("```\n\n```"), ["fence \"\" \"\\n\""]);
    assert_eq!(shown("```\na"), ["fence open \"\" \"a\""]);
    assert_eq!(shown("```"), ["fence open \"\" \"\""]);
    assert_eq!(shown("```\n    ```\n"), ["fence open \"\" \"    ```\\n\""]);
    assert_eq!(
        shown("~~~ py\r\na\r\n\r\nb\r\n~~~\r\n"),
        ["fence \"py\" \"a\\n\\nb\\n\""]
    );
    assert_eq!(shown("```\na\0b\n```\n"), ["fence \"\" \"a\\0b\\n\""]);
    assert_eq!(
        shown("- a\n  ```sh\n  ls\n    x\n  ```\n- b\n"),
        ["items 0:a", "fence in list \"sh\" \"ls\\n  x\\n\"", "items 0:b"]
    );
}

#[test]
fn the_rest() {
    assert_eq!(
        shown("a\nb\n\n> # c\n\n<!-- d -->\n\n    e\n"),
        [
            "Paragraph \"a\\nb\\n\"",
            "Foreign \"> # c\\n\"",
            "Html \"<!-- d -->\\n\"",
            "Foreign \"e\\n\"",
        ]
    );
}
