use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use planwright_planner::PlannerError;
use testkit::models::{Api, KEY, Reply};

use crate::desk::{ASKING, Desk};

#[test]
fn a_refusal_is_final_and_says_why_without_the_key() {
    for api in Api::ALL {
        for status in [401, 403, 404, 400] {
            let desk = Desk::new(api, [Reply::status(status, &format!("wrong: {KEY}\n"))]);
            let error = desk.error();
            assert!(
                matches!(error, PlannerError::Refused { status: told, .. } if told == status),
                "{error:?}"
            );
            assert!(error.to_string().contains("wrong: [redacted]"), "{error}");
            assert!(!format!("{error} {error:?}").contains(KEY));
            assert_eq!(desk.server.asked().len(), 1);
        }
    }
}

#[test]
fn a_redirect_is_not_followed_with_the_key() {
    let desk = Desk::new(Api::OpenAi, [Reply::status(302, "elsewhere")]);
    assert!(matches!(desk.error(), PlannerError::Refused { status: 302, .. }));
}

#[test]
fn where_nobody_listens_nobody_is_asked_twice() {
    let mut desk = Desk::new(Api::OpenAi, []);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    desk.variables
        .push(("OPENAI_BASE_URL", format!("http://127.0.0.1:{port}/v1")));
    let error = desk.error();
    assert_eq!(
        error.to_string(),
        format!("127.0.0.1:{port} cannot be reached: the connection was refused")
    );
    assert_eq!(desk.clock.waited(), []);
}

#[test]
fn a_cut_before_any_text_is_tried_again() {
    for api in Api::ALL {
        let script = [
            Reply::Close,
            Reply::Cut(String::new()),
            Reply::EndEarly(String::new()),
            Reply::text("yes"),
        ];
        let desk = Desk::new(api, script);
        let seen = desk.ask(&ASKING);
        assert_eq!(seen.answer.unwrap().text, "yes", "{api:?}");
        assert_eq!(seen.retries.len(), 3);
        assert_eq!(seen.text, "yes");
    }
}

#[test]
fn half_an_answer_is_never_taken_for_a_whole_one() {
    for api in Api::ALL {
        for reply in [Reply::Cut("half of".to_owned()), Reply::EndEarly("half of".to_owned())] {
            let desk = Desk::new(api, [reply]);
            let seen = desk.ask(&ASKING);
            assert!(
                matches!(seen.answer, Err(PlannerError::Cut { .. })),
                "{api:?} {:?}",
                seen.answer
            );
            assert_eq!(seen.text, "half of");
            assert_eq!(desk.server.asked().len(), 1);
        }
    }
}

#[test]
fn trouble_in_the_middle_is_told_as_what_it_is() {
    for api in Api::ALL {
        let desk = Desk::new(
            api,
            [Reply::Overloaded(String::new()), Reply::Overloaded("half".to_owned())],
        );
        let seen = desk.ask(&ASKING);
        assert!(
            matches!(seen.answer, Err(PlannerError::Unavailable { .. })),
            "{api:?} {:?}",
            seen.answer
        );
        assert_eq!((seen.retries.len(), seen.text.as_str()), (1, "half"));
    }
}

#[test]
fn garbage_is_no_answer() {
    for api in Api::ALL {
        for reply in [Reply::Garbage, Reply::Page] {
            let desk = Desk::new(api, [reply]);
            assert!(matches!(desk.error(), PlannerError::BadAnswer { .. }), "{api:?}");
        }
    }
}

#[test]
fn a_flood_is_stopped() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::Flood]);
        assert!(matches!(desk.error(), PlannerError::LongAnswer { .. }), "{api:?}");
    }
}

#[test]
fn silence_ends_with_the_time_limit() {
    for api in Api::ALL {
        let mut desk = Desk::new(api, [Reply::Silence]);
        desk.config.timeout_s = Some(1);
        assert_eq!(desk.error(), PlannerError::TimedOut { seconds: 1 });
    }
}

#[test]
fn a_drip_does_not_hold_the_time_limit_off() {
    let pause = Duration::from_millis(50);
    let slow = Reply::Slow {
        text: "drop ".repeat(10_000),
        pause,
    };
    let mut desk = Desk::new(Api::OpenAi, [slow]);
    desk.config.timeout_s = Some(1);
    assert_eq!(desk.error(), PlannerError::TimedOut { seconds: 1 });
}

#[test]
fn who_leaves_is_let_go_at_once() {
    for api in Api::ALL {
        let slow = Reply::Slow {
            text: "drop ".repeat(100),
            pause: Duration::from_secs(30),
        };
        let mut desk = Desk::new(api, [slow]);
        desk.leaves_early = true;
        let since = Instant::now();
        let seen = desk.ask(&ASKING);
        assert_eq!(seen.answer.unwrap_err(), PlannerError::Cancelled);
        assert_eq!(seen.text, "drop ");
        // The next drop falls much later.
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
    }
}

#[test]
fn a_server_that_is_left_alone_notices() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::Silence]);
        let until = Instant::now() + Duration::from_secs(20);
        thread::scope(|scope| {
            scope.spawn(|| {
                while desk.server.asked().is_empty() && Instant::now() < until {
                    thread::sleep(Duration::from_millis(5));
                }
                desk.cancelled.store(true, Ordering::Relaxed);
            });
            assert_eq!(desk.error(), PlannerError::Cancelled);
        });
        // Otherwise the connection would be held for as long as an answer may take.
        while desk.server.abandoned() == 0 {
            assert!(Instant::now() < until, "{api:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn who_has_left_before_is_not_answered() {
    let desk = Desk::new(Api::Anthropic, [Reply::Silence]);
    desk.cancelled.store(true, Ordering::Relaxed);
    assert_eq!(desk.error(), PlannerError::Cancelled);
}
