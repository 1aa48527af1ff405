//! The `cursor` of an answer, which a later call may send back.

use model::OpVersion;

pub fn read_cursor(text: &str) -> Option<OpVersion> {
    text.trim().parse().ok().map(OpVersion)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_cursors_are_rejected() {
        assert_eq!(read_cursor(" 12 "), Some(OpVersion(12)));
        for bad in ["", "x", "-1", "1.5"] {
            assert_eq!(read_cursor(bad), None);
        }
    }
}
