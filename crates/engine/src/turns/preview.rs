//! Showing a whole plan in the user's editor.
//!
//! The project may name a command for it, and a project is not trusted: such a command runs only after the user has
//! said so on a terminal, for this project, this command line, and this very program.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use dialect::teddy::{PartProblem, TeddyConfig, join_command, read_config, split_command};
use model::{Diagnostic, RelPath, limits};
use workspace::preview::{self, append_line, find_program};
use workspace::{Digest, read_text};

use super::bench::Workbench;
use super::choosing::Editing;
use super::place::teddy_path;
use crate::error::EngineError;

const DEFAULT: &str = "code";
/// Editors and pagers without a window of their own.
const IN_TERMINAL: [&str; 18] = [
    "bat", "cat", "ed", "helix", "hx", "joe", "kak", "less", "mcedit", "micro", "more", "most", "nano", "ne", "nvim",
    "vi", "view", "vim",
];
/// Below `.teddy`.
const CONFIG: &str = "config.yaml";
const TRUSTED: &str = "planwright/trusted";

/// How a plan would be shown.
pub enum Preview {
    Command {
        program: Program,
        trust: Trust,
    },
    /// What the project names cannot be used.
    Broken(ProgramProblem),
    Terminal,
}

/// Why an editor or a previewer cannot be used.
#[derive(Debug)]
pub enum ProgramProblem {
    /// The part that it should show.
    Part(PartProblem),
    ConfigUnreadable(EngineError),
    /// The first problem of `.teddy/config.yaml`.
    ConfigInvalid(String),
    CommandInvalid(String),
    NoSuchProgram {
        command: String,
    },
    Unreadable(PathBuf),
    /// Its file changed after the user was asked.
    Changed(PathBuf),
    PreviewerFailed(io::Error),
    NoDraft(io::Error),
    EditorFailed(io::Error),
    DraftUnreadable(io::Error),
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
    /// What the user trusts or does not.
    identity: String,
}

impl Program {
    /// `None` if its file cannot be read.
    fn new(root: &Path, argv: Vec<String>, file: PathBuf) -> Option<Self> {
        Some(Self {
            identity: identity(root, &argv, &file)?,
            argv,
            file,
        })
    }

    /// Whether it draws on the terminal instead of opening a window. Only its name can tell.
    pub fn needs_terminal(&self) -> bool {
        let name = self
            .argv
            .first()
            .and_then(|first| Path::new(first).file_name()?.to_str());
        name.is_some_and(|name| IN_TERMINAL.contains(&name))
            || self
                .argv
                .iter()
                .any(|argument| matches!(argument.as_str(), "-nw" | "-t" | "--tty"))
    }

    /// As one would type it: which words belong together is part of what the user trusts.
    pub fn command_line(&self) -> String {
        join_command(&self.argv)
    }
}

impl Workbench {
    /// The project's own command, then Visual Studio Code, then the terminal.
    pub fn previewer(&self) -> Preview {
        let wanted = match self.preview_command() {
            Ok(Some(wanted)) => wanted,
            Ok(None) => return self.default_previewer(),
            Err(why) => return Preview::Broken(why),
        };
        let argv = match split_command(&wanted) {
            Ok(argv) => argv,
            Err(why) => return Preview::Broken(ProgramProblem::CommandInvalid(why.to_string())),
        };
        let Some(file) = argv.first().and_then(|name| self.find_program(name)) else {
            return Preview::Broken(ProgramProblem::NoSuchProgram { command: wanted });
        };
        self.asking_first(argv, file)
    }

    /// Shows the text in the program, and waits until it returns.
    pub fn open_preview(&self, program: &Program, text: &str) -> Result<Editing, ProgramProblem> {
        self.check_program(program)?;
        let opened = preview::open(&self.records.drafts(), &program.file, &program.argv[1..], text);
        opened.map(Editing::of).map_err(ProgramProblem::PreviewerFailed)
    }

    /// The user may have thought about it for long.
    pub(super) fn check_program(&self, program: &Program) -> Result<(), ProgramProblem> {
        match identity(&self.root, &program.argv, &program.file).as_ref() == Some(&program.identity) {
            true => Ok(()),
            false => Err(ProgramProblem::Changed(program.file.clone())),
        }
    }

    /// Remembers that the user trusts the program as it was when the user was asked, in the user's own folder.
    pub fn trust(&self, program: &Program) -> Result<(), EngineError> {
        let Some(path) = self.trusted_file() else {
            return Ok(());
        };
        append_line(&path, &program.identity).map_err(EngineError::at(path))
    }

