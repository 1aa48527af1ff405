use std::sync::Arc;

use model::{Cost, TokenPrice};
use planwright_planner::{Bound, PlannerError, Purse, Spent};
use testkit::models::{Api, Reply};

use crate::desk::{ASKING, Desk};

fn dollars(dollars: f64) -> Cost {
    Cost::from_dollars(dollars).unwrap()
}

/// A dollar per thousand tokens, so that the stub's answers cost something.
fn dear(api: Api, script: impl IntoIterator<Item = Reply>) -> Desk {
    let mut desk = Desk::new(api, script);
    desk.config.price = Some(TokenPrice {
        input: dollars(1_000.0),
        output: dollars(1_000.0),
    });
    desk
}

#[test]
fn an_answer_says_what_it_has_cost() {
    for api in Api::ALL {
        let desk = dear(api, [Reply::text("yes")]);
        let answer = desk.ask(&ASKING).answer.unwrap();
        assert_eq!(answer.usage.cost.unwrap().to_string(), "$0.046");
        let spent = Spent {
            cost: dollars(0.046),
            calls: 1,
        };
        assert_eq!(desk.purse.spent(), spent);
    }
}

#[test]
fn an_unknown_price_is_not_made_up() {
    let mut desk = Desk::new(Api::Anthropic, [Reply::text("yes")]);
    desk.config.max_cost = Some(dollars(0.000_001));
    let answer = desk.ask(&ASKING).answer.unwrap();
    assert_eq!(answer.usage.cost, None);
    assert_eq!(desk.purse.spent().cost, Cost::default());
}

#[test]
fn a_question_beyond_the_budget_is_not_asked() {
    let mut desk = dear(Api::OpenAi, [Reply::text("yes")]);
    desk.config.max_cost = Some(dollars(0.01));
    let error = desk.error();
    assert!(
        matches!(error, PlannerError::Budget { bound: Bound::Call, .. }),
        "{error:?}"
    );
    assert_eq!(desk.server.left(), 1);
}

#[test]
fn the_server_is_told_how_long_an_answer_may_be() {
    for (api, pointer) in [
        (Api::OpenAi, "/max_tokens"),
        (Api::Anthropic, "/max_tokens"),
        (Api::Gemini, "/generationConfig/maxOutputTokens"),
    ] {
        let mut desk = dear(api, [Reply::Length("so far".to_owned())]);
        desk.config.max_cost = Some(dollars(0.107));
        let error = desk.error();
        assert!(
            matches!(error, PlannerError::Budget { bound: Bound::Call, .. }),
            "{api:?} {error:?}"
        );
        let asked = desk.server.asked();
        assert_eq!(asked[0].body.pointer(pointer).unwrap(), 100, "{api:?}");
        // It was charged all the same.
        assert_eq!(desk.purse.spent().cost, dollars(0.046));
    }
}

#[test]
fn who_writes_more_than_allowed_is_not_listened_to() {
    let mut desk = dear(Api::Gemini, [Reply::Flood]);
    desk.config.max_cost = Some(dollars(0.107));
    let error = desk.error();
    assert!(
        matches!(error, PlannerError::Budget { bound: Bound::Call, .. }),
        "{error:?}"
    );
}

#[test]
fn a_session_ends_when_its_money_is_spent() {
    let mut desk = dear(Api::Anthropic, [Reply::text("1"), Reply::text("2"), Reply::text("3")]);
    let spent = Spent {
        cost: dollars(0.9),
        calls: 7,
    };
    desk.purse = Arc::new(Purse::new(Some(dollars(1.0)), spent));
    desk.ask(&ASKING).answer.unwrap();
    // What is left would not pay for an answer.
    let error = desk.error();
    assert_eq!(
        error.to_string(),
        "the budget for the session does not allow it: $1.00, of which $0.946 are spent"
    );
    assert_eq!(desk.purse.spent().calls, 8);
    assert_eq!(desk.server.left(), 2);
}
