//! How model values look in rows. These shapes are the store's own: changing one means a migration.

mod event;
mod plan;
mod signal;
mod task;

pub(crate) use event::{read_event, write_event};
pub(crate) use plan::{read_plan, write_plan};
pub(crate) use signal::{read_signal, write_signal};
pub(crate) use task::{read_kind, read_lists, read_result, write_lists, write_result};
