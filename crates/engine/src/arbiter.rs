//! Which agent acts, where neither the plan nor the transitions say: a language model is asked, and its answer is read as
//! data.

use std::sync::atomic::AtomicBool;

use dialect::answers::read_choice;
use dialect::prompts::rawko_arbiter::ask_again;
use dialect::records::ConsultationOutcome;
use dialect::text::messages;
use model::{AgentName, Diagnostic, Purpose};

use crate::error::{AskError, EngineError};
use crate::plan::decompose::consultation;
use crate::plan::sessions::Target;
use crate::planner::{Asking, Expected, Planner, Progress};
use crate::project::Engine;

/// An answer that is no choice is asked for once more.
const ROUNDS: usize = 2;

pub(crate) struct Arbiter<'a> {
    pub planner: &'a dyn Planner,
    /// Where it is told what was asked.
    pub target: &'a Target,
    pub by: &'a AgentName,
    pub cancelled: &'a AtomicBool,
    pub watch: &'a mut dyn FnMut(Progress<'_>),
}

impl Arbiter<'_> {
    /// One of the names. `about` is what the choice is for, in the log.
    pub fn choose(
        &mut self,
        engine: &mut Engine,
        question: &str,
        names: &[&str],
        about: &str,
    ) -> Result<String, EngineError> {
        let mut prompt = question.to_owned();
        let mut problems: Vec<Diagnostic> = Vec::new();
        for _ in 0..ROUNDS {
            let asking = Asking {
                system: "",
                prompt: &prompt,
                answer: Expected::Text,
            };
            let answer = self.planner.ask(&asking, self.watch, self.cancelled)?;
            let (choice, faults) = read_choice(&answer.text, names);
            let why = messages(&faults);
            let outcome = match &choice {
                Some(name) => ConsultationOutcome::Chosen(about, name),
                None => ConsultationOutcome::NotChosen(about, &why),
            };
            engine.tell(
                self.target,
                self.by,
                consultation(Purpose::Arbitrate, &answer, &outcome),
            )?;
            if let Some(name) = choice {
                return Ok(name);
            }
            prompt = ask_again(question, &why);
            problems = faults;
        }
        Err(AskError::Undecided(problems).into())
    }
}
