//! Words that must not be in some sources. Clippy resolves names and so sees more; this check also sees code behind a
//! disabled `cfg`, and does not depend on a lint.

use super::findings::Findings;
use crate::project::Source;

struct Rule {
    below: &'static [&'static str],
    /// Files where the words are allowed.
    except: &'static [&'static str],
    /// In two halves where the word would otherwise match this file.
    words: &'static [&'static str],
    reason: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        below: &["crates/model/src/", "crates/dialect/src/", "crates/render/src/"],
        except: &[],
        words: &["std::fs", "std::env", "std::process", "SystemTime", "Instant"],
        reason: "this crate is pure",
    },
    Rule {
        below: &["crates/model/src/", "crates/dialect/src/", "crates/render/src/"],
        except: &[],
        words: &[
            "print!",
            "println!",
            "eprint!",
            "eprintln!",
            "io::stdout",
            "io::stderr",
            "io::Write",
        ],
        reason: "only the front ends print",
    },
    Rule {
        below: &[
            "crates/engine/src/",
            "crates/store/src/",
            "crates/planner/src/",
            "crates/http/src/",
        ],
        except: &[],
        words: &["print!", "println!", "eprint!", "eprintln!"],
        reason: "only the front ends print",
    },
    Rule {
        below: &["crates/dialect/src/"],
        except: &[],
        words: &["mod answer"],
        reason: "`render` renders answers",
    },
    Rule {
        below: &["crates/model/"],
        except: &[],
        words: &["Serialize", "Deserialize"],
        reason: "wire shapes belong to dialects and stores",
    },
    Rule {
        below: &[""],
        except: &[],
        words: &[concat!("to", "do!"), concat!("unimple", "mented!"), concat!("db", "g!")],
        reason: "unfinished work is not kept",
    },
    Rule {
        below: &[""],
        except: &[],
        words: &[concat!("[al", "low("), concat!("[ig", "nore")],
        reason: "neither lints nor tests are silenced",
    },
    Rule {
        below: &["crates/"],
        except: &["crates/dialect/src/rules.rs"],
        words: &["Rule::declare"],
        reason: "the macro `rules!` declares rules, because it also registers them",
    },
];

pub fn check(sources: &[Source], findings: &mut Findings) {
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        let rules = RULES
            .iter()
            .filter(|rule| rule.below.iter().any(|folder| source.path.starts_with(folder)))
            .filter(|rule| !rule.except.contains(&source.path.as_str()));
        for rule in rules {
            for (index, line) in source.text.lines().enumerate() {
                let code = without_comment(line);
                for word in rule.words.iter().filter(|word| holds(code, word)) {
                    let place = format!("{}:{}", source.path, index + 1);
                    findings.problem(format!("{place}: `{word}`: {}", rule.reason));
                }
            }
        }
    }
}

/// A comment may say what the code must not.
fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Whole words only: `Instantiate` is not a clock.
fn holds(code: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let bare = |(at, _): (usize, &str)| {
        let before = code[..at].chars().next_back().filter(|_| word.starts_with(is_word));
        let after = code[at + word.len()..]
            .chars()
            .next()
            .filter(|_| word.ends_with(is_word));
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    code.match_indices(word).any(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expect: &[&str]) {
        let source = Source {
            path: path.to_owned(),
            text: text.replace('|', ""),
        };
        let mut findings = Findings::default();
        super::check(&[source], &mut findings);
        assert_eq!(findings.problems, expect);
    }

    #[test]
    fn pure_crates() {
        let text = "use std::fs;\nlet a = Instant::now();\n";
        check(
            "crates/dialect/src/a.rs",
            text,
            &[
                "crates/dialect/src/a.rs:1: `std::fs`: this crate is pure",
                "crates/dialect/src/a.rs:2: `Instant`: this crate is pure",
            ],
        );
        check("crates/store/src/a.rs", text, &[]);
        check(
            "crates/model/src/a.rs",
            "// no std::fs here\nInstantiate; std::fsx;\n",
            &[],
        );
    }

    #[test]
    fn only_front_ends_print_and_only_render_has_answers() {
        check(
            "crates/render/src/a.rs",
            "println!(\"a\");\nuse std::fmt::Write;\nuse std::io::Write;\n",
            &[
                "crates/render/src/a.rs:1: `println!`: only the front ends print",
                "crates/render/src/a.rs:3: `io::Write`: only the front ends print",
            ],
        );
        check("crates/cli/src/a.rs", "println!(\"a\");\n", &[]);
        check(
            "crates/dialect/src/a.rs",
            "mod answer;\npub mod answers;\n",
            &["crates/dialect/src/a.rs:1: `mod answer`: `render` renders answers"],
        );
    }

    #[test]
    fn the_model_has_no_wire_shapes() {
        check(
            "crates/model/src/a.rs",
            "#[derive(Debug, Serialize)]\n",
            &["crates/model/src/a.rs:1: `Serialize`: wire shapes belong to dialects and stores"],
        );
        check("crates/store/src/a.rs", "#[derive(Debug, Serialize)]\n", &[]);
    }

    #[test]
    fn only_the_registry_declares_rules() {
        let text = "const X: &Rule = &Rule::declare(\"x\");\n";
        let reason = "the macro `rules!` declares rules, because it also registers them";
        let problem = format!("crates/engine/src/a.rs:1: `Rule::declare`: {reason}");
        check("crates/engine/src/a.rs", text, &[&problem]);
        check("crates/dialect/src/rules.rs", text, &[]);
    }

    #[test]
    fn nothing_unfinished_or_silenced() {
        let text = "to|do!()\ndb|g!(x)\n#![al|low(dead_code)]\n#[ig|nore = \"slow\"]\n#[expect(dead_code)]\n";
        let mut findings = Findings::default();
        super::check(
            &[Source {
                path: "x/a.rs".to_owned(),
                text: text.replace('|', ""),
            }],
            &mut findings,
        );
        let lines: Vec<&str> = findings.problems.iter().map(|problem| &problem[..8]).collect();
        assert_eq!(lines, ["x/a.rs:1", "x/a.rs:2", "x/a.rs:3", "x/a.rs:4"]);
    }
}
