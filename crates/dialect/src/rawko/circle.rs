//! Circles of steps, as people are shown them.

use model::TaskNumber;

/// `1 → 4 → 2 → 1`, of a long circle only its beginning.
pub(super) fn drawn(circle: &[TaskNumber]) -> String {
    const SHOWN: usize = 10;
    let mut words: Vec<_> = circle.iter().take(SHOWN).map(ToString::to_string).collect();
    if circle.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.extend(circle.first().map(ToString::to_string));
    words.join(" → ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_circle_is_cut() {
        let circle: Vec<_> = (0..3).map(TaskNumber).collect();
        assert_eq!(drawn(&circle), "0 → 1 → 2 → 0");
        let circle: Vec<_> = (0..30).map(TaskNumber).collect();
        assert!(drawn(&circle).ends_with("9 → … → 0"));
    }
}
