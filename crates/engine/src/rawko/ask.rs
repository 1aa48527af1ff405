//! A planner is asked for steps. An answer that cannot be read is put right once.

use std::sync::atomic::AtomicBool;

use dialect::answers::{Form, repair_request};
use dialect::records::ConsultationOutcome;
use dialect::text::messages;
use model::{Consultation, Diagnostic, Purpose, Severity};

use crate::config::Config;
use crate::error::{AskError, EngineError};
use crate::plan::decompose::consultation;
use crate::planner::{Asking, Expected, Planner, Progress};
use crate::roster::Roster;

/// Who is asked, and whom it may choose from.
pub struct Counsel<'a> {
    pub planner: &'a dyn Planner,
    pub cancelled: &'a AtomicBool,
    pub watch: &'a mut dyn FnMut(Progress<'_>),
}

/// A draft, and what it took to get it.
pub(super) struct Drafted<T> {
    /// Or why there is none.
    pub draft: Result<T, EngineError>,
    pub consultations: Vec<Consultation>,
}

/// How often an answer may be put right.
const ROUNDS: usize = 2;
/// How many problems of an answer are reported.
const ERRORS_SHOWN: usize = 3;

pub(super) fn ask<T>(
    counsel: &mut Counsel<'_>,
    purpose: Purpose,
    prompt: &str,
    form: Form,
    read: impl Fn(&str) -> (T, Vec<Diagnostic>),
) -> Drafted<T> {
    let mut consultations = Vec::new();
    let mut question = prompt.to_owned();
    let mut errors: Vec<Diagnostic> = Vec::new();
    for _ in 0..ROUNDS {
        let asking = Asking {
            system: "",
            prompt: &question,
            answer: Expected::Text,
        };
        let answer = match counsel.planner.ask(&asking, counsel.watch, counsel.cancelled) {
            Ok(answer) => answer,
            Err(error) => {
                consultations.push(Consultation {
                    purpose,
                    planner: counsel.planner.name().to_owned(),
                    outcome: ConsultationOutcome::Unanswered(error.to_string()).to_string(),
                    input_tokens: None,
                    output_tokens: None,
                    cost: None,
                });
                return Drafted {
                    draft: Err(error.into()),
                    consultations,
                };
            }
        };
        let (draft, faults) = read(&answer.text);
        let is_error = |fault: &&Diagnostic| fault.severity == Severity::Error;
        errors = faults.iter().filter(is_error).cloned().collect();
        if errors.is_empty() {
            consultations.push(consultation(purpose, &answer, &ConsultationOutcome::Readable));
            return Drafted {
                draft: Ok(draft),
                consultations,
            };
        }
        errors.truncate(ERRORS_SHOWN);
        let outcome = ConsultationOutcome::Unreadable(&messages(&errors));
        consultations.push(consultation(purpose, &answer, &outcome));
        question = format!("{prompt}\n\n{}", repair_request(&answer.text, &faults, form));
    }
    Drafted {
        draft: Err(AskError::Undrafted(errors).into()),
        consultations,
    }
}

/// The agents that steps can be given to: name, and when to choose it.
pub(super) fn agents(config: &Config, has_planner: bool) -> Result<Vec<(String, String)>, EngineError> {
    Ok(Roster::new(config, has_planner)?.lines())
}
