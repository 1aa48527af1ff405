//! The language of a file, by its name alone.

use model::Resource;

/// What stands after the opening fence; empty where nobody knows.
pub(super) fn of(resource: &Resource) -> &'static str {
    let Some(path) = resource.path() else { return "markdown" };
    let name = path.as_str().rsplit('/').next().unwrap_or_default();
    match name {
        "Dockerfile" | "Containerfile" => return "dockerfile",
        "Makefile" | "GNUmakefile" | "makefile" => return "makefile",
        "CMakeLists.txt" => return "cmake",
        _ => {}
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.map_or("", |ending| by_ending(&ending))
}

fn by_ending(ending: &str) -> &'static str {
    match ending {
        "rs" => "rust",
        "py" | "pyi" => "python",
        "js" | "mjs" | "cjs" => "javascript",
        "jsx" => "jsx",
        "ts" | "mts" | "cts" => "typescript",
        "tsx" => "tsx",
        "go" => "go",
        "java" => "java",
        "kt" | "kts" => "kotlin",
        "c" | "h" => "c",
        "cc" | "cpp" | "cxx" | "hpp" | "hh" => "cpp",
        "cs" => "csharp",
        "rb" => "ruby",
        "php" => "php",
        "swift" => "swift",
        "scala" => "scala",
        "hs" => "haskell",
        "lua" => "lua",
        "sh" | "bash" | "zsh" => "shell",
        "ps1" => "powershell",
        "sql" => "sql",
        "md" | "markdown" => "markdown",
        "json" | "jsonl" => "json",
        "yaml" | "yml" => "yaml",
        "toml" => "toml",
        "xml" | "svg" => "xml",
        "html" | "htm" => "html",
        "css" => "css",
        "scss" => "scss",
        "tf" => "hcl",
        "proto" => "protobuf",
        "diff" | "patch" => "diff",
        "txt" | "log" => "text",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use model::RelPath;

    use super::*;

    #[test]
    fn names_tell_languages() {
        for (path, language) in [
            ("src/main.rs", "rust"),
            ("a.b/README.MD", "markdown"),
            ("docker/Dockerfile", "dockerfile"),
            ("LICENSE", ""),
            (".gitignore", ""),
            ("x.unknown", ""),
        ] {
            let file = Resource::File(RelPath::new(path).unwrap());
            assert_eq!(of(&file), language, "{path}");
        }
        assert_eq!(of(&Resource::Url("https://x.y/a.rs".to_owned())), "markdown");
    }
}
