//! TeDDy's answers: values in, JSON for programs and styled text for people out.

mod execute;
mod named;
mod planned;
mod preprocess;
mod session;
mod target;
mod undo;

pub use execute::{ExecuteView, Replanned, TaskView, execute_json, execute_text, execute_warnings};
pub use named::Named;
pub use planned::{PlannedView, handed_json, handed_text, planned_json, planned_text};
pub use preprocess::{PreprocessView, preprocess_json, preprocess_text};
pub use session::{
    ContextView, NewView, ResumeView, WeightView, agents_json, agents_text, context_json, context_text, new_hint,
    new_json, new_text, prompt_json, resume_json, resume_text,
};
pub(in crate::teddy) use target::first_line;
pub use target::target;
pub use undo::{UndoTurnView, undo_turn_json, undo_turn_text};
