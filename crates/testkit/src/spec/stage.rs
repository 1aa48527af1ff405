//! The place of a test: a fresh project folder, a fresh home, and the same environment on every machine.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::shell::{self, Answer};
use super::suite::File;

const RUN_LIMIT: Duration = Duration::from_secs(60);

const NOW: &str = "2026-11-15T09:00:00Z";

/// The environment of every test. It has no `PLANWRIGHT_AGENT`, because a test names its agents.
const FIXED: &[(&str, &str)] = &[
    ("LC_ALL", "C.UTF-8"),
    ("TZ", "UTC"),
    ("NO_COLOR", "1"),
    ("COLUMNS", "100"),
    ("PLANWRIGHT_NOW", NOW),
    ("GIT_AUTHOR_NAME", "Ada"),
    ("GIT_AUTHOR_EMAIL", "ada@example.com"),
    ("GIT_AUTHOR_DATE", NOW),
    ("GIT_COMMITTER_NAME", "Ada"),
    ("GIT_COMMITTER_EMAIL", "ada@example.com"),
    ("GIT_COMMITTER_DATE", NOW),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    // Versions of git differ in the name of the first branch and in the hint about it.
    ("GIT_CONFIG_COUNT", "1"),
    ("GIT_CONFIG_KEY_0", "init.defaultBranch"),
    ("GIT_CONFIG_VALUE_0", "main"),
];

/// Variables that name a folder below the home.
const HOMES: &[(&str, &str)] = &[
    ("HOME", ""),
    ("XDG_CONFIG_HOME", ".config"),
    ("XDG_DATA_HOME", ".local/share"),
    ("XDG_STATE_HOME", ".local/state"),
    ("XDG_CACHE_HOME", ".cache"),
    ("XDG_RUNTIME_DIR", ".run"),
    ("TMPDIR", ".tmp"),
];

pub struct Stage {
    root: TempDir,
    root_path: PathBuf,
    home: TempDir,
    home_path: PathBuf,
    environment: Vec<(String, String)>,
}

impl Stage {
    pub fn open(bins: &Path) -> io::Result<Self> {
        let root = tempfile::Builder::new().prefix("planwright-spec-").tempdir()?;
        let home = tempfile::Builder::new().prefix("planwright-home-").tempdir()?;
        // Programs print resolved paths, so these paths must be resolved before they are replaced.
        let root_path = root.path().canonicalize()?;
        let home_path = home.path().canonicalize()?;
        for existing in [".run", ".tmp"] {
            fs::create_dir(home_path.join(existing))?;
        }
        let environment = environment(&root_path, &home_path, bins);
        Ok(Self {
            root,
            root_path,
            home,
            home_path,
            environment,
        })
    }

    pub fn write(&self, file: &File) -> io::Result<()> {
        let path = self.root_path.join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &file.content)
    }

    /// Paths in the output are replaced by `[ROOT]` and `[HOME]`.
    pub fn run(&self, command: &str) -> io::Result<Answer> {
        Ok(
            match shell::run(command, &self.root_path, &self.environment, RUN_LIMIT)? {
                Answer::Ended { output, code } => Answer::Ended {
                    output: self.without_paths(&output),
                    code,
                },
                Answer::Overran { output } => Answer::Overran {
                    output: self.without_paths(&output),
                },
                Answer::Detached => Answer::Detached,
            },
        )
    }

    fn without_paths(&self, output: &str) -> String {
        let places = [(&self.root_path, "[ROOT]"), (&self.home_path, "[HOME]")];
        let links = [(self.root.path(), "[ROOT]"), (self.home.path(), "[HOME]")];
        let places = places
            .into_iter()
            .map(|(path, name)| (path.as_path(), name))
            .chain(links);
        places.fold(output.to_owned(), |text, (path, name)| {
            text.replace(&*path.to_string_lossy(), name)
        })
    }
}

fn environment(root: &Path, home: &Path, bins: &Path) -> Vec<(String, String)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let system = std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".to_owned());
    let mut all: Vec<(String, String)> = FIXED
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    all.extend(HOMES.iter().map(|&(name, folder)| {
        let folder = if folder.is_empty() {
            home.to_owned()
        } else {
            home.join(folder)
        };
        (name.to_owned(), text(&folder))
    }));
    all.push(("PATH".to_owned(), format!("{}:{system}", bins.display())));
    // A repository above the temporary folder must not become the project.
    all.push((
        "GIT_CEILING_DIRECTORIES".to_owned(),
        text(root.parent().unwrap_or(root)),
    ));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, expect: &str) {
        let stage = Stage::open(Path::new("/nowhere/bin")).unwrap();
        stage
            .write(&File {
                path: "a/b.txt".to_owned(),
                content: "text\n".to_owned(),
                line: 1,
            })
            .unwrap();
        let expect = Answer::Ended {
            output: expect.to_owned(),
            code: 0,
        };
        assert_eq!(stage.run(script).unwrap(), expect);
    }

    #[test]
    fn a_test_has_a_fresh_environment() {
        check("cat a/b.txt; pwd; cd a; pwd", "text\n[ROOT]\n[ROOT]/a\n");
        check("echo $HOME $XDG_STATE_HOME", "[HOME] [HOME]/.local/state\n");
        check(
            "echo $PLANWRIGHT_NOW ${PLANWRIGHT_AGENT-unset} ${CARGO-unset}",
            "2026-11-15T09:00:00Z unset unset\n",
        );
        check("PLANWRIGHT_NOW=later; echo $PLANWRIGHT_NOW", "later\n");
        check("echo ${PATH%%:*}", "/nowhere/bin\n");
    }
}
