//! `cargo xtask language`: counts about the language of the project, and random passages for a fresh reader.

mod phrases;
mod public_items;

use std::collections::BTreeMap;
use std::process::ExitCode;

use crate::error::XtaskError;
use crate::lines;
use crate::project::{self, Source};
use crate::rust_text::{Passage, PassageKind, passages};

use phrases::avoided_phrases;
use public_items::{PublicItem, duplicate_types, public_items};

/// A file that may use an avoided phrase.
pub struct Exception {
    path: &'static str,
    phrase: &'static str,
    reason: &'static str,
}

const EXCEPTIONS_MAX: usize = 20;

const EXCEPTIONS: &[Exception] = &[];

/// Files that quote all avoided phrases.
const QUOTING: &[&str] = &["xtask/src/language.rs", "xtask/src/language/phrases.rs"];

const DRAWN_COMMENTS: usize = 40;
const DRAWN_MESSAGES: usize = 40;
const DRAWN_TYPES: usize = 20;

/// A literal with fewer words is a name rather than a message.
const MESSAGE_WORDS: usize = 4;

pub fn run(arguments: &[&str]) -> Result<ExitCode, XtaskError> {
    match arguments {
        [] => count(false),
        ["--list"] => count(true),
        ["--draw", seed] => {
            let seed = seed
                .parse()
                .map_err(|_| XtaskError::Usage(format!("`{seed}` is not a number")))?;
            draw(seed)
        }
        _ => Err(XtaskError::Usage(
            "`language` takes `--list` or `--draw SEED`".to_owned(),
        )),
    }
}

fn count(is_listed: bool) -> Result<ExitCode, XtaskError> {
    let sources = project::sources()?;
    let product = product_sources(&sources);
    let comments = product.iter().flat_map(|source| source.text.lines());
    println!(
        "{:>6}  comment lines in product code",
        comments.filter(|line| is_comment(line)).count()
    );
    print_phrases(&sources, is_listed);
    let items: Vec<PublicItem> = product.iter().flat_map(public_items).collect();
    let duplicates = duplicate_types(&items);
    for (name, places) in duplicates.iter().filter(|_| is_listed) {
        println!("        {name}: {}", places.join(", "));
    }
    println!("{:>6}  duplicate public type names", duplicates.len());
    print_coverage(&items, is_listed);
    Ok(ExitCode::SUCCESS)
}

fn print_phrases(sources: &[Source], is_listed: bool) {
    let phrases = flagged_phrases(sources);
    for (place, phrase) in phrases.iter().filter(|_| is_listed) {
        println!("        {place}: {phrase}");
    }
    println!(
        "{:>6}  avoided phrases in comments, literals and documents",
        phrases.len()
    );
    for exception in EXCEPTIONS.iter().filter(|_| is_listed) {
        println!("        {}: {}: {}", exception.path, exception.phrase, exception.reason);
    }
    println!(
        "{:>6}  exceptions for avoided phrases (at most {EXCEPTIONS_MAX})",
        EXCEPTIONS.len()
    );
}

fn print_coverage(items: &[PublicItem], is_listed: bool) {
    let name = |item: &PublicItem| item.place.split('/').nth(1).unwrap_or_default().to_owned();
    let mut crates: BTreeMap<String, Vec<&PublicItem>> = BTreeMap::new();
    for item in items.iter().filter(|item| item.is_exported) {
        crates.entry(name(item)).or_default().push(item);
    }
    for (name, items) in crates {
        let (documented, bare): (Vec<&PublicItem>, Vec<_>) = items.into_iter().partition(|item| item.is_documented);
        let share = 100 * documented.len() / (documented.len() + bare.len()).max(1);
        println!("{share:>5}%  of the public items of {name} are documented");
        for item in bare.iter().filter(|_| is_listed) {
            println!("        {}: {}", item.place, item.name);
        }
    }
}

/// Problems for `cargo xtask check`: avoided phrases, unused exceptions and duplicate type names.
pub fn problems(sources: &[Source]) -> Vec<String> {
    let phrases = flagged_phrases(sources).into_iter();
    let mut problems: Vec<String> = phrases
        .map(|(place, phrase)| format!("{place}: avoid \"{phrase}\"; AGENTS.md says how to write"))
        .collect();
    if EXCEPTIONS.len() > EXCEPTIONS_MAX {
        problems.push(format!("more than {EXCEPTIONS_MAX} exceptions for avoided phrases"));
    }
    let is_used = |exception: &Exception| {
        let source = sources.iter().find(|source| source.path == exception.path);
        source.is_some_and(|source| {
            flagged_lines(source)
                .iter()
                .any(|(_, phrase)| *phrase == exception.phrase)
        })
    };
    let unused = EXCEPTIONS.iter().filter(|exception| !is_used(exception));
    problems.extend(unused.map(|exception| {
        format!(
            "{} does not need its exception for \"{}\"",
            exception.path, exception.phrase
        )
    }));
    let items: Vec<PublicItem> = product_sources(sources).iter().flat_map(public_items).collect();
    let duplicates = duplicate_types(&items).into_iter();
    problems
        .extend(duplicates.map(|(name, places)| format!("the type name {name} is not unique: {}", places.join(", "))));
    problems
}

