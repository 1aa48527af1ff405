//! TeDDy's answers: values in, JSON for programs and styled text for people out.

mod preprocess;

pub use preprocess::{PreprocessView, preprocess_json, preprocess_text};
