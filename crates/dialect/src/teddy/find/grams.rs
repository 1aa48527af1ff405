//! Which short pieces of text occur in another text. Approximate, and as quick as looking at every byte once.

/// Bytes in a piece.
const GRAM: usize = 4;
const BITS_MIN: usize = 1 << 14;
const BITS_MAX: usize = 1 << 22;

pub(super) struct Grams {
    bits: Vec<u64>,
    shift: u32,
}

impl Grams {
    pub fn of(lines: &[&str]) -> Self {
        let bytes: usize = lines.iter().map(|line| line.len()).sum();
        let bits = (bytes * 32).next_power_of_two().clamp(BITS_MIN, BITS_MAX);
        let mut grams = Self {
            bits: vec![0; bits / 64],
            shift: 32 - bits.trailing_zeros(),
        };
        for line in lines {
            for gram in words(line.as_bytes()) {
                let slot = grams.slot(gram);
                grams.bits[slot / 64] |= 1 << (slot % 64);
            }
        }
        grams
    }

    /// How many pieces of the line also occur in the lines.
    pub fn hits(&self, line: &[u8]) -> u64 {
        words(line).map(|word| self.bit(word)).sum()
    }

    fn bit(&self, word: u32) -> u64 {
        let slot = self.slot(word);
        self.bits[slot / 64] >> (slot % 64) & 1
    }

    fn slot(&self, word: u32) -> usize {
        (word.wrapping_mul(0x9E37_79B1) >> self.shift) as usize
    }
}

/// Each piece as a number.
fn words(line: &[u8]) -> impl Iterator<Item = u32> {
    let (head, tail) = line.split_at(line.len().min(GRAM - 1));
    let first = head.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    tail.iter().scan(first, |word, byte| {
        *word = *word << 8 | u32::from(*byte);
        Some(*word)
    })
}

/// How many pieces a line of this many bytes has.
pub(super) fn count(bytes: usize) -> u64 {
    bytes.saturating_sub(GRAM - 1) as u64
}
