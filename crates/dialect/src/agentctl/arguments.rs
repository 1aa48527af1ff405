//! Arguments of agentctl's commands: thread ids and topics.

use model::{ThreadId, limits};

/// Why a text cannot be the topic of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicFault {
    Empty,
    ControlCharacter,
    /// Its number of characters.
    TooLong(usize),
}

/// Reads `thread_2`, as `ThreadId` shows it.
pub fn read_thread_id(text: &str) -> Option<ThreadId> {
    let id = ThreadId(text.strip_prefix("thread_")?.parse().ok()?);
    (id.to_string() == text).then_some(id)
}

/// The topic without blanks around it.
pub fn read_topic(given: &str) -> Result<String, TopicFault> {
    let topic = given.trim();
    match topic.chars().count() {
        0 => Err(TopicFault::Empty),
        _ if topic.contains(char::is_control) => Err(TopicFault::ControlCharacter),
        1..=limits::TOPIC_CHARS => Ok(topic.to_owned()),
        count => Err(TopicFault::TooLong(count)),
    }
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
