//! Points in time as rawko's files hold them: RFC 3339 in UTC, to the millisecond where there is one.

use model::Timestamp;

use crate::text::time::rfc3339;

pub fn written(time: Timestamp) -> String {
    let text = rfc3339(time);
    match text.strip_suffix(".000Z") {
        Some(seconds) => format!("{seconds}Z"),
        None => text,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeFault {
    NotTime,
    /// It says more than can be kept.
    TooFine,
}

pub(super) fn read(text: &str) -> Result<Timestamp, TimeFault> {
    let time: jiff::Timestamp = text.parse().map_err(|_| TimeFault::NotTime)?;
    match time.subsec_nanosecond() % 1_000_000 {
        0 => Ok(Timestamp::from_millis(time.as_millisecond())),
        _ => Err(TimeFault::TooFine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_again() {
        for text in [
            "2026-01-23T10:00:00Z",
            "2026-01-23T10:00:00.250Z",
            "1969-12-31T23:59:59.999Z",
        ] {
            assert_eq!(written(read(text).unwrap()), text);
        }
        assert_eq!(read("2026-01-23T11:00:00+01:00"), read("2026-01-23T10:00:00Z"));
    }

    #[test]
    fn what_is_no_time_is_told_apart_from_what_is_too_fine() {
        for text in ["", "now", "2026-01-23", "2026-01-23T10:00:00", "2026-13-01T00:00:00Z"] {
            assert_eq!(read(text), Err(TimeFault::NotTime), "{text}");
        }
        assert_eq!(read("2026-01-23T10:00:00.0001Z"), Err(TimeFault::TooFine));
    }
}
