//! Makes slugs of headings for links and test names.

/// As GitHub links headings: lower case, words joined by `-`, and only letters, digits, `-` and `_` kept.
pub fn slug(title: &str) -> String {
    title
        .trim()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::slug;

    fn check(title: &str, expect: &str) {
        assert_eq!(slug(title), expect);
    }

    #[test]
    fn follows_github() {
        check("Every fault at once", "every-fault-at-once");
        check("`start` answers JSON, always", "start-answers-json-always");
        check(" A – b ", "a--b");
        check("Größe_2", "größe_2");
    }
}
