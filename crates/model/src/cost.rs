//! What asking a language model costs.

use std::fmt;

const MICROS: f64 = 1_000_000.0;

/// An amount of money in millionths of a US dollar. Whole numbers add up exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cost(u64);

impl Cost {
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// `None` for amounts that nobody can owe. Rounded up, so that nothing becomes free.
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let micros = (dollars * MICROS).ceil();
        // Beyond this, a float cannot tell neighbors apart.
        let is_amount = (0.0..=9_007_199_254_740_992.0).contains(&micros);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is a whole number within the bounds that were just checked"
        )]
        is_amount.then_some(Self(micros as u64))
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Self> {
        let dollars: f64 = text.strip_prefix('$')?.parse().ok()?;
        Self::from_dollars(dollars)
    }

    pub const fn micros(self) -> u64 {
        self.0
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left of it.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// With cents, and with more digits only where they say something.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dollars, micros) = (self.0 / 1_000_000, self.0 % 1_000_000);
        let digits = format!("{micros:06}");
        let fraction = digits.trim_end_matches('0');
        write!(f, "${dollars}.{fraction:0<2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_shown_with_cents() {
        for (dollars, shown) in [
            (0.0, "$0.00"),
            (1.5, "$1.50"),
            (12.0, "$12.00"),
            (0.031, "$0.031"),
            (0.000_001, "$0.000001"),
            (0.000_000_1, "$0.000001"),
        ] {
            assert_eq!(Cost::from_dollars(dollars).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_nobody_can_owe_is_no_amount() {
        for dollars in [-1.0, f64::NAN, f64::INFINITY, 1e30] {
            assert_eq!(Cost::from_dollars(dollars), None, "{dollars}");
        }
    }

    #[test]
    fn sums_stay_within_what_can_be_held() {
        let most = Cost::from_micros(u64::MAX);
        assert_eq!(most.plus(Cost::from_micros(1)), most);
        assert_eq!(Cost::from_micros(1).minus(most), Cost::default());
    }
}
