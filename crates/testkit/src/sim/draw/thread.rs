//! Threads and their topics.

use model::{Command, ThreadId, limits};

use super::{Scene, words};

impl Scene<'_> {
    pub(super) fn open_thread(&mut self) -> Command {
        Command::OpenThread {
            uid: self.ids.next(),
            topic: self.dice.percent(60).then(|| self.topic()),
            folder: self.dice.percent(60).then(|| self.folder()),
        }
    }

    pub(super) fn set_folder(&mut self, thread: ThreadId) -> Command {
        Command::SetFolder {
            thread,
            folder: self.folder(),
        }
    }

    fn folder(&mut self) -> String {
        format!("/plans/{}", self.dice.below(5))
    }

    pub(super) fn set_topic(&mut self, thread: ThreadId) -> Command {
        Command::SetTopic {
            thread,
            topic: self.topic(),
        }
    }

    fn topic(&mut self) -> String {
        match self.dice.percent(6) {
            true => "é".repeat(limits::TOPIC_CHARS + 1),
            false => words::title(self.dice),
        }
    }
}
