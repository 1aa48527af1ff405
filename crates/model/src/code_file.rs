//! Files that make other programs run code.

use crate::RelPath;

/// Folders whose files editors, agents, git hooks, build tools or CI services act on.
const FOLDERS: &[&str] = &[
    ".buildkite",
    ".cargo",
    ".circleci",
    ".claude",
    ".codex",
    ".cursor",
    ".devcontainer",
    ".fleet",
    ".gemini",
    ".git",
    ".githooks",
    ".husky",
    ".idea",
    ".mvn",
    ".vscode",
    ".woodpecker",
    ".yarn",
    ".zed",
];

/// Folders of which only some parts are run.
const NESTED_FOLDERS: &[[&str; 2]] = &[
    [".forgejo", "workflows"],
    [".gitea", "workflows"],
    [".github", "actions"],
    [".github", "workflows"],
];

const NAMES: &[&str] = &[
    // Shells and the programs that they load.
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".cshrc",
    ".envrc",
    ".kshrc",
    ".login",
    ".mise.toml",
    ".profile",
    ".tcshrc",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "config.fish",
    "mise.toml",
    // Git and its hooks.
    ".gitattributes",
    ".gitconfig",
    ".gitmodules",
    ".lefthook.yml",
    ".pre-commit-config.yaml",
    ".pre-commit-hooks.yaml",
    "lefthook.yml",
    // Editors, debuggers and agents.
    ".dir-locals.el",
    ".exrc",
    ".gdbinit",
    ".lldbinit",
    ".mcp.json",
    ".nvim.lua",
    ".nvimrc",
    ".vimrc",
    // CI services.
    ".drone.yml",
    ".gitlab-ci.yml",
    ".travis.yml",
    ".woodpecker.yml",
    "appveyor.yml",
    "azure-pipelines.yml",
    "bitbucket-pipelines.yml",
    "cloudbuild.yaml",
    "jenkinsfile",
    // Build tools, package managers and test runners.
    ".bazelrc",
    ".justfile",
    ".npmrc",
    ".pnpmfile.cjs",
    ".yarnrc",
    ".yarnrc.yml",
    "build",
    "build.bazel",
    "build.gradle",
    "build.gradle.kts",
    "build.rs",
    "build.sbt",
    "cmakelists.txt",
    "compose.yaml",
    "compose.yml",
    "composer.json",
    "configure",
    "conftest.py",
    "containerfile",
    "default.nix",
    "deno.json",
    "deno.jsonc",
    "directory.build.props",
    "directory.build.targets",
    "docker-compose.yaml",
    "docker-compose.yml",
    "dockerfile",
    "flake.nix",
    "gemfile",
    "gnumakefile",
    "gradlew",
    "gruntfile.js",
    "gulpfile.js",
    "justfile",
    "makefile",
    "meson.build",
    "mix.exs",
    "module.bazel",
    "mvnw",
    "noxfile.py",
    "package.json",
    "package.swift",
    "pom.xml",
    "procfile",
    "pyproject.toml",
    "rakefile",
    "rust-toolchain",
    "rust-toolchain.toml",
    "settings.gradle",
    "settings.gradle.kts",
    "setup.cfg",
    "setup.py",
    "shell.nix",
    "sitecustomize.py",
    "taskfile.yaml",
    "taskfile.yml",
    "tox.ini",
    "usercustomize.py",
    "vagrantfile",
    "workspace.bazel",
];

const ENDINGS: &[&str] = &[
    ".bzl",
    ".cmake",
    ".code-workspace",
    ".config.cjs",
    ".config.js",
    ".config.mjs",
    ".config.mts",
    ".config.ts",
    ".csproj",
    ".dockerfile",
    ".fsproj",
    ".mk",
    ".pth",
    ".vbproj",
    "rc.cjs",
    "rc.js",
    "rc.mjs",
];

/// Whether editors, shells, git, build tools, package managers, agents or CI services run code that this file names or
/// contains, although the user did not ask them to run this file. Ignores case, as some file systems and programs do.
pub fn is_run_by_other_programs(path: &RelPath) -> bool {
    let path = path.as_str().to_lowercase();
    let parts: Vec<_> = path.split('/').collect();
    let Some((name, folders)) = parts.split_last() else {
        return false;
    };
    folders.iter().any(|folder| FOLDERS.contains(folder))
        || folders
            .windows(2)
            .any(|pair| NESTED_FOLDERS.iter().any(|nested| nested == pair))
        || FOLDERS.contains(name)
        || NAMES.contains(name)
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_other_programs_run_are_recognized() {
        let cases = [
            (".vscode/tasks.json", true),
            (".vscode/settings.json", true),
            ("app/.VSCode/launch.json", true),
            (".idea/runConfigurations/x.xml", true),
            ("x.code-workspace", true),
            (".devcontainer/devcontainer.json", true),
            (".envrc", true),
            ("sub/.envrc", true),
            (".github/workflows/ci.yml", true),
            (".github/actions/build/action.yml", true),
            (".github/ISSUE_TEMPLATE/bug.md", false),
            (".gitlab-ci.yml", true),
            ("Jenkinsfile", true),
            ("Makefile", true),
            ("GNUmakefile", true),
            ("src/rules.mk", true),
            ("Justfile", true),
            ("package.json", true),
            ("web/package.json", true),
            ("vite.config.ts", true),
            (".eslintrc.js", true),
            ("build.rs", true),
            (".cargo/config.toml", true),
            ("rust-toolchain.toml", true),
            ("conftest.py", true),
            ("setup.py", true),
            (".gitattributes", true),
            (".gitmodules", true),
            (".git", true),
            (".git/hooks/pre-commit", true),
            ("vendor/x/.git/config", true),
            (".husky/pre-commit", true),
            (".pre-commit-config.yaml", true),
            (".bashrc", true),
            ("home/.zshenv", true),
            (".claude/settings.json", true),
            (".mcp.json", true),
            ("pyproject.toml", true),
            ("build.gradle", true),
            ("build.gradle.kts", true),
            ("src/App.csproj", true),
            ("src/BUILD", true),
            ("BUILD.bazel", true),
            ("CMakeLists.txt", true),
            ("justfile", true),
            ("Rakefile", true),
            ("tox.ini", true),
            ("Dockerfile", true),
            ("web.Dockerfile", true),
            (".npmrc", true),
            (".cursor/rules/x.mdc", true),
            ("src/main.rs", false),
            ("README.md", false),
            ("docs/makefile.md", false),
            ("src/package.json.rs", false),
            ("Cargo.toml", false),
            ("vscode/tasks.json", false),
            (".gitignore", false),
            ("src/build.rs.txt", false),
            ("build/notes.md", false),
            ("workflows/ci.yml", false),
        ];
        for (path, expected) in cases {
            let path = RelPath::new(path).unwrap();
            assert_eq!(is_run_by_other_programs(&path), expected, "{path}");
        }
    }

    #[test]
    fn names_are_in_lower_case() {
        let nested = NESTED_FOLDERS.iter().flatten();
        for name in FOLDERS.iter().chain(NAMES).chain(ENDINGS).chain(nested) {
            assert_eq!(**name, name.to_lowercase());
        }
    }
}
