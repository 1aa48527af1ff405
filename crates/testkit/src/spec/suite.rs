//! Reads the tests of one suite from its Markdown. Works on text only and reports all errors at once.

use std::path::{Component, Path};

use super::block::{Block, Fence, blocks};
use super::console::{self, Run};
use super::slug::slug;

#[derive(Debug, Default)]
pub struct Suite {
    /// Files that every test gets.
    pub files: Vec<File>,
    pub tests: Vec<Test>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct File {
    pub path: String,
    pub content: String,
    pub line: usize,
}

#[derive(Debug)]
pub struct Test {
    pub slug: String,
    pub files: Vec<File>,
    pub runs: Vec<Run>,
}

#[derive(Debug, PartialEq)]
pub struct Fault {
    pub line: usize,
    pub message: String,
}

impl Fault {
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}

pub fn parse(text: &str) -> (Suite, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut suite = Suite::default();
    let mut section = Section::default();
    for block in blocks(text) {
        match block {
            Block::Heading {
                level: level @ 1..=3,
                title,
                line,
            } => {
                section.close(&mut suite, &mut faults);
                let title = (level > 1).then(|| title.to_owned());
                section = Section {
                    title,
                    line,
                    ..Section::default()
                };
            }
            Block::Heading { .. } => {}
            Block::Fence(fence) => section.take(text, &fence, &mut faults),
        }
    }
    section.close(&mut suite, &mut faults);
    if suite.tests.is_empty() {
        faults.push(Fault::new(1, "a suite without a test"));
    }
    (suite, faults)
}

/// The content below one heading.
#[derive(Default)]
struct Section {
    /// `None` for the part below the heading of level 1 and before it.
    title: Option<String>,
    line: usize,
    files: Vec<File>,
    runs: Vec<Run>,
}

impl Section {
    fn take(&mut self, text: &str, fence: &Fence, faults: &mut Vec<Fault>) {
        let mut words = fence.info.split_whitespace();
        let console = words.next() == Some("console");
        let path = words.find_map(|word| word.strip_prefix("file="));
        if !console && path.is_none() {
            return;
        }
        if !fence.closed {
            faults.push(Fault::new(fence.line, "the block is not closed"));
        }
        if fence.indented {
            faults.push(Fault::new(fence.line, "the block must begin at the start of the line"));
        }
        match path {
            Some(path) if stays_inside(path) => {
                let content = text[fence.body.clone()].to_owned();
                self.files.push(File {
                    path: path.to_owned(),
                    content,
                    line: fence.line,
                });
            }
            Some(path) => faults.push(Fault::new(
                fence.line,
                format!("the file `{path}` is not inside the project"),
            )),
            None => self
                .runs
                .extend(console::runs(text, fence.body.clone(), fence.line + 1, faults)),
        }
    }

    fn close(self, suite: &mut Suite, faults: &mut Vec<Fault>) {
        let Self {
            title,
            line,
            files,
            runs,
        } = self;
        match (title, runs.first()) {
            (Some(title), Some(_)) => {
                let slug = slug(&title);
                if slug.is_empty() || suite.tests.iter().any(|test| test.slug == slug) {
                    faults.push(Fault::new(
                        line,
                        format!("the heading `{title}` does not name one test of this suite"),
                    ));
                }
                suite.tests.push(Test { slug, files, runs });
            }
            (None, Some(run)) => {
                faults.push(Fault::new(run.line, "a console block needs a heading of level 2 or 3"));
            }
            (None, None) if suite.tests.is_empty() => suite.files.extend(files),
            (_, None) => faults.extend(
                files
                    .iter()
                    .map(|file| Fault::new(file.line, format!("the file `{}` belongs to no test", file.path))),
            ),
        }
    }
}

fn stays_inside(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats each part that was read as one line, and compares.
    fn check(text: &str, expect: &[&str]) {
        let (suite, faults) = parse(text);
        let mut seen: Vec<String> = suite.files.iter().map(|file| format!("shared {}", file.path)).collect();
        for test in &suite.tests {
            seen.push(format!("test {}", test.slug));
            seen.extend(
                test.files
                    .iter()
                    .map(|file| format!("file {} {:?}", file.path, file.content)),
            );
            seen.extend(test.runs.iter().map(|run| format!("{}: {}", run.line, run.command)));
        }
        seen.extend(
            faults
                .iter()
                .map(|fault| format!("fault {}: {}", fault.line, fault.message)),
        );
        assert_eq!(seen, expect);
    }

    #[test]
    fn a_heading_with_a_console_block_is_a_test() {
        check(
            "# S\n## Intro\nprose\n## One\n```console\n$ a\n```\ntext\n```console\n$ b\n```\n### Two\n```console\n$ c\n```\n",
            &["test one", "6: a", "10: b", "test two", "14: c"],
        );
    }

    #[test]
    fn named_blocks_are_files() {
        check(
            "# S\n```json file=a.json\n{}\n```\n## T\n````md file=d/b.md\n```\n````\n```text\nprose\n```\n```console\n$ x\n```\n",
            &["shared a.json", "test t", r#"file d/b.md "```\n""#, "13: x"],
        );
        check(
            "## T\n```console\n$ x\n```\n```text file=e\n```\n",
            &["test t", r#"file e """#, "3: x"],
        );
    }

    #[test]
    fn deeper_headings_are_prose() {
        check("## T\n#### more\n```console\n$ x\n```\n", &["test t", "4: x"]);
    }

    #[test]
    fn lost_blocks_are_faults() {
        check(
            "# S\n```console\n$ a\n```\n## N\n```text file=a\n```\n## T\n```console\n$ x\n",
            &[
                "test t",
                "10: x",
                "fault 3: a console block needs a heading of level 2 or 3",
                "fault 6: the file `a` belongs to no test",
                "fault 9: the block is not closed",
            ],
        );
        check(
            "## T\n  ```console\n  $ x\n  ```\n",
            &[
                "fault 2: the block must begin at the start of the line",
                "fault 3: output before the first `$ command`",
                "fault 3: a console block without a `$ command`",
                "fault 1: a suite without a test",
            ],
        );
    }

    #[test]
    fn files_stay_inside() {
        for path in ["../a", "/a", "a/../b", "."] {
            let (_, faults) = parse(&format!("# S\n```text file={path}\n```\n## T\n```console\n$ x\n```\n"));
            assert_eq!(
                faults,
                [Fault::new(2, format!("the file `{path}` is not inside the project"))]
            );
        }
    }

    #[test]
    fn names_are_unique_and_tests_there() {
        check(
            "## A b\n```console\n$ x\n```\n## A B\n```console\n$ y\n```\n",
            &[
                "test a-b",
                "3: x",
                "test a-b",
                "7: y",
                "fault 5: the heading `A B` does not name one test of this suite",
            ],
        );
        check("# S\n", &["fault 1: a suite without a test"]);
    }
}
