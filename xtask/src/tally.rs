//! Counts of tests, read from what test binaries print.

use std::ops::AddAssign;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
}

impl Tally {
    pub const PASSED: Self = Self { passed: 1, failed: 0 };
    pub const FAILED: Self = Self { passed: 0, failed: 1 };

    /// The closing line of libtest and its mimics: `test result: ok. 3 passed; 0 failed; …`.
    pub fn of_line(line: &str) -> Option<Self> {
        let (_, counts) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
        let count = |word: &str| {
            let part = counts.split("; ").find_map(|part| part.strip_suffix(word))?;
            part.trim().parse().ok()
        };
        Some(Self {
            passed: count(" passed")?,
            failed: count(" failed")?,
        })
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    fn check(line: &str, expect: Option<(u64, u64)>) {
        assert_eq!(Tally::of_line(line).map(|tally| (tally.passed, tally.failed)), expect);
    }

    #[test]
    fn closing_lines() {
        check(
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            Some((12, 0)),
        );
        check(
            "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 1 filtered out; finished in 1s\n",
            Some((2, 3)),
        );
    }

    #[test]
    fn other_lines() {
        check("running 3 tests", None);
        check("test result: odd", None);
        check("said: test result: ok. 1 passed; 0 failed", None);
    }
}
