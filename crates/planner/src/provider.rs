//! What is known of each provider.

use model::Provider;

/// The variables that may hold the key, the usual one first.
pub(crate) const fn key_variables(provider: Provider) -> &'static [&'static str] {
    match provider {
        Provider::OpenAi => &["OPENAI_API_KEY"],
        Provider::Anthropic => &["ANTHROPIC_API_KEY"],
        Provider::Gemini => &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
        Provider::Command | Provider::Manual => &[],
    }
}

pub(crate) const fn base_url_variable(provider: Provider) -> Option<&'static str> {
    match provider {
        Provider::OpenAi => Some("OPENAI_BASE_URL"),
        Provider::Anthropic => Some("ANTHROPIC_BASE_URL"),
        Provider::Gemini => Some("GEMINI_BASE_URL"),
        Provider::Command | Provider::Manual => None,
    }
}

/// The model that is asked where nobody has named one.
pub(crate) const fn usual_model(provider: Provider) -> Option<&'static str> {
    match provider {
        Provider::OpenAi => Some("gpt-6.1-sol"),
        Provider::Anthropic => Some("claude-sonnet-5-5"),
        Provider::Gemini => Some("gemini-flash-latest"),
        Provider::Command | Provider::Manual => None,
    }
}
