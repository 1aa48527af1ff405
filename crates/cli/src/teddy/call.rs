//! One call of a teddy verb.

use dialect::Address;
use dialect::native::Trouble;
use dialect::teddy::answer::Named;
use dialect::teddy::config_warnings;
use engine::turns::{TurnError, Workbench};

use super::trouble::{code, trouble_of};
use crate::answer::Answer;
use crate::door::Door;

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
}

pub struct Call<'a> {
    pub door: &'a Door,
    pub wants_json: bool,
    /// The session that was named.
    pub named: Named<'a>,
}

pub type Answered = Result<Answer, TurnError>;

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: &Common, named: Option<&'a str>) -> Self {
        Self {
            door,
            wants_json: common.json,
            named: Named(named),
        }
    }

    pub fn bench(&self) -> Result<Workbench, TurnError> {
        Workbench::open(&self.door.setting, self.door.variables())
    }

    /// The one place where an answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.wants_json { json() } else { text() })
    }

    /// Beside the answer, which stays what it is: what the project's file of wishes says in vain.
    pub fn warned(&self, mut answer: Answer) -> Answer {
        if let Ok(bench) = Workbench::open(&self.door.setting, Vec::new()) {
            let (path, faults) = bench.config_faults();
            answer.stderr.insert_str(0, &config_warnings(path.as_str(), &faults));
        }
        answer
    }

    pub fn refused(&self, trouble: &Trouble, code: u8) -> Answer {
        crate::trouble::answer(trouble, code, self.wants_json)
    }

    pub fn failed(&self, error: &TurnError) -> Answer {
        let trouble = trouble_of(error, self.named, &Address::NONE);
        let trouble = match error {
            TurnError::Engine(error) => self.door.assignment.explain(error, trouble),
            _ => trouble,
        };
        self.refused(&trouble, code(error))
    }
}
