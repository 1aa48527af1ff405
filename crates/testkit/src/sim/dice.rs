//! The only source of randomness. The same seed gives the same sequence.

/// Sebastiano Vigna's `splitmix64`: small, fast, and every seed is good.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub fn throw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.throw().checked_rem(end).unwrap_or(0)
    }

    pub fn below_u32(&mut self, end: u32) -> u32 {
        u32::try_from(self.below(end.into())).unwrap_or(0)
    }

    pub fn below_i64(&mut self, end: i64) -> i64 {
        let end = u64::try_from(end).unwrap_or(0);
        i64::try_from(self.below(end)).unwrap_or(0)
    }

    pub fn index(&mut self, len: usize) -> usize {
        let len = u64::try_from(len).unwrap_or(0);
        usize::try_from(self.below(len)).unwrap_or(0)
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.index(from.len()))
    }

    /// An element of a list that is not empty.
    pub fn one_of<T: Copy, const N: usize>(&mut self, from: [T; N]) -> T {
        const { assert!(N > 0) };
        from[self.index(N)]
    }

    /// An index whose probability is proportional to its weight.
    pub fn weighted(&mut self, weights: &[u64]) -> usize {
        let mut left = self.below(weights.iter().sum());
        let falls_here = |weight: &u64| match left.checked_sub(*weight) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        };
        weights.iter().position(falls_here).unwrap_or(0)
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation, so that a seed always means the same simulation.
    #[test]
    fn throws_what_the_reference_throws() {
        let mut dice = Dice::new(1_234_567);
        let throws = [dice.throw(), dice.throw(), dice.throw()];
        assert_eq!(
            throws,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn weights_decide() {
        let mut dice = Dice::new(1);
        let mut hits = [0; 3];
        for _ in 0..1_000 {
            hits[dice.weighted(&[1, 0, 9])] += 1;
        }
        assert_eq!(hits[1], 0);
        assert!(hits[2] > 5 * hits[0] && hits[0] > 0, "{hits:?}");
    }
}
