//! What front matters may hold of YAML.

use model::Rule;

use super::front::{self, FrontMatter, PLAN_FIELDS, PlanFront, TASK_FIELDS, Text};
use super::rules::*;
use crate::source::Source;
use crate::yaml::write;

fn read(text: &str) -> (FrontMatter, Vec<(&'static Rule, &str)>) {
    let source = Source {
        path: "tasks/01-a.md".to_owned(),
        text,
    };
    let (front, faults) = front::read(&source, &(0..0), 0..text.len(), TASK_FIELDS);
    let shown = faults
        .into_iter()
        .map(|fault| (fault.rule, &text[fault.place.span.unwrap()]));
    (front, shown.collect())
}

fn faults(text: &str) -> Vec<(&'static Rule, &str)> {
    read(text).1
}

#[test]
fn values_know_their_places() {
    let text = "id: \"a-b\"\r\ndepends_on: [c, 'd']\r\nagent: é x\r\nsubtasks:\r\n  - one\r\n  - |\r\n    two\r\n";
    let (front, faults) = read(text);
    assert_eq!(faults, []);
    let shown = |t: &Text| (t.value.clone(), text[t.span.clone()].to_owned());
    assert_eq!(shown(&front.text("id").unwrap()), ("a-b".into(), "\"a-b\"".into()));
    assert_eq!(shown(&front.texts("depends_on")[0]), ("c".into(), "c".into()));
    assert_eq!(shown(&front.texts("depends_on")[1]), ("d".into(), "'d'".into()));
    assert_eq!(shown(&front.text("agent").unwrap()), ("é x".into(), "é x".into()));
    assert_eq!(shown(&front.texts("subtasks")[0]), ("one".into(), "one".into()));
    assert_eq!(front.texts("subtasks")[1].value, "two\n");
}

#[test]
fn tricks_are_refused() {
    for (text, rule, shown) in [
        ("id: &x a", FRONT_MATTER_PLAIN, "&x"),
        ("id: *x", FRONT_MATTER_PLAIN, "*x"),
        ("id: !!str a", FRONT_MATTER_PLAIN, "!!str"),
        ("id: !mine a", FRONT_MATTER_PLAIN, "!mine"),
        ("id: ! a", FRONT_MATTER_PLAIN, "!"),
        ("!!map\nid: a", FRONT_MATTER_PLAIN, "!!map"),
        ("id: a\nsubtasks: !!seq [a]", FRONT_MATTER_PLAIN, "!!seq"),
        ("id: a\n<<: {agent: b}", FRONT_MATTER_PLAIN, "<<"),
        ("id: a\n...\nid: b", FRONT_MATTER_YAML, ""),
        ("%YAML 1.2\nid: a", FRONT_MATTER_PLAIN, "%"),
    ] {
        assert_eq!(faults(text), [(rule, shown)], "{text}");
    }
}

#[test]
fn marks_inside_texts_are_no_tricks() {
    for text in [
        "id: a\nsubtasks: [\"&x\", 'do *it*!', a & b, a*b, wow!, 100%]",
        "id: a # !x &y *z",
    ] {
        assert_eq!(faults(text), [], "{text}");
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
        let rules: Vec<_> = faults(&text).into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(rules, [FRONT_MATTER_VALUE], "{text}");
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
        assert_eq!(faults(&format!("id: {value}\n")), [], "{value}");
    }
    for text in [
        "id: a\ndepends_on:",
        "id: a\nsubtasks: ~",
        "id: a\nagent:",
        "id: a\nsubtasks: [a, 1]",
    ] {
        assert!(matches!(faults(text)[..], [(FRONT_MATTER_VALUE, _)]), "{text}");
    }
}

#[test]
fn what_is_missing_is_told_once() {
    assert_eq!(faults(""), [(TASK_ID, "")]);
    assert_eq!(faults("# only a comment\n"), [(TASK_ID, "")]);
    assert_eq!(faults("agent: a"), [(TASK_ID, "")]);
    assert_eq!(faults("task_id: a"), [(FRONT_MATTER_KEY, "task_id")]);
    assert_eq!(faults("just text"), [(FRONT_MATTER, "just text")]);
    assert_eq!(faults("- a\n"), [(FRONT_MATTER, "- a\n")]);
}

#[test]
fn syntax_errors_keep_what_came_before() {
    let (front, faults) = read("id: a\ndepends_on: [b, c\nagent: x");
    assert!(matches!(faults[..], [(FRONT_MATTER_YAML, _)]), "{faults:?}");
    assert_eq!(front.text("id").unwrap().value, "a");
}

#[test]
fn what_is_written_is_read_again() {
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
        let text = write(&PlanFront { title });
        assert!(!text.lines().any(|line| line.trim_end() == "---"), "{text}");
        let source = Source {
            path: "plan.md".to_owned(),
            text: &text,
        };
        let (front, faults) = front::read(&source, &(0..0), 0..text.len(), PLAN_FIELDS);
        assert_eq!(faults, [], "{title:?} {text}");
        assert_eq!(front.text("title").unwrap().value, title, "{text}");
    }
}
