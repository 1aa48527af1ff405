//! Points in time as files and machines read them.

use model::Timestamp;

/// RFC 3339 in UTC, always with milliseconds, so that the texts sort as the times do.
pub fn rfc3339(time: Timestamp) -> String {
    format!("{:.3}", instant(time))
}

/// A time outside of the calendar becomes the nearest one within.
pub fn instant(time: Timestamp) -> jiff::Timestamp {
    let millis = time.as_millis();
    jiff::Timestamp::from_millisecond(millis).unwrap_or(if millis < 0 {
        jiff::Timestamp::MIN
    } else {
        jiff::Timestamp::MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_time_can_be_written() {
        let noon = Timestamp::from_millis(1_793_880_000_000);
        assert_eq!(rfc3339(noon), "2026-11-05T12:00:00.000Z");
        assert_eq!(rfc3339(noon.plus_millis(-1)), "2026-11-05T11:59:59.999Z");
        assert!(rfc3339(Timestamp::from_millis(i64::MAX)).starts_with("9999-"));
        assert!(rfc3339(Timestamp::from_millis(i64::MIN)).starts_with("-00"));
    }
}
