use proptest::prelude::*;

use super::*;

#[test]
fn titles_that_mean_the_same() {
    for (a, b) in [
        ("Add tests for the parser", "Create parser tests"),
        (
            "Fix the crash when the config is missing",
            "Repair crash on missing configuration",
        ),
        ("Implement retries for uploads", "add upload retry"),
        ("Document the `notes list` command", "Describe command `notes list`"),
        ("Fix the overflow in src/config.rs", "Fix overflow in `config.rs`"),
        ("Stop reading at the first error", "Stop reading at first error."),
        ("Handle start-up errors", "Handle startup failures"),
        ("Call read_config() once", "Call `read_config` once"),
        ("", " "),
        ("日本語", "日本語"),
    ] {
        assert!(same_meaning(a, b), "{a:?} {b:?}");
        assert!(same_meaning(b, a), "{b:?} {a:?}");
    }
}

#[test]
fn titles_that_mean_different_things() {
    for (a, b) in [
        ("Add a --verbose flag", "Add a --quiet flag"),
        (
            "Add the login command for users of the old format",
            "Remove the login command for users of the old format",
        ),
        ("Add tests for src/a.rs", "Add tests for src/b.rs"),
        ("Add tests", "Add tests for `src/a.rs`"),
        (
            "Read version 1 of the format of the store",
            "Read version 2 of the format of the store",
        ),
        ("Store notes in a text file", "Store notes in a database"),
        (
            "Read files with a trailing line break",
            "Read files without a trailing line break",
        ),
        (
            "Test the parser of the command line thoroughly",
            "Document the parser of the command line thoroughly",
        ),
        ("Parse dates", "Parse the times of all records"),
        ("Document src/a/mod.rs", "Document src/b/mod.rs"),
        ("", "Add tests"),
        ("日本語", "中文"),
        (
            "Allow empty names in the table of users",
            "Refuse empty names in the table of users",
        ),
    ] {
        assert!(!same_meaning(a, b), "{a:?} {b:?}");
        assert!(!same_meaning(b, a), "{b:?} {a:?}");
    }
}

fn task(title: &str, dependencies: &[u32]) -> TaskDraft {
    TaskDraft {
        title: Some(title.to_owned()),
        dependencies: dependencies.to_vec(),
        ..TaskDraft::default()
    }
}

#[test]
fn repetitions_are_left_out_and_dependencies_follow() {
    let existing = [
        (TaskNumber(1), "Plan".to_owned()),
        (TaskNumber(2), "Add a parser".to_owned()),
    ];
    let suggested = vec![
        task("Create the parser", &[]),
        task("Document the parser", &[3]),
        task("Describe the parser", &[3, 4]),
        task("Release it to everybody", &[5, 1]),
    ];
    let found = new_tasks(suggested, &existing, TaskNumber(3));
    let expected = [
        task("Document the parser", &[2]),
        task("Release it to everybody", &[1, 3]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn thousands_of_titles_are_no_trouble() {
    let existing: Vec<_> = (0..5_000)
        .map(|n| (TaskNumber(n), format!("Add the part called {}", letters(n))))
        .collect();
    let suggested = (0..200)
        .map(|n| task(&format!("Create part called {}", letters(n + 4_900)), &[]))
        .collect();
    assert_eq!(new_tasks(suggested, &existing, TaskNumber(6_000)).len(), 100);
}

/// A word for a number, with an end that no stem loses.
fn letters(number: u32) -> String {
    let digits = number.to_string();
    digits
        .bytes()
        .map(|digit| char::from(digit - b'0' + b'k'))
        .chain(['x'])
        .collect()
}

proptest! {
    #[test]
    fn the_same_title_means_the_same(title in "[a-zA-Z`_/. é1-]{0,30}") {
        prop_assert!(same_meaning(&title, &title));
        let louder = format!("  {}", title.to_uppercase());
        let is_same = same_meaning(&title, &louder);
        prop_assert!(is_same, "{}", louder);
    }

    #[test]
    fn the_index_finds_what_comparing_finds(
        titles in proptest::collection::vec("(add|fix|parser|lexer|docs|name|`x`|not| ){0,6}", 0..8)
    ) {
        let spaced: Vec<String> = titles.iter().map(|title| title.replace("parser", " parser ")).collect();
        let mut kept: Vec<&str> = Vec::new();
        for title in &spaced {
            if !kept.iter().any(|known| same_meaning(known, title)) {
                kept.push(title);
            }
        }
        let found = new_tasks(spaced.iter().map(|title| task(title, &[])).collect(), &[], TaskNumber(1));
        let found: Vec<_> = found.iter().filter_map(|task| task.title.as_deref()).collect();
        prop_assert_eq!(found, kept);
    }
}
