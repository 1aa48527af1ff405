use proptest::prelude::*;

use super::*;

fn path(text: &str) -> RelPath {
    RelPath::parse(text).unwrap()
}

#[test]
fn paths_are_normalized() {
    for (text, expected) in [
        ("a", "a"),
        ("./src//a.rs", "src/a.rs"),
        ("src/", "src"),
        ("variables.tf", "variables.tf"),
        ("homepage.md", "homepage.md"),
        ("...", "..."),
        ("a b/ü (1) [x]%20.md", "a b/ü (1) [x]%20.md"),
        ("~tmp/a", "~tmp/a"),
        ("👨\u{200d}👩.txt", "👨\u{200d}👩.txt"),
    ] {
        assert_eq!(path(text).as_str(), expected);
    }
}

#[test]
fn what_could_leave_the_root_is_refused_by_its_text() {
    for (text, expected) in [
        ("", PathFault::Empty),
        (".", PathFault::Empty),
        ("./", PathFault::Empty),
        ("/etc/passwd", PathFault::Absolute),
        ("//server/share", PathFault::Absolute),
        ("\\\\server\\share", PathFault::Absolute),
        ("C:\\Windows", PathFault::Drive),
        ("c:/x", PathFault::Drive),
        ("c:", PathFault::Drive),
        ("~/.ssh/config", PathFault::Home),
        ("./~/x", PathFault::Home),
        ("..", PathFault::Parent),
        ("../x", PathFault::Parent),
        ("a/../../x", PathFault::Parent),
        ("a/..", PathFault::Parent),
        ("a\\..\\x", PathFault::Backslash),
        ("a\0b", PathFault::Control('\0')),
        ("a\nb", PathFault::Control('\n')),
        ("a\u{1b}[2J", PathFault::Control('\u{1b}')),
        ("a\u{85}b", PathFault::Control('\u{85}')),
        ("a\u{2028}b", PathFault::Control('\u{2028}')),
    ] {
        assert_eq!(RelPath::parse(text).unwrap_err().fault, expected, "{text:?}");
    }
    let long = "a".repeat(256);
    assert_eq!(RelPath::parse(&long).unwrap_err().fault, PathFault::NameTooLong);
    let deep = "a/".repeat(2049);
    assert_eq!(RelPath::parse(&deep).unwrap_err().fault, PathFault::TooLong);
}

#[test]
fn an_error_says_what_and_why_and_moves_no_cursor() {
    let error = RelPath::parse("a\u{1b}[2J").unwrap_err().to_string();
    assert_eq!(
        error,
        "\"a\\u{1b}[2J\" is not a path of the project: it holds the control character U+001B"
    );
    let error = path("vendor/x/.GIT/hooks/post-commit")
        .permit(Access::Write)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "vendor/x/.GIT/hooks/post-commit is off limits: actions may not change .git"
    );
}

#[test]
fn protected_places_are_known_in_every_spelling() {
    for text in [
        ".git",
        ".git/config",
        "sub/.git/hooks/x",
        ".GiT/config",
        ".git./config",
        ".git /config",
        ".git . ./config",
        ".git::$INDEX_ALLOCATION/config",
        "git~1/config",
        "GIT~12",
        ".g\u{200c}it/config",
        "\u{feff}.git",
        ".git\u{fe0f}/x",
        ".planwright/store.db",
        ".PLANWRIGHT",
        "PLANWR~1/store.db",
    ] {
        assert!(path(text).permit(Access::Read).is_err(), "{text:?}");
        assert!(path(text).permit(Access::Write).is_err(), "{text:?}");
    }
    for text in [
        ".teddy/memos.yaml",
        ".Teddy",
        ".rawko/plans/x",
        ".raw\u{212a}o/x",
        "TEDDY~1/x",
    ] {
        assert!(path(text).permit(Access::Read).is_ok(), "{text:?}");
        assert!(path(text).permit(Access::Write).is_err(), "{text:?}");
    }
    for text in [
        ".gitignore",
        ".github/workflows/ci.yml",
        ".gitmodules",
        "git",
        "a.git",
        "git~",
        "teddy/x",
    ] {
        assert!(path(text).permit(Access::Write).is_ok(), "{text:?}");
    }
}

#[test]
fn parents_and_names() {
    let deep = path("a/b/c");
    assert_eq!(deep.name(), "c");
    assert_eq!(deep.folders().map(|f| f.to_string()).collect::<Vec<_>>(), ["a/b", "a"]);
    assert!(deep.is_below(&path("a")) && !path("ab").is_below(&path("a")) && !deep.is_below(&deep));
}

proptest! {
    #[test]
    fn whatever_is_accepted_is_plain_and_stays_the_same(text in "[a./~:\\\\ \\PC]{0,12}") {
        if let Ok(path) = RelPath::parse(&text) {
            prop_assert!(path.names().all(|name| !matches!(name, "" | "." | "..")));
            prop_assert!(!path.as_str().contains(['\0', '\\', '\n']));
            prop_assert_eq!(RelPath::parse(path.as_str()), Ok(path));
        }
    }
}
