use proptest::prelude::*;

use super::*;

#[test]
fn memos_are_a_list_of_texts() {
    let memos = read_memos("# ours\n- Use 'pnpm'.\n- \"C# is fine\" # a comment\n").unwrap();
    assert_eq!(memos.as_slice(), ["Use 'pnpm'.", "C# is fine"]);
    for empty in ["", "\n", "# none yet\n"] {
        assert_eq!(read_memos(empty).unwrap().as_slice(), [""; 0]);
    }
}

#[test]
fn anything_else_is_no_memo_file() {
    for text in ["a: b\n", "- a: b\n", "- &x a\n- *x\n", "- [a]\n", "- 'a\n"] {
        assert!(read_memos(text).is_err(), "{text}");
        let fault = change_memos(text, &[add("x")]).unwrap_err();
        assert!(matches!(fault, ChangeFault::Unreadable(_)), "{text}");
    }
}

fn add(text: &str) -> MemoChange {
    MemoChange::Add(text.to_owned())
}

fn remove(text: &str) -> MemoChange {
    MemoChange::Remove(text.to_owned())
}

fn check(text: &str, changes: &[MemoChange], expected: &str) {
    assert_eq!(change_memos(text, changes).as_deref(), Ok(expected), "{text:?}");
}

#[test]
fn a_memo_is_appended() {
    check("", &[add("Use pnpm.")], "- Use pnpm.\n");
    check("# ours\n\n- a # why\n", &[add("b")], "# ours\n\n- a # why\n- b\n");
    check("- a", &[add("b: c"), add("true")], "- a\n- \"b: c\"\n- \"true\"\n");
    check("- a\r\n", &[add("b")], "- a\r\n- b\r\n");
    check("  - a\n# end\n", &[add("b")], "  - a\n# end\n  - b\n");
    check("---\n- a\n...\n", &[add("b")], "---\n- a\n- b\n...\n");
    check("- |\n  a", &[add("b")], "- |\n  a\n- b\n");
    check("# none\n", &[add("b")], "# none\n- b\n");
}

#[test]
fn a_memo_goes_with_its_lines_only() {
    check("# a\n- a # why\n\n# b\n- b\n", &[remove("a")], "# a\n\n# b\n- b\n");
    check("- a\n- 'b'\n- \"c\"\n", &[remove("b")], "- a\n- \"c\"\n");
    check("- a\n- \"b\n  c\" # x\n- d\n", &[remove("b c")], "- a\n- d\n");
    check("- a\n-\n  b\n  c\n# d\n- d\n", &[remove("b c")], "- a\n# d\n- d\n");
    check("- >-\n  a\n  b\n\n# c\n- c\n", &[remove("a b")], "\n# c\n- c\n");
    check(
        "- a\r\n- |-\r\n  b\r\n  c\r\n- d\r\n",
        &[remove("b\nc")],
        "- a\r\n- d\r\n",
    );
    check("- |+\n  a\n\n\n- b\n", &[remove("a\n\n\n")], "- b\n");
    check("- a\n- b", &[remove("b")], "- a\n");
    check("- a\n", &[remove("a")], "");
    check("\u{feff}- a\n# é\n- b\n", &[remove("b")], "\u{feff}- a\n# é\n");
    check("\u{feff}- a\n# é\n- b\n", &[remove("a")], "\u{feff}# é\n- b\n");
    check("---\n- a\n", &[remove("a")], "---\n");
    check("- a # -\n# - a\n- b\n", &[remove("b")], "- a # -\n# - a\n");
}

#[test]
fn changes_come_in_their_order() {
    check(
        "- a\n- b\n",
        &[remove("a"), add("c"), remove("b"), add("a")],
        "- c\n- a\n",
    );
    check("- a\n", &[add("b"), remove("b")], "- a\n");
    check("- a\n- a\n", &[remove("a")], "- a\n");
}

#[test]
fn flow_lists_stay_flow_lists() {
    check(
        "[a, 'b', c] # x\n",
        &[remove("b"), add("d, e")],
        "[a, c, \"d, e\"] # x\n",
    );
    check("[a, b]", &[remove("a")], "[b]");
    check("[a,]\n", &[remove("a")], "[]\n");
    check("[]\n", &[add("a"), add("b")], "[\"a\", \"b\"]\n");
    check("[\n  a,\n  b,\n]\n", &[remove("b")], "[\n  a,\n]\n");
}

#[test]
fn changes_that_do_not_fit_change_nothing() {
    let fault = change_memos("- a\n", &[add("a"), remove("b")]).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "the memo is already there: a; there is no such memo: b"
    );
}

fn item(text: &str, style: u8) -> String {
    match style {
        0 => format!("- '{}'  # c\n", text.replace('\'', "''")),
        1 => format!("- {}\n\n", yaml::quoted(text)),
        2 => format!("- |-\n  {text}\n\n# c\n"),
        3 => format!("# - {text}\n- >\n  {text}\n"),
        4 => format!("-\n   {}\n", yaml::scalar(text)),
        5 => format!("- |+\n   {text}\n\n"),
        _ => format!("- {}\n", yaml::scalar(text)),
    }
}

proptest! {
    #[test]
    fn a_changed_file_holds_the_changed_memos(
        items in prop::collection::vec(("[a-c#:' -]{0,3}[a-c]", 0u8..7), 0..6),
        changes in prop::collection::vec((any::<bool>(), "[a-c]|\\PC{1,8}", 0usize..6), 0..4),
        is_crlf in any::<bool>(),
    ) {
        let mut text: String = items.iter().map(|(text, style)| item(text, *style)).collect();
        if is_crlf {
            text = text.replace('\n', "\r\n");
        }
        let Ok(memos) = read_memos(&text) else { return Ok(()) };
        let known = |index: usize| memos.as_slice().get(index).cloned().unwrap_or_default();
        let changes: Vec<_> = changes
            .into_iter()
            .map(|(adds, text, index)| if adds { MemoChange::Add(text) } else { MemoChange::Remove(known(index)) })
            .collect();
        match (change_memos(&text, &changes), memos.apply(&changes)) {
            (Ok(changed), Ok(expected)) => prop_assert_eq!(read_memos(&changed), Ok(expected)),
            (Err(fault), Err(faults)) => prop_assert_eq!(fault, ChangeFault::Unfit(faults)),
            (Err(ChangeFault::Layout), Ok(_)) if text.contains("|+") => {}
            (changed, expected) => prop_assert!(false, "{text:?} {changes:?} {changed:?} {expected:?}"),
        }
    }
}
