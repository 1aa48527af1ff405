//! Keeps the beginning and the end of a text of any length.

use super::output::Output;

#[derive(Debug)]
pub(super) struct Clip {
    half: usize,
    head: String,
    /// At most twice as long as what is kept, so that it is rarely copied.
    tail: String,
    left_out_bytes: u64,
}

impl Clip {
    pub(super) fn new(bytes_max: usize) -> Self {
        Self {
            half: bytes_max / 2,
            head: String::new(),
            tail: String::new(),
            left_out_bytes: 0,
        }
    }

    pub(super) fn push(&mut self, mut text: &str) {
        if self.tail.is_empty() && self.left_out_bytes == 0 {
            let room = text.floor_char_boundary(self.half.saturating_sub(self.head.len()));
            let (head, rest) = text.split_at(room);
            self.head.push_str(head);
            text = rest;
        }
        self.tail.push_str(text);
        if self.tail.len() > 2 * self.half {
            self.shorten();
        }
    }

    pub(super) fn finish(mut self) -> Output {
        self.shorten();
        Output {
            head: self.head,
            left_out_bytes: self.left_out_bytes,
            tail: self.tail,
        }
    }

    fn shorten(&mut self) {
        let surplus = self.tail.ceil_char_boundary(self.tail.len().saturating_sub(self.half));
        self.tail.drain(..surplus);
        self.left_out_bytes += u64::try_from(surplus).unwrap_or(u64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn head_and_tail_are_kept_and_the_rest_is_counted(text in "[a-zé東]{0,80}", max in 0_usize..40, size in 1_usize..9) {
            let mut clip = Clip::new(max);
            let characters: Vec<char> = text.chars().collect();
            for chunk in characters.chunks(size) {
                clip.push(&chunk.iter().collect::<String>());
            }
            let output = clip.finish();
            prop_assert!(text.starts_with(&output.head) && text.ends_with(&output.tail));
            prop_assert!(output.head.len() <= max / 2 && output.tail.len() <= max / 2);
            let kept = output.head.len() + output.tail.len();
            prop_assert_eq!(kept as u64 + output.left_out_bytes, text.len() as u64);
            if text.len() <= max / 2 {
                prop_assert_eq!(output.left_out_bytes, 0);
            }
        }
    }
}
