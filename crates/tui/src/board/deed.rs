//! What a person can ask for from the board. Each is one verb of the engine.

use model::{OpVersion, SignalDraft, SignalId, TaskNumber};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Asks first if a blocker is open.
    Claim(TaskNumber),
    ClaimDespiteBlocker(TaskNumber),
    /// Finds out whether this can be done to the task at all, and asks for words only then.
    Ask {
        of: Noted,
        task: TaskNumber,
    },
    Finish {
        task: TaskNumber,
        note: Option<String>,
    },
    Fail {
        task: TaskNumber,
        error: String,
    },
    Drop {
        task: TaskNumber,
        reason: Option<String>,
    },
    Reopen(TaskNumber),
    Raise(SignalDraft),
    Clear(SignalId),
    /// Finds out what would be taken back, and asks.
    ProposeUndo,
    Undo(OpVersion),
    /// The waiting proposal of the task.
    Review(TaskNumber),
    /// The newest report of the task.
    Read(TaskNumber),
    /// Opens the store that stands now where the watched one was.
    Reconnect,
    Quit,
}

/// What goes with a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noted {
    Finish,
    Fail,
    Drop,
}
