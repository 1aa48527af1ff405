use super::*;

const ACTION: Access = Access::Write(Author::Action);
const PLANWRIGHT: Access = Access::Write(Author::Planwright);

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
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
        ("..a/b..", "..a/b.."),
        ("a~/b", "a~/b"),
        ("ab:c", "ab:c"),
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
        ("./c:/x", PathFault::Drive),
        ("~/.ssh/config", PathFault::Home),
        ("./~/x", PathFault::Home),
        ("..", PathFault::Parent),
        ("../x", PathFault::Parent),
        ("a/../../x", PathFault::Parent),
        ("a/..", PathFault::Parent),
        ("a\\..\\x", PathFault::Backslash),
        ("a\0b", PathFault::Control),
        ("a\nb", PathFault::Control),
        ("a\u{1b}[2J", PathFault::Control),
        ("a\u{85}b", PathFault::Control),
        ("a\u{2028}b", PathFault::Control),
    ] {
        assert_eq!(RelPath::new(text), Err(expected), "{text:?}");
    }
    let long = "a".repeat(256);
    assert_eq!(RelPath::new(&long), Err(PathFault::NameTooLong));
    let deep = "a/".repeat(2049);
    assert_eq!(RelPath::new(&deep), Err(PathFault::TooLong));
}

#[test]
fn a_refusal_names_the_place_as_it_is_usually_spelled() {
    let error = path("vendor/x/.GIT/hooks/post-commit").permit(ACTION).unwrap_err();
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
        assert!(path(text).permit(ACTION).is_err(), "{text:?}");
        assert!(path(text).permit(PLANWRIGHT).is_err(), "{text:?}");
    }
    for text in [
        ".teddy/memos.yaml",
        ".Teddy",
        ".rawko/plans/x",
        ".raw\u{212a}o/x",
        "TEDDY~1/x",
    ] {
        assert!(path(text).permit(Access::Read).is_ok(), "{text:?}");
        assert!(path(text).permit(ACTION).is_err(), "{text:?}");
        assert!(path(text).permit(PLANWRIGHT).is_ok(), "{text:?}");
    }
    assert!(path(".teddy/01/.git/config").permit(PLANWRIGHT).is_err());
    for text in [
        ".gitignore",
        ".github/workflows/ci.yml",
        ".gitmodules",
        "git",
        "a.git",
        "git~",
        "teddy/x",
    ] {
        assert!(path(text).permit(ACTION).is_ok(), "{text:?}");
    }
}

#[test]
fn parents_and_names() {
    let deep = path("a/b/c");
    assert_eq!(deep.name(), "c");
    assert_eq!(deep.folders().map(|f| f.to_string()).collect::<Vec<_>>(), ["a/b", "a"]);
    assert!(deep.is_below(&path("a")) && !path("ab").is_below(&path("a")) && !deep.is_below(&deep));
}

#[test]
fn whatever_is_accepted_is_plain_and_stays_the_same() {
    let letters = ["a", "C", ".", "/", "~", ":", "\\", " "];
    let mut texts = vec![String::new()];
    for _ in 0..5 {
        let longer = |text: &String| letters.map(|letter| format!("{text}{letter}"));
        texts = texts.iter().flat_map(longer).collect();
        for path in texts.iter().filter_map(|text| RelPath::new(text).ok()) {
            assert!(path.names().all(|name| !matches!(name, "" | "." | "..")), "{path}");
            assert!(
                !path.as_str().contains('\\') && !path.as_str().starts_with("~/"),
                "{path}"
            );
            assert_eq!(RelPath::new(path.as_str()), Ok(path));
        }
    }
}
