//! Guesses which word was meant.

/// Longer words are not worth comparing.
const WORD_BYTES_MAX: usize = 80;
const TYPOS_MAX: usize = 2;

/// The allowed word that was probably meant: one that is often confused with it, one that differs in capitals and
/// dashes alone, or one within two typos.
pub(crate) fn meant(
    given: &str,
    allowed: &[&'static str],
    other_words: &[(&'static str, &'static str)],
) -> Option<&'static str> {
    if given.len() > WORD_BYTES_MAX {
        return None;
    }
    let lower = given.to_lowercase().replace('-', "_");
    let known = other_words
        .iter()
        .find(|(other, ours)| *other == lower && allowed.contains(ours))
        .map(|(_, ours)| *ours);
    let respelled = || allowed.iter().copied().find(|word| letters(word).eq(letters(&lower)));
    known
        .or_else(respelled)
        .or_else(|| nearest(&lower, allowed.iter().copied()))
}

/// What is left of a word where capitals and underscores do not count.
fn letters(word: &str) -> impl Iterator<Item = u8> {
    word.bytes()
        .filter(|byte| *byte != b'_')
        .map(|byte| byte.to_ascii_lowercase())
}

/// The word within two typos, if any.
pub(crate) fn nearest<'a>(given: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if given.len() > WORD_BYTES_MAX {
        return None;
    }
    words
        .into_iter()
        .filter(|word| word.len().abs_diff(given.len()) <= TYPOS_MAX)
        .map(|word| (distance(given, word), word))
        .filter(|(typos, word)| *typos <= TYPOS_MAX && *typos < word.len())
        .min()
        .map(|(_, word)| word)
}

/// How many letters must be inserted, removed or replaced.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, left) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest_word() {
        assert_eq!(nearest("setup-bd", ["setup-db", "ship"]), Some("setup-db"));
        assert_eq!(nearest(&"x".repeat(1_000_000), ["x"]), None);
    }

    #[test]
    fn counts_typos() {
        for (a, b, typos) in [
            ("", "", 0),
            ("a", "", 1),
            ("kitten", "sitting", 3),
            ("é", "e", 1),
            ("ab", "ba", 2),
        ] {
            assert_eq!(distance(a, b), typos, "{a} {b}");
        }
    }
}
