//! The time, asked for in one place.

use model::Timestamp;

#[derive(Debug, Clone, Copy)]
pub enum Clock {
    System,
    /// Always the same moment, so that what is shown can be compared with what was expected.
    Fixed(Timestamp),
}

impl Clock {
    /// Reads an RFC 3339 time.
    pub fn fixed(text: &str) -> Option<Self> {
        let time: jiff::Timestamp = text.parse().ok()?;
        Some(Self::Fixed(Timestamp::from_millis(time.as_millisecond())))
    }

    pub fn now(self) -> Timestamp {
        match self {
            Self::System => Timestamp::from_millis(jiff::Timestamp::now().as_millisecond()),
            Self::Fixed(at) => at,
        }
    }
}
