//! The verbs of plans: each reads what it needs, asks the model to decide, and stores the outcome in one transaction.

pub mod board;
pub mod change;
pub mod decompose;
pub mod list;
pub mod log;
pub mod next;
pub mod operate;
pub mod sessions;
pub mod show;
pub mod signal;
pub mod start;
pub mod status;
pub mod suggest;
pub mod undo;
pub mod update;
