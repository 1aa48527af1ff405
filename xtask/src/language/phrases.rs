//! Phrases that the project avoids, in all their inflections.

/// A phrase in all its inflections.
struct Phrase {
    name: &'static str,
    /// For each of its words the forms that match.
    words: &'static [&'static [&'static str]],
    /// How many other words may be between its first and its last word.
    gap: usize,
}

const fn word(forms: &'static [&'static [&'static str]], name: &'static str) -> Phrase {
    Phrase {
        name,
        words: forms,
        gap: 0,
    }
}

const fn apart(forms: &'static [&'static [&'static str]], name: &'static str) -> Phrase {
    Phrase {
        name,
        words: forms,
        gap: 3,
    }
}

const PHRASES: &[Phrase] = &[
    word(&[&["whoever", "whomever"]], "whoever"),
    word(&[&["nobody", "nobody's"]], "nobody"),
    word(&[&["somebody", "somebody's"]], "somebody"),
    word(&[&["anybody", "anybody's"]], "anybody"),
    word(&[&["anew"]], "anew"),
    word(&[&["told"]], "told"),
    word(&[&["mend", "mends", "mended", "mending", "mender"]], "mend"),
    word(&[&["in"], &["vain"]], "in vain"),
    word(&[&["the"], &["same"], &["for"]], "the same for"),
    apart(&[&["take", "takes", "took", "taken", "taking"], &["back"]], "take back"),
    apart(&[&["hand", "hands", "handed", "handing"], &["back"]], "hand back"),
    word(&[&["work", "works", "worked", "working"], &["off"]], "work off"),
    word(&[&["carry", "carries", "carried", "carrying"], &["out"]], "carry out"),
    word(&[&["lock", "locks", "locked", "locking"], &["in"]], "lock in"),
    word(&[&["unasked"]], "unasked"),
    word(&[&["misfit", "misfits"]], "misfit"),
    word(&[&["run", "runs", "ran", "running"], &["out"]], "run out"),
];

/// Leases expire; they do not "run out". Other things may run out.
const EXPIRING: &[&str] = &["lease", "leases", "claim", "claims"];

struct Word<'a> {
    /// Counted from 0.
    line: usize,
    text: &'a str,
    /// Whether a sentence or clause ends behind it.
    is_last: bool,
}

/// Line offsets and names of the phrases in a text.
pub fn avoided_phrases(text: &str) -> Vec<(usize, &'static str)> {
    let lower = text.to_lowercase();
    let words = words(&lower);
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_here = |phrase: &&Phrase| begins_here(phrase, &words[index..]);
        found.extend(PHRASES.iter().filter(is_here).map(|phrase| (word.line, phrase.name)));
    }
    found
}

fn begins_here(phrase: &Phrase, words: &[Word<'_>]) -> bool {
    let Some((first, rest)) = phrase.words.split_first() else {
        return false;
    };
    if !words.first().is_some_and(|word| first.contains(&word.text)) {
        return false;
    }
    let follows = |skipped: usize| {
        let clause = words[..=skipped].iter().all(|word| !word.is_last || rest.is_empty());
        clause
            && rest.iter().enumerate().all(|(index, forms)| {
                words
                    .get(1 + skipped + index)
                    .is_some_and(|word| forms.contains(&word.text))
            })
    };
    let is_phrase = (0..=phrase.gap.min(words.len() - 1)).any(follows);
    is_phrase && !(phrase.name == "run out" && is_ordinary_run_out(words))
}

/// A machine may run out of memory.
fn is_ordinary_run_out(words: &[Word<'_>]) -> bool {
    let text = |index: usize| words.get(index).map(|word| word.text);
    text(2) == Some("of") && !text(3).is_some_and(|word| EXPIRING.contains(&word))
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    for (line, content) in text.lines().enumerate() {
        for part in content.split(|c: char| c.is_whitespace() || "_-/\"`()[]{}<>*|".contains(c)) {
            let word = part.trim_matches(|c: char| !c.is_alphanumeric());
            if !word.is_empty() {
                words.push(Word {
                    line,
                    text: word,
                    is_last: part.ends_with(['.', ';', ':', ',', '?', '!']),
                });
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str)]) {
        assert_eq!(avoided_phrases(text), expected, "{text}");
    }

    #[test]
    fn every_inflection_is_found() {
        check("Whoever asks is told.", &[(0, "whoever"), (0, "told")]);
        check("It mends\nwhat was carried out.", &[(0, "mend"), (1, "carry out")]);
        check("Planned anew, in vain.", &[(0, "anew"), (0, "in vain")]);
        check("told_early", &[(0, "told")]);
    }

    #[test]
    fn words_between_the_parts_of_a_phrase_are_skipped() {
        check("Take an operation back.", &[(0, "take back")]);
        check("hands everything back", &[(0, "hand back")]);
        check("Take this. Back there it is.", &[]);
        check("taken by an agent that comes back", &[]);
    }

    #[test]
    fn ordinary_uses_are_not_found() {
        check("The machine runs out of memory.", &[]);
        check(
            "Leases run out, and it ran out of leases.",
            &[(0, "run out"), (0, "run out")],
        );
        check("the same foreign key; work offline; a lock inside", &[]);
    }
}
