//! From a choice to somebody who answers.

use std::sync::Arc;
use std::time::Duration;

use model::{Cost, Provider};

use crate::Planner;
use crate::budget::Purse;
use crate::choose::{Choice, Environment};
use crate::clock::{Clock, SystemClock};
use crate::command::{CommandPlanner, RunProgram};
use crate::error::PlannerError;
use crate::key::{Key, Scrub};
use crate::provider::key_variables;
use crate::remote::RemotePlanner;
use crate::wire::{Anthropic, Gemini, OpenAi, Wire};

/// Terms that are not part of the choice.
pub struct Opening {
    /// For one question.
    pub max_cost: Option<Cost>,
    /// Of the session.
    pub purse: Arc<Purse>,
    pub clock: Arc<dyn Clock>,
    /// How a program is run that answers.
    pub run: Arc<RunProgram>,
}

impl Default for Opening {
    fn default() -> Self {
        Self {
            max_cost: None,
            purse: Arc::default(),
            clock: Arc::new(SystemClock),
            run: Arc::new(|_, _| Err("nobody here can start programs".to_owned())),
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
        Provider::OpenAi | Provider::Anthropic | Provider::Gemini => remote(choice, environment, opening),
    }
}

fn remote(choice: &Choice, environment: &Environment<'_>, opening: Opening) -> Result<Box<dyn Planner>, PlannerError> {
    let Some(model) = choice.model.clone() else {
        return Err(PlannerError::NotConfigured {
            why: "no model is named, and at this address none is usual".to_owned(),
        });
    };
    let key = key(choice, environment)?;
    let base_url = choice.base_url.clone();
    let wire: Box<dyn Wire> = match choice.provider {
        Provider::Anthropic => Box::new(Anthropic {
            base_url,
            model: model.clone(),
            key,
        }),
        Provider::Gemini => Box::new(Gemini {
            base_url,
            model: model.clone(),
            key,
        }),
        _ => Box::new(OpenAi {
            base_url,
            model: model.clone(),
            key,
        }),
    };
    Ok(Box::new(RemotePlanner {
        wire,
        model,
        host: host(choice),
        timeout: Duration::from_secs(choice.timeout_s),
        max_cost: opening.max_cost,
        price: choice.price,
        purse: opening.purse,
        clock: opening.clock,
        scrub: scrub(environment),
    }))
}

/// At another address, which may be on this very machine, none may be needed.
fn key(choice: &Choice, environment: &Environment<'_>) -> Result<Option<Key>, PlannerError> {
    let variables = key_variables(choice.provider);
    let found = variables.iter().find_map(|name| Some((*name, environment.get(name)?)));
    let (name, value) = match (found, choice.base_url.is_some(), variables.first()) {
        (Some(found), _, _) => found,
        (None, false, Some(variable)) => return Err(PlannerError::NoKey { variable }),
        (None, _, _) => return Ok(None),
    };
    let is_sendable = value.trim().chars().all(|c| c.is_ascii_graphic());
    is_sendable
        .then(|| Some(Key::new(&value)))
        .ok_or_else(|| PlannerError::Setting {
            name: name.to_owned(),
            why: "holds characters that no key has".to_owned(),
        })
}

fn host(choice: &Choice) -> String {
    let rest = choice.base_url.as_deref().and_then(|url| url.split_once("://"));
    let host = rest.and_then(|(_, rest)| rest.split('/').next());
    let maker = match choice.provider {
        Provider::Anthropic => "Anthropic",
        Provider::Gemini => "Gemini",
        _ => "OpenAI",
    };
    host.unwrap_or(maker).to_owned()
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
        run: opening.run,
    }))
}

/// Every key that we could know of: a program may complain about one that is not ours to send.
fn scrub(environment: &Environment<'_>) -> Scrub {
    let names = Provider::ALL.into_iter().flat_map(key_variables);
    Scrub::new(names.filter_map(|name| Some(Key::new(&environment.get(name)?))))
}
