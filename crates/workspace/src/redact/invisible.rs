//! Invisible characters. Between the letters of a secret, they would hide it from a plain search.

/// The first bytes of all invisible characters.
pub(super) const LEADS: [u8; 6] = [0xC2, 0xCD, 0xE1, 0xE2, 0xEF, 0xF3];

/// The length of an invisible character at the start; `None` if the bytes start with another one.
pub(super) fn leading(bytes: &[u8]) -> Option<usize> {
    let length = match bytes {
        // Soft hyphen, combining grapheme joiner.
        [0xC2, 0xAD, ..] | [0xCD, 0x8F, ..] => 2,
        // Zero-width spaces and joiners, marks of direction, word joiner, invisible operators.
        [0xE2, 0x80, 0x8B..=0x8F | 0xAA..=0xAE, ..] | [0xE2, 0x81, 0xA0..=0xAF, ..] => 3,
        // Mongolian vowel separator, variation selectors, byte order mark.
        [0xE1, 0xA0, 0x8E, ..] | [0xEF, 0xB8, 0x80..=0x8F, ..] | [0xEF, 0xBB, 0xBF, ..] => 3,
        // Tags, and more variation selectors.
        [0xF3, 0xA0, 0x80..=0x87, _, ..] => 4,
        _ => return None,
    };
    Some(length)
}

/// The text without invisible characters.
pub(super) fn stripped(text: &str) -> String {
    let is_visible = |c: &char| leading(c.encode_utf8(&mut [0; 4]).as_bytes()).is_none();
    text.chars().filter(is_visible).collect()
}
