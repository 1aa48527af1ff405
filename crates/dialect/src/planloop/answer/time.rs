//! Points in time on the wire.

use model::Timestamp;

/// RFC 3339 in UTC with milliseconds. A time that no calendar holds shows as the nearest one that does.
pub(super) fn rfc3339(time: Timestamp) -> String {
    let millis = time.as_millis();
    let edge = if millis < 0 {
        jiff::Timestamp::MIN
    } else {
        jiff::Timestamp::MAX
    };
    format!("{:.3}", jiff::Timestamp::from_millisecond(millis).unwrap_or(edge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_time_can_be_written() {
        assert_eq!(
            rfc3339(Timestamp::from_millis(1_793_880_000_000)),
            "2026-11-05T12:00:00.000Z"
        );
        assert!(rfc3339(Timestamp::from_millis(i64::MAX)).starts_with("9999-"));
        assert!(rfc3339(Timestamp::from_millis(i64::MIN)).starts_with("-00"));
    }
}
