//! Words of titles, brought to one form.

/// Words that say nothing about what is to be done. Sorted.
#[rustfmt::skip]
const EMPTY: [&str; 62] = [
    "a", "again", "all", "also", "an", "and", "any", "are", "as", "at", "be", "both", "by", "can", "code", "correctly",
    "each", "every", "for", "from", "given", "has", "have", "if", "in", "into", "is", "it", "its", "new", "of", "on",
    "or", "our", "please", "proper", "properly", "should", "so", "some", "such", "support", "than", "that", "the",
    "their", "them", "then", "these", "this", "to", "todo", "via", "we", "when", "where", "whether", "which", "while",
    "will", "with", "you",
];

/// Words that turn a sentence into its opposite.
const DENIALS: [&str; 8] = ["cannot", "dont", "neither", "never", "no", "not", "nothing", "without"];

/// Verbs that mean the same in a title. The first stands for all.
const VERBS: [&[&str]; 13] = [
    &[
        "add",
        "create",
        "implement",
        "introduce",
        "build",
        "make",
        "provide",
        "write",
        "develop",
    ],
    &["fix", "repair", "correct", "resolve", "solve", "mend", "debug"],
    &["remove", "delete", "drop", "eliminate", "purge"],
    &["change", "update", "modify", "adjust", "edit", "alter"],
    &["improve", "enhance", "optimize", "speed", "tune"],
    &[
        "refactor",
        "restructure",
        "rework",
        "clean",
        "cleanup",
        "simplify",
        "reorganize",
    ],
    &["test", "verify", "check", "cover"],
    &["document", "describe", "explain"],
    &["rename"],
    &["move", "relocate"],
    &["show", "display", "print"],
    &["refuse", "reject", "forbid", "disallow", "disable"],
    &["allow", "permit", "accept", "enable"],
];

/// Nouns that are as good as the other.
const NOUNS: [(&str, &str); 8] = [
    ("bug", "error"),
    ("doc", "documentation"),
    ("config", "configuration"),
    ("dir", "folder"),
    ("directory", "folder"),
    ("function", "method"),
    ("failure", "error"),
    ("issue", "error"),
];

pub(super) fn is_denial(lower: &str) -> bool {
    DENIALS.contains(&lower)
}

/// The form that stands for a word in lower case; `None` if it says nothing.
pub(super) fn word(lower: &str) -> Option<String> {
    if EMPTY.binary_search(&lower).is_ok() || is_denial(lower) {
        return None;
    }
    let noun = NOUNS.iter().find(|(other, _)| stem(other) == stem(lower));
    let lower = noun.map_or(lower, |(_, noun)| *noun);
    let stem = stem(lower);
    let group = VERBS
        .iter()
        .find(|group| group.iter().any(|verb| self::stem(verb) == stem));
    Some(group.map_or_else(|| stem.to_owned(), |group| self::stem(group[0]).to_owned()))
}

/// The verb that a title may begin with, in the form that [`word`] gives.
pub(super) fn leads(word: &str) -> Option<&'static str> {
    VERBS.iter().map(|group| group[0]).find(|verb| stem(verb) == word)
}

/// Cuts the commonest endings off, as long as something is left. Not linguistics: the same for both titles is enough.
fn stem(word: &str) -> &str {
    const STEM_BYTES_MIN: usize = 3;
    const ENDINGS: [&str; 17] = [
        "ations", "ation", "ating", "ated", "ates", "ate", "ings", "ing", "ions", "ion", "ers", "ies", "er", "ed",
        "es", "s", "e",
    ];
    let cut = |ending: &&str| word.strip_suffix(*ending).filter(|rest| rest.len() >= STEM_BYTES_MIN);
    let stem = match word.ends_with("ss") {
        true => word,
        false => ENDINGS.iter().find_map(cut).unwrap_or(word),
    };
    let stem = stem
        .strip_suffix('y')
        .filter(|rest| rest.len() >= STEM_BYTES_MIN)
        .unwrap_or(stem);
    match stem.as_bytes() {
        // `stopp(ing)` is `stop`.
        [.., a, b] if a == b && a.is_ascii_alphabetic() && *a != b's' && stem.len() > STEM_BYTES_MIN => {
            &stem[..stem.len() - 1]
        }
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_the_search() {
        assert!(EMPTY.is_sorted());
    }

    #[test]
    fn words_of_a_kind_are_one() {
        for (a, b) in [
            ("adding", "implements"),
            ("stopping", "stops"),
            ("retries", "retry"),
            ("parsed", "parsing"),
            ("bugs", "error"),
            ("fixes", "repair"),
            ("validation", "validate"),
            ("directories", "folder"),
            ("tests", "verify"),
        ] {
            assert_eq!(word(a), word(b), "{a} {b}");
        }
        assert_eq!(word("the"), None);
        assert_eq!(leads(&word("creates").unwrap()), Some("add"));
        assert_eq!(leads("banana"), None);
    }

    #[test]
    fn every_verb_belongs_to_one_group() {
        let all: Vec<_> = VERBS
            .iter()
            .flat_map(|group| group.iter().map(|verb| stem(verb)))
            .collect();
        for (index, verb) in all.iter().enumerate() {
            assert!(!all[index + 1..].contains(verb), "{verb}");
        }
    }
}
