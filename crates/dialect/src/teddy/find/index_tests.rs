//! After any edits, an index returns the same results as a search of the whole file.

use proptest::prelude::*;

use super::*;

/// Applies all edits to an indexed and a plain text, and compares the results after each edit.
fn check(text: &str, finds: &[&str], edits: &[(usize, usize, &str)]) -> Result<(), TestCaseError> {
    let mut indexed = IndexedText::indexed(text, finds);
    let mut plain = text.to_owned();
    for (at, length, replacement) in [(0, 0, "")].iter().chain(edits) {
        let start = at % (plain.len() + 1);
        let span = start..(start + length).min(plain.len());
        indexed.replace(span.clone(), replacement);
        plain.replace_range(span, replacement);
        prop_assert_eq!(indexed.text(), &plain);
        for find in finds {
            let wanted = Wanted {
                find,
                replace: Some("new"),
            };
            let expected = find_in(&plain, wanted);
            prop_assert_eq!(super::find(&indexed, wanted), expected, "{:?} in {:?}", find, &plain);
        }
        for at in 0..=plain.len() {
            let line = 1 + plain[..at].matches('\n').count();
            prop_assert_eq!(indexed.line(at), line, "{} in {:?}", at, &plain);
        }
        prop_assert_eq!(indexed.line_count(), plain.lines().count());
        let span = start..plain.len();
        prop_assert_eq!(indexed.is_all_but_blanks(&span), plain[..start].trim().is_empty());
    }
    Ok(())
}

fn find_in(text: &str, wanted: Wanted<'_>) -> Found {
    find(&IndexedText::new(text, &[]), wanted)
}

proptest! {
    #[test]
    fn an_index_follows_every_edit(
        text in "[ab \n]{0,40}",
        finds in proptest::collection::vec("[ab \n]{1,5}", 1..5),
        edits in proptest::collection::vec((0..60_usize, 0..6_usize, "[ab \n]{0,6}"), 0..12),
    ) {
        let finds: Vec<&str> = finds.iter().map(String::as_str).collect();
        let edits: Vec<(usize, usize, &str)> = edits.iter().map(|(at, length, new)| (*at, *length, new.as_str())).collect();
        check(&text, &finds, &edits)?;
    }
}

#[test]
fn texts_with_very_many_places_lose_some_and_are_still_counted() {
    let text = "ab\n".repeat(3_000);
    let edits: Vec<(usize, usize, &str)> = (0..300).map(|edit| (edit * 3, 1, "x")).collect();
    let mut indexed = IndexedText::indexed(&text, &["ab", "b"]);
    let mut plain = text.clone();
    for (at, length, replacement) in edits {
        indexed.replace(at..at + length, replacement);
        plain.replace_range(at..at + length, replacement);
        for find in ["ab", "b"] {
            assert_eq!(indexed.places(find), places(&plain, find));
        }
    }
}

#[test]
fn long_texts_with_the_same_beginning_are_told_apart() {
    let line = "let row = rows.get(7)?; // of the last step\n".repeat(8);
    let (one, other) = (line.clone() + "one", line.clone() + "other");
    let text = [&line, &other, "\n", &line, &one].concat();
    let mut indexed = IndexedText::indexed(&text, &[&one, &other, &line]);
    for find in [&one, &other, &line] {
        assert_eq!(indexed.places(find), places(&text, find));
    }
    indexed.replace(3..4, "");
    let text = indexed.text().to_owned();
    for find in [&one, &other, &line] {
        assert_eq!(indexed.places(find), places(&text, find));
    }
}

#[test]
fn the_closest_match_is_searched_for_until_the_budget_is_used_up() {
    let mut budget = NearestBudget::default();
    let text = IndexedText::new("let row = rows.get(7);\n", &[]);
    let wanted = Wanted {
        find: "let row = rows.get(8);",
        replace: None,
    };
    for _ in 0..model::limits::NEAREST_TEXTS {
        let found = nowhere(&text, wanted, &mut budget);
        assert!(found.nearest.is_some() && !found.is_over_budget);
    }
    assert!(nowhere(&text, wanted, &mut budget).is_over_budget);
}
