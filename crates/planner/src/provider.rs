//! What the user has set.

use model::Cost;

use crate::price::Price;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlannerConfig {
    pub provider: Option<Provider>,
    pub model: Option<String>,
    pub base_url: Option<String>,
    /// A program and its arguments.
    pub command: Option<Vec<String>>,
    pub timeout_s: Option<u64>,
    /// For one question.
    pub max_cost: Option<Cost>,
    /// For all questions of a session.
    pub max_session_cost: Option<Cost>,
    /// Where ours is not known, or not true.
    pub price: Option<Price>,
}

model::words! {
    /// Who answers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Provider {
        /// Everybody who speaks like OpenAI: Ollama, vLLM, llama.cpp, LM Studio, OpenRouter.
        OpenAi = "openai",
        Anthropic = "anthropic",
        Gemini = "gemini",
        /// A program of the user's.
        Command = "command",
        /// Nobody is asked; a person carries the question elsewhere.
        Manual = "manual",
    }
}

impl Provider {
    /// The variables that may hold the key, the usual one first.
    pub(crate) const fn key_variables(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi => &["OPENAI_API_KEY"],
            Self::Anthropic => &["ANTHROPIC_API_KEY"],
            Self::Gemini => &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
            Self::Command | Self::Manual => &[],
        }
    }

    pub(crate) const fn base_url_variable(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("OPENAI_BASE_URL"),
            Self::Anthropic => Some("ANTHROPIC_BASE_URL"),
            Self::Gemini => Some("GEMINI_BASE_URL"),
            Self::Command | Self::Manual => None,
        }
    }

    /// The model that is asked where nobody has named one.
    pub(crate) const fn usual_model(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("gpt-6.1-sol"),
            Self::Anthropic => Some("claude-sonnet-5-5"),
            Self::Gemini => Some("gemini-flash-latest"),
            Self::Command | Self::Manual => None,
        }
    }
}
