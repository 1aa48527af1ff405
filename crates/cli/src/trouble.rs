//! Errors as answers.

use std::ffi::OsString;

use render::errors::{Trouble, error_json, error_text};

use crate::answer::Answer;

/// JSON goes to stdout, where a program looks for the answer; text to stderr.
pub fn answer(trouble: &Trouble, wants_json: bool) -> Answer {
    match wants_json {
        true => Answer::machine_error(error_json(trouble), trouble.exit),
        false => Answer::error(error_text(trouble), trouble.exit),
    }
}

/// For an error before the command line is understood.
pub fn told(wants_json: impl Fn(&[OsString]) -> bool) -> impl FnOnce(&[OsString], &Trouble) -> Answer {
    move |line, trouble| answer(trouble, wants_json(line))
}
