//! Asking for the plan of a turn: a language model, or a person who carries the question to one.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use dialect::answers::{Form, PlanFound, plan_in, repair_request};
use dialect::prompts::teddy_turn;
use dialect::teddy::{Meta, legacy, read_meta, write_meta};
use model::{Cost, Diagnostic, RelPath, SessionId, Severity, limits};
use workspace::{Change, Digest, FileError};

use super::bench::Workbench;
use super::error::{TurnError, UnreadableReason};
use super::folder::{META, PLAN, REJECTED_PLANS, REPORT, TurnFolder};
use super::group::change;
use super::place::TurnPlace;
use crate::error::EngineError;
use crate::planner::{self, Answer, Asking, Expected, Opened, Planner, PlannerError, Progress, Spent, Usage};
use crate::prompts::{self, PromptName};
use crate::proposals::read_file;
use crate::usage::UsageLine;

/// Where the question lies for a person to carry.
const QUESTION: &str = "prompt.md";
/// What a model said, if the plan is not all of it.
const RAW: &str = "answer.md";

pub struct PlanRequest<'a> {
    pub message: Option<&'a str>,
    pub by: PlannedBy<'a>,
}

/// Where the plan comes from.
pub enum PlannedBy<'a> {
    Planner {
        planner: &'a dyn Planner,
        cancelled: &'a AtomicBool,
    },
    /// A person brings it.
    Answer(&'a str),
    /// A person will bring it.
    Nobody,
}

/// What came of asking.
pub enum Planned {
    Written(Box<Written>),
    /// The question is written down.
    Handed {
        place: TurnPlace,
        path: RelPath,
        text: String,
    },
}

/// A plan that lies in its turn.
pub struct Written {
    pub place: TurnPlace,
    pub path: RelPath,
    /// The whole answer, where the plan is not all of it.
    pub raw: Option<RelPath>,
    pub model: Option<String>,
    pub usage: Usage,
}

/// Whether a plan that was refused is asked for once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replan {
    Now,
    /// So many in a row were refused.
    TooOften(u32),
}

/// An answer, and what all of its rounds cost.
struct Answered {
    found: PlanFound,
    raw: String,
    bill: Bill,
    /// Why it could not be asked for a better one.
    obstacle: Option<PlannerError>,
}

/// What was asked of a model.
#[derive(Default)]
struct Bill {
    /// `None` if nobody was asked.
    model: Option<String>,
    calls: u32,
    usage: Usage,
}

