//! A value inside of Base64 text. Three bytes become four characters, so a value has three alignments. Characters that also
//! depend on the neighboring bytes are left out.

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The characters that any encoded text with this value contains, in both alphabets.
pub(super) fn encoded(value: &str) -> impl Iterator<Item = String> + '_ {
    let forms = (0..3).flat_map(|bytes_before| {
        let [plain, url_safe] =
            [STANDARD, URL_SAFE].map(|alphabet| characters(value.as_bytes(), bytes_before, alphabet));
        let other = (url_safe != plain).then_some(url_safe);
        [Some(plain), other]
    });
    forms.flatten()
}

fn characters(value: &[u8], bytes_before: usize, alphabet: &[u8; 64]) -> String {
    const BITS: usize = 6;
    let first = (BITS - bytes_before * 8 % BITS) % BITS;
    let starts = (first..)
        .step_by(BITS)
        .take_while(|start| start + BITS <= value.len() * 8);
    let sextet = |start: usize| {
        let (byte, shift) = (start / 8, start % 8);
        let next = value.get(byte + 1).copied().unwrap_or_default();
        let both = u16::from_be_bytes([value[byte], next]);
        usize::from(both << shift >> (16 - BITS))
    };
    starts.map(|start| char::from(alphabet[sextet(start)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alignment_has_its_characters() {
        // `printf hunter2 | base64`, and the same behind one and two bytes.
        let expected = ["aHVudGVyM", "h1bnRlcj", "odW50ZXIy"];
        assert_eq!(encoded("hunter2").collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_url_safe_alphabet_is_included() {
        let forms: Vec<_> = encoded("??>>??>>").collect();
        assert_eq!(forms[..2], ["Pz8+Pj8/Pj", "Pz8-Pj8_Pj"]);
    }
}
