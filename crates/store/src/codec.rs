//! How model values look in rows. These shapes are the store's own: changing one means a migration.

mod event;
mod plan;
mod signal;
mod stored;
mod task;

pub(crate) use stored::{read, write};
pub(crate) use task::{read_lists, read_result, write_lists, write_result};

#[cfg(test)]
#[path = "codec/codec_tests.rs"]
mod tests;
