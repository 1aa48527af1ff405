//! What can be wrong with a call, apart from the files.

use dialect::agentctl::TopicFault;
use model::{ThreadId, limits};

use crate::errors::Trouble;

pub const UNKNOWN_THREAD: &str = "unknown_thread";
pub const CURRENT_THREAD: &str = "current_thread";
pub const INVALID_TOPIC: &str = "invalid_topic";

/// `known` are the threads that could have been meant.
pub fn unknown_thread(given: &str, known: &[ThreadId]) -> Trouble {
    let known: Vec<_> = known.iter().map(ToString::to_string).collect();
    let hint = match known.is_empty() {
        true => "No additional thread is allocated; `agentctl plan request-thread-dir` allocates one.".to_owned(),
        false => format!(
            "Additional threads: {}. `agentctl plan status` shows their folders.",
            known.join(", ")
        ),
    };
    Trouble::new(UNKNOWN_THREAD, format!("There is no thread `{given}`.")).with_hint(hint)
}

/// `remove-thread` was called for the current thread.
pub fn current_thread(thread: ThreadId) -> Trouble {
    let message = format!("{thread} is the current thread, which cannot be removed.");
    Trouble::new(CURRENT_THREAD, message).with_hint("`agentctl plan clear-current` empties its folder.")
}

pub fn invalid_topic(fault: TopicFault) -> Trouble {
    let message = match fault {
        TopicFault::Empty => "The topic is empty.".to_owned(),
        TopicFault::ControlCharacter => "The topic must be one line, without control characters.".to_owned(),
        TopicFault::TooLong(count) => format!(
            "The topic is too long: {count} characters, and the limit is {}.",
            limits::TOPIC_CHARS
        ),
    };
    Trouble::new(INVALID_TOPIC, message).with_hint("Say in a few words what the thread is about.")
}
