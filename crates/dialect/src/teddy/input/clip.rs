//! What a command wrote may be far longer than what it says. Whoever plans the next turn gets its beginning and its end.

use std::borrow::Cow;

/// Blocks of more than `bytes_max` lose their middle, and say where the `whole` is. All else stays as it is.
pub fn clip_blocks<'a>(text: &'a str, bytes_max: usize, whole: &str) -> Cow<'a, str> {
    if text.len() <= bytes_max {
        return text.into();
    }
    let mut clipped = String::new();
    let mut copied = 0;
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let ticks = line.len() - line.trim_start_matches('`').len();
        let is_bare = line[ticks..].trim().is_empty();
        match open {
            None if ticks >= 3 => open = Some((ticks, at + line.len())),
            Some((opening, start)) if ticks >= opening && is_bare => {
                open = None;
                if let Some((head, tail)) = parts(&text[start..at], bytes_max) {
                    clipped.push_str(&text[copied..start + head]);
                    let left_out = tail - head;
                    clipped.push_str(&format!(
                        "… {left_out} bytes are left out here; {whole} has all of it …\n"
                    ));
                    copied = start + tail;
                }
            }
            _ => {}
        }
        at += line.len();
    }
    match copied {
        0 => text.into(),
        _ => (clipped + &text[copied..]).into(),
    }
}

/// Where the beginning ends and the end begins: at lines, or within a line that is too long for that.
fn parts(block: &str, bytes_max: usize) -> Option<(usize, usize)> {
    if block.len() <= bytes_max {
        return None;
    }
    let half = bytes_max / 2;
    let head = block.floor_char_boundary(half);
    let head = block[..head].rfind('\n').map_or(head, |end| end + 1);
    let tail = block.ceil_char_boundary(block.len() - half);
    let tail = block[tail..].find('\n').map_or(tail, |end| tail + end + 1);
    Some((head, tail.min(block.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> String {
        (1..=count).map(|line| format!("line {line}\n")).collect()
    }

    #[test]
    fn a_long_block_keeps_both_ends_and_says_where_the_rest_is() {
        let text = format!("Before\n````text\n{}````\nAfter\n", lines(100));
        let clipped = clip_blocks(&text, 60, "`report.md`");
        let expected = "Before\n````text\nline 1\nline 2\nline 3\nline 4\n\
                        … 739 bytes are left out here; `report.md` has all of it …\n\
                        line 98\nline 99\nline 100\n````\nAfter\n";
        assert_eq!(clipped, expected);
    }

    #[test]
    fn short_blocks_and_prose_stay() {
        let text = format!("{}````text\n{}````\n", lines(100), lines(2));
        assert_eq!(clip_blocks(&text, 60, "x"), text);
        let open = format!("````text\n{}", lines(100));
        assert_eq!(clip_blocks(&open, 60, "x"), open, "a block that never ends is none");
    }

    #[test]
    fn a_fence_within_a_longer_one_is_content() {
        let text = format!("````text\n```\n{}```\n{}````\n", lines(3), lines(100));
        let clipped = clip_blocks(&text, 60, "x");
        assert!(clipped.starts_with("````text\n```\nline 1\n") && clipped.ends_with("line 100\n````\n"));
        assert_eq!(clipped.matches("left out").count(), 1);
    }

    #[test]
    fn characters_are_never_cut() {
        for size in 20..40 {
            let text = format!("```\n{}\n```\n", "é日".repeat(200));
            let clipped = clip_blocks(&text, size, "x");
            assert!(clipped.len() < text.len() && clipped.contains("left out"), "{clipped}");
        }
    }
}
