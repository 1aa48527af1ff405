//! What may be spent, and what was.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use model::{Cost, limits};

use crate::error::PlannerError;
use crate::price::Price;

/// A question that leaves no room for an answer is not worth its price.
const OUTPUT_TOKENS_MIN: u64 = 64;
/// Text has about four bytes in a token, code and other languages less. Only for what may be spent, never for what was.
const BYTES_PER_TOKEN: u64 = 3;

/// The money and the questions of one session. Everybody who asks in it shares it.
#[derive(Debug, Default)]
pub struct Purse {
    limit: Option<Cost>,
    spent: Mutex<Spent>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// As far as it is known.
    pub cost: Cost,
    pub calls: u32,
}

/// What a budget is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Call,
    Session,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Call => "question",
            Self::Session => "session",
        })
    }
}

impl Purse {
    /// `spent` is what earlier processes of the same session have spent.
    pub fn new(limit: Option<Cost>, spent: Spent) -> Self {
        Self {
            limit,
            spent: Mutex::new(spent),
        }
    }

    pub fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more question, if there is money for it.
    pub(crate) fn begin(&self) -> Result<(), PlannerError> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.calls >= limits::PLANNER_CALLS {
            return Err(PlannerError::TooMany {
                max: limits::PLANNER_CALLS,
            });
        }
        if let Some(limit) = self.limit.filter(|limit| spent.cost >= *limit) {
            return Err(PlannerError::Budget {
                bound: Bound::Session,
                limit,
                spent: spent.cost,
            });
        }
        spent.calls += 1;
        Ok(())
    }

    pub(crate) fn pay(&self, cost: Cost) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.cost = spent.cost.plus(cost);
    }

    /// How many tokens an answer may have, if that can be said: both a budget and a price are needed for it.
    pub(crate) fn allowance(
        &self,
        max_cost: Option<Cost>,
        price: Option<Price>,
        question_bytes: usize,
    ) -> Result<Option<Allowance>, PlannerError> {
        let Some(price) = price else {
            return Ok(None);
        };
        let spent = self.spent().cost;
        let session = self.limit.map(|limit| limit.minus(spent));
        let (bound, money) = match (max_cost, session) {
            (None, None) => return Ok(None),
            (Some(call), Some(left)) if left < call => (Bound::Session, left),
            (Some(call), _) => (Bound::Call, call),
            (None, Some(left)) => (Bound::Session, left),
        };
        let refusal = match bound {
            Bound::Call => PlannerError::Budget {
                bound,
                limit: money,
                spent: Cost::default(),
            },
            Bound::Session => PlannerError::Budget {
                bound,
                limit: self.limit.unwrap_or_default(),
                spent,
            },
        };
        let input = u64::try_from(question_bytes)
            .unwrap_or(u64::MAX)
            .div_ceil(BYTES_PER_TOKEN);
        let output_tokens = price.output_for(money, input);
        match output_tokens < OUTPUT_TOKENS_MIN {
            true => Err(refusal),
            false => Ok(Some(Allowance { output_tokens, refusal })),
        }
    }
}

/// How long an answer may become.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    pub(crate) output_tokens: u64,
    /// What is said when it becomes longer.
    pub(crate) refusal: PlannerError,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dollars(dollars: f64) -> Cost {
        Cost::from_dollars(dollars).unwrap()
    }

    fn price() -> Price {
        Price {
            input: dollars(1.0),
            cached: dollars(0.1),
            output: dollars(10.0),
        }
    }

    #[test]
    fn an_empty_purse_says_so() {
        let purse = Purse::new(Some(dollars(1.0)), Spent::default());
        purse.begin().unwrap();
        purse.pay(dollars(1.25));
        let error = purse.begin().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the budget for the session does not allow it: $1.00, of which $1.25 are spent"
        );
        assert_eq!(purse.spent().calls, 1);
    }

    #[test]
    fn questions_are_counted_too() {
        let spent = Spent {
            cost: Cost::default(),
            calls: limits::PLANNER_CALLS - 1,
        };
        let purse = Purse::new(None, spent);
        purse.begin().unwrap();
        assert!(matches!(purse.begin(), Err(PlannerError::TooMany { .. })));
    }

    #[test]
    fn the_smaller_budget_decides() {
        let purse = Purse::new(Some(dollars(1.0)), Spent::default());
        let allowed = |max: Option<f64>| purse.allowance(max.map(dollars), Some(price()), 0).unwrap().unwrap();
        assert_eq!(allowed(Some(0.5)).output_tokens, 50_000);
        assert_eq!(allowed(Some(5.0)).output_tokens, 100_000);
        assert_eq!(allowed(None).output_tokens, 100_000);
    }

    #[test]
    fn a_question_that_eats_the_budget_is_not_asked() {
        let purse = Purse::default();
        let error = purse.allowance(Some(dollars(0.01)), Some(price()), 40_000).unwrap_err();
        assert!(
            matches!(error, PlannerError::Budget { bound: Bound::Call, .. }),
            "{error}"
        );
    }

    #[test]
    fn without_a_price_or_a_budget_nothing_can_be_said() {
        let purse = Purse::default();
        assert!(purse.allowance(Some(dollars(0.01)), None, 40_000).unwrap().is_none());
        assert!(purse.allowance(None, Some(price()), 40_000).unwrap().is_none());
    }
}
