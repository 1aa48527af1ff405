//! Somebody behind a network who answers: attempts, patience and money. What is said on the wire is not known here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use model::{Cost, limits};

use crate::answer::{Answer, Asking, Expected, Progress};
use crate::attempt::{Attempt, Setback};
use crate::budget::{Allowance, Purse, Reserve, Wish};
use crate::clock::{Clock, TICK};
use crate::error::PlannerError;
use crate::key::{Keep, Scrub};
use crate::price::Price;
use crate::text::settle;
use crate::wire::{Reading, Stop, Terms, Wire};
use crate::{Planner, check_size};

pub(crate) struct RemotePlanner {
    pub(crate) wire: Box<dyn Wire>,
    pub(crate) model: String,
    /// For people.
    pub(crate) host: String,
    pub(crate) timeout: Duration,
    pub(crate) max_cost: Option<Cost>,
    pub(crate) price: Option<Price>,
    pub(crate) purse: Arc<Purse>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) scrub: Scrub,
}

impl Planner for RemotePlanner {
    fn ask(
        &self,
        asking: &Asking<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<Answer, PlannerError> {
        check_size(asking)?;
        let reserve = self.reserve(asking, cancelled)?;
        let reading = self.insist(asking, reserve.allowance.as_ref(), watch, cancelled)?;
        self.answer(reserve.allowance.as_ref(), reading)
    }

    fn name(&self) -> &str {
        &self.model
    }
}

impl RemotePlanner {
    /// Waits while others may still spend what the question needs. All of them end, so this ends, too.
    fn reserve(&self, asking: &Asking<'_>, cancelled: &AtomicBool) -> Result<Reserve<'_>, PlannerError> {
        let wish = Wish {
            max_cost: self.max_cost,
            price: self.price,
            bytes: asking.instructions().len() + asking.prompt.len(),
        };
        loop {
            if let Some(reserve) = self.purse.reserve(&wish)? {
                return Ok(reserve);
            }
            self.clock.wait(TICK, cancelled);
            if cancelled.load(Ordering::Relaxed) {
                return Err(PlannerError::Cancelled);
            }
        }
    }

    /// Asks until there is an answer, or no more hope, time or patience.
    fn insist(
        &self,
        asking: &Asking<'_>,
        allowance: Option<&Allowance>,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<Reading, PlannerError> {
        let deadline = self.clock.now() + self.timeout;
        let mut terms = Terms {
            max_output: allowance.map(|allowance| allowance.output_tokens),
            is_shaped: matches!(asking.answer, Expected::Json { .. }),
        };
        for attempt in 1.. {
            let (reading, outcome) = self.attempt(asking, terms, deadline, watch, cancelled);
            // What was read and written so far is charged, whether it can be used or not.
            if let Some(cost) = self.cost(&reading) {
                self.purse.pay(cost);
            }
            let Err(setback) = outcome else {
                return Ok(reading);
            };
            let is_last = attempt >= limits::PLANNER_ATTEMPTS;
            let (error, wait) = match setback {
                // Not everybody can be told the shape of an answer, and the instructions tell it, too.
                Setback::Final(PlannerError::Refused { status: 400 | 422, .. }) if terms.is_shaped && !is_last => {
                    terms.is_shaped = false;
                    continue;
                }
                Setback::Final(error) => return Err(error),
                Setback::Passing { error, wait } => (error, wait.unwrap_or_else(|| self.backoff(attempt))),
            };
            let is_late = self.clock.now() + wait >= deadline;
            if is_last || is_late || wait > Duration::from_secs(limits::PLANNER_RETRY_AFTER_S) {
                return Err(error);
            }
            watch(Progress::Retrying {
                attempt: attempt + 1,
                why: &error.to_string(),
                in_seconds: wait.as_secs_f64().ceil() as u64,
            });
            self.clock.wait(wait, cancelled);
            if cancelled.load(Ordering::Relaxed) {
                return Err(PlannerError::Cancelled);
            }
        }
        unreachable!("the last attempt has returned")
    }

    fn attempt(
        &self,
        asking: &Asking<'_>,
        terms: Terms,
        deadline: Instant,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> (Reading, Result<(), Setback>) {
        let left = deadline.saturating_duration_since(self.clock.now());
        let mut attempt = Attempt {
            wire: self.wire.as_ref(),
            host: &self.host,
            scrub: &self.scrub,
            max_output: terms.max_output,
            reading: Reading::default(),
            shown: 0,
        };
        let outcome = attempt.run(self.wire.request(asking, terms), left, self.timeout, watch, cancelled);
        (attempt.reading, outcome)
    }

    fn answer(&self, allowance: Option<&Allowance>, reading: Reading) -> Result<Answer, PlannerError> {
        match (&reading.stop, allowance) {
            (Some(Stop::Length), Some(allowance)) => return Err(allowance.refusal.clone()),
            (Some(Stop::Length), None) => return Err(PlannerError::too_long()),
            (Some(Stop::Unwilling(why)), _) => {
                let why = self.scrub.line(why, limits::PLANNER_COMPLAINT_CHARS, Keep::Start);
                return Err(PlannerError::BadAnswer { why });
            }
            (Some(Stop::Done) | None, _) => {}
        }
        let usage = reading.tokens.usage(self.cost(&reading));
        Ok(Answer {
            text: settle(&reading.text)?,
            model: reading.model.unwrap_or_else(|| self.model.clone()),
            usage,
        })
    }

    /// The server's own word counts more than our list.
    fn cost(&self, reading: &Reading) -> Option<Cost> {
        reading.cost.or_else(|| self.price?.of(reading.tokens))
    }

    /// Twice as long every time, and half of it by chance.
    fn backoff(&self, attempt: u32) -> Duration {
        let doubled = limits::PLANNER_BACKOFF_MS.saturating_mul(1 << (attempt - 1).min(16));
        let most = doubled.min(limits::PLANNER_BACKOFF_MS_MAX);
        Duration::from_millis(most / 2 + most / 2 * u64::from(self.clock.jitter().min(1_000)) / 1_000)
    }
}
