//! A line of work within a session. It holds one plan at a time.

use crate::id::{ThreadId, Uid};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    pub id: ThreadId,
    pub uid: Uid,
    pub role: Role,
    pub topic: Option<String>,
    /// The folder that holds the thread's plan as files, if one was handed out.
    pub folder: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Primary,
    Additional,
}
