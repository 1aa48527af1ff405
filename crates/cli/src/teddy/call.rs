//! One call of a teddy verb.

use engine::EngineError;
use engine::turns::Workbench;
use render::Address;
use render::errors::{Trouble, teddy_error};
use render::teddy::{self, Named, config_warnings};

use crate::answer::Answer;
use crate::door::Door;
use crate::terminal;

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Print the answer as JSON
    #[arg(long, global = true, help_heading = crate::flags::GLOBAL)]
    pub json: bool,
}

pub struct Call<'a> {
    pub door: &'a Door,
    pub wants_json: bool,
    /// The session that was named.
    pub named: Named<'a>,
}

pub type Answered = Result<Answer, EngineError>;

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: &Common, named: Option<&'a str>) -> Self {
        Self {
            door,
            wants_json: common.json,
            named: Named(named),
        }
    }

    pub fn bench(&self) -> Result<Workbench, EngineError> {
        Workbench::open(&self.door.setting, self.door.variables())
    }

    /// As [`Self::bench`], and asks the person at the terminal about hosts that are not allowed yet. After an approval
    /// in advance it does not ask, because the person may be away.
    pub fn asking_bench(&self, is_approved: bool) -> Result<Workbench, EngineError> {
        let bench = self.bench()?;
        Ok(match terminal::is_present() && !is_approved {
            true => bench.asking_about_hosts(terminal::ask_host),
            false => bench,
        })
    }

    /// The one place where an answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.wants_json { json() } else { text() })
    }

    /// Adds warnings about the project's own files to the answer: settings without effect, and prompts that replace
    /// built-in ones.
    pub fn warned(&self, mut answer: Answer) -> Answer {
        if let Ok(bench) = Workbench::open(&self.door.setting, Vec::new()) {
            let (path, faults) = bench.config_faults();
            let warnings = config_warnings(&path, &faults) + &prompt_warnings(&bench);
            answer.stderr.insert_str(0, &warnings);
        }
        answer
    }

    pub fn refused(&self, trouble: &Trouble) -> Answer {
        crate::trouble::answer(trouble, self.wants_json)
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        let trouble = teddy_error(error, self.named, &Address::NONE);
        self.refused(&self.door.assignment.explain(error, trouble))
    }
}

/// One warning for each built-in prompt that a file of the project replaces.
pub fn prompt_warnings(bench: &Workbench) -> String {
    teddy::prompt_warnings(&bench.replaced_prompts())
}

/// Adds an error that came after the work was done. With JSON, the error is the whole answer.
pub fn then_failed(answer: Answer, error: Answer) -> Answer {
    match error.stdout.is_empty() {
        true => Answer {
            stderr: answer.stderr + &error.stderr,
            stdout: answer.stdout,
            ..error
        },
        false => error,
    }
}
