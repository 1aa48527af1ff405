//! Proposals as files: mended, checked against the workspace, and written in their canonical form.

mod check;
mod format;
mod repair;
mod source;
mod view;

pub use check::{check_file, check_text};
pub use format::{Formatted, format_file};
pub use repair::{Mended, mend, mend_file};
pub use source::ReadPlan;

pub(crate) use check::memos;
pub(crate) use source::read_file;
pub(crate) use view::Sight;
