//! Showing a whole plan in the user's editor.
//!
//! The project may name a command for it, and a project is not trusted: such a command runs only after the user has
//! said so on a terminal, for this project, this command line, and this very program.

use std::ffi::OsStr;
use std::path::PathBuf;

use dialect::teddy::{TeddyConfig, read_config, split_command};
use workspace::preview::{self, append_line, find_program};
use workspace::{Digest, read_text};

use super::bench::Workbench;
use super::error::TurnError;
use super::place::teddy_path;
use crate::error::EngineError;

const DEFAULT: &str = "code";
const TRUSTED: &str = "planwright/trusted";
const TRUSTED_BYTES: usize = 1024 * 1024;

/// How a plan would be shown.
pub enum Preview {
    Command {
        program: Program,
        trust: Trust,
    },
    /// What the project names cannot be used.
    Broken(String),
    Terminal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    Given,
    /// The user has to be asked first.
    Needed,
}

/// A command with its arguments, and the file that it would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    pub argv: Vec<String>,
    pub file: PathBuf,
}

impl Program {
    pub fn command_line(&self) -> String {
        self.argv.join(" ")
    }
}

impl Workbench {
    /// The project's own command, then Visual Studio Code, then the terminal.
    pub fn previewer(&self) -> Preview {
        let wanted = match self.preview_command() {
            Ok(Some(wanted)) => wanted,
            Ok(None) => {
                let argv = vec![DEFAULT.to_owned()];
                return match self.find_program(DEFAULT) {
                    Some(file) => Preview::Command {
                        program: Program { argv, file },
                        trust: Trust::Given,
                    },
                    None => Preview::Terminal,
                };
            }
            Err(why) => return Preview::Broken(why),
        };
        let argv = match split_command(&wanted) {
            Ok(argv) => argv,
            Err(why) => return Preview::Broken(format!("`preview_command` cannot be read: {why}")),
        };
        let Some(file) = argv.first().and_then(|name| self.find_program(name)) else {
            return Preview::Broken(format!(
                "`preview_command` names a program that does not exist: {wanted}"
            ));
        };
        let program = Program { argv, file };
        let trust = match self.is_trusted(&program) {
            true => Trust::Given,
            false => Trust::Needed,
        };
        Preview::Command { program, trust }
    }

    /// Shows the text in the program, and waits until it returns.
    pub fn open_preview(&self, program: &Program, text: &str) -> Result<(), String> {
        preview::open(&program.file, &program.argv[1..], text).map_err(|error| format!("the previewer failed: {error}"))
    }

    /// Remembers that the user trusts the program, in the user's own folder.
    pub fn trust(&self, program: &Program) -> Result<(), TurnError> {
        let Some(path) = self.trusted_file() else {
            return Ok(());
        };
        let Some(identity) = self.identity(program) else {
            return Ok(());
        };
        append_line(&path, &identity).map_err(|source| EngineError::File { path, source }.into())
    }

    fn is_trusted(&self, program: &Program) -> bool {
        let Some((path, identity)) = self.trusted_file().zip(self.identity(program)) else {
            return false;
        };
        let known = read_text(&path, TRUSTED_BYTES).ok().flatten().unwrap_or_default();
        known.lines().any(|line| line == identity)
    }

    /// Another project, command line or program is another question. What lies in the workspace can be changed by
    /// anybody who changes the project, so its bytes count, too.
    fn identity(&self, program: &Program) -> Option<String> {
        let content = match program.file.starts_with(&self.root) {
            true => Digest::of_file(&program.file).ok()?.to_string(),
            false => String::new(),
        };
        let parts = [
            self.root.to_string_lossy().into_owned(),
            program.argv.join("\0"),
            program.file.to_string_lossy().into_owned(),
            content,
        ];
        Some(Digest::of(parts.join("\n").as_bytes()).to_string())
    }

    fn trusted_file(&self) -> Option<PathBuf> {
        Some(self.setting.config_folder.as_ref()?.join(TRUSTED))
    }

    fn preview_command(&self) -> Result<Option<String>, String> {
        let text = self
            .text(&teddy_path("config.yaml"))
            .map_err(|error| error.to_string())?;
        let (TeddyConfig { preview_command }, faults) = read_config(&text.unwrap_or_default());
        match faults
            .into_iter()
            .find(|fault| fault.severity == model::Severity::Error)
        {
            Some(fault) => Err(format!(".teddy/config.yaml: {}", fault.message)),
            None => Ok(preview_command),
        }
    }

    fn find_program(&self, name: &str) -> Option<PathBuf> {
        let path = self.variables.iter().find(|(variable, _)| variable == "PATH");
        find_program(name, path.map_or(OsStr::new(""), |(_, value)| value), &self.root)
    }
}
