//! Finds the back-ticked things in a hint that look like paths of the project.

use crate::planloop::path;

#[derive(Debug, PartialEq)]
pub(super) struct Mention<'a> {
    /// As it stands between the back-ticks.
    pub written: &'a str,
    pub bare: String,
    pub shape: Shape,
}

/// How sure we are that it is a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `src/models/`
    Folder,
    /// `src/models/user.py`
    File,
    /// `spec.md`, which may lie in the root or be short for a path that the task lists.
    Name,
    /// `src/models`: a path only if the project has its first folder; it might be `application/json`.
    Loose,
}

impl Mention<'_> {
    pub fn first_folder(&self) -> Option<&str> {
        self.bare.split_once('/').map(|(first, _)| first)
    }
}

/// Names without a folder are taken for files only if they end in one of these.
const FILE_ENDINGS: [&str; 61] = [
    "adoc", "bash", "bat", "c", "cc", "cfg", "clj", "cmake", "conf", "cpp", "cs", "css", "csv", "cxx", "dart", "ex",
    "exs", "go", "gradle", "h", "hpp", "hs", "htm", "html", "ini", "ipynb", "java", "js", "json", "jsx", "kt", "lock",
    "lua", "md", "mjs", "ml", "php", "pl", "proto", "ps1", "py", "rb", "rs", "rst", "scala", "scss", "sh", "sql",
    "svelte", "svg", "swift", "tf", "toml", "ts", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig",
];
/// Products that are called like a file.
const PRODUCTS_JS: [&str; 12] = [
    "alpine", "angular", "backbone", "chart", "d3", "ember", "express", "next", "node", "nuxt", "react", "vue",
];
const HOST_ENDINGS: [&str; 6] = [".com", ".dev", ".io", ".net", ".org", ".ai"];

pub(super) fn mentions(hint: &str) -> Vec<Mention<'_>> {
    code_spans(hint).filter_map(mention).collect()
}

/// What stands between back-ticks; a run of them counts as one.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let inner = rest[rest.find('`')?..].trim_start_matches('`');
        let end = inner.find('`')?;
        rest = inner[end..].trim_start_matches('`');
        Some(&inner[..end])
    })
}

fn mention(span: &str) -> Option<Mention<'_>> {
    let written = span.trim();
    let word = without_position(written.strip_prefix('+').unwrap_or(written));
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '-' | '+' | '@');
    if !word.chars().all(is_plain) || word.starts_with(['-', '@']) || path::danger(word).is_some() {
        return None;
    }
    let tidy = path::tidy(word).path;
    let bare = path::bare(&tidy);
    let shape = shape(bare, tidy.ends_with('/'))?;
    Some(Mention {
        written,
        bare: bare.to_owned(),
        shape,
    })
}

fn shape(bare: &str, is_folder: bool) -> Option<Shape> {
    if bare.is_empty() {
        return None;
    }
    let ending = ending(path::file_name(bare));
    match bare.split_once('/') {
        Some((host, _)) if HOST_ENDINGS.iter().any(|ending| host.ends_with(ending)) => None,
        _ if is_folder => Some(Shape::Folder),
        Some(_) if ending.is_some() => Some(Shape::File),
        Some(_) => Some(Shape::Loose),
        None => is_file_name(bare, ending?).then_some(Shape::Name),
    }
}

fn is_file_name(name: &str, ending: &str) -> bool {
    let lower = ending.to_ascii_lowercase();
    let stem = name[..name.len() - ending.len() - 1].to_ascii_lowercase();
    let is_product = lower == "js" && PRODUCTS_JS.contains(&stem.as_str());
    let is_known = FILE_ENDINGS.binary_search(&lower.as_str()).is_ok();
    is_known && !is_product
}

/// The letters behind the last dot, if they can be a file's ending.
pub(super) fn ending(name: &str) -> Option<&str> {
    const ENDING_BYTES_MAX: usize = 8;
    let (stem, ending) = name.rsplit_once('.')?;
    let fits = ending.len() <= ENDING_BYTES_MAX && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_word = ending.starts_with(|c: char| c.is_ascii_alphabetic());
    (fits && is_word && !stem.trim_matches('.').is_empty()).then_some(ending)
}

/// `a.py:10`, `a.py:10-20`, `a.py#L10` and `a.py::test_x` all mean a place in `a.py`.
fn without_position(word: &str) -> &str {
    let word = word.split('#').next().unwrap_or(word);
    match word.split_once(':') {
        Some((path, place)) if place.starts_with(':') || place.starts_with(|c: char| c.is_ascii_digit()) => path,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(span: &str, expected: Option<(&str, Shape)>) {
        let hint = format!("See `{span}`.");
        let found = mentions(&hint);
        let found = found.first().map(|mention| (mention.bare.as_str(), mention.shape));
        assert_eq!(found, expected, "{span}");
    }

    #[test]
    fn paths_are_found() {
        check("src/api/utils.py", Some(("src/api/utils.py", Shape::File)));
        check("./src/api/utils.py", Some(("src/api/utils.py", Shape::File)));
        check("+src/api/utils.py", Some(("src/api/utils.py", Shape::File)));
        check("src/main.py:42", Some(("src/main.py", Shape::File)));
        check("src/main.py:42-50", Some(("src/main.py", Shape::File)));
        check("src/main.rs#L10", Some(("src/main.rs", Shape::File)));
        check("tests/test_a.py::test_b", Some(("tests/test_a.py", Shape::File)));
        check("src/models/", Some(("src/models", Shape::Folder)));
        check("docs/", Some(("docs", Shape::Folder)));
        check("spec.md", Some(("spec.md", Shape::Name)));
        check("Cargo.toml", Some(("Cargo.toml", Shape::Name)));
        check("src/models", Some(("src/models", Shape::Loose)));
        check("application/json", Some(("application/json", Shape::Loose)));
        check(
            ".github/workflows/ci.yml",
            Some((".github/workflows/ci.yml", Shape::File)),
        );
        check("größe/datei.txt", Some(("größe/datei.txt", Shape::File)));
    }

    #[test]
    fn other_things_are_left_alone() {
        for span in [
            "",
            "/",
            ".",
            "/login",
            "GET /users",
            "/etc/passwd",
            "../other/spec.md",
            "~/x.py",
            "src/*.py",
            "src/{a,b}.py",
            "<name>.py",
            "https://example.com/a.html",
            "github.com/org/repo.git",
            "example.com/index.html",
            "user.name",
            "os.path",
            "console.log",
            "process.env",
            "Node.js",
            "Vue.js",
            "v1.2",
            "1.2.3",
            "e.g.",
            "foo()",
            "Vec::new",
            "core::fmt",
            "--config=a.toml",
            "-f",
            "@scope/pkg.js",
            "$HOME/a.py",
            "cargo test",
            "password_hash",
            "...",
            ".env",
            "Makefile",
        ] {
            check(span, None);
        }
    }

    #[test]
    fn spans_are_found_in_any_text() {
        let spans = |text: &'static str| code_spans(text).collect::<Vec<_>>();
        assert_eq!(spans("a `b` c ``d`` `e"), ["b", "d"]);
        assert_eq!(spans("`` ` ``"), [" "]);
        assert_eq!(spans("```"), Vec::<&str>::new());
        assert_eq!(spans("`é`日`本`"), ["é", "本"]);
    }

    #[test]
    fn endings_are_sorted_for_the_search() {
        assert!(FILE_ENDINGS.is_sorted());
    }
}
