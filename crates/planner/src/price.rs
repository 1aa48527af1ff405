//! What tokens cost, where we know it.

use model::{Cost, Provider, TokenPrice};

use crate::answer::Usage;

const MILLION: u64 = 1_000_000;

/// For a million tokens each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    pub input: Cost,
    /// For input that the server has seen before.
    pub cached: Cost,
    pub output: Cost,
}

/// Tokens as the wire tells them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tokens {
    /// All of them.
    pub(crate) input: Option<u64>,
    /// How many of the input were seen before.
    pub(crate) cached: u64,
    pub(crate) output: Option<u64>,
}

/// List prices of November 2026 for models asked at home. Which are missing here, or change with the length of the
/// question, cost what the user says or are not counted.
const LIST: &[(Provider, &str, Price)] = &[
    (Provider::Anthropic, "claude-fable-5-1", cents(1_000, 100, 5_000)),
    (Provider::Anthropic, "claude-opus-5-5", cents(400, 40, 2_000)),
    (Provider::Anthropic, "claude-opus-5", cents(500, 50, 2_500)),
    (Provider::Anthropic, "claude-opus-4-6", cents(500, 50, 2_500)),
    (Provider::Anthropic, "claude-sonnet-5-5", cents(200, 20, 1_000)),
    (Provider::Anthropic, "claude-sonnet-5", cents(200, 20, 1_000)),
    (Provider::Anthropic, "claude-sonnet-4-6", cents(300, 30, 1_500)),
    (Provider::Anthropic, "claude-haiku-4-5", cents(100, 10, 500)),
    (Provider::OpenAi, "gpt-6.1-sol", cents(200, 10, 1_000)),
    (Provider::OpenAi, "gpt-6-sol", cents(200, 20, 1_000)),
    (Provider::OpenAi, "gpt-4.1", cents(200, 50, 800)),
    (Provider::OpenAi, "gpt-4.1-mini", cents(40, 10, 160)),
];

const fn cents(input: u64, cached: u64, output: u64) -> Price {
    Price {
        input: Cost::from_micros(input * 10_000),
        cached: Cost::from_micros(cached * 10_000),
        output: Cost::from_micros(output * 10_000),
    }
}

impl From<TokenPrice> for Price {
    fn from(TokenPrice { input, output }: TokenPrice) -> Self {
        let cached = input;
        Self { input, cached, output }
    }
}

impl Price {
    /// Of a model at its maker's. Elsewhere the same name may cost anything.
    pub(crate) fn listed(provider: Provider, model: &str) -> Option<Self> {
        let is_listed = |(maker, name, _): &&(Provider, &str, Self)| *maker == provider && *name == model;
        LIST.iter().find(is_listed).map(|(_, _, price)| *price)
    }

    /// `None` unless both sides were counted.
    pub(crate) fn of(&self, tokens: Tokens) -> Option<Cost> {
        let (input, output) = (tokens.input?, tokens.output?);
        let cached = tokens.cached.min(input);
        let fresh = self.input.micros().saturating_mul(input - cached);
        let known = self.cached.micros().saturating_mul(cached);
        let written = self.output.micros().saturating_mul(output);
        let sum = fresh.saturating_add(known).saturating_add(written);
        Some(Cost::from_micros(sum.div_ceil(MILLION)))
    }

    /// How many tokens may be written for the money, after so many were read. At least the price of one is counted.
    pub(crate) fn output_for(&self, money: Cost, input: u64) -> u64 {
        let read = self.input.micros().saturating_mul(input).div_ceil(MILLION);
        let left = money.micros().saturating_sub(read).saturating_mul(MILLION);
        left.checked_div(self.output.micros()).unwrap_or(u64::MAX)
    }
}

impl Tokens {
    pub(crate) fn usage(self, cost: Option<Cost>) -> Usage {
        Usage {
            input_tokens: self.input,
            output_tokens: self.output,
            cost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(input: u64, cached: u64, output: u64) -> Tokens {
        Tokens {
            input: Some(input),
            cached,
            output: Some(output),
        }
    }

    #[test]
    fn cost_follows_from_tokens() {
        let price = Price::listed(Provider::Anthropic, "claude-sonnet-5-5").unwrap();
        assert_eq!(price.of(tokens(1_000_000, 0, 1_000_000)).unwrap().to_string(), "$12.00");
        assert_eq!(price.of(tokens(1_000_000, 500_000, 0)).unwrap().to_string(), "$1.10");
        assert_eq!(price.of(tokens(1, 0, 1)).unwrap().to_string(), "$0.000012");
        assert_eq!(
            price.of(tokens(u64::MAX, 7, u64::MAX)).unwrap().micros(),
            u64::MAX / MILLION + 1
        );
    }

    #[test]
    fn what_was_not_counted_has_no_cost() {
        let price = cents(100, 10, 500);
        assert_eq!(price.of(Tokens::default()), None);
        assert_eq!(Price::listed(Provider::OpenAi, "llama3"), None);
        assert_eq!(Price::listed(Provider::Gemini, "gpt-4.1"), None);
    }

    #[test]
    fn money_buys_so_many_tokens() {
        let price = cents(100, 10, 500);
        let dollar = Cost::from_micros(1_000_000);
        assert_eq!(price.output_for(dollar, 0), 200_000);
        assert_eq!(price.output_for(dollar, 500_000), 100_000);
        assert_eq!(price.output_for(dollar, 2_000_000), 0);
        assert_eq!(cents(0, 0, 0).output_for(dollar, 1), u64::MAX);
    }
}
