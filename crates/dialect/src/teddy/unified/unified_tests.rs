use proptest::prelude::*;

use super::*;

fn check(before: &str, after: &str, hunks: &str) {
    let diff = unified_diff("a/b.rs", before, after);
    assert_eq!(diff, format!("--- a/a/b.rs\n+++ b/a/b.rs\n{hunks}"));
    assert_eq!(applied(before, &diff), after);
}

#[test]
fn changes_stand_in_their_context() {
    check(
        "1\n2\n3\n4\n5\n6\n",
        "1\n2\n3\n4\nx\n6\n",
        "@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+x\n 6\n",
    );
    check("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n");
    check("a\n", "", "@@ -1 +0,0 @@\n-a\n");
    check("a\n", "a", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
    check(
        "a\nb",
        "a\nb\nc",
        "@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\n",
    );
    check("a\r\nb\n", "a\nb\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n");
    assert_eq!(unified_diff("a", "same\n", "same\n"), "");
}

#[test]
fn distant_changes_are_two_hunks() {
    let before: String = (0..20).map(|line| format!("{line}\n")).collect();
    let after = before.replace("\n3\n", "\nx\n").replace("\n16\n", "\n");
    assert_eq!(unified_diff("a", &before, &after).matches("\n@@ ").count(), 2);
}

#[test]
fn large_texts_take_little_time() {
    let lines = |seed: u64| -> String {
        (0..200_000_u64)
            .map(|line| format!("{}\n", (line * seed) % 50_021))
            .collect()
    };
    let (before, after) = (lines(7), lines(11));
    assert_eq!(applied(&before, &unified_diff("a", &before, &after)), after);
    let unique: String = (0..200_000).map(|line| format!("line {line}\n")).collect();
    let mut changed: Vec<_> = unique.lines().collect();
    changed.swap(5, 150_000);
    let changed = changed.join("\n") + "\n";
    let diff = unified_diff("a", &unique, &changed);
    assert!(diff.len() < 1_000, "{}", diff.len());
    assert_eq!(applied(&unique, &diff), changed);
}

/// What a patch tool would make of it.
fn applied(before: &str, diff: &str) -> String {
    let old: Vec<_> = before.split_inclusive('\n').collect();
    let (mut at, mut after) = (0, String::new());
    let mut lines = diff.split_inclusive('\n').skip(2).peekable();
    while let Some(line) = lines.next() {
        if let Some(header) = line.strip_prefix("@@ -") {
            let (first, count) = header
                .split(' ')
                .next()
                .unwrap()
                .split_once(',')
                .unwrap_or((header.split(' ').next().unwrap(), "1"));
            let first: usize = first.parse().unwrap();
            let start = if count == "0" { first } else { first - 1 };
            after.extend(old[at..start].iter().copied());
            at = start;
            continue;
        }
        let ends = lines.next_if(|next| next.starts_with('\\')).is_some();
        let text = if ends { &line[1..line.len() - 1] } else { &line[1..] };
        if line.starts_with([' ', '-']) {
            assert_eq!(old[at], text);
            at += 1;
        }
        if line.starts_with([' ', '+']) {
            after.push_str(text);
        }
    }
    after.extend(old[at..].iter().copied());
    after
}

proptest! {
    #[test]
    fn a_diff_can_be_applied(before in "([a-d]?\r?\n){0,12}[ab]?", after in "([a-d]?\r?\n){0,12}[ab]?") {
        let diff = unified_diff("x", &before, &after);
        prop_assert_eq!(applied(&before, &diff), after, "{}", diff);
    }

    #[test]
    fn pieces_make_a_whole(before in prop::collection::vec(0usize..40, 0..60), after in prop::collection::vec(0usize..40, 0..60)) {
        let mut script = Script::default();
        let mut done = (0, 0);
        for pin in pins::pins(&before, &after) {
            script.piece(&before[done.0..pin.0], &after[done.1..pin.1], 6);
            script.equal(1);
            done = (pin.0 + 1, pin.1 + 1);
        }
        script.piece(&before[done.0..], &after[done.1..], 6);
        let mut made = Vec::new();
        for op in &script.ops {
            match op {
                DiffOp::Equal { .. } => {
                    prop_assert_eq!(&before[op.old_range()], &after[op.new_range()]);
                    made.extend_from_slice(&before[op.old_range()]);
                }
                op => made.extend_from_slice(&after[op.new_range()]),
            }
        }
        prop_assert_eq!(made, after);
    }
}
