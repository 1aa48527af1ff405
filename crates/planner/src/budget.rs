//! What may be spent, and what was.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use model::{Cost, limits};

use crate::error::PlannerError;
use crate::price::{Price, Tokens};

/// A question that leaves no room for an answer is not worth its price.
const OUTPUT_TOKENS_MIN: u64 = 64;
/// Text has about four bytes in a token, code and other languages less. Only for what may be spent, never for what was.
const BYTES_PER_TOKEN: u64 = 3;

/// The money and the questions of one session. Everybody who asks in it shares it.
#[derive(Debug, Default)]
pub struct Purse {
    limit: Option<Cost>,
    /// What was spent before this purse was opened.
    earlier: Cost,
    money: Mutex<Money>,
}

#[derive(Debug, Default)]
struct Money {
    spent: Spent,
    /// What the questions may cost that are being asked.
    reserved: Cost,
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

/// A question, before it is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish {
    /// What it may cost by itself.
    pub(crate) max_cost: Option<Cost>,
    pub(crate) price: Option<Price>,
    pub(crate) bytes: usize,
}

/// Money that nobody else can spend until the question has been answered.
#[derive(Debug)]
pub(crate) struct Reserve<'a> {
    purse: &'a Purse,
    cost: Cost,
    /// `None` where nothing can be said: both a budget and a price are needed for it.
    pub(crate) allowance: Option<Allowance>,
}

impl Purse {
    /// `spent` is what earlier processes of the same session have spent.
    pub fn new(limit: Option<Cost>, spent: Spent) -> Self {
        Self {
            limit,
            earlier: spent.cost,
            money: Mutex::new(Money {
                spent,
                reserved: Cost::default(),
            }),
        }
    }

    /// Of the whole session.
    pub fn spent(&self) -> Spent {
        self.money().spent
    }

    /// What was paid out of this purse.
    pub fn paid(&self) -> Cost {
        self.spent().cost.minus(self.earlier)
    }

    /// One more question of which nobody knows what it costs, if there is money left.
    pub(crate) fn begin(&self) -> Result<(), PlannerError> {
        self.count(&mut self.money())
    }

