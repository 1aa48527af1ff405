//! What is found, what is not, and what is said about it.

use proptest::prelude::*;

use super::*;

const FILE: &str = "\
fn main() {
    let a = one();
    let b = two();
    print(a, b);
}

fn other() {
    let a = one();
}
";

fn edit(text: &str, find: &str, replace: &str) -> Found {
    let replace = Some(replace);
    super::find(&IndexedText::new(text, &[]), Wanted { find, replace })
}

/// The file after the edit, and in what the texts differed.
fn edited(text: &str, find: &str, replace: Option<&str>) -> (String, Vec<Difference>) {
    match super::find(&IndexedText::new(text, &[]), Wanted { find, replace }) {
        Found::Once(found) => {
            let mut text = text.to_owned();
            text.replace_range(found.span, &found.replacement);
            (text, found.differences)
        }
        other => panic!("{other:?}"),
    }
}

fn nowhere(text: &str, find: &str, replace: &str) -> Nowhere {
    assert_eq!(edit(text, find, replace), Found::Nowhere);
    let replace = Some(replace);
    let budget = &mut NearestBudget::default();
    super::nowhere(&IndexedText::new(text, &[]), Wanted { find, replace }, budget)
}

#[test]
fn exact_bytes_are_replaced() {
    assert_eq!(edited("a bc d", "bc", Some("x\ny")), ("a x\ny d".into(), vec![]));
    assert_eq!(edited("a\r\nbc\r\n", "bc", Some("x\ny")).0, "a\r\nx\r\ny\r\n");
    assert_eq!(edited("a\r\nbc", "bc", Some("x\ny")).0, "a\r\nx\r\ny");
}

#[test]
fn several_places_are_listed() {
    assert_eq!(edit(FILE, "let a = one();", "x"), Found::Several(vec![2, 8]));
    assert_eq!(edit("aaa", "aa", "x"), Found::Several(vec![1, 1]));
    assert_eq!(
        edit("  x\n y\n\nx\ny\n", "x\ny ", "z"),
        Found::Once(Match {
            span: 8..11,
            replacement: "z".into(),
            differences: vec![Difference::TrailingBlanks],
        })
    );
    assert_eq!(edit("  x\n  y\n\n x\n y\n", "x\ny", "z"), Found::Several(vec![1, 4]));
    assert_eq!(
        edit(&"ab\n".repeat(5_000), "ab", "x"),
        Found::Several((1..=PLACES_MAX).collect())
    );
}

#[test]
fn the_replacement_is_indented_like_the_place() {
    let (text, differences) = edited(FILE, "let b = two();\nprint(a, b);", Some("if a {\n  print(a);\n\n}"));
    assert!(text.contains("();\n    if a {\n      print(a);\n\n    }\n}"), "{text}");
    assert_eq!(differences, [Difference::Indentation]);

    let deep = "        let b = two();\n        print(a, b);";
    let (text, _) = edited(FILE, deep, Some("        if a {\n            b\n    }"));
    assert!(text.contains("();\n    if a {\n        b\n}\n}"), "{text}");
}

#[test]
fn line_ends_and_blanks_may_differ() {
    let (text, differences) = edited("a\r\nb  \r\nc\r\n", "a\nb", Some("x\ny"));
    assert_eq!(text, "x\r\ny\r\nc\r\n");
    assert_eq!(differences, [Difference::TrailingBlanks, Difference::LineEnds]);
}

#[test]
fn removed_lines_go_with_their_line_end() {
    assert_eq!(edited("a\n  b\nc\n", "b", None).0, "a\nc\n");
    assert_eq!(edited("a\r\nb\r\nc", "b", None).0, "a\r\nc");
    assert_eq!(edited("a b c", "b ", None).0, "a c");
    assert_eq!(edited("a\nb\n", "b", Some("")).0, "a\n\n");
    assert_eq!(edited("a\nb", "b", None).0, "a\n");
}

#[test]
fn the_nearest_place_is_shown() {
    let nearest = nowhere(FILE, "    let b = tow();\n    print(a, b);\n}", "x")
        .nearest
        .unwrap();
    assert_eq!((nearest.first_line, nearest.last_line), (3, 5));
    assert_eq!(
        nearest.diff,
        "-    let b = two();\n+    let b = tow();\n     print(a, b);\n }"
    );
    assert_eq!(nearest.only, None);
}

#[test]
fn the_last_line_is_shown_without_its_end() {
    for text in [
        "a = one\nlast = two\n",
        "a = one\nlast = two",
        "a = one\r\nlast = two\r\n",
    ] {
        let nearest = nowhere(text, "a = one\nlast = tow", "x").nearest.unwrap();
        assert_eq!(nearest.diff, " a = one\n-last = two\n+last = tow", "{text:?}");
    }
}

