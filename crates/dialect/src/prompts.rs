//! What language models are asked. Each prompt is a file with holes and a module that fills them.
//!
//! A user may put a text of their own in a prompt's place; it may use the same holes and no others.

pub mod decompose;
mod hole;
pub mod judge;
mod name;
pub mod rawko_arbiter;
pub mod rawko_create;
pub mod rawko_replan;
pub mod rules;
pub mod step;
pub mod suggest;
pub mod teddy_turn;
mod template;

pub use hole::Hole;
pub use name::PromptName;

#[cfg(test)]
mod prompts_tests;
