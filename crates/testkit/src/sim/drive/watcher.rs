//! The observer of a run: answers its questions and compares its news with the log.

use engine::run::{Consent, Interrupted, News, Onlooker, Question, Resolution, StepLine};
use engine::turns::{Decision, Review};
use model::conclude::StepConclusion;
use model::{Counts, Standing};

use super::Carelessness;
use super::ground::{Ground, Shared};
use super::record::AgentResult;
use crate::sim::broken::{Broken, Law, hold};

pub(super) struct Watcher(pub Shared);

impl Onlooker for Watcher {
    fn tell(&mut self, news: &News) {
        let mut ground = self.0.ground();
        let followed = ground.follow();
        ground.check(followed);
        ground.note(format!("news: {news:?}"));
        let checked = ground.check_news(news);
        ground.check(checked);
    }

    fn approve(&mut self, _question: &Question<'_>) -> Consent {
        let mut ground = self.0.ground();
        ground.interlude();
        let throw = if ground.is_calm {
            0
        } else {
            ground.dice.weighted(&[94, 3, 3])
        };
        ground.record.has_declined |= throw > 0;
        [Consent::Yes, Consent::No, Consent::Absent][throw]
    }

    fn decide(&mut self, _review: &Review<'_>) -> Decision {
        Decision::Absent
    }

    fn reply(&mut self, _message: &str) -> Option<String> {
        None
    }

    fn resolve(&mut self, interrupted: &Interrupted) -> Option<Resolution> {
        let mut ground = self.0.ground();
        let number = interrupted.step.number;
        ground.note(format!("asked: what is the outcome of {number}?"));
        ground.seen.asked += 1;
        let lives = ground.record.active.contains_key(&number);
        ground.hold(Law::Alone, !lives, || {
            format!("the run asks about {number}, but an agent works on it")
        });
        let is_left = ground.orphans.contains_key(&number);
        ground.hold(Law::Truth, is_left, || format!("no earlier run left {number}"));
        ground.interlude();
        let is_done = ground.orphans.get(&number).is_some_and(|orphan| orphan.is_done);
        let word = match (is_done, ground.dice.below(4)) {
            (_, 3) if !ground.is_calm => None,
            (true, 0 | 1) => Some(Resolution::Done),
            (false, 0) if !ground.is_calm => Some(Resolution::Failed),
            _ => Some(Resolution::Again),
        };
        if let Some(orphan) = ground.orphans.get_mut(&number) {
            orphan.word = word;
        }
        word
    }
}

impl Ground {
    fn check_news(&mut self, news: &News) -> Result<(), Broken> {
        match news {
            News::Begins { counts, .. } => self.check_counts(counts),
            News::Started { step, .. } => {
                // A resumed step does not count as started by this run.
                let is_new = self.record.active.contains_key(&step.number);
                self.record.reported.started += u64::from(is_new);
                Ok(())
            }
            News::Ended {
                step,
                conclusion,
                counts,
                ..
            } => {
                self.check_counts(counts)?;
                let is_boast =
                    self.carelessness == Carelessness::Boasts && matches!(conclusion, StepConclusion::Failed { .. });
                let boast = StepConclusion::Done {
                    note: None,
                    files: Vec::new(),
                    undeclared: Vec::new(),
                };
                self.check_fate(step, if is_boast { &boast } else { conclusion })
            }
            News::Replanned { counts, .. } => {
                self.record.reported.replans += 1;
                self.check_counts(counts)
            }
            News::Output { .. }
            | News::OutputLeftOut { .. }
            | News::Checking { .. }
            | News::Checked { .. }
            | News::Resolved { .. }
            | News::Replanning { .. }
            | News::PlanFile(_)
            | News::Remark(_) => Ok(()),
        }
    }

    /// Checks that the reported result of a step equals the log.
    fn check_fate(&mut self, step: &StepLine, fate: &StepConclusion) -> Result<(), Broken> {
        let number = step.number;
        let came = self.record.came.remove(&number).map(|(_, came)| came);
        let since = self.record.seen_since();
        let brought = |standing| self.audit.has_brought(number, standing, since);
        let is_untouched = [Standing::Todo, Standing::Done, Standing::Failed]
            .iter()
            .all(|standing| !brought(*standing));
        let (is_released, is_given_up) = (
            self.has_given_up(number, Standing::Todo),
            self.has_given_up(number, Standing::Failed),
        );
        let reported = &mut self.record.reported;
        let is_true = match fate {
            StepConclusion::Done { .. } => {
                reported.done += 1;
                brought(Standing::Done)
            }
            StepConclusion::Failed { .. } => {
                reported.failed += 1;
                let by_itself = is_given_up && !brought(Standing::Failed);
                self.record.tally.failed += u64::from(by_itself);
                self.seen.given_up += u64::from(by_itself);
                by_itself || brought(Standing::Failed)
            }
            StepConclusion::Released | StepConclusion::NotStarted { .. } => {
                reported.released += 1;
                let by_itself = is_released && !brought(Standing::Todo);
                self.record.tally.released += u64::from(by_itself);
                self.seen.released_by_agent += u64::from(by_itself);
                let agent = self.record.given.get(&number).filter(|_| by_itself);
                self.record
                    .released_by_agent
                    .extend(agent.map(|(agent, _)| (number, agent.clone())));
                by_itself || brought(Standing::Todo)
            }
            StepConclusion::Lost { .. } => {
                self.seen.lost += 1;
                is_untouched
            }
            StepConclusion::Unchecked => self.has_called_done(number) && is_untouched,
            StepConclusion::Unknown => {
                matches!(came, Some(AgentResult::Unknown | AgentResult::Left { .. })) && is_untouched
            }
        };
        hold(Law::Reported, is_true && came.is_some(), || {
            format!("{number} is reported as {fate:?}, but its result is {came:?}, and the log differs")
        })
    }

    pub fn check_counts(&self, counts: &Counts) -> Result<(), Broken> {
        let since = self.record.seen_since();
        let is_true = self.audit.has_been(since, |facts| facts.counts == *counts);
        hold(Law::Reported, is_true, || {
            format!("{counts:?} are reported, and no version since {since} has them")
        })
    }
}
