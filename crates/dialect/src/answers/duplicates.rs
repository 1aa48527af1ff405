//! Leaves out suggested tasks that repeat others.

use std::collections::{BTreeMap, BTreeSet};

use model::{NewTask, TaskNumber, TaskRef};

/// Words that do not tell two titles apart.
const FILLERS: [&str; 11] = ["a", "an", "and", "for", "in", "of", "on", "our", "the", "to", "with"];
/// Verbs that begin the title of something new.
const CREATES: [&str; 6] = ["add", "build", "create", "implement", "introduce", "write"];

/// The words of a title without order, capitals, punctuation, plurals and fillers. Titles of the same words are one task.
fn words(title: &str) -> BTreeSet<String> {
    let title = title.to_lowercase();
    let words = title
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let words = words.filter(|word| !word.is_empty() && !FILLERS.contains(word));
    let words = words.map(|word| if CREATES.contains(&word) { CREATES[0] } else { word });
    words
        .map(|word| word.strip_suffix('s').unwrap_or(word).to_owned())
        .collect()
}

/// The suggested tasks that neither exist nor were suggested before, in their order, with whatever comes with them. `first`
/// is the number that the first suggestion was to get. Dependencies follow: on a task that is left out, they lead to the
/// one that it repeats.
pub fn new_tasks<P>(
    suggested: impl IntoIterator<Item = (NewTask, P)>,
    existing: &[(TaskNumber, String)],
    first: TaskNumber,
) -> Vec<(NewTask, P)> {
    let mut known: BTreeMap<_, _> = existing
        .iter()
        .rev()
        .map(|(number, title)| (words(title), number.0))
        .collect();
    let mut numbers = BTreeMap::new();
    let (mut kept, mut next) = (Vec::new(), first.0);
    for ((task, places), number) in suggested.into_iter().zip(first.0..) {
        let own = *known.entry(words(&task.brief.title)).or_insert(next);
        let reference = |number| TaskRef::Number(TaskNumber(number));
        numbers.insert(reference(number), reference(own));
        if own == next {
            kept.push((task, places, reference(own)));
            next += 1;
        }
    }
    let lead = |(mut task, places, own): (NewTask, P, TaskRef)| {
        let led = task
            .after
            .iter()
            .map(|dependency| numbers.get(dependency).unwrap_or(dependency));
        // A task that depended on its own repetition depends on nothing.
        let led: BTreeSet<_> = led.filter(|dependency| **dependency != own).cloned().collect();
        task.after = led.into_iter().collect();
        (task, places)
    };
    kept.into_iter().map(lead).collect()
}

#[cfg(test)]
mod tests {
    use model::Brief;

    use super::*;
    use crate::planloop::payload::new_task;

    fn task(title: &str, dependencies: &[u32]) -> (NewTask, ()) {
        let brief = Brief {
            title: title.to_owned(),
            ..Brief::default()
        };
        let after = dependencies.iter().map(|number| TaskRef::Number(TaskNumber(*number)));
        (new_task(brief, after.collect()), ())
    }

    #[test]
    fn titles_of_the_same_words_are_one_task() {
        for (a, b) in [
            ("Add tests for the parser", "Create parser tests."),
            ("Document the greeting", "Document our greetings"),
            ("Call `read_config` once", "call read_config() once"),
            ("日本語", "日本語"),
        ] {
            assert_eq!(words(a), words(b), "{a:?} {b:?}");
        }
        for (a, b) in [
            ("Add the login command", "Remove the login command"),
            ("Add tests for src/a.rs", "Add tests for src/b.rs"),
            ("Read version 1", "Read version 2"),
            ("Read files with a line break", "Read files without a line break"),
            ("日本語", "中文"),
        ] {
            assert_ne!(words(a), words(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn repetitions_are_left_out_and_dependencies_follow() {
        let existing = [
            (TaskNumber(1), "Plan".to_owned()),
            (TaskNumber(2), "Add a parser".to_owned()),
        ];
        let suggested = vec![
            task("Create the parser", &[]),
            task("Document the parser", &[3]),
            task("Document our parsers", &[3, 4]),
            task("Release it to everybody", &[5, 1]),
        ];
        let found = new_tasks(suggested, &existing, TaskNumber(3));
        let expected = [
            task("Document the parser", &[2]),
            task("Release it to everybody", &[1, 3]),
        ];
        assert_eq!(found, expected);
    }
}
