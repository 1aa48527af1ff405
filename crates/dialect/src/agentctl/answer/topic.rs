//! `set-topic`: the topic as given, and the answer.

use model::{ThreadId, limits};
use serde::Serialize;

use super::INVALID_TOPIC;
use super::json::{pretty, shown};
use crate::native::Trouble;
use crate::native::visible::visible;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicView<'a> {
    pub thread: ThreadId,
    pub topic: &'a str,
}

#[derive(Serialize)]
struct TopicShape<'a> {
    status: &'static str,
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    topic: &'a str,
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

pub fn topic_json(view: TopicView<'_>) -> String {
    pretty(&TopicShape {
        status: "topic_set",
        thread_id: view.thread,
        topic: view.topic,
    })
}

pub fn topic_text(view: TopicView<'_>) -> String {
    format!("The topic of {} is now: {}\n", view.thread, visible(view.topic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_measured_in_characters() {
        assert_eq!(read_topic("  Add login \n").unwrap(), "Add login");
        assert!(read_topic(&"é".repeat(100)).is_ok());
        assert!(read_topic("two\nlines").unwrap_err().message.contains("one line"));
        assert_eq!(read_topic(&"é".repeat(101)).unwrap_err().kind, "invalid_topic");
        assert_eq!(read_topic(" \n").unwrap_err().kind, "invalid_topic");
    }

    #[test]
    fn the_answer_repeats_the_topic() {
        let view = TopicView {
            thread: ThreadId::PRIMARY,
            topic: "a\u{202e}",
        };
        let answer: serde_json::Value = serde_json::from_str(&topic_json(view)).unwrap();
        let expected = serde_json::json!({"status": "topic_set", "thread_id": "thread_1", "topic": "a\u{202e}"});
        assert_eq!(answer, expected);
        assert_eq!(topic_text(view), "The topic of thread_1 is now: a\\u{202e}\n");
    }
}
