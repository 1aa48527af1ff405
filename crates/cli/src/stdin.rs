//! A plan or a payload that comes in through standard input.

use std::io::{Error, ErrorKind, Read};

use engine::EngineError;
use model::limits;

pub const NAME: &str = "<stdin>";

pub fn text(stdin: &mut dyn Read) -> Result<String, EngineError> {
    let failed = |source| EngineError::at(NAME)(source);
    let mut text = String::new();
    let room = u64::try_from(limits::PROPOSAL_BYTES).unwrap_or(u64::MAX);
    stdin
        .take(room.saturating_add(1))
        .read_to_string(&mut text)
        .map_err(|error| failed(in_plain_words(error)))?;
    if text.len() > limits::PROPOSAL_BYTES {
        return Err(failed(ErrorKind::FileTooLarge.into()));
    }
    Ok(text)
}

fn in_plain_words(error: Error) -> Error {
    match error.kind() {
        ErrorKind::InvalidData => Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"),
        _ => error,
    }
}
