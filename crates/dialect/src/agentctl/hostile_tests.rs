//! R6: no text makes the reader panic, hang, or point outside of it. The bombs of R7 are elsewhere, since there is no
//! clock in this room.

use proptest::prelude::*;

use super::FolderText;
use super::testing::{folder, read_folder};

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
