//! Asking for the plan of a turn: a language model, or a person who carries the question to one.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use dialect::answers::{Form, PlanFound, plan_in, repair_request};
use dialect::prompts::teddy_turn;
use dialect::teddy::write_meta;
use model::{Cost, Diagnostic, RelPath, Severity};
use workspace::{Change, Digest};

use super::bench::Workbench;
use super::error::TurnError;
use super::folder::{META, PLAN, TurnFolder};
use super::place::TurnPlace;
use crate::planner::{self, Answer, Asking, Expected, Opened, Planner, Progress, Provider, Spent, Usage};
use crate::proposals::read_file;

/// Where the question lies for a person to carry.
const QUESTION: &str = "prompt.md";
/// What a model said, if the plan is not all of it.
const RAW: &str = "answer.md";
/// How many plans in a row may be refused before nobody is asked any more.
const REPLANS: u32 = 3;

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
    model: Option<String>,
    usage: Usage,
}

impl Workbench {
    /// Gathers the context anew, asks, and writes the plan into the turn.
    pub fn plan_in(
        &self,
        place: &TurnPlace,
        request: &PlanRequest<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Planned, TurnError> {
        let _hold = self.hold(place.file(PLAN).as_str())?;
        let turn = TurnFolder::load(self, place)?;
        if turn.has_report {
            return Err(TurnError::Executed {
                session: place.session.clone(),
                turn: place.id.to_string(),
            });
        }
        if turn.plan.is_some() {
            return Err(TurnError::Planned(place.file(PLAN)));
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
        self.keep_plan(&turn, answered)
    }

    /// The turn that [`Self::locate`] finds; where that one is over, the newest of its line.
    pub fn to_plan(&self, session: Option<&str>) -> Result<TurnPlace, TurnError> {
        let place = self.locate(session)?;
        match TurnFolder::load(self, &place)?.has_report {
            true => self.newest_of_line(&place),
            false => Ok(place),
        }
    }

    /// Whether the turn after a refused plan is planned by itself.
    pub fn replan(&self, refused: &TurnPlace) -> Result<Replan, TurnError> {
        let mut failures = 0;
        let mut at = Some(refused.clone());
        while let Some(place) = at {
            let turn = TurnFolder::load(self, &place)?;
            if !turn.was_refused {
                break;
            }
            failures += 1;
            at = turn.turn().parent.as_ref().map(|parent| place.at(parent));
        }
        Ok(match failures > REPLANS {
            true => Replan::TooOften(failures),
            false => Replan::Now,
        })
    }

    /// Who is asked for plans; `None` where a person carries the question. What earlier turns of the session cost counts.
    pub fn planner(&self, session: &str) -> Result<Option<Opened>, TurnError> {
        let chosen = planner::choice(&self.setting, &self.variables)?;
        match chosen.choice.provider {
            Provider::Manual => Ok(None),
            _ => Ok(Some(planner::open(
                &self.setting,
                &self.variables,
                self.spent(session)?,
            )?)),
        }
    }

    /// An answer that a person has got elsewhere.
    pub fn read_answer(&self, path: &Path) -> Result<String, TurnError> {
        Ok(read_file(&self.here.join(path))?)
    }

    fn spent(&self, session: &str) -> Result<Spent, TurnError> {
        let mut spent = Spent::default();
        for id in self.turns_of(session)? {
            let place = TurnPlace {
                session: session.to_owned(),
                id,
            };
            let meta = TurnFolder::load(self, &place)?.meta;
            if let Some(cost) = meta.extra("cost").and_then(Cost::parse) {
                spent.cost = spent.cost.plus(cost);
            }
            spent.calls += u32::from(meta.extra("model").is_some());
        }
        Ok(spent)
    }

    fn question(&self, turn: &TurnFolder) -> Result<teddy_turn::Turn, TurnError> {
        let input = self.text(&turn.place.file(super::folder::INPUT))?.unwrap_or_default();
        let system_prompt = turn.prompt.clone().unwrap_or_default();
        let rendered = teddy_turn::render(
            &teddy_turn::Input {
                system_prompt: &self.secrets.redact(&system_prompt),
                input: &input,
                message: turn.message.as_deref(),
            },
            None,
        );
        rendered.map_err(|faults| TurnError::Unreadable {
            path: turn.place.file(QUESTION),
            why: messages(&faults),
        })
    }

    fn hand_over(&self, place: &TurnPlace, question: &teddy_turn::Turn) -> Result<Planned, TurnError> {
        let (path, text) = (place.file(QUESTION), question.page());
        self.tree.put(&path, text.as_bytes())?;
        Ok(Planned::Handed {
            place: place.clone(),
            path,
            text,
        })
    }

    /// An answer without a plan is kept, but not as one.
    fn keep_plan(&self, turn: &TurnFolder, answered: Answered) -> Result<Planned, TurnError> {
        let place = &turn.place;
        let raw = place.file(RAW);
        let mut changes: Vec<Change> = self
            .told_usage(turn, &answered.model, answered.usage)?
            .into_iter()
            .collect();
        if !answered.found.is_readable {
            self.tree.put(&raw, answered.raw.as_bytes())?;
            // It was paid for all the same.
            self.records
                .apply_loose(&self.tree, &self.new_uid().to_string(), &changes)?;
            return Err(TurnError::NoPlanInAnswer {
                raw,
                why: messages(&answered.found.diagnostics),
            });
        }
        let path = place.file(PLAN);
        changes.push(Change::Create {
            path: path.clone(),
            content: answered.found.text.into_bytes(),
        });
        let raw = match answered.found.was_changed {
            true => {
                self.tree.put(&raw, answered.raw.as_bytes())?;
                Some(raw)
            }
            false => {
                // One of an earlier request would be taken for the answer that this plan comes from.
                changes.extend(self.text(&raw)?.map(|old| Change::Delete {
                    before: Digest::of(old.as_bytes()),
                    path: raw,
                }));
                None
            }
        };
        self.records
            .apply_loose(&self.tree, &self.new_uid().to_string(), &changes)?;
        Ok(Planned::Written(Box::new(Written {
            place: place.clone(),
            path,
            raw,
            model: answered.model,
            usage: answered.usage,
        })))
    }

    /// What the turn's answers have cost so far stands in its `meta.yaml`.
    fn told_usage(&self, turn: &TurnFolder, model: &Option<String>, usage: Usage) -> Result<Option<Change>, TurnError> {
        let path = turn.place.file(META);
        let (Some(model), Some(old)) = (model, self.text(&path)?) else {
            return Ok(None);
        };
        let mut meta = turn.meta.clone();
        meta.set_text("model", model);
        for (key, number) in [
            ("input_tokens", usage.input_tokens),
            ("output_tokens", usage.output_tokens),
        ] {
            let earlier = meta.extra(key).and_then(|number| number.parse().ok());
            if let (Some(_), Some(number)) = (number, sum(earlier, number)) {
                meta.set_number(key, number);
            }
        }
        if let Some(cost) = usage.cost {
            let earlier = meta.extra("cost").and_then(Cost::parse).unwrap_or_default();
            meta.set_text("cost", &cost.plus(earlier).to_string());
        }
        Ok(Some(Change::Edit {
            before: Digest::of(old.as_bytes()),
            content: write_meta(&meta).into_bytes(),
            path,
        }))
    }
}

fn brought(text: &str) -> Answered {
    Answered {
        found: plan_in(text),
        raw: text.to_owned(),
        model: None,
        usage: Usage::default(),
    }
}

/// Once more with what is wrong, if the answer cannot be read at all.
fn ask(
    planner: &dyn Planner,
    question: &teddy_turn::Turn,
    watch: &mut dyn FnMut(Progress<'_>),
    cancelled: &AtomicBool,
) -> Result<Answered, TurnError> {
    let mut put = |prompt: &str| -> Result<Answer, TurnError> {
        let asking = Asking {
            system: &question.system,
            prompt,
            answer: Expected::Text,
        };
        Ok(planner.ask(&asking, watch, cancelled)?)
    };
    let first = put(&question.user)?;
    let found = plan_in(&first.text);
    if found.is_readable {
        return Ok(answered(found, first, Usage::default()));
    }
    let again = repair_request(&first.text, &found.diagnostics, Form::Proposal);
    let second = put(&format!("{}\n\n{again}", question.user))?;
    let spent = first.usage;
    Ok(answered(plan_in(&second.text), second, spent))
}

fn answered(found: PlanFound, answer: Answer, spent: Usage) -> Answered {
    Answered {
        found,
        raw: answer.text,
        model: Some(answer.model),
        usage: Usage {
            input_tokens: sum(spent.input_tokens, answer.usage.input_tokens),
            output_tokens: sum(spent.output_tokens, answer.usage.output_tokens),
            cost: match (spent.cost, answer.usage.cost) {
                (Some(a), Some(b)) => Some(Cost::plus(a, b)),
                (a, b) => a.or(b),
            },
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
