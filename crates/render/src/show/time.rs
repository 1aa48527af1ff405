//! Points in time for people.

use dialect::text::time::instant;
use model::Timestamp;

/// `2026-11-03 10:25 UTC`
pub fn date(time: Timestamp) -> String {
    instant(time).strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// `3 min 05 s`
pub fn elapsed(millis: u64) -> String {
    match millis / 1000 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// `3 min ago`; a time to come is `in 3 min`.
pub fn ago(time: Timestamp, at: Timestamp) -> String {
    let millis = at.millis_since(time);
    if millis.unsigned_abs() < 1_000 {
        "just now".to_owned()
    } else if millis < 0 {
        format!("in {}", span(millis.unsigned_abs()))
    } else {
        format!("{} ago", span(millis.unsigned_abs()))
    }
}

/// `25 min left`, or `lapsed` when the time is over.
pub fn left(until: Timestamp, at: Timestamp) -> String {
    match u64::try_from(until.millis_since(at)) {
        Ok(millis) if millis > 0 => format!("{} left", span(millis)),
        _ => "lapsed".to_owned(),
    }
}

/// A length of time in the largest unit that fits, rounded.
pub(crate) fn span(millis: u64) -> String {
    let seconds = round(millis, 1_000);
    let minutes = round(seconds, 60);
    let hours = round(minutes, 60);
    if seconds < 60 {
        format!("{seconds} s")
    } else if minutes < 60 {
        format!("{minutes} min")
    } else if hours < 48 {
        format!("{hours} h")
    } else {
        format!("{} days", round(hours, 24))
    }
}

fn round(amount: u64, unit: u64) -> u64 {
    amount.saturating_add(unit / 2) / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_millis(1_793_880_000_000);

    #[test]
    fn people_get_distances() {
        for (millis, expected) in [
            (0, "just now"),
            (999, "just now"),
            (5_000, "5 s ago"),
            (59_700, "1 min ago"),
            (180_000, "3 min ago"),
            (3_600_000, "1 h ago"),
            (47 * 3_600_000, "47 h ago"),
            (72 * 3_600_000, "3 days ago"),
            (-180_000, "in 3 min"),
        ] {
            assert_eq!(ago(NOON, NOON.plus_millis(millis)), expected);
        }
        assert_eq!(date(NOON), "2026-11-05 12:00 UTC");
        assert_eq!(left(NOON, NOON), "lapsed");
        assert_eq!(left(NOON.plus_millis(29 * 60_000 + 59_999), NOON), "30 min left");
        assert!(ago(Timestamp::from_millis(i64::MIN), Timestamp::from_millis(i64::MAX)).ends_with("days ago"));
    }
}
