//! Runs command lines through the real doors, in a folder of its own, and writes down what a person would see.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;

use dialect::native::style::{BOLD, COMMAND, DIM, paint};

use crate::answer::{Answer, exit};
use crate::door::Door;
use crate::{planloop, planwright};

pub struct Stage {
    door: Door,
    root: PathBuf,
    transcript: String,
}

impl Stage {
    pub fn open(columns: usize) -> io::Result<Self> {
        let root = fresh_folder()?;
        let mut door = Door::within(root.clone());
        // The transcript is indented, and pages are narrower than terminals.
        door.columns = columns.saturating_sub(2).min(100);
        Ok(Self {
            door,
            root,
            transcript: String::new(),
        })
    }

    pub fn write(&self, path: &str, text: &str) -> io::Result<()> {
        let path = self.root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)
    }

    pub fn heading(&mut self, text: &str) {
        self.line("");
        self.line(&paint(BOLD, format!("── {text} ──")));
    }

    pub fn aside(&mut self, text: &str) {
        self.line("");
        self.line(&paint(DIM, text));
    }

    /// Does what an agent does with a `sync_instructions` answer.
    pub fn sync_instructions(&self) -> io::Result<()> {
        match dialect::planloop::instructions::merged(None) {
            Some(rulebook) => self.write("docs/agents.md", &rulebook),
            None => Ok(()),
        }
    }

    /// A command that does its work.
    pub fn run(&mut self, line: &str, stdin: Option<&str>) -> io::Result<()> {
        let answer = self.show(line, stdin);
        as_scripted(line, answer.code == exit::DONE)
    }

    /// A command that is turned down, or finds something in the way.
    pub fn run_refused(&mut self, line: &str, stdin: Option<&str>) -> io::Result<()> {
        let answer = self.show(line, stdin);
        as_scripted(line, answer.code != exit::DONE)
    }

    fn show(&mut self, line: &str, stdin: Option<&str>) -> Answer {
        let shown = match stdin {
            Some(payload) => format!("{line} <<'EOF'\n{payload}\nEOF"),
            None => line.to_owned(),
        };
        self.line("");
        for (index, shown) in shown.lines().enumerate() {
            let prompt = if index == 0 { "$ " } else { "  " };
            self.line(&format!("{prompt}{}", paint(COMMAND, shown)));
        }
        let answer = self.perform(line, stdin.unwrap_or_default());
        for text in answer.stdout.lines().chain(answer.stderr.lines()) {
            self.line(&format!("  {text}"));
        }
        answer
    }

    pub fn quietly(&mut self, line: &str) -> io::Result<()> {
        self.line("");
        self.line(&format!("$ {}", paint(COMMAND, line)));
        as_scripted(line, self.perform(line, "").code == exit::DONE)
    }

    pub fn farewell(&mut self) {
        self.line("");
        self.line(&format!("The project and its plan are in {}", self.root.display()));
        let database = self.root.join(".planwright/store.db");
        self.line(&format!("The store is {}", database.display()));
        self.line(&paint(
            DIM,
            "Look around there with `planwright status`, and remove the folder when you are done.",
        ));
    }

    pub fn into_transcript(self) -> String {
        self.transcript
    }

    /// For scripts: where the project is, and how the plan stands.
    pub fn as_json(&self) -> String {
        let listed = self.perform("planwright list --json", "").stdout;
        let root = self
            .root
            .display()
            .to_string()
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        format!("{{\n\"folder\": \"{root}\",\n\"list\": {}\n}}\n", listed.trim_end())
    }

    fn perform(&self, line: &str, stdin: &str) -> Answer {
        let words: Vec<OsString> = words(line).into_iter().map(OsString::from).collect();
        match words.first().and_then(|word| word.to_str()) {
            Some("planloop") => planloop::run(words, &self.door, Some(Box::new(stdin.as_bytes()))),
            _ => planwright::run(words, &self.door),
        }
    }

    fn line(&mut self, text: &str) {
        self.transcript.push_str(text);
        self.transcript.push('\n');
    }
}

fn as_scripted(line: &str, is_so: bool) -> io::Result<()> {
    if is_so {
        return Ok(());
    }
    Err(io::Error::other(format!("`{line}` did not end as it should")))
}

/// Splits at blanks, except between double quotes. The demo's own lines need no more.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match (c, words.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (' ', _) if !is_quoted => words.push(String::new()),
            (other, Some(word)) => word.push(other),
            (_, None) => {}
        }
    }
    words
}

fn fresh_folder() -> io::Result<PathBuf> {
    const TRIES: u32 = 1000;
    let base = std::env::temp_dir();
    for number in 1..=TRIES {
        let folder = base.join(format!("planwright-demo-{}-{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                let why = format!(
                    "no folder could be made in {}: {error}; TMPDIR names another place",
                    base.display()
                );
                return Err(io::Error::new(error.kind(), why));
            }
        }
    }
    Err(io::Error::other("no free name for a temporary folder"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_stay_together() {
        assert_eq!(words(r#"a --goal "b c" d"#), ["a", "--goal", "b c", "d"]);
    }
}
