//! What can be wrong with a call, apart from the files.

use model::{ThreadId, limits};

use crate::errors::Trouble;

pub const UNKNOWN_THREAD: &str = "unknown_thread";
pub const CURRENT_THREAD: &str = "current_thread";
pub const INVALID_TOPIC: &str = "invalid_topic";

/// Reads `thread_2`, as `ThreadId` shows it.
pub fn read_thread_id(text: &str) -> Option<ThreadId> {
    let id = ThreadId(text.strip_prefix("thread_")?.parse().ok()?);
    (id.to_string() == text).then_some(id)
}

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

/// The topic without blanks around it, if it is one line of 1 to 100 characters.
pub fn read_topic(given: &str) -> Result<String, Trouble> {
    let topic = given.trim();
    let count = topic.chars().count();
    let fault = match count {
        0 => "The topic is empty.".to_owned(),
        _ if topic.contains(char::is_control) => "The topic must be one line, without control characters.".to_owned(),
        1..=limits::TOPIC_CHARS => return Ok(topic.to_owned()),
        _ => format!(
            "The topic is too long: {count} characters, and the limit is {}.",
            limits::TOPIC_CHARS
        ),
    };
    Err(Trouble::new(INVALID_TOPIC, fault).with_hint("Say in a few words what the thread is about."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_ids_have_one_spelling() {
        assert_eq!(read_thread_id("thread_12"), Some(ThreadId(12)));
        for text in [
            "",
            "12",
            "thread_",
            "thread_+1",
            "thread_01",
            "thread_1 ",
            "Thread_1",
            "thread_99999999999",
        ] {
            assert_eq!(read_thread_id(text), None, "{text}");
        }
    }
}
