//! Decodes chunks of UTF-8. Invalid bytes become `�`.

#[derive(Debug, Default)]
pub(super) struct Utf8Decoder {
    /// The first bytes of an incomplete character.
    held: Vec<u8>,
}

impl Utf8Decoder {
    pub(super) fn push(&mut self, chunk: &[u8]) -> String {
        let joined;
        let mut bytes = chunk;
        if !self.held.is_empty() {
            joined = [std::mem::take(&mut self.held).as_slice(), chunk].concat();
            bytes = &joined;
        }
        let mut text = String::with_capacity(bytes.len());
        loop {
            let error = match std::str::from_utf8(bytes) {
                Ok(valid) => {
                    text.push_str(valid);
                    return text;
                }
                Err(error) => error,
            };
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            text.push_str(&String::from_utf8_lossy(valid));
            let Some(wrong) = error.error_len() else {
                self.held = rest.to_vec();
                return text;
            };
            text.push(char::REPLACEMENT_CHARACTER);
            bytes = &rest[wrong..];
        }
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8_lossy(&self.held).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn chunk_borders_do_not_matter(bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(0xe6), Just(0x9d), Just(0xb1)], 0..60), size in 1_usize..5) {
            let mut decoder = Utf8Decoder::default();
            let mut text = String::new();
            for chunk in bytes.chunks(size) {
                text.push_str(&decoder.push(chunk));
            }
            text.push_str(&decoder.finish());
            prop_assert_eq!(text, String::from_utf8_lossy(&bytes));
        }
    }
}
