//! What a command has to say, and where it goes.

use std::io::Write;
use std::process::ExitCode;

use engine::Discretion;
use engine::turns::Receipt;
use render::planwright;

pub use render::errors::exit;

/// Text with styles; they are taken out where they are not wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub stdout: String,
    pub stderr: String,
    pub code: u8,
    /// Handed back once the answer is written.
    pub receipt: Option<Receipt>,
}

impl Answer {
    pub fn done(stdout: String) -> Self {
        Self {
            stdout,
            stderr: String::new(),
            code: exit::DONE,
            receipt: None,
        }
    }

    /// An error that a program reads: on stdout, where it looks for the answer.
    pub fn machine_error(stdout: String, code: u8) -> Self {
        Self {
            stdout,
            stderr: String::new(),
            code,
            receipt: None,
        }
    }

    pub fn error(stderr: String, code: u8) -> Self {
        Self {
            stdout: String::new(),
            stderr,
            code,
            receipt: None,
        }
    }

    #[must_use]
    pub fn with_code(mut self, code: u8) -> Self {
        self.code = code;
        self
    }

    /// Says that something was kept secret, where whoever asked will look.
    #[must_use]
    pub fn noting(mut self, discretion: &Discretion) -> Self {
        if !discretion.has_hidden() {
            return self;
        }
        match planwright::with_redaction(&self.stdout) {
            Some(noted) => self.stdout = noted,
            None => self.stderr.insert_str(0, &planwright::redaction_text()),
        }
        self
    }

    /// A reader that has seen enough is not an error.
    pub fn print(self) -> ExitCode {
        let _ = anstream::stderr().write_all(self.stderr.as_bytes());
        let mut stdout = anstream::AutoStream::auto(std::io::stdout().lock());
        let written = stdout.write_all(self.stdout.as_bytes()).and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(exit::IO),
            _ => {
                if let Some(receipt) = self.receipt {
                    receipt.hand_back();
                }
                ExitCode::from(self.code)
            }
        }
    }
}