    /// One more question, if there is money for it. `None` if that shows only when others have paid for theirs: each of
    /// them has kept back the most that it can cost.
    pub(crate) fn reserve(&self, wish: &Wish) -> Result<Option<Reserve<'_>>, PlannerError> {
        let mut money = self.money();
        let allowance = match wish.price {
            Some(price) => {
                let wanted = wish.most(price);
                let free = self.free(&money);
                if money.reserved > Cost::default() && free.is_some_and(|free| free < wanted) {
                    return Ok(None);
                }
                self.allowance(wish, price, free, money.spent.cost)?
            }
            None => None,
        };
        self.count(&mut money)?;
        let cost = allowance.as_ref().map(|allowance| allowance.cost).unwrap_or_default();
        money.reserved = money.reserved.plus(cost);
        Ok(Some(Reserve {
            purse: self,
            cost,
            allowance,
        }))
    }

    pub(crate) fn pay(&self, cost: Cost) {
        let spent = &mut self.money().spent;
        spent.cost = spent.cost.plus(cost);
    }

    fn count(&self, money: &mut Money) -> Result<(), PlannerError> {
        let spent = &mut money.spent;
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

    /// What is left of the session's budget.
    fn free(&self, money: &Money) -> Option<Cost> {
        Some(self.limit?.minus(money.spent.cost).minus(money.reserved))
    }

    fn allowance(
        &self,
        wish: &Wish,
        price: Price,
        free: Option<Cost>,
        spent: Cost,
    ) -> Result<Option<Allowance>, PlannerError> {
        let (bound, money) = match (wish.max_cost, free) {
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
        let output_tokens = price.output_for(money, wish.input());
        if output_tokens < OUTPUT_TOKENS_MIN {
            return Err(refusal);
        }
        let is_capped = output_tokens > limits::PLANNER_OUTPUT_TOKENS;
        let output_tokens = output_tokens.min(limits::PLANNER_OUTPUT_TOKENS);
        Ok(Some(Allowance {
            output_tokens,
            cost: wish.cost(price, output_tokens),
            refusal: if is_capped { PlannerError::too_long() } else { refusal },
        }))
    }

    fn money(&self) -> MutexGuard<'_, Money> {
        self.money.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reserve<'_> {
    fn drop(&mut self) {
        let mut money = self.purse.money();
        money.reserved = money.reserved.minus(self.cost);
    }
}

impl Wish {
    /// The most that the question can cost, whatever is left.
    fn most(&self, price: Price) -> Cost {
        let whole = self.cost(price, limits::PLANNER_OUTPUT_TOKENS);
        self.max_cost.map_or(whole, |max| max.min(whole))
    }

    fn cost(&self, price: Price, output_tokens: u64) -> Cost {
        let tokens = Tokens {
            input: Some(self.input()),
            cached: 0,
            output: Some(output_tokens),
        };
        price.of(tokens).unwrap_or_default()
    }

    fn input(&self) -> u64 {
        u64::try_from(self.bytes).unwrap_or(u64::MAX).div_ceil(BYTES_PER_TOKEN)
    }
}

/// How long an answer may become.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    pub(crate) output_tokens: u64,
    /// Of the question and an answer of that length.
    cost: Cost,
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

    fn wish(max_cost: Option<f64>, bytes: usize) -> Wish {
        Wish {
            max_cost: max_cost.map(dollars),
            price: Some(price()),
            bytes,
        }
    }

    #[test]
    fn the_smaller_budget_decides() {
        let purse = Purse::new(Some(dollars(0.6)), Spent::default());
        let allowed = |max: Option<f64>| {
            let reserve = purse.reserve(&wish(max, 0)).unwrap().unwrap();
            reserve.allowance.as_ref().unwrap().output_tokens
        };
        assert_eq!(allowed(Some(0.5)), 50_000);
        assert_eq!(allowed(Some(5.0)), 60_000);
        assert_eq!(allowed(None), 60_000);
    }

    #[test]
    fn who_has_money_for_more_is_cut_by_the_model_and_not_by_the_budget() {
        let purse = Purse::new(Some(dollars(100.0)), Spent::default());
        let reserve = purse.reserve(&wish(None, 0)).unwrap().unwrap();
        let allowance = reserve.allowance.as_ref().unwrap();
        assert_eq!(allowance.output_tokens, limits::PLANNER_OUTPUT_TOKENS);
        assert!(matches!(allowance.refusal, PlannerError::Cut { .. }));
    }

    #[test]
    fn a_question_that_eats_the_budget_is_not_asked() {
        let purse = Purse::default();
        let error = purse.reserve(&wish(Some(0.01), 40_000)).unwrap_err();
        assert!(
            matches!(error, PlannerError::Budget { bound: Bound::Call, .. }),
            "{error}"
        );
        assert_eq!(purse.spent().calls, 0);
    }

    #[test]
    fn without_a_price_or_a_budget_nothing_can_be_said() {
        let purse = Purse::default();
        let said = |wish: Wish| purse.reserve(&wish).unwrap().unwrap().allowance.is_some();
        assert!(!said(Wish {
            price: None,
            ..wish(Some(0.01), 40_000)
        }));
        assert!(!said(wish(None, 40_000)));
    }

    #[test]
    fn what_a_question_may_cost_is_nobody_elses() {
        let purse = Purse::new(Some(dollars(1.0)), Spent::default());
        let wish = wish(Some(0.5), 0);
        let (first, second) = (purse.reserve(&wish).unwrap(), purse.reserve(&wish).unwrap());
        assert!(first.is_some() && second.is_some());
        assert!(purse.reserve(&wish).unwrap().is_none(), "all of it could be spent");
        purse.pay(dollars(0.3));
        assert!(purse.reserve(&wish).unwrap().is_none(), "the first still asks");
        drop(first);
        assert!(purse.reserve(&wish).unwrap().is_none(), "the second still asks");
        purse.pay(dollars(0.5));
        drop(second);
        let third = purse.reserve(&wish).unwrap().unwrap();
        assert_eq!(third.allowance.as_ref().unwrap().output_tokens, 20_000);
        assert_eq!(purse.spent().calls, 3);
        purse.pay(dollars(0.2));
        drop(third);
        assert!(matches!(purse.reserve(&wish), Err(PlannerError::Budget { .. })));
    }

    #[test]
    fn a_large_budget_keeps_nobody_waiting() {
        let purse = Purse::new(Some(dollars(20.0)), Spent::default());
        let several: Vec<_> = (0..4).map(|_| purse.reserve(&wish(None, 3_000)).unwrap()).collect();
        assert!(several.iter().all(Option::is_some));
    }

    #[test]
    fn what_was_spent_before_was_not_paid_now() {
        let spent = Spent {
            cost: dollars(2.0),
            calls: 1,
        };
        let purse = Purse::new(None, spent);
        purse.pay(dollars(0.5));
        assert_eq!((purse.paid(), purse.spent().cost), (dollars(0.5), dollars(2.5)));
    }
}
