//! One call of a teddy verb.

use engine::EngineError;

use crate::answer::Answer;
use crate::door::Door;
use crate::trouble;

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
}

pub struct Call<'a> {
    pub door: &'a Door,
    pub wants_json: bool,
}

pub type Answered = Result<Answer, EngineError>;

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: &Common) -> Self {
        Self {
            door,
            wants_json: common.json,
        }
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        trouble::answer(&trouble::trouble(error), trouble::code(error), self.wants_json)
    }
}
