//! A system prompt as data.

use serde::Serialize;

use super::json::pretty;

#[derive(Serialize)]
struct PromptShape<'a> {
    name: &'a str,
    prompt: &'a str,
}

pub fn prompt_json(name: &str, prompt: &str) -> String {
    pretty(&PromptShape { name, prompt })
}
