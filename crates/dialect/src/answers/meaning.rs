//! Whether two titles mean the same work, so that nothing is suggested twice.
//!
//! A title is taken for a set of words: without case, order, punctuation and words that carry no meaning, reduced to their
//! stems, and with verbs that mean the same made one. Two titles mean the same if they share at least three quarters of
//! all their words. Whatever the rest says, they differ if their leading verbs do (add, remove), if one denies what the
//! other says, or if they name different things: identifiers, paths, numbers, anything in back-ticks.

use std::collections::{BTreeMap, BTreeSet};

use model::TaskNumber;

use super::words::{is_denial, leads, word};
use crate::planloop::TaskDraft;

/// Shared words of all words, as a fraction.
const SHARED: (usize, usize) = (3, 4);

pub fn same_meaning(a: &str, b: &str) -> bool {
    Meaning::of(a).is_same(&Meaning::of(b))
}

/// The suggested tasks that neither exist nor were suggested before, in their order. `first` is the number that the first
/// suggestion was to get. Dependencies follow: on a task that is left out, they lead to the one that it repeats.
pub fn new_tasks(suggested: Vec<TaskDraft>, existing: &[(TaskNumber, String)], first: TaskNumber) -> Vec<TaskDraft> {
    let mut known = Known::default();
    for (number, title) in existing {
        known.add(Meaning::of(title), number.0);
    }
    let mut next = first.0;
    let mut numbers = BTreeMap::new();
    let mut kept = Vec::new();
    for (task, number) in suggested.into_iter().zip(first.0..) {
        let meaning = Meaning::of(task.title.as_deref().unwrap_or_default());
        match known.find(&meaning) {
            Some(same) => drop(numbers.insert(number, same)),
            None => {
                known.add(meaning, next);
                numbers.insert(number, next);
                kept.push((task, next));
                next += 1;
            }
        }
    }
    let lead = |(mut task, own): (TaskDraft, u32)| {
        for dependency in &mut task.dependencies {
            *dependency = numbers.get(dependency).copied().unwrap_or(*dependency);
        }
        // A task that waited for its own repetition waits for nothing.
        task.dependencies.retain(|dependency| *dependency != own);
        task.dependencies.sort_unstable();
        task.dependencies.dedup();
        task
    };
    kept.into_iter().map(lead).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Meaning {
    words: BTreeSet<String>,
    names: BTreeSet<String>,
    lead: Option<&'static str>,
    denials: usize,
    /// For titles without a word that we understand.
    plain: String,
}

impl Meaning {
    fn of(title: &str) -> Self {
        let mut meaning = Self {
            plain: title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase(),
            ..Self::default()
        };
        let mut is_first = true;
        let parts: Vec<_> = title.split('`').collect();
        for (index, part) in parts.iter().enumerate() {
            // A back-tick that nothing closes is a slip, and what follows it ordinary text.
            let is_code = index % 2 == 1 && index + 1 < parts.len();
            if is_code && !part.trim().is_empty() {
                meaning.names.insert(name(part));
                is_first = false;
                continue;
            }
            for token in part.split_whitespace() {
                meaning.take(token, is_first);
                is_first = false;
            }
        }
        meaning
    }

    fn take(&mut self, token: &str, is_first: bool) {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '/'));
        let token = token.trim_end_matches('/');
        let is_name = token.contains(['_', '/', '.', ':', '=']) || token.contains(|c: char| c.is_ascii_digit());
        if token.is_empty() {
            return;
        }
        if is_name {
            self.names.insert(name(token));
            return;
        }
        let lower = token.to_lowercase().replace(['-', '\'', '’'], "");
        self.denials += usize::from(is_denial(&lower));
        if let Some(word) = word(&lower) {
            if is_first {
                self.lead = leads(&word);
            }
            self.words.insert(word);
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        if self.words.is_empty() && other.words.is_empty() && self.names.is_empty() && other.names.is_empty() {
            return self.plain == other.plain;
        }
        let are_leads_at_odds = matches!((self.lead, other.lead), (Some(a), Some(b)) if a != b);
        if are_leads_at_odds || self.denials % 2 != other.denials % 2 {
            return false;
        }
        let shared = self.words.intersection(&other.words).count();
        let all = self.words.len() + other.words.len() - shared;
        shared * SHARED.1 >= all * SHARED.0 && covers(&self.names, &other.names) && covers(&other.names, &self.names)
    }

    /// Two titles that mean the same have one of these words in common: so few can be missing in either.
    fn telling<'a>(&'a self, counts: &BTreeMap<String, usize>) -> Vec<&'a str> {
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        words.sort_by_key(|word| (counts.get(*word).copied().unwrap_or_default(), *word));
        let needed = (words.len() * SHARED.0).div_ceil(SHARED.1);
        words.truncate(words.len() + 1 - needed.max(1));
        words
    }
}

/// `src/config.rs`, `config.rs` and `./src/config.rs` may all be the same file.
fn covers(names: &BTreeSet<String>, others: &BTreeSet<String>) -> bool {
    let is_end = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let is_match = |a: &String, b: &String| is_end(a, b) || is_end(b, a);
    names
        .iter()
        .all(|name| others.iter().any(|other| is_match(name, other)))
}

fn name(written: &str) -> String {
    let name = written.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let name = name.trim_end_matches("()").trim_end_matches('/');
    name.strip_prefix("./")
        .unwrap_or(name)
        .trim_start_matches('-')
        .to_owned()
}

/// Titles by their words, so that thousands of them need not be compared with each other.
#[derive(Default)]
struct Known {
    meanings: Vec<(Meaning, u32)>,
    by_word: BTreeMap<String, Vec<usize>>,
    wordless: Vec<usize>,
}

impl Known {
    fn add(&mut self, meaning: Meaning, number: u32) {
        let index = self.meanings.len();
        for word in &meaning.words {
            self.by_word.entry(word.clone()).or_default().push(index);
        }
        if meaning.words.is_empty() {
            self.wordless.push(index);
        }
        self.meanings.push((meaning, number));
    }

    fn find(&self, meaning: &Meaning) -> Option<u32> {
        let count = |word: &String| (word.clone(), self.by_word.get(word).map_or(0, Vec::len));
        let counts = meaning.words.iter().map(count).collect();
        let listed = meaning
            .telling(&counts)
            .into_iter()
            .filter_map(|word| self.by_word.get(word))
            .flatten();
        let wordless = self.wordless.iter().filter(|_| meaning.words.is_empty());
        let same = listed
            .chain(wordless)
            .filter(|index| self.meanings[**index].0.is_same(meaning));
        same.map(|index| self.meanings[*index].1).min()
    }
}

#[cfg(test)]
#[path = "meaning_tests.rs"]
mod tests;
