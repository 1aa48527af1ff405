//! What the colors need to know of a language.

use super::languages::ALL;

pub struct Language {
    /// Endings of files, whole names of files, and words that stand behind a fence.
    pub names: &'static [&'static str],
    pub line_comments: &'static [&'static str],
    /// `#` is a comment in a shell only where a word could begin.
    pub comments_follow_blanks: bool,
    pub block_comment: Option<(&'static str, &'static str)>,
    /// Longer ones first where one begins like another.
    pub quotes: &'static [Quote],
    /// Single quotes hold one character.
    pub has_chars: bool,
    /// Sorted.
    pub keywords: &'static [&'static str],
    pub ignores_case: bool,
}

pub struct Quote {
    pub open: &'static str,
    pub close: &'static str,
    pub escapes: bool,
    pub spans_lines: bool,
}

impl Language {
    /// By the name of the file, or by what is said of the block that it stands in.
    pub fn of(path: &str, info: &str) -> Option<&'static Self> {
        let file = path.rsplit('/').next().unwrap_or(path);
        let ending = file.rsplit_once('.').map(|(_, ending)| ending);
        let info = info
            .split(|c: char| !c.is_alphanumeric() && c != '+' && c != '#')
            .next();
        [Some(file), ending, info].into_iter().flatten().find_map(Self::named)
    }

    fn named(name: &str) -> Option<&'static Self> {
        let name = name.to_ascii_lowercase();
        ALL.iter().find(|language| language.names.contains(&name.as_str()))
    }

    pub fn knows(&self, word: &str) -> bool {
        let is_known = |word: &str| self.keywords.binary_search(&word).is_ok();
        match self.ignores_case {
            true => is_known(&word.to_ascii_lowercase()),
            false => is_known(word),
        }
    }
}
