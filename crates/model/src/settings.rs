//! Settings of the user that more than one crate acts on.

use crate::cost::Cost;

/// Who is asked for plans, and for how much.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlannerConfig {
    pub provider: Option<Provider>,
    pub model: Option<String>,
    pub base_url: Option<String>,
    /// A program and its arguments. The question comes on its standard input.
    pub command: Option<Vec<String>>,
    pub timeout_s: Option<u64>,
    /// For one question.
    pub max_cost: Option<Cost>,
    /// For all questions of a session.
    pub max_session_cost: Option<Cost>,
    pub price: Option<TokenPrice>,
}

words! {
    /// Who answers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Provider {
        /// Every server that speaks like OpenAI: Ollama, vLLM, llama.cpp, LM Studio, OpenRouter.
        OpenAi = "openai",
        Anthropic = "anthropic",
        Gemini = "gemini",
        /// A program of the user's.
        Command = "command",
        /// No planner is asked; a person carries the question elsewhere.
        Manual = "manual",
    }
}

/// Of a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenPrice {
    pub input: Cost,
    pub output: Cost,
}

/// Who answers a RESEARCH.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResearchConfig {
    /// A program and its arguments. The query comes last.
    Command(Vec<String>),
    /// A server that answers like SearXNG does.
    Endpoint(String),
}

/// Whether a sandboxed command may change the project's git repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GitAccess {
    #[default]
    ReadOnly,
    /// It may commit. Settings and hooks stay read-only.
    Write,
}
