//! How each provider is spoken to: what a question looks like on the wire, and what the pieces of an answer say.

mod anthropic;
mod complaint;
mod gemini;
mod openai;
mod sse;

use model::Cost;
use serde::de::DeserializeOwned;

use crate::answer::Asking;
use crate::price::Tokens;

pub(crate) use anthropic::Anthropic;
pub(crate) use complaint::{Complaint, complaint, seconds};
pub(crate) use gemini::Gemini;
pub(crate) use openai::OpenAi;
pub(crate) use sse::{Event, EventReader};

pub(crate) trait Wire: Send + Sync {
    fn request(&self, asking: &Asking<'_>, terms: Terms) -> Request;

    /// Takes in one piece of the answer.
    fn read(&self, event: &Event<'_>, reading: &mut Reading) -> Result<(), Fault>;
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// How many tokens may be written.
    pub(crate) max_output: Option<u64>,
    /// Whether the server is asked to hold the model to the shape. Not all of them can.
    pub(crate) is_shaped: bool,
}

/// No `Debug`: there is a key among the headers.
pub(crate) struct Request {
    pub(crate) url: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
}

/// What has come so far.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) text: String,
    pub(crate) model: Option<String>,
    pub(crate) tokens: Tokens,
    /// By the server's own word.
    pub(crate) cost: Option<Cost>,
    /// Why the model has stopped, once it has.
    pub(crate) stop: Option<Stop>,
    /// Nothing will follow.
    pub(crate) is_over: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    Done,
    /// It was not allowed to write more.
    Length,
    /// It or its keeper did not want to answer.
    Unwilling(String),
}

/// Why a piece is none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The server gives up in the middle.
    Server(Complaint),
    Garbage,
}

fn parsed<T: DeserializeOwned>(event: &Event<'_>) -> Result<T, Fault> {
    serde_json::from_str(event.data).map_err(|_| Fault::Garbage)
}

#[cfg(test)]
#[path = "wire/wire_tests.rs"]
mod wire_tests;
