//! How much of a model's attention a text takes, roughly.

use std::collections::BTreeMap;

use model::Resource;

use super::Exhibit;

/// A guess that needs no vocabulary: four ASCII bytes make a token, and so do two bytes of anything else, because
/// letters beyond ASCII take two to four bytes and rarely share a token. Within a third of the truth for code and
/// prose in most languages.
pub fn estimate_tokens(text: &str) -> usize {
    let wide = text.bytes().filter(|byte| !byte.is_ascii()).count();
    (text.len() - wide).div_ceil(4) + wide.div_ceil(2)
}

/// The tokens of every resource.
pub(super) struct Weights<'a> {
    files: BTreeMap<&'a str, usize>,
    pages: BTreeMap<&'a str, usize>,
}

impl<'a> Weights<'a> {
    pub fn of(exhibits: &'a [Exhibit]) -> Self {
        let (mut files, mut pages) = (BTreeMap::new(), BTreeMap::new());
        for exhibit in exhibits {
            let tokens = estimate_tokens(exhibit.shown.text());
            match &exhibit.resource {
                Resource::File(path) => files.insert(path.as_str(), tokens),
                Resource::Url(url) => pages.insert(url.as_str(), tokens),
            };
        }
        Self { files, pages }
    }

    pub fn total(&self) -> u64 {
        sum(self.files.values().chain(self.pages.values()))
    }

    /// Of a page, a file, or all files of a folder.
    pub fn below(&self, resource: &Resource) -> u64 {
        let path = match resource {
            Resource::Url(url) => return sum(self.pages.get(url.as_str())),
            Resource::File(path) => path.as_str(),
        };
        if let Some(tokens) = self.files.get(path) {
            return sum([tokens]);
        }
        // `0` is the character after the slash.
        let (first, end) = (format!("{path}/"), format!("{path}0"));
        sum(self.files.range(first.as_str()..end.as_str()).map(|(_, tokens)| tokens))
    }
}

fn sum<'a>(tokens: impl IntoIterator<Item = &'a usize>) -> u64 {
    tokens.into_iter().map(|tokens| *tokens as u64).sum()
}

/// `1,234,567`
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_estimated() {
        for (text, tokens) in [("", 0), ("a", 1), ("fn main() {}", 3), ("日本語", 5), ("é", 1)] {
            assert_eq!(estimate_tokens(text), tokens, "{text}");
        }
    }

    #[test]
    fn digits_are_grouped() {
        for (number, shown) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")] {
            assert_eq!(grouped(number), shown);
        }
    }
}
