//! The time, asked for in one place.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use model::Timestamp;

#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// Always the same moment, so that what is shown can be compared with what was expected.
    Fixed(Timestamp),
    /// It shows what somebody sets, so that leases run out without anybody waiting for it.
    Set(Hands),
}

/// The hands of a clock that is set. All clones are of the same clock.
#[derive(Debug, Clone)]
pub struct Hands(Arc<AtomicI64>);

impl Hands {
    pub fn at(at: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(at.as_millis())))
    }

    pub fn set(&self, at: Timestamp) {
        self.0.store(at.as_millis(), Ordering::Relaxed);
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }
}

impl Clock {
    /// Reads an RFC 3339 time.
    pub fn fixed(text: &str) -> Option<Self> {
        let time: jiff::Timestamp = text.parse().ok()?;
        Some(Self::Fixed(Timestamp::from_millis(time.as_millisecond())))
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => Timestamp::from_millis(jiff::Timestamp::now().as_millisecond()),
            Self::Fixed(at) => *at,
            Self::Set(hands) => hands.now(),
        }
    }
}
