//! The headings of a Markdown file, as far as references to them need it.

#[derive(Debug, PartialEq)]
pub struct Heading {
    pub level: usize,
    /// As in links: lower case, words joined by `-`.
    pub slug: String,
    /// A `console` block is below it, before the next heading of level 1 to 3.
    pub console: bool,
}

impl Heading {
    /// The rule of the conformance runner.
    pub fn is_test(&self) -> bool {
        matches!(self.level, 2 | 3) && self.console
    }
}

pub fn headings(text: &str) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.lines().map(str::trim_end) {
        match (fence, marks(line)) {
            (Some(open), Some(found)) if found.starts_with(open) && found == line.trim() => fence = None,
            (Some(_), _) => {}
            (None, Some(found)) => {
                fence = Some(found);
                let info = line.trim()[found.len()..].trim();
                if info.split_whitespace().next() == Some("console") {
                    mark_console(&mut headings);
                }
            }
            (None, None) => headings.extend(heading(line)),
        }
    }
    headings
}

/// Deeper headings are prose of their test.
fn mark_console(headings: &mut [Heading]) {
    if let Some(heading) = headings.iter_mut().rev().find(|heading| heading.level <= 3) {
        heading.console = true;
    }
}

fn marks(line: &str) -> Option<&str> {
    let rest = line.trim_start();
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = rest.trim_start_matches(mark);
    let marks = &rest[..rest.len() - info.len()];
    (marks.len() >= 3 && !(mark == '`' && info.contains('`'))).then_some(marks)
}

fn heading(line: &str) -> Option<Heading> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    let is_heading = (1..=6).contains(&level) && title.starts_with(' ');
    is_heading.then(|| Heading {
        level,
        slug: slug(title),
        console: false,
    })
}

fn slug(title: &str) -> String {
    let kept = title.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(&str, bool)]) {
        let headings = headings(text);
        let seen: Vec<_> = headings
            .iter()
            .map(|heading| (heading.slug.as_str(), heading.is_test()))
            .collect();
        assert_eq!(seen, expect);
    }

    #[test]
    fn tests_are_headings_with_a_console_block() {
        check(
            "# S\n## A\n## B, `c`\n#### d\n```console\n$ x\n```\n",
            &[("s", false), ("a", false), ("b-c", true), ("d", false)],
        );
    }

    #[test]
    fn a_heading_in_a_fence_is_not_counted() {
        check("## A\n````text file=a\n```console\n# b\n```\n````\n", &[("a", false)]);
    }
}