#[test]
fn lines_missing_in_the_find_text_belong_to_the_place() {
    let nearest = nowhere(FILE, "fn main() {\n    let a = one();\n    print(a, b);\n}", "x")
        .nearest
        .unwrap();
    assert_eq!((nearest.first_line, nearest.last_line), (1, 5));
    assert_eq!(
        nearest.diff,
        " fn main() {\n     let a = one();\n-    let b = two();\n     print(a, b);\n }"
    );
}

#[test]
fn what_alone_differs_is_named() {
    let only = |find: &str| nowhere(FILE, find, "x").nearest.unwrap().only;
    assert_eq!(only("   let b = two();\n  print(a, b);"), Some(OnlyIn::Indentation));
    assert_eq!(only("    let  b = two();"), Some(OnlyIn::WhiteSpace));
    assert_eq!(only("    let B = two();"), Some(OnlyIn::Case));
}

#[test]
fn nothing_alike_has_no_nearest_place() {
    assert_eq!(nowhere(FILE, "SELECT * FROM users", "x").nearest, None);
    assert_eq!(nowhere("", "abcdef", "x").nearest, None);
    assert_eq!(nowhere("a", "", "x").nearest, None);
    assert_eq!(nowhere("a", "\n \n", "x").nearest, None);
}

#[test]
fn an_edit_that_was_made_before_is_noticed() {
    let changed = FILE.replace("two()", "three()");
    assert_eq!(nowhere(&changed, "let b = two();", "let b = three();").already, Some(3));
    assert_eq!(
        nowhere(&changed, "  let b = two();\n  x", "  let b = three();\n  print(a, b);").already,
        Some(3)
    );
    assert_eq!(nowhere(&changed, "let b = two();", "let b = four();").already, None);
    assert_eq!(nowhere(&changed, "let b = two();", "}").already, None);
    let removed = Wanted {
        find: "two()",
        replace: None,
    };
    let budget = &mut NearestBudget::default();
    assert_eq!(
        super::nowhere(&IndexedText::new(changed, &[]), removed, budget).already,
        None
    );
}

#[test]
fn long_lines_are_cut_around_the_difference() {
    let (have, wanted) = (
        format!("{}a{}", "x".repeat(500), "y".repeat(500)),
        format!("{}b", "x".repeat(500)),
    );
    let nearest = nowhere(&have, &wanted, "z").nearest.unwrap();
    assert!(nearest.diff.contains("xa"), "{}", nearest.diff);
    assert!(nearest.diff.contains("xb"), "{}", nearest.diff);
    assert!(nearest.diff.chars().count() < 300);
}

#[test]
fn slow_files_end_in_time() {
    let wanted = "a\n".repeat(2_000) + "b";
    edit(&"a\n".repeat(100_000), &wanted, "x");
    edit(&" a\na\n".repeat(50_000), &"a\n".repeat(2_000), "x");
    edit(&"a".repeat(1_000_000), &("a".repeat(1_000) + "b"), "x");
}

proptest! {
    #[test]
    fn places_lie_in_the_text(text in "([ab]{0,3}|  |\\t|\\r?\\n|é){0,30}", find in "([ab]{0,3}| |\\n|é){1,8}", replace in "[ab \\n]{0,8}") {
        match edit(&text, &find, &replace) {
            Found::Once(found) => {
                prop_assert!(text.get(found.span.clone()).is_some());
                if found.differences.is_empty() {
                    prop_assert_eq!(&text[found.span], find.as_str());
                }
            }
            Found::Several(lines) => {
                prop_assert!(lines.len() > 1 && lines.is_sorted());
                prop_assert!(*lines.last().unwrap() <= text.split('\n').count());
            }
            Found::Nowhere => {
                prop_assert!(find.is_empty() || !text.contains(&find));
                if let Some(nearest) = nowhere(&text, &find, &replace).nearest {
                    prop_assert!(1 <= nearest.first_line && nearest.first_line <= nearest.last_line);
                    prop_assert!(nearest.last_line <= text.split('\n').count());
                }
            }
        }
    }

    #[test]
    fn a_shifted_text_is_found_and_its_replacement_shifted(
        lines in proptest::collection::vec("[ ]{0,4}[a-c]{1,3}", 1..6),
        indent in "[ ]{1,6}",
    ) {
        let find = lines.join("\n");
        let shifted: Vec<_> = lines.iter().map(|line| format!("{indent}{line}")).collect();
        let text = format!("begin\r\n{}\r\nend\r\n", shifted.join("\r\n"));
        let (after, _) = edited_or_skip(&text, &find)?;
        prop_assert_eq!(after, text);
    }
}

/// The file with the text replaced by itself. A short text may occur by chance, and then says nothing.
fn edited_or_skip(text: &str, find: &str) -> Result<(String, Vec<Difference>), TestCaseError> {
    prop_assume!(matches!(edit(text, find, find), Found::Once(_)));
    Ok(edited(text, find, Some(find)))
}
