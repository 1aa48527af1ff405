//! Whatever lies in a session's files, it is read or refused, and what is changed reads back.

use model::{MemoChange, RelPath, Resource, Timestamp};
use proptest::prelude::*;

use super::*;

const PIECES: [&str; 40] = [
    "- ",
    "-",
    "a",
    "b: c",
    ": ",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "  ",
    "    ",
    "\t",
    "'",
    "\"",
    "\\",
    "|",
    "|+",
    ">-",
    "[",
    "]",
    "{",
    "}",
    ",",
    "#",
    " # c",
    "&x ",
    "*x",
    "!!str ",
    "---",
    "...",
    "? ",
    "<<: ",
    "~",
    "é",
    "\u{feff}",
    "\u{85}",
    "turn_id: \"02\"",
    "undone:",
    "/",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// Mostly lists, so that most of them can be read.
fn memo_text() -> impl Strategy<Value = String> {
    let item = prop::collection::vec(prop::sample::select(&PIECES), 0..5).prop_map(|pieces| pieces.concat());
    prop::collection::vec(item, 0..5).prop_map(|items| items.iter().map(|item| format!("- {item}\n")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_file_is_read_or_refused(text in text()) {
        let noon = Timestamp::from_millis(1_793_880_000_000);
        let _ = set_undone(&text, noon);
        let _ = read_config(&text);
        let _ = split_command(&text);
        if let Ok(meta) = read_meta(&text) {
            prop_assert_eq!(read_meta(&write_meta(&meta)), Ok(meta));
        }
        let (resources, _) = read_context(&text);
        prop_assert_eq!(read_context(&write_context(&resources)), (resources, Vec::new()));
    }

    #[test]
    fn any_memos_are_changed_or_refused(text in memo_text(), added in text(), index in 0usize..4) {
        let Ok(memos) = read_memos(&text) else { return Ok(()) };
        let removed = memos.as_slice().get(index).cloned();
        let changes: Vec<_> = removed.map(MemoChange::Remove).into_iter().chain([MemoChange::Add(added)]).collect();
        if let Ok(changed) = change_memos(&text, &changes) {
            prop_assert_eq!(read_memos(&changed), memos.apply(&changes).map_err(|_| String::new()));
        }
    }

    #[test]
    fn any_context_is_changed(text in text(), path in "[a-b#é ]{1,3}") {
        let Ok(path) = RelPath::new(&path) else { return Ok(()) };
        let resource = Resource::File(path);
        let added = add_to_context(&text, &resource);
        prop_assert!(read_context(&added).0.contains(&resource), "{added:?}");
        prop_assert!(!read_context(&remove_from_context(&added, &resource)).0.contains(&resource));
    }
}
