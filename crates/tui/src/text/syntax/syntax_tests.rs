use super::languages::ALL;
use super::*;

/// Pieces of one class and the next are joined; letters stand for the classes.
#[track_caller]
fn check(path: &str, lines: &[&str], expected: &[&str]) {
    let language = Language::of(path, "").unwrap();
    let mut open = Open::default();
    let found: Vec<String> = lines
        .iter()
        .map(|line| {
            let mut classes = String::new();
            open = cut(language, line, open, |range, class| {
                let letter = match class {
                    Class::Plain => '.',
                    Class::Comment => 'c',
                    Class::Literal => 's',
                    Class::Number => 'n',
                    Class::Keyword => 'k',
                };
                classes.extend(line[range].chars().map(|_| letter));
            });
            classes
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn words_texts_numbers_and_comments_are_told_apart() {
    check(
        "src/a.rs",
        &["let x = 1; // one", r#"f("a\"b", 'c', '\n', &'a str)"#],
        &["kkk.....n..cccccc", "..ssssss..sss..ssss.........."],
    );
    check("a.py", &["return None # x"], &["kkkkkk.kkkk.ccc"]);
    check("q.sql", &["SELECT 1 -- x"], &["kkkkkk.n.cccc"]);
}

#[test]
fn what_is_open_goes_on_in_the_next_line() {
    check("a.c", &["a /* b", "c", "d */ e"], &["..cccc", "c", "cccc.."]);
    check(
        "a.py",
        &["x = '''a", "return", "b''' "],
        &["....ssss", "ssssss", "ssss."],
    );
    check("a.js", &["'never closed", "return"], &["sssssssssssss", "kkkkkk"]);
}

#[test]
fn a_hash_within_a_word_is_no_comment_in_a_shell() {
    check("run.sh", &["echo a#b # c"], &[".........ccc"]);
}

#[test]
fn names_are_found_by_ending_file_and_fence() {
    for (path, info) in [
        ("a/b.rs", ""),
        ("a/Makefile", ""),
        ("Dockerfile", ""),
        ("script", "bash"),
        ("x", "rust,no_run"),
    ] {
        assert!(Language::of(path, info).is_some(), "{path} {info}");
    }
    assert!(Language::of("LICENSE", "text").is_none());
}

#[test]
fn words_are_sorted_and_pieces_cover_every_line() {
    for language in ALL {
        assert!(language.keywords.is_sorted(), "{:?}", language.names);
        for line in ["é'\"`日\\", "/* */ // # -- \"\\", "'''", "\\'", "'\\日'", "\"\"\"a\\"] {
            let mut end = 0;
            cut(language, line, Open::default(), |range, _| {
                assert_eq!(range.start, end, "{line}");
                end = range.end;
            });
            assert_eq!(end, line.len(), "{line}");
        }
    }
}
