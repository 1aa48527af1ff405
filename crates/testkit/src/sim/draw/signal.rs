//! Signals, including derived and unknown ones.

use model::{Command, Level, Signal, SignalDraft, SignalId, TaskNumber, ThreadId};

use super::{Scene, words};

impl Scene<'_> {
    pub(super) fn raise(&mut self, thread: ThreadId) -> Command {
        match self.signal_id() {
            Some(id) => self.raise_as(thread, id),
            None => Command::Renew { thread },
        }
    }

    pub(super) fn raise_as(&mut self, thread: ThreadId, id: SignalId) -> Command {
        Command::Raise {
            thread,
            signal: SignalDraft {
                id,
                task: self.dice.percent(40).then(|| TaskNumber(self.dice.below_u32(12))),
                level: self
                    .dice
                    .one_of([Level::Blocker, Level::Warning, Level::Info, Level::Info]),
                message: words::text(self.dice),
                link: self.dice.percent(20).then(|| "https://ci.example/1".to_owned()),
            },
        }
    }

    pub(super) fn clear(&mut self, thread: ThreadId) -> Command {
        match self.signal_id() {
            Some(id) => Command::Clear { thread, id },
            None => Command::Renew { thread },
        }
    }

    fn signal_id(&mut self) -> Option<SignalId> {
        let name = match self.dice.percent(8) {
            true => self.dice.one_of(Signal::DERIVED),
            false => self.dice.one_of(["ci_red", "flaky", "needs-info", "waiting"]),
        };
        SignalId::new(name).ok()
    }
}
