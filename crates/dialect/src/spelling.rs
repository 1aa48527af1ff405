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
        .map(|word| (strsim::levenshtein(given, word), word))
        .filter(|(typos, word)| *typos <= TYPOS_MAX && *typos < word.len())
        .min()
        .map(|(_, word)| word)
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
    fn words_of_agents_are_led_to_ours() {
        let check = |given: &str, allowed: &[&'static str], expected: Option<&str>| {
            let found = meant(given, allowed, &crate::planloop::payload::rules::OTHER_WORDS);
            assert_eq!(found, expected, "{given}");
        };
        let top = ["add_tasks", "update_tasks", "final_summary"];
        check("add_task", &top, Some("add_tasks"));
        check("addTasks", &top, Some("add_tasks"));
        check("Add-Tasks", &top, Some("add_tasks"));
        check("tasks", &top, Some("add_tasks"));
        check("summary", &top, Some("final_summary"));
        check("banana", &top, None);
        check("", &top, None);
        check(&"x".repeat(10_000), &top, None);
        check("hints", &["context_hints"], Some("context_hints"));
        check("hints", &top, None);
        check("idd", &["id"], Some("id"));
        check("x", &["id"], None);
        check("done", &["TODO", "DONE"], Some("DONE"));
    }
}
