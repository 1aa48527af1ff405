//! Runs command lines as a person would, in folders of its own, and writes down what they would see.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use render::show::style::{BOLD, COMMAND, DIM, paint};

const CONFIG: &str = ".config/planwright/config.toml";
/// The user's own settings have no say in it.
const FOREIGN: [&str; 5] = ["PLANWRIGHT_", "PLANLOOP_", "AGENTCTL_", "RAWKO_", "XDG_"];

pub struct Stage {
    project: PathBuf,
    home: PathBuf,
    transcript: String,
}

impl Stage {
    pub fn open() -> io::Result<Self> {
        let folder = fresh_folder()?;
        let stage = Self {
            project: folder.join("project"),
            home: folder.join("home"),
            transcript: String::new(),
        };
        fs::create_dir(&stage.project)?;
        fs::create_dir(&stage.home)?;
        Ok(stage)
    }

    pub fn write(&self, path: &str, text: &str) -> io::Result<()> {
        put(&self.project.join(path), text)
    }

    pub fn write_at_home(&self, path: &str, text: &str) -> io::Result<()> {
        put(&self.home.join(path), text)
    }

    pub fn write_and_show(&mut self, path: &str, text: &str) -> io::Result<()> {
        self.write(path, text)?;
        self.show(path, text);
        Ok(())
    }

    /// The user's configuration, in which `AGENTS` stands for the folder of the agents.
    pub fn configure(&mut self, text: &str) -> io::Result<()> {
        let agents = self.home.join("agents").display().to_string();
        let text = text.replace("AGENTS", &agents);
        self.write_at_home(CONFIG, &text)?;
        self.show(&format!("~/{CONFIG}"), &text);
        Ok(())
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
        let ended = self.perform_and_tell(line, stdin)?;
        as_scripted(line, ended.status.success())
    }

    /// A command that is turned down, or finds something in the way.
    pub fn run_refused(&mut self, line: &str, stdin: Option<&str>) -> io::Result<()> {
        let ended = self.perform_and_tell(line, stdin)?;
        as_scripted(line, !ended.status.success())
    }

    pub fn quietly(&mut self, line: &str) -> io::Result<()> {
        self.prompt(line);
        as_scripted(line, self.perform(line, "")?.status.success())
    }

    pub fn farewell(&mut self) {
        self.line("");
        self.line(&format!("The project and its plans are in {}", self.project.display()));
        self.line(&paint(
            DIM,
            "Look around there with `planwright status`, and remove the folder when you are done.",
        ));
    }

    pub fn into_transcript(self) -> String {
        self.transcript
    }

    /// For scripts: where the project is, and how its plan stands.
    pub fn as_json(&self) -> io::Result<String> {
        let listed = self.perform("planwright list --json", "")?.stdout;
        let root = self.project.display().to_string();
        let root = root.replace('\\', "\\\\").replace('"', "\\\"");
        let listed = String::from_utf8_lossy(&listed);
        Ok(format!(
            "{{\n\"folder\": \"{root}\",\n\"list\": {}\n}}\n",
            listed.trim_end()
        ))
    }

    fn perform_and_tell(&mut self, line: &str, stdin: Option<&str>) -> io::Result<Output> {
        match stdin {
            Some(payload) => self.prompt(&format!("{line} <<'EOF'\n{payload}\nEOF")),
            None => self.prompt(line),
        }
        let ended = self.perform(line, stdin.unwrap_or_default())?;
        for stream in [&ended.stdout, &ended.stderr] {
            self.indented(&String::from_utf8_lossy(stream));
        }
        Ok(ended)
    }

    /// We are all doors, by their names, so that it does not matter which are installed.
    fn perform(&self, line: &str, stdin: &str) -> io::Result<Output> {
        let mut words = words(line).into_iter();
        let mut command = Command::new(env::current_exe()?);
        command.arg0(words.next().unwrap_or_default()).args(words);
        for (name, _) in env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if FOREIGN.iter().any(|prefix| name.starts_with(prefix)) {
                command.env_remove(name);
            }
        }
        // Whether there are colors is decided when all of it is printed.
        command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
        command.env("HOME", &self.home).current_dir(&self.project);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        if let Some(mut pipe) = child.stdin.take() {
            // Whoever needs no more has not read to the end.
            let _ = pipe.write_all(stdin.as_bytes());
        }
        child.wait_with_output()
    }

    fn show(&mut self, path: &str, text: &str) {
        self.prompt(&format!("cat {path}"));
        self.indented(text);
    }

    fn prompt(&mut self, line: &str) {
        self.line("");
        for (index, shown) in line.lines().enumerate() {
            let prompt = if index == 0 { "$ " } else { "  " };
            self.line(&format!("{prompt}{}", paint(COMMAND, shown)));
        }
    }

    fn indented(&mut self, text: &str) {
        for line in text.lines() {
            match line.is_empty() {
                true => self.line(""),
                false => self.line(&format!("  {line}")),
            }
        }
    }

    fn line(&mut self, text: &str) {
        self.transcript.push_str(text);
        self.transcript.push('\n');
    }
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
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
    let wanted = env::temp_dir();
    let refused = |error: io::Error| {
        let place = wanted.display();
        let why = format!("no folder could be made in {place}: {error}; TMPDIR names another place");
        io::Error::new(error.kind(), why)
    };
    // Links in it would make two names of one place.
    let base = wanted.canonicalize().map_err(refused)?;
    for number in 1..=TRIES {
        let folder = base.join(format!("planwright-demo-{}-{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(refused(error)),
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
