//! From a choice to somebody who answers.

use std::sync::Arc;
use std::time::Duration;

use model::Cost;

use crate::Planner;
use crate::budget::Purse;
use crate::choose::{Choice, Environment};
use crate::clock::{Clock, SystemClock};
use crate::command::CommandPlanner;
use crate::config::Provider;
use crate::error::PlannerError;
use crate::key::{Key, Scrub};

/// Terms that are not part of the choice.
pub struct Opening {
    /// For one question.
    pub max_cost: Option<Cost>,
    /// Of the session.
    pub purse: Arc<Purse>,
    pub clock: Arc<dyn Clock>,
}

impl Default for Opening {
    fn default() -> Self {
        Self {
            max_cost: None,
            purse: Arc::default(),
            clock: Arc::new(SystemClock),
        }
    }
}

/// Keys are taken from the environment here, and nobody is asked yet.
pub fn open(
    choice: &Choice,
    environment: &Environment<'_>,
    opening: Opening,
) -> Result<Box<dyn Planner>, PlannerError> {
    match choice.provider {
        Provider::Manual => Err(PlannerError::NotConfigured {
            why: choice.why.clone(),
        }),
        Provider::Command => command(choice, environment, opening),
        Provider::OpenAi | Provider::Anthropic | Provider::Gemini => Err(PlannerError::NotConfigured {
            why: "only programs can be asked so far".to_owned(),
        }),
    }
}

fn command(choice: &Choice, environment: &Environment<'_>, opening: Opening) -> Result<Box<dyn Planner>, PlannerError> {
    let Some((program, arguments)) = choice.command.split_first() else {
        return Err(PlannerError::NotConfigured {
            why: "the provider is a command, but no program is named".to_owned(),
        });
    };
    Ok(Box::new(CommandPlanner {
        program: program.clone(),
        arguments: arguments.to_vec(),
        timeout: Duration::from_secs(choice.timeout_s),
        purse: opening.purse,
        scrub: scrub(environment),
    }))
}

/// Every key that we could know of: a program may complain about one that is not ours to send.
fn scrub(environment: &Environment<'_>) -> Scrub {
    let names = Provider::ALL.into_iter().flat_map(Provider::key_variables);
    Scrub::new(names.filter_map(|name| Some(Key::new(&environment.get(name)?))))
}
