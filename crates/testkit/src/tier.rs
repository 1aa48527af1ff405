//! How long the tests may take.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// For every change.
    Quick,
    /// `PLANWRIGHT_TIER=full`: now and then, and before a release.
    Full,
}

pub fn tier() -> Tier {
    match std::env::var("PLANWRIGHT_TIER").as_deref() {
        Ok("full") => Tier::Full,
        _ => Tier::Quick,
    }
}
