//! The names of files in `tasks/`.

/// `01-setup-db.md`, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name<'a> {
    pub order: u32,
    pub slug: &'a str,
}

/// Reads a name that matches `^\d{2}-[a-z0-9]+(-[a-z0-9]+)*\.md$`.
pub(super) fn parse(file: &str) -> Option<Name<'_>> {
    let (digits, slug) = numbered(file)?;
    let order = digits.parse().ok().filter(|_| digits.len() == 2)?;
    Some(Name { order, slug })
}

/// Whether only the count of digits keeps the name from being one of ours.
pub(super) fn has_many_digits(file: &str) -> bool {
    numbered(file).is_some_and(|(digits, _)| digits.len() > 2)
}

/// Files that people and editors leave behind: dot-files, backups, swap files.
pub(super) fn is_ignored(file: &str) -> bool {
    const BACKUPS: [&str; 5] = ["~", ".swp", ".swo", ".bak", ".orig"];
    let is_autosave = file.len() > 1 && file.starts_with('#') && file.ends_with('#');
    file.starts_with('.') || is_autosave || BACKUPS.iter().any(|ending| file.ends_with(ending))
}

fn numbered(file: &str) -> Option<(&str, &str)> {
    let (digits, slug) = file.strip_suffix(".md")?.split_once('-')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (is_number && is_kebab(slug)).then_some((digits, slug))
}

fn is_kebab(text: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.split('-').all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_pattern() {
        for (file, order, slug) in [
            ("01-setup-db.md", 1, "setup-db"),
            ("99-a.md", 99, "a"),
            ("00-1-2.md", 0, "1-2"),
        ] {
            assert_eq!(parse(file), Some(Name { order, slug }));
        }
        for file in [
            "",
            "1-a.md",
            "001-a.md",
            "01-A.md",
            "01-a--b.md",
            "01-.md",
            "01-a",
            "01-a.MD",
            "01a.md",
            "aa-b.md",
            "01-a.md ",
            "01-é.md",
            "０１-a.md",
            "01_a.md",
            "+1-a.md",
            "01-a.md\n",
            "notes.txt",
            "README.md",
        ] {
            assert_eq!(parse(file), None, "{file:?}");
        }
        assert!(has_many_digits("100-a.md") && !has_many_digits("1-a.md") && !has_many_digits("100.md"));
    }

    #[test]
    fn leftovers_are_ignored() {
        for file in [
            ".DS_Store",
            ".01-a.md.swp",
            "01-a.md~",
            "#01-a.md#",
            "01-a.md.bak",
            "01-a.md.orig",
            ".#x",
        ] {
            assert!(is_ignored(file), "{file}");
        }
        for file in ["01-a.md", "notes.txt", "#", "", "a#b"] {
            assert!(!is_ignored(file), "{file}");
        }
    }
}