impl Workbench {
    /// Gathers the context anew, asks, and writes the plan into the turn.
    pub fn plan_in(
        &self,
        place: &TurnPlace,
        request: &PlanRequest<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Planned, EngineError> {
        let _hold = self.hold(place.file(PLAN).as_str())?;
        let turn = TurnFolder::load(self, place)?;
        turn.check_own()?;
        if turn.has_report {
            return Err(TurnError::Executed {
                session: place.session.clone(),
                turn: place.id.to_string(),
            }
            .into());
        }
        if turn.plan.is_some() {
            return Err(TurnError::Planned(place.file(PLAN)).into());
        }
        let turn = match request.message {
            Some(message) => {
                self.keep_message(place, message)?;
                TurnFolder::load(self, place)?
            }
            None => turn,
        };
        self.gather_for(&turn)?;
        let question = self.question(&turn)?;
        let answered = match &request.by {
            PlannedBy::Nobody => return self.hand_over(place, &question),
            PlannedBy::Answer(text) => brought(text),
            PlannedBy::Planner { planner, cancelled } => ask(*planner, &question, watch, cancelled)?,
        };
        self.keep(place, answered)
    }

    /// The turn that [`Self::locate`] finds; where that one is over, the newest of its line.
    pub fn to_plan(&self, session: Option<&str>) -> Result<TurnPlace, EngineError> {
        let place = self.locate(session)?;
        match TurnFolder::load(self, &place)?.has_report {
            true => self.newest_of_line(&place),
            false => Ok(place),
        }
    }

    /// Whether the turn after a refused plan is planned by itself.
    pub fn replan(&self, refused: &TurnPlace) -> Result<Replan, EngineError> {
        let failures = self.rejected_before(refused)? + 1;
        Ok(match failures > limits::REPLANS {
            true => Replan::TooOften(failures),
            false => Replan::Now,
        })
    }

    /// How many plans in a row were rejected before the turn began.
    pub(super) fn rejected_before(&self, place: &TurnPlace) -> Result<u32, EngineError> {
        let mut rejected = 0;
        let mut place = place.clone();
        // Turns can be each other's parents if somebody has written so.
        while rejected < limits::REPLANS {
            let meta = TurnFolder::meta(self, &place)?;
            let kept = meta.extra(REJECTED_PLANS).and_then(|count| count.parse().ok());
            if let Some(kept) = kept {
                return Ok(limits::REPLANS.min(rejected.saturating_add(kept)));
            }
            // An older version may have begun the turn.
            let Some(parent) = meta.turn.parent else { break };
            place = place.at(&parent);
            let report = self.text(&place.file(REPORT))?;
            if !report.is_some_and(|report| legacy::reports_rejected_plan(&report)) {
                break;
            }
            rejected += 1;
        }
        Ok(rejected)
    }

    /// Who is asked for plans; `None` where a person carries the question. What earlier turns of the session cost counts.
    pub fn planner(&self, session: &str) -> Result<Option<Opened>, EngineError> {
        let spent = self.spent(session)?;
        planner::find(&self.setting, &self.variables, spent)
    }

    /// An answer that a person has got elsewhere.
    pub fn read_answer(&self, path: &Path) -> Result<String, EngineError> {
        read_file(&self.here.join(path))
    }

    /// What the plan of every turn cost.
    pub(crate) fn usage_of_turns(&self) -> Result<Vec<UsageLine>, EngineError> {
        let mut all = Vec::new();
        for session in self.sessions()? {
            for id in self.turns_of(&session)? {
                let place = TurnPlace {
                    session: session.clone(),
                    id,
                };
                all.extend(usage_of(&session, &TurnFolder::load(self, &place)?));
            }
        }
        Ok(all)
    }

    /// What the turns cost that were taken for the tasks of a plan.
    pub(crate) fn spent_for(&self, session: &SessionId) -> Result<Spent, EngineError> {
        let turns = self.turns_for(|link| link.session == *session)?;
        self.spent_at(turns.into_iter().map(|turn| turn.place))
    }

    fn spent(&self, session: &str) -> Result<Spent, EngineError> {
        let place = |id| TurnPlace {
            session: session.to_owned(),
            id,
        };
        self.spent_at(self.turns_of(session)?.into_iter().map(place))
    }

    fn spent_at(&self, places: impl Iterator<Item = TurnPlace>) -> Result<Spent, EngineError> {
        let mut spent = Spent::default();
        for place in places {
            let meta = TurnFolder::meta(self, &place)?;
            if let Some(cost) = meta.extra("cost").and_then(Cost::parse) {
                spent.cost = spent.cost.plus(cost);
            }
            spent.calls = spent.calls.saturating_add(calls_of(&meta));
        }
        Ok(spent)
    }

    fn question(&self, turn: &TurnFolder) -> Result<teddy_turn::Turn, EngineError> {
        let input = self.text(&turn.place.file(super::folder::INPUT))?.unwrap_or_default();
        let system_prompt = turn.prompt.clone().unwrap_or_default();
        let prompts = prompts::load(&self.setting)?;
        let rendered = teddy_turn::render(
            &teddy_turn::Input {
                system_prompt: &system_prompt,
                input: &input,
                message: turn.message.as_deref(),
            },
            prompts.own(PromptName::Turn)?,
        );
        let unreadable = |faults: Vec<Diagnostic>| TurnError::Unreadable {
            path: turn.place.file(QUESTION),
            why: UnreadableReason::Other(messages(&faults)),
        };
        Ok(rendered.map_err(unreadable)?)
    }

    fn hand_over(&self, place: &TurnPlace, question: &teddy_turn::Turn) -> Result<Planned, EngineError> {
        let (path, text) = (place.file(QUESTION), self.secrets.redact(&question.page()));
        self.tree.put(&path, text.as_bytes())?;
        Ok(Planned::Handed {
            place: place.clone(),
            path,
            text,
        })
    }

    /// An answer without a plan is kept, but not as one. It was paid for, whatever becomes of it.
    fn keep(&self, place: &TurnPlace, answered: Answered) -> Result<Planned, EngineError> {
        let raw = place.file(RAW);
        if answered.found.is_readable {
            let kept = self.keep_plan(place, &answered);
            if kept.is_err() {
                // Somebody was quicker, perhaps with a plan of their own. That is what the caller is told.
                let _ = self.keep_answer(&raw, place, &answered);
            }
            return kept;
        }
        self.keep_answer(&raw, place, &answered)?;
        Err(match answered.obstacle {
            Some(obstacle) => obstacle.into(),
            None => TurnError::NoPlanInAnswer {
                raw,
                why: messages(&answered.found.diagnostics),
            }
            .into(),
        })
    }

    fn keep_plan(&self, place: &TurnPlace, answered: &Answered) -> Result<Planned, EngineError> {
        let path = place.file(PLAN);
        let raw = answered.found.was_changed.then(|| place.file(RAW));
        let mut changes = vec![Change::Create {
            path: path.clone(),
            content: answered.found.text.clone().into_bytes(),
        }];
        match &raw {
            Some(raw) => changes.push(self.answer(raw, answered)?),
            // One of an earlier request would be taken for the answer that this plan comes from.
            None => changes.extend(self.text(&place.file(RAW))?.map(|old| Change::Delete {
                before: Digest::of(old.as_bytes()),
                path: place.file(RAW),
            })),
        }
        changes.extend(self.told_usage(place, &answered.bill)?);
        self.change(&changes)?;
        Ok(Planned::Written(Box::new(Written {
            place: place.clone(),
            path,
            raw,
            model: answered.bill.model.clone(),
            usage: answered.bill.usage,
        })))
    }

    fn keep_answer(&self, raw: &RelPath, place: &TurnPlace, answered: &Answered) -> Result<(), EngineError> {
        let mut changes = vec![self.answer(raw, answered)?];
        changes.extend(self.told_usage(place, &answered.bill)?);
        self.change(&changes)
    }

    fn answer(&self, path: &RelPath, answered: &Answered) -> Result<Change, EngineError> {
        let (path, content) = (path.clone(), self.secrets.redact(&answered.raw).into_bytes());
        let before = match self.tree.read(&path, limits::PROPOSAL_BYTES) {
            Ok(old) => Some(old.digest),
            Err(FileError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(change(path, before, content))
    }

    /// What the plan cost is added to what stands in the turn's `meta.yaml`.
    fn told_usage(&self, place: &TurnPlace, bill: &Bill) -> Result<Option<Change>, EngineError> {
        let path = place.file(META);
        let (Some(model), Some(old)) = (&bill.model, self.text(&path)?) else {
            return Ok(None);
        };
        // It could be read before the question. An answer is not thrown away because somebody is writing it anew.
        let Ok(mut meta) = read_meta(&old) else {
            return Ok(None);
        };
        let mut before = Bill::default();
        if meta.turn.id == place.id {
            before = bill_in(&meta);
        } else {
            // A copied folder: what stands there was paid for the turn that it was copied from.
            meta.turn.parent = Some(std::mem::replace(&mut meta.turn.id, place.id.clone()));
        }
        let usage = both(before.usage, bill.usage);
        meta.set_text("model", model);
        meta.set_number("calls", before.calls.saturating_add(bill.calls));
        for (key, number) in [
            ("input_tokens", usage.input_tokens),
            ("output_tokens", usage.output_tokens),
        ] {
            if let Some(number) = number {
                meta.set_number(key, number);
            }
        }
        if let Some(cost) = usage.cost {
            meta.set_text("cost", &cost.to_string());
        }
        Ok(Some(Change::Edit {
            before: Digest::of(old.as_bytes()),
            content: write_meta(&meta).into_bytes(),
            path,
        }))
    }
}

/// `None` if nobody was asked.
fn usage_of(session: &str, turn: &TurnFolder) -> Option<UsageLine> {
    let Bill { model, calls, usage } = bill_in(&turn.meta);
    Some(UsageLine {
        session: session.to_owned(),
        task: turn.turn().task.as_ref().map(|task| task.key.to_string()),
        model: model?,
        calls: calls.into(),
        input_tokens: usage.input_tokens.unwrap_or_default(),
        output_tokens: usage.output_tokens.unwrap_or_default(),
        cost: usage.cost,
    })
}

fn bill_in(meta: &Meta) -> Bill {
    let number = |key: &str| meta.extra(key).and_then(|text| text.parse().ok());
    Bill {
        model: meta.extra("model").map(str::to_owned),
        calls: calls_of(meta),
        usage: Usage {
            input_tokens: number("input_tokens"),
            output_tokens: number("output_tokens"),
            cost: meta.extra("cost").and_then(Cost::parse),
        },
    }
}

/// Who names a model but no number has asked it once.
fn calls_of(meta: &Meta) -> u32 {
    let told = meta.extra("calls").and_then(|text| text.parse().ok());
    told.unwrap_or(u32::from(meta.extra("model").is_some()))
}

fn brought(text: &str) -> Answered {
    Answered {
        found: plan_in(text),
        raw: text.to_owned(),
        bill: Bill::default(),
        obstacle: None,
    }
}

/// Once more with what is wrong, if the answer cannot be read at all.
fn ask(
    planner: &dyn Planner,
    question: &teddy_turn::Turn,
    watch: &mut dyn FnMut(Progress<'_>),
    cancelled: &AtomicBool,
) -> Result<Answered, PlannerError> {
    let mut put = |prompt: &str| {
        let asking = Asking {
            system: &question.system,
            prompt,
            answer: Expected::Text,
        };
        planner.ask(&asking, watch, cancelled)
    };
    let mut first = answered(put(&question.user)?, &Bill::default());
    if first.found.is_readable {
        return Ok(first);
    }
    let again = repair_request(&first.raw, &first.found.diagnostics, Form::Proposal);
    match put(&format!("{}\n\n{again}", question.user)) {
        Ok(second) => Ok(answered(second, &first.bill)),
        Err(error) => {
            first.obstacle = Some(error);
            Ok(first)
        }
    }
}

fn answered(answer: Answer, before: &Bill) -> Answered {
    Answered {
        found: plan_in(&answer.text),
        raw: answer.text,
        bill: Bill {
            model: Some(answer.model),
            calls: before.calls + 1,
            usage: both(before.usage, answer.usage),
        },
        obstacle: None,
    }
}

fn both(a: Usage, b: Usage) -> Usage {
    Usage {
        input_tokens: sum(a.input_tokens, b.input_tokens),
        output_tokens: sum(a.output_tokens, b.output_tokens),
        cost: match (a.cost, b.cost) {
            (Some(a), Some(b)) => Some(Cost::plus(a, b)),
            (a, b) => a.or(b),
        },
    }
}

fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (a, b) => a.or(b),
    }
}

fn messages(faults: &[Diagnostic]) -> String {
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    errors.map(|fault| fault.message.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
