//! A program of the user's that answers: the question goes in, the answer comes out.
//!
//! Processes are not ours to start. Whoever opens the planner lends us the way to do it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use model::limits;

use crate::answer::{Answer, Asking, Progress, Usage};
use crate::budget::Purse;
use crate::error::PlannerError;
use crate::key::{Keep, Scrub};
use crate::text::{Decoder, settle};
use crate::wait::Waiting;
use crate::{Planner, check_size};

/// A program to be run to its end, or until its time is over.
pub struct ProgramCall<'a> {
    pub program: &'a str,
    pub arguments: &'a [String],
    /// What it gets to read.
    pub input: String,
    pub timeout: Duration,
}

/// What became of it, and the end of what it complained about.
#[derive(Debug)]
pub struct ProgramEnd {
    pub ending: Ending,
    pub stderr: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Success,
    /// Without a code if a signal ended it.
    Failure(Option<i32>),
    TimedOut,
    /// Whoever listened wanted no more.
    Left,
}

/// Runs a program. The second gets what it prints, piece by piece, and nothing while it is silent; it says whether to go
/// on. An error says why the program could not be started.
pub type RunProgram =
    dyn Fn(ProgramCall<'_>, &mut dyn FnMut(&[u8]) -> bool) -> Result<ProgramEnd, String> + Send + Sync;

pub(crate) struct CommandPlanner {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) timeout: Duration,
    pub(crate) purse: Arc<Purse>,
    pub(crate) scrub: Scrub,
    pub(crate) run: Arc<RunProgram>,
}

impl Planner for CommandPlanner {
    fn ask(
        &self,
        asking: &Asking<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<Answer, PlannerError> {
        check_size(asking)?;
        self.purse.begin()?;
        let call = ProgramCall {
            program: &self.program,
            arguments: &self.arguments,
            input: asking.joined(),
            timeout: self.timeout,
        };
        let mut listening = Listening::new(watch);
        let ended = (self.run)(call, &mut |chunk| listening.hear(chunk, cancelled));
        let ended = ended.map_err(|why| PlannerError::NotStarted {
            program: self.program.clone(),
            why,
        })?;
        let said = listening.finish()?;
        match ended.ending {
            Ending::Success => {}
            // Whoever stops listening has said why.
            Ending::Left => return Err(PlannerError::Cancelled),
            Ending::TimedOut => {
                return Err(PlannerError::TimedOut {
                    seconds: self.timeout.as_secs(),
                });
            }
            Ending::Failure(code) => {
                return Err(PlannerError::CommandFailed {
                    program: self.program.clone(),
                    code,
                    stderr: self.complaint(&ended.stderr),
                });
            }
        }
        Ok(Answer {
            text: settle(&said)?,
            model: self.name().to_owned(),
            usage: Usage::default(),
        })
    }

    fn name(&self) -> &str {
        &self.program
    }
}

impl CommandPlanner {
    fn complaint(&self, stderr: &[u8]) -> String {
        let text = String::from_utf8_lossy(stderr);
        self.scrub.line(&text, limits::PLANNER_COMPLAINT_CHARS, Keep::End)
    }
}

/// What the program has said so far, and why nobody listens any more.
struct Listening<'a, 'b> {
    watch: &'a mut (dyn FnMut(Progress<'_>) + 'b),
    decoder: Decoder,
    waiting: Waiting,
    answer: String,
    stopped: Option<PlannerError>,
}

impl<'a, 'b> Listening<'a, 'b> {
    fn new(watch: &'a mut (dyn FnMut(Progress<'_>) + 'b)) -> Self {
        Self {
            watch,
            decoder: Decoder::default(),
            waiting: Waiting::new(),
            answer: String::new(),
            stopped: None,
        }
    }

    fn hear(&mut self, chunk: &[u8], cancelled: &AtomicBool) -> bool {
        if chunk.is_empty() {
            self.waiting.tell(self.watch);
        } else {
            self.waiting.is_over();
            let text = self.decoder.push(chunk);
            self.take(&text);
        }
        if self.answer.len() > limits::PLANNER_ANSWER_BYTES {
            self.stopped = Some(PlannerError::long_answer());
        } else if cancelled.load(Ordering::Relaxed) {
            self.stopped = Some(PlannerError::Cancelled);
        }
        self.stopped.is_none()
    }

    fn take(&mut self, text: &str) {
        if !text.is_empty() {
            self.answer.push_str(text);
            (self.watch)(Progress::Text(text));
        }
    }

    fn finish(mut self) -> Result<String, PlannerError> {
        if let Some(stopped) = self.stopped {
            return Err(stopped);
        }
        let rest = std::mem::take(&mut self.decoder).finish();
        self.take(&rest);
        Ok(self.answer)
    }
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod command_tests;
