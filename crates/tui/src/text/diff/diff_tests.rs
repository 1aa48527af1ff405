use super::*;

fn drawn(before: &str, after: &str, layout: Layout, width: u16) -> Vec<String> {
    let mut diff = Diff::new(&before.into(), &after.into(), layout);
    let rows = (0..diff.len()).flat_map(|index| diff.rows(index, width, Theme::Plain));
    rows.map(|row| row.to_string().trim_end().to_owned()).collect()
}

fn numbered(count: usize) -> String {
    (1..=count).map(|number| format!("line {number}\n")).collect()
}

#[test]
fn changes_stand_among_a_few_lines() {
    let before = numbered(12);
    let after = before.replace("line 6\n", "line six\n");
    assert_eq!(
        drawn(&before, &after, Layout::Unified, 40),
        [
            "⋯ 2 lines as they are",
            " 3   line 3",
            " 4   line 4",
            " 5   line 5",
            " 6 - line 6",
            " 6 + line six",
            " 7   line 7",
            " 8   line 8",
            " 9   line 9",
            "⋯ 3 lines as they are",
        ]
    );
}

#[test]
fn versions_stand_beside_each_other() {
    assert_eq!(
        drawn("a\nold\nb\n", "a\nnew\nmore\nb\n", Layout::Beside, 23),
        [
            "1   a      │ 1   a",
            "2 - old    │ 2 + new",
            "           │ 3 + more",
            "3   b      │ 4   b"
        ]
    );
}

#[test]
fn a_long_line_goes_on_on_its_own_side() {
    assert_eq!(
        drawn("abcdefghijklmnop\n", "x\n", Layout::Beside, 27),
        ["1 - abcdefgh │ 1 + x", "    ↪ ijklmn │", "    ↪ op     │"]
    );
}

#[test]
fn nothing_that_differs_looks_the_same() {
    assert_eq!(drawn("a\n", "a  \n", Layout::Unified, 20), ["1 - a", "1 + a··"]);
    assert_eq!(
        drawn("    a\n", "\ta\n", Layout::Unified, 20),
        ["1 -     a", "1 + →   a"]
    );
    assert_eq!(drawn("a\r\n", "a\n", Layout::Unified, 20), [r"1 - a\r", "1 + a"]);
    assert_eq!(
        drawn("a\n", "a", Layout::Unified, 60),
        ["1 - a", "1 + a", "the last line comes to have no line break"]
    );
}

#[test]
fn lines_are_counted_on_both_sides() {
    for layout in [Layout::Unified, Layout::Beside] {
        assert_eq!(
            Diff::new(&"a\nb\nc\n".into(), &"a\nx\n".into(), layout).counts(),
            (2, 1)
        );
    }
}
