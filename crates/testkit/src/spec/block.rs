//! The part of Markdown that suites use: headings and fenced blocks with their positions.

use std::ops::Range;

#[derive(Debug, PartialEq)]
pub enum Block<'a> {
    Heading { level: usize, title: &'a str, line: usize },
    Fence(Fence<'a>),
}

#[derive(Debug, PartialEq)]
pub struct Fence<'a> {
    pub info: &'a str,
    /// The line of the opening fence, counted from 1.
    pub line: usize,
    /// The bytes between the fences.
    pub body: Range<usize>,
    pub indented: bool,
    pub closed: bool,
}

pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(Fence, &str)> = None;
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        match open.take() {
            Some((fence, marks)) if closes(line, marks) => {
                let body = fence.body.start..offset;
                blocks.push(Block::Fence(Fence {
                    body,
                    closed: true,
                    ..fence
                }));
            }
            Some(unclosed) => open = Some(unclosed),
            None => {
                if let Some((marks, info)) = opening(line) {
                    let start = offset + line.len();
                    let indented = line.starts_with([' ', '\t']);
                    let fence = Fence {
                        info,
                        line: index + 1,
                        body: start..start,
                        indented,
                        closed: false,
                    };
                    open = Some((fence, marks));
                } else if let Some((level, title)) = heading(line) {
                    blocks.push(Block::Heading {
                        level,
                        title,
                        line: index + 1,
                    });
                }
            }
        }
        offset += line.len();
    }
    if let Some((fence, _)) = open {
        let body = fence.body.start..text.len();
        blocks.push(Block::Fence(Fence { body, ..fence }));
    }
    blocks
}

fn opening(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim();
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = rest.trim_start_matches(mark);
    let marks = &rest[..rest.len() - info.len()];
    // A back-tick in the info string makes it inline code, not a fence.
    (marks.len() >= 3 && !(mark == '`' && info.contains('`'))).then_some((marks, info.trim()))
}

fn closes(line: &str, marks: &str) -> bool {
    let line = line.trim();
    line.starts_with(marks) && line.trim_start_matches(&marks[..1]).is_empty()
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| (level, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let seen: Vec<String> = blocks(text)
            .iter()
            .map(|block| match block {
                Block::Heading { level, title, line } => format!("{line} h{level} {title}"),
                Block::Fence(fence) => {
                    let closed = if fence.closed { "" } else { " unclosed" };
                    format!(
                        "{} {:?} {:?}{closed}",
                        fence.line,
                        fence.info,
                        &text[fence.body.clone()]
                    )
                }
            })
            .collect();
        assert_eq!(seen, expect);
    }

    #[test]
    fn headings_outside_fences() {
        check("# A\n\n## B c \n#no\n", &["1 h1 A", "3 h2 B c"]);
        check("```\n# not one\n```\n### C\n", &[r##"1 "" "# not one\n""##, "4 h3 C"]);
    }

    #[test]
    fn a_longer_fence_holds_a_shorter_one() {
        check(
            "````text file=a.md\n```\nx\n```\n````\n",
            &[r#"1 "text file=a.md" "```\nx\n```\n""#],
        );
        check("~~~text\n```\n~~~\n", &[r#"1 "text" "```\n""#]);
    }

    #[test]
    fn an_unclosed_fence_runs_to_the_end() {
        check("```console\n$ a\n", &[r#"1 "console" "$ a\n" unclosed"#]);
        check("```console", &[r#"1 "console" "" unclosed"#]);
    }

    #[test]
    fn inline_code_is_prose() {
        check("```a``` is code\n", &[]);
    }
}
