//! R6 and R7: no text makes the reader panic, hang, or point outside of it. How long it takes is measured elsewhere,
//! since there is no clock in this room.

use proptest::prelude::*;

use super::testing::{PLAN, folder, task_text};
use super::{FolderText, read_folder};

/// Just below the limit, where there is most to read.
const SIZE: usize = 64_000;

fn filled(piece: &str) -> String {
    piece.repeat((SIZE - 64) / piece.len())
}

fn bombs() -> Vec<(&'static str, String)> {
    let mut laughs = String::from("id: &a0 lol\n");
    for level in 1..10 {
        let list = vec![format!("*a{}", level - 1); 10].join(", ");
        laughs.push_str(&format!("x{level}: &a{level} [{list}]\n"));
    }
    let wide = "x".repeat(SIZE - 20);
    vec![
        ("laughs", laughs),
        ("self", "id: &a [*a, *a]".into()),
        ("many aliases", format!("id: &a b\nsubtasks: [{}]", filled("*a,"))),
        ("many anchors", format!("subtasks: [{}]", filled("&a b,"))),
        ("many tags", format!("subtasks: [{}]", filled("!a b,"))),
        ("flow nesting", filled("[")),
        ("map nesting", filled("{a: ")),
        ("block nesting", filled("- ")),
        (
            "indented nesting",
            (0..340).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect(),
        ),
        ("question marks", filled("? ")),
        ("many keys", (0..6_000).map(|n| format!("k{n}: v\n")).collect()),
        ("same key", filled("a: b\n")),
        ("many entries", format!("subtasks:\n{}", filled("- a\n"))),
        ("merge keys", filled("<<: {}\n")),
        ("documents", filled("a\n...\n")),
        ("directives", filled("%TAG ! !\n")),
        ("huge plain", format!("id: {wide}")),
        ("huge quoted", format!("id: \"{wide}\"")),
        ("huge block", format!("id: |\n  {wide}")),
        ("huge key", format!("{wide}: a")),
        ("huge tag", format!("id: !{wide} a")),
        ("huge anchor", format!("id: &{wide} a")),
        ("escapes", format!("id: \"{}\"", filled("\\u0041"))),
        ("open quote", format!("id: \"{}", filled("a\n "))),
        ("too large", "a: b\n".repeat(1_000_000)),
        ("binary", filled("\u{0}\u{1}\u{7f}")),
        ("dashes", filled("-")),
        ("comments", filled("# c\n")),
        ("tabs", filled("\t")),
        ("breaks", filled("\n")),
        ("colons", filled(": ")),
        ("number", format!("id: {}", filled("1"))),
    ]
}

#[test]
fn bombs_are_refused() {
    for (name, bomb) in bombs() {
        let folder = folder(Some(PLAN), &[("01-a.md", &task_text(&bomb))]);
        let (plan, faults) = read_folder(&folder);
        assert_eq!(plan, None, "{name}");
        assert!(!faults.is_empty() && faults.len() <= 102, "{name}: {}", faults.len());
        check_spans(&folder);
    }
}

fn check_spans(folder: &FolderText) {
    let (_, faults) = read_folder(folder);
    for fault in faults {
        let path = fault.place.path.as_deref().unwrap();
        let Some(span) = fault.place.span else { continue };
        let text = match path.strip_prefix("/p/tasks/") {
            None => folder.plan.as_ref().unwrap().as_deref().unwrap(),
            Some(file) => {
                let tasks = folder.tasks.as_ref().unwrap().as_ref().unwrap();
                let (_, text) = tasks.iter().find(|(name, _)| name == file).unwrap();
                text.as_deref().unwrap()
            }
        };
        assert!(text.get(span.clone()).is_some(), "{path} {span:?} of {}", text.len());
        let (line, column) = fault.place.line_column.unwrap();
        let before = text.split('\n').nth(line - 1).unwrap();
        assert!(column <= before.chars().count() + 1, "{path}:{line}:{column}");
    }
}

fn yaml_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("id: a\n"),
        Just("depends_on: "),
        Just("[a, b]\n"),
        Just("- "),
        Just("  "),
        Just("---\n"),
        Just("...\n"),
        Just("agent: "),
        Just("subtasks:\n"),
        Just("&x "),
        Just("*x"),
        Just("!t "),
        Just("<<: "),
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just("\""),
        Just("'"),
        Just("|\n"),
        Just(">-\n"),
        Just("? "),
        Just(": "),
        Just("#"),
        Just("\r\n"),
        Just("\r"),
        Just("\u{feff}"),
        Just("é"),
        Just("\u{85}"),
        Just("\t"),
        Just("%YAML 1.2\n"),
        Just("1"),
        Just("true"),
        Just("title: "),
        Just("x"),
        Just("\u{0}"),
        Just("\u{2028}"),
        Just("\n"),
        Just(","),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_read(plan in any::<String>(), task in any::<String>(), file in any::<String>()) {
        check_spans(&folder(Some(&plan), &[(&file, &task), ("01-a.md", &task)]));
    }

    #[test]
    fn any_front_matter_is_read(front in yaml_like(), plan in yaml_like(), body in "\\PC{0,20}") {
        let (task, plan) = (format!("---\n{front}\n---\n{body}"), format!("---\n{plan}\n---\n"));
        let folder = folder(Some(&plan), &[("01-a.md", &task), ("02-b.md", &front)]);
        check_spans(&folder);
        prop_assert_eq!(read_folder(&folder), read_folder(&folder));
    }

    #[test]
    fn a_mutated_file_is_read(at in any::<prop::sample::Index>(), cut in 0usize..6, put in "\\PC{0,3}") {
        let text = "---\nid: a\ndepends_on: [b, \"c\"]\nagent: codex\nsubtasks:\n  - 'é'\n  - two\n---\n\n# Do\n";
        let boundaries: Vec<_> = (0..=text.len()).filter(|byte| text.is_char_boundary(*byte)).collect();
        let start = at.index(boundaries.len());
        let end = boundaries[(start + cut).min(boundaries.len() - 1)];
        let mutated = format!("{}{put}{}", &text[..boundaries[start]], &text[end..]);
        check_spans(&folder(Some(&mutated), &[("01-a.md", &mutated)]));
    }
}