/// A line for the notes of `cargo xtask check`.
pub fn summary() -> String {
    format!("{} exceptions for avoided phrases", EXCEPTIONS.len())
}

/// Places and names of the phrases that no exception allows.
fn flagged_phrases(sources: &[Source]) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for source in sources {
        let is_allowed = |phrase: &str| {
            let fits = |exception: &Exception| exception.path == source.path && exception.phrase == phrase;
            EXCEPTIONS.iter().any(fits)
        };
        let lines = flagged_lines(source).into_iter();
        let flagged = lines.filter(|(_, phrase)| !is_allowed(phrase));
        found.extend(flagged.map(|(line, phrase)| (format!("{}:{line}", source.path), phrase)));
    }
    found
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Line numbers and avoided phrases of a source file or document.
fn flagged_lines(source: &Source) -> Vec<(usize, &'static str)> {
    if QUOTING.contains(&source.path.as_str()) {
        return Vec::new();
    }
    if source.path.ends_with(".rs") {
        let found = passages(&source.text).into_iter();
        return found
            .flat_map(|passage| flagged_in(passage.line, passage.text))
            .collect();
    }
    let is_document = [".md", ".xml", ".txt", ".tsv", ".toml", ".yml"]
        .iter()
        .any(|end| source.path.ends_with(end));
    match is_document {
        true => flagged_in(1, &source.text),
        false => Vec::new(),
    }
}

fn flagged_in(first_line: usize, text: &str) -> Vec<(usize, &'static str)> {
    let found = avoided_phrases(text).into_iter();
    found.map(|(line, phrase)| (first_line + line, phrase)).collect()
}

fn product_sources(sources: &[Source]) -> Vec<Source> {
    let roots = sources
        .iter()
        .filter(|source| lines::crate_root(&source.path).is_some());
    roots.flat_map(|root| lines::product_sources(&root.path)).collect()
}

fn draw(seed: u64) -> Result<ExitCode, XtaskError> {
    let product = product_sources(&project::sources()?);
    let (mut comments, mut messages) = (Vec::new(), Vec::new());
    for source in &product {
        let mut found = passages(&source.text).into_iter().peekable();
        while let Some(passage) = found.next() {
            let place = format!("{}:{}", source.path, passage.line);
            match passage.kind {
                PassageKind::Comment => {
                    let mut text = comment_text(&passage).to_owned();
                    let mut line = passage.line;
                    // A comment of several lines is one passage for the reader.
                    while let Some(next) =
                        found.next_if(|next| next.kind == PassageKind::Comment && next.line == line + 1)
                    {
                        line = next.line;
                        text.push(' ');
                        text += comment_text(&next);
                    }
                    comments.push(format!("{place}: {text}"));
                }
                PassageKind::Literal if passage.text.split_whitespace().count() >= MESSAGE_WORDS => {
                    messages.push(format!("{place}: {}", passage.text));
                }
                PassageKind::Literal => {}
            }
        }
    }
    let types = product.iter().flat_map(public_items).filter(|item| item.is_type);
    let types: Vec<String> = types.map(|item| format!("{}: {}", item.place, item.name)).collect();
    let mut random = Random(seed);
    for (title, all, most) in [
        ("comments", comments, DRAWN_COMMENTS),
        ("messages", messages, DRAWN_MESSAGES),
        ("types", types, DRAWN_TYPES),
    ] {
        println!("## {title}\n");
        for passage in random.draw(all, most) {
            println!("- {passage}");
        }
        println!();
    }
    Ok(ExitCode::SUCCESS)
}

fn comment_text<'a>(passage: &Passage<'a>) -> &'a str {
    passage.text.trim_start_matches(['/', '!']).trim()
}

/// SplitMix64: a small generator whose numbers depend on the seed alone.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn draw(&mut self, mut all: Vec<String>, most: usize) -> Vec<String> {
        let mut drawn = Vec::new();
        while drawn.len() < most && !all.is_empty() {
            let index = self.next() % all.len() as u64;
            drawn.push(all.swap_remove(usize::try_from(index).unwrap_or_default()));
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_passages() {
        let all: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        let drawn = Random(7).draw(all.clone(), 10);
        assert_eq!(drawn.len(), 10);
        assert_eq!(drawn, Random(7).draw(all.clone(), 10));
        assert_ne!(drawn, Random(8).draw(all, 10));
    }

    #[test]
    fn phrases_count_in_comments_and_literals_but_not_in_code() {
        let source = Source {
            path: "a.rs".to_owned(),
            text: "// Nobody is\n// there.\nfn told() { print(\"it was told\") }\n".to_owned(),
        };
        assert_eq!(flagged_lines(&source), [(1, "nobody"), (3, "told")]);
    }
}
