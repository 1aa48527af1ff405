use proptest::prelude::*;

use super::*;

const OLD: &str = "<!-- planloop:begin v0 -->\nold rules\n<!-- planloop:end -->";

fn expect(existing: &str, expected: &str) {
    let merged = merged(Some(existing)).expect("a new file");
    assert_eq!(merged, expected);
    assert_eq!(super::merged(Some(&merged)), None, "asked twice");
}

#[test]
fn the_block_is_short_and_marked() {
    assert!(BLOCK.len() < 3_600, "{}", BLOCK.len());
    assert!(is_marker(BLOCK.lines().next().unwrap(), BEGIN));
    assert!(is_marker(BLOCK.lines().last().unwrap(), END));
    assert_eq!(BLOCK.matches(BEGIN).count() + BLOCK.matches(END).count(), 2);
}

#[test]
fn a_missing_or_blank_file_is_written_whole() {
    for existing in [None, Some(""), Some(" \r\n\n")] {
        let file = merged(existing).unwrap();
        assert!(file.starts_with("# Instructions for agents\n\n<!-- planloop:begin"));
        assert!(file.ends_with("<!-- planloop:end -->\n"));
        assert_eq!(merged(Some(&file)), None);
    }
}

#[test]
fn an_old_block_is_replaced_in_its_place() {
    let ours = BLOCK.trim_end();
    expect(OLD, ours);
    expect(
        &format!("# Mine\n\n{OLD}\n\nMore of mine\n"),
        &format!("# Mine\n\n{ours}\n\nMore of mine\n"),
    );
    expect(&format!("a\n{OLD}\nb\n{OLD}\nc"), &format!("a\n{ours}\nb\n\nc"));
}

#[test]
fn a_file_without_a_block_gets_one_at_its_end() {
    expect("# Mine\n", &format!("# Mine\n\n{BLOCK}"));
    expect("# Mine", &format!("# Mine\n\n{BLOCK}"));
}

#[test]
fn broken_markers_lose_nothing() {
    expect("a\n<!-- planloop:begin -->\nmine\n", &format!("a\nmine\n\n{BLOCK}"));
    expect("a\n<!-- planloop:end -->\nmine\n", &format!("a\nmine\n\n{BLOCK}"));
    let ours = BLOCK.trim_end();
    expect(
        &format!("a\n<!-- planloop:begin -->\nmine\n{OLD}\nb\n"),
        &format!("a\nmine\n{ours}\nb\n"),
    );
}

#[test]
fn line_ends_and_trailing_blanks_do_not_matter() {
    let file = format!("mine\n\n{BLOCK}\nmore\n");
    let dos = file.replace('\n', "\r\n");
    let blanks = file.replace('\n', "  \n");
    for same in [file.as_str(), &dos, &blanks, file.trim_end(), BLOCK.trim_end()] {
        assert_eq!(merged(Some(same)), None);
    }
    let (old, ours) = (OLD.replace('\n', "\r\n"), BLOCK.trim_end().replace('\n', "\r\n"));
    expect(
        &format!("mine\r\n{old}\r\nmore\r\n"),
        &format!("mine\r\n{ours}\r\nmore\r\n"),
    );
}

#[test]
fn any_other_change_is_noticed() {
    let changed = BLOCK.replace("Ask it what comes next", "Do as you please");
    assert!(merged(Some(&changed)).is_some());
}

proptest! {
    #[test]
    fn user_text_survives_any_arrangement(parts in proptest::collection::vec(0..5_usize, 0..12)) {
        let words = ["mine", "<!-- planloop:begin x -->", "<!-- planloop:end -->", "", "also mine"];
        let existing = parts.iter().map(|part| words[*part]).collect::<Vec<_>>().join("\n");
        let file = merged(Some(&existing));
        if let Some(file) = &file {
            prop_assert_eq!(merged(Some(file)), None);
            prop_assert_eq!(file.matches(BEGIN).count(), 1);
        }
        let mut outside = 0;
        let marked = Marked::find(&existing);
        let mut start = 0;
        for line in existing.split_inclusive('\n') {
            let in_block = marked.blocks.iter().any(|block| block.contains(&start));
            outside += usize::from(!in_block && line.contains("mine"));
            start += line.len();
        }
        let kept = file.unwrap_or(existing).lines().filter(|line| matches!(*line, "mine" | "also mine")).count();
        prop_assert_eq!(kept, outside);
    }
}
