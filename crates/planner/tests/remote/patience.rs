use std::time::Duration;

use planwright_planner::PlannerError;
use testkit::models::{Api, Reply};

use crate::desk::{ASKING, Desk};

fn millis(all: &[u64]) -> Vec<Duration> {
    all.iter().copied().map(Duration::from_millis).collect()
}

#[test]
fn trouble_passes_and_every_wait_is_longer() {
    for api in Api::ALL {
        let script = [
            Reply::status(500, "oops"),
            Reply::status(503, "busy"),
            Reply::status(529, "overloaded"),
            Reply::text("yes"),
        ];
        let desk = Desk::new(api, script);
        let seen = desk.ask(&ASKING);
        assert_eq!(seen.answer.unwrap().text, "yes");
        // Half of each is by chance, and chance is in the middle.
        assert_eq!(desk.clock.waited(), millis(&[750, 1_500, 3_000]));
        assert_eq!(seen.retries[0].0, 2);
        assert!(
            seen.retries[1].1.ends_with("is in trouble (503): busy"),
            "{:?}",
            seen.retries
        );
    }
}

#[test]
fn the_servers_own_word_about_waiting_counts() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::retry_after(429, "7"), Reply::text("yes")]);
        let seen = desk.ask(&ASKING);
        assert_eq!(seen.answer.unwrap().text, "yes");
        assert_eq!(desk.clock.waited(), millis(&[7_000]));
        assert_eq!(seen.retries[0].2, 7);
    }
}

#[test]
fn a_date_to_come_back_at_is_passed_over() {
    let script = [
        Reply::retry_after(429, "Wed, 21 Oct 2026 07:28:00 GMT"),
        Reply::text("yes"),
    ];
    let desk = Desk::new(Api::OpenAi, script);
    desk.ask(&ASKING).answer.unwrap();
    assert_eq!(desk.clock.waited(), millis(&[750]));
}

#[test]
fn who_wants_to_be_left_alone_for_long_is() {
    let desk = Desk::new(Api::Anthropic, [Reply::retry_after(429, "3600")]);
    let error = desk.error();
    let PlannerError::RateLimited { retry_after_s, .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*retry_after_s, Some(3600));
    assert_eq!(desk.clock.waited(), []);
}

#[test]
fn patience_ends() {
    let script = (1..=9).map(|number| Reply::status(500, &format!("oops {number}")));
    let desk = Desk::new(Api::OpenAi, script);
    let error = desk.error();
    assert!(error.to_string().ends_with("oops 4"), "{error}");
    assert_eq!(desk.server.left(), 5);
}

#[test]
fn nobody_waits_beyond_the_time_limit() {
    let mut desk = Desk::new(Api::OpenAi, [Reply::retry_after(503, "20")]);
    desk.config.timeout_s = Some(10);
    assert!(matches!(desk.error(), PlannerError::Unavailable { status: 503, .. }));
    assert_eq!(desk.clock.waited(), []);
}