    fn default_previewer(&self) -> Preview {
        let argv = vec![DEFAULT.to_owned()];
        let Some(file) = self.find_program(DEFAULT) else {
            return Preview::Terminal;
        };
        // The user's `PATH` may lead into the workspace, and what is called so there is the project's.
        if is_inside(&self.root, &file) || self.find_program_outside(DEFAULT).as_ref() != Some(&file) {
            return self.asking_first(argv, file);
        }
        match Program::new(&self.root, argv, file) {
            Some(program) => Preview::Command {
                program,
                trust: Trust::Given,
            },
            None => Preview::Terminal,
        }
    }

    /// A program that the project has a hand in.
    fn asking_first(&self, argv: Vec<String>, file: PathBuf) -> Preview {
        let Some(program) = Program::new(&self.root, argv, file.clone()) else {
            return Preview::Broken(ProgramProblem::Unreadable(file));
        };
        let trust = match self.is_trusted(&program) {
            true => Trust::Given,
            false => Trust::Needed,
        };
        Preview::Command { program, trust }
    }

    fn is_trusted(&self, program: &Program) -> bool {
        let Some(path) = self.trusted_file() else {
            return false;
        };
        let known = read_text(&path, limits::TRUSTED_BYTES).ok().flatten();
        known.unwrap_or_default().lines().any(|line| line == program.identity)
    }

    fn trusted_file(&self) -> Option<PathBuf> {
        Some(self.setting.config_folder.as_ref()?.join(TRUSTED))
    }

    /// The project's wishes for the `teddy` command: where they stand, and everything that is wrong with them.
    pub fn config_faults(&self) -> (RelPath, Vec<Diagnostic>) {
        let path = teddy_path(CONFIG);
        // A file that cannot be read at all is told where its wishes are needed.
        let text = self.text(&path).ok().flatten().unwrap_or_default();
        (path, read_config(&text).1)
    }

    fn preview_command(&self) -> Result<Option<String>, ProgramProblem> {
        let text = self
            .text(&teddy_path(CONFIG))
            .map_err(ProgramProblem::ConfigUnreadable)?;
        let (TeddyConfig { preview_command }, faults) = read_config(&text.unwrap_or_default());
        match faults
            .into_iter()
            .find(|fault| fault.severity == model::Severity::Error)
        {
            Some(fault) => Err(ProgramProblem::ConfigInvalid(fault.message)),
            None => Ok(preview_command),
        }
    }

    fn find_program(&self, name: &str) -> Option<PathBuf> {
        find_program(name, self.search_path(), &self.root)
    }

    /// As if the workspace were not part of `PATH`. A link in it may lead anywhere.
    fn find_program_outside(&self, name: &str) -> Option<PathBuf> {
        let is_outside = |folder: &PathBuf| !is_inside(&self.root, folder);
        let folders = std::env::split_paths(self.search_path()).filter(is_outside);
        find_program(name, &std::env::join_paths(folders).ok()?, &self.root)
    }

    fn search_path(&self) -> &OsStr {
        let path = self.variables.iter().find(|(variable, _)| variable == "PATH");
        path.map_or(OsStr::new(""), |(_, value)| value)
    }
}

/// Another project, command line or program is another question. What lies in the workspace can be changed by anybody
/// who changes the project, so its bytes count, too: those of the program, and those of a script that is handed to it.
fn identity(root: &Path, argv: &[String], file: &Path) -> Option<String> {
    let content = match is_inside(root, file) {
        true => Digest::of_file(file).ok()?.to_string(),
        false => String::new(),
    };
    let handed = argv.iter().skip(1).map(|argument| root.join(argument));
    let ours = handed.filter(|path| path.is_file() && is_inside(root, path));
    let scripts = ours
        .map(|path| Some(Digest::of_file(&path).ok()?.to_string()))
        .collect::<Option<Vec<_>>>()?;
    let parts = [
        root.to_string_lossy().into_owned(),
        argv.join("\0"),
        file.to_string_lossy().into_owned(),
        content,
        scripts.join("\0"),
    ];
    Some(Digest::of(parts.join("\n").as_bytes()).to_string())
}

/// Whatever links lead there, and by its name as well.
fn is_inside(root: &Path, path: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    path.starts_with(root) || real(path).starts_with(real(root))
}
