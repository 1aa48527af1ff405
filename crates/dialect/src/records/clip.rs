//! Long texts are shortened before they are stored. The end of a long text says more than its beginning.

pub fn clip(text: &str, most_chars: usize) -> String {
    let text = text.trim();
    let left_out = text.chars().count().saturating_sub(most_chars);
    match text.char_indices().nth(left_out) {
        Some((start, _)) if left_out > 0 => format!("[… {left_out} characters left out …]\n{}", &text[start..]),
        _ => text.to_owned(),
    }
}

/// As [`clip`], for the output of a program of which only the head and the tail were kept. Then all that is missing is
/// counted in bytes.
pub fn clip_output((head, left_out_bytes, tail): (&str, u64, &str), most_chars: usize) -> String {
    if left_out_bytes == 0 {
        return clip(&format!("{head}{tail}"), most_chars);
    }
    let tail = tail.trim_end();
    let surplus = tail.chars().count().saturating_sub(most_chars);
    let start = tail.char_indices().nth(surplus).map_or(0, |(start, _)| start);
    let passed_over = u64::try_from(head.len() + start).unwrap_or(u64::MAX);
    let left_out_bytes = left_out_bytes.saturating_add(passed_over);
    format!("[… {left_out_bytes} bytes left out …]\n{}", &tail[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_missing_of_an_output_is_counted() {
        assert_eq!(clip_output(("one ", 0, "two\n"), 9), "one two");
        assert_eq!(clip_output(("one ", 0, "two\n"), 3), "[… 4 characters left out …]\ntwo");
        assert_eq!(
            clip_output(("one ", 30_000_000, "two three\n"), 5),
            "[… 30000008 bytes left out …]\nthree"
        );
        assert_eq!(
            clip_output(("one ", 30_000_000, "two\n"), 5),
            "[… 30000004 bytes left out …]\ntwo"
        );
    }

    #[test]
    fn a_long_text_keeps_its_end() {
        assert_eq!(clip(" short \n", 5), "short");
        assert_eq!(clip("ängstlich", 4), "[… 5 characters left out …]\nlich");
    }
}
