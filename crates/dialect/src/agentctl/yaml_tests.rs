//! What front matters may hold of YAML.

use serde::Serialize;

use super::front::{PlanFront, TaskFront, TaskWords};
use crate::yaml::{Fault, Text, What, read, write};

fn faults(text: &str) -> Vec<(What, &str)> {
    let broken = read::<TaskFront>(text).expect_err(text);
    let shown = |fault: Fault| (fault.what, &text[fault.span]);
    broken.faults.into_iter().map(shown).collect()
}

#[test]
fn values_know_their_places() {
    let text = "id: \"a-b\"\r\ndepends_on: [c, 'd']\r\nagent: é x\r\nsubtasks:\r\n  - one\r\n  - |\r\n    two\r\n";
    let words = TaskWords::from(read::<TaskFront>(text).unwrap());
    let shown = |t: &Text| (t.value.clone(), text[t.span.clone()].to_owned());
    assert_eq!(shown(words.id.as_ref().unwrap()), ("a-b".into(), "\"a-b\"".into()));
    assert_eq!(shown(&words.depends_on[0]), ("c".into(), "c".into()));
    assert_eq!(shown(&words.depends_on[1]), ("d".into(), "'d'".into()));
    assert_eq!(shown(words.agent.as_ref().unwrap()), ("é x".into(), "é x".into()));
    assert_eq!(shown(&words.subtasks[0]), ("one".into(), "one".into()));
    assert_eq!(words.subtasks[1].value, "two\n");
}

#[test]
fn tricks_are_refused() {
    for (text, what, shown) in [
        ("id: &x a", What::Anchor, "&x"),
        ("id: *x", What::Alias, "*x"),
        ("id: !!str a", What::Tag, "!!str"),
        ("id: !mine a", What::Tag, "!mine"),
        ("id: ! a", What::Tag, "!"),
        ("!!map\nid: a", What::Tag, "!!map"),
        ("id: a\nsubtasks: !!seq [a]", What::Tag, "!!seq"),
        ("id: a\n<<: {agent: b}", What::MergeKey, "<<"),
        ("id: a\n...\nid: b", What::SeveralDocuments, ""),
        ("%YAML 1.2\nid: a", What::Directive, "%"),
    ] {
        assert_eq!(faults(text), [(what, shown)], "{text}");
    }
}

#[test]
fn marks_inside_texts_are_no_tricks() {
    for text in [
        "id: a\nsubtasks: [\"&x\", 'do *it*!', a & b, a*b, wow!, 100%]",
        "id: a # !x &y *z",
    ] {
        assert!(read::<TaskFront>(text).is_ok(), "{text}");
    }
}

#[test]
fn every_fault_is_found_at_once() {
    let text = "Id: x\nagent: 1\nagent: b\ndepends_on: a\nsubtasks: [true, {a: b}, ok, ~]\nextra: 1\n? [a]\n: b\n";
    let found: Vec<_> = faults(text).into_iter().map(|(_, shown)| shown).collect();
    assert_eq!(found, ["Id", "agent", "extra", "[a]", "1", "a", "true", "{a: b}", "~"]);
}

#[test]
fn text_is_never_guessed() {
    for value in [
        "1", "1.5", "true", "False", "~", "null", "", "0x1f", "-3", "1e5", ".inf", "[a]", "{a: b}", "1_000",
    ] {
        let text = format!("id: {value}\n");
        assert_eq!(faults(&text).len(), 1, "{text}");
        assert!(
            matches!(faults(&text)[0].0, What::WrongType { .. }),
            "{text}: {:?}",
            faults(&text)
        );
    }
    for value in [
        "yes",
        "no",
        "on",
        "2024-01-01",
        "1.2.3",
        "'1'",
        "\"true\"",
        "a: b".replace(": ", ":").as_str(),
    ] {
        assert!(read::<TaskFront>(&format!("id: {value}\n")).is_ok(), "{value}");
    }
    for text in [
        "id: a\ndepends_on:",
        "id: a\nsubtasks: ~",
        "id: a\nagent:",
        "id: a\nsubtasks: [a, 1]",
    ] {
        assert!(matches!(faults(text)[..], [(What::WrongType { .. }, _)]), "{text}");
    }
}

#[test]
fn what_is_missing_is_told_once() {
    assert_eq!(faults(""), [(What::Missing("id"), "")]);
    assert_eq!(faults("# only a comment\n"), [(What::Missing("id"), "")]);
    assert_eq!(faults("agent: a"), [(What::Missing("id"), "")]);
    assert!(matches!(
        &faults("task_id: a")[..],
        [(What::UnknownKey { meant: Some("id"), .. }, "task_id")]
    ));
    assert_eq!(
        faults("just text"),
        [(What::NotMapping { found: "a text" }, "just text")]
    );
    assert_eq!(faults("- a\n"), [(What::NotMapping { found: "a list" }, "- a\n")]);
}

#[test]
fn syntax_errors_keep_what_came_before() {
    let broken = read::<TaskFront>("id: a\ndepends_on: [b, c\nagent: x").unwrap_err();
    assert!(
        matches!(
            broken.faults[..],
            [Fault {
                what: What::Syntax(_),
                ..
            }]
        ),
        "{broken:?}"
    );
    assert_eq!(broken.text("id").unwrap().value, "a");
}

#[test]
fn what_is_written_is_read_again() {
    #[derive(Serialize)]
    struct Shape<'a> {
        title: &'a str,
    }
    for title in [
        "",
        " ",
        "a",
        "a: b",
        "# a",
        "a # b",
        "- a",
        "-",
        "'",
        "\"",
        "'\"",
        "---",
        "...",
        "|",
        ">",
        "%",
        "@",
        "`",
        "&a",
        "*a",
        "!a",
        "[a",
        "{a",
        "a\nb",
        "\n",
        "a\n---\nb",
        "\t",
        "\u{0}",
        "\u{7}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{fffe}",
        "\u{202e}",
        "1",
        "true",
        "null",
        "~",
        "yes",
        "0x1",
        "=",
        "<<",
        "é",
        "日本",
        "🦀",
        "a\\nb",
        "\r",
        "a\r\nb",
        "2024-01-01",
        "12:30",
        "a:",
        ":",
        "?",
        "? a",
        ",",
        "a,b",
    ] {
        let text = write(&Shape { title });
        assert!(!text.lines().any(|line| line.trim_end() == "---"), "{text}");
        let front = read::<PlanFront>(&text).unwrap_or_else(|broken| panic!("{title:?} {text} {broken:?}"));
        assert_eq!(Text::from(front).value, title, "{text}");
    }
}
