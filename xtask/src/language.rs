//! `cargo xtask language`: counts about the language of the project, and random passages for a fresh reader.

mod phrases;
mod public_items;

use std::process::ExitCode;

use crate::lines;
use crate::project::{self, Source};
use crate::rust_text::{Passage, PassageKind, passages};
use crate::trouble::Trouble;

use phrases::avoided_phrases;
use public_items::{PublicItem, duplicate_types, public_items};

/// Crates whose public items are documented.
const DOCUMENTED: &[&str] = &["model", "store", "engine", "workspace"];

/// Files that quote the avoided phrases.
const QUOTING: &[&str] = &["xtask/src/language/phrases.rs"];

const DRAWN_COMMENTS: usize = 40;
const DRAWN_MESSAGES: usize = 40;
const DRAWN_TYPES: usize = 20;

/// A literal with fewer words is a name rather than a message.
const MESSAGE_WORDS: usize = 4;

pub fn run(arguments: &[&str]) -> Result<ExitCode, Trouble> {
    match arguments {
        [] => count(false),
        ["--list"] => count(true),
        ["--draw", seed] => {
            let seed = seed
                .parse()
                .map_err(|_| Trouble::Usage(format!("`{seed}` is not a number")))?;
            draw(seed)
        }
        _ => Err(Trouble::Usage("`language` takes `--list` or `--draw SEED`".to_owned())),
    }
}

fn count(is_listed: bool) -> Result<ExitCode, Trouble> {
    let product = product_sources()?;
    let comments = product.iter().flat_map(|source| source.text.lines());
    println!(
        "{:>6}  comment lines in product code",
        comments.filter(|line| is_comment(line)).count()
    );

    let mut flagged = 0;
    for source in project::sources()? {
        for (line, phrase) in flagged_lines(&source) {
            flagged += 1;
            if is_listed {
                println!("        {}:{line}: {phrase}", source.path);
            }
        }
    }
    println!("{flagged:>6}  avoided phrases in comments, literals and documents");

    let items: Vec<PublicItem> = product.iter().flat_map(public_items).collect();
    let duplicates = duplicate_types(&items);
    for (name, places) in duplicates.iter().filter(|_| is_listed) {
        println!("        {name}: {}", places.join(", "));
    }
    println!("{:>6}  public type names with more than one meaning", duplicates.len());

    for name in DOCUMENTED {
        let folder = format!("crates/{name}/src/");
        let items = items
            .iter()
            .filter(|item| item.is_exported && item.place.starts_with(&folder));
        let (documented, bare): (Vec<_>, Vec<_>) = items.partition(|item| item.is_documented);
        let share = 100 * documented.len() / (documented.len() + bare.len()).max(1);
        println!("{share:>5}%  of the public items of {name} are documented");
        for item in bare.iter().filter(|_| is_listed) {
            println!("        {}: {}", item.place, item.name);
        }
    }
    Ok(ExitCode::SUCCESS)
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
    let is_document = [".md", ".xml", ".txt"].iter().any(|end| source.path.ends_with(end));
    match is_document {
        true => flagged_in(1, &source.text),
        false => Vec::new(),
    }
}

fn flagged_in(first_line: usize, text: &str) -> Vec<(usize, &'static str)> {
    let found = avoided_phrases(text).into_iter();
    found.map(|(line, phrase)| (first_line + line, phrase)).collect()
}

fn product_sources() -> Result<Vec<Source>, Trouble> {
    let roots = project::sources()?;
    let roots = roots.iter().filter(|source| lines::crate_root(&source.path).is_some());
    Ok(roots.flat_map(|root| lines::product_sources(&root.path)).collect())
}

fn draw(seed: u64) -> Result<ExitCode, Trouble> {
    let product = product_sources()?;
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

/// SplitMix64: small, and the same everywhere.
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
