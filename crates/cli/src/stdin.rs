//! A plan that comes in through standard input.

use std::io::Read;
use std::path::PathBuf;

use engine::EngineError;
use model::limits;

pub const NAME: &str = "<stdin>";

pub fn text(stdin: &mut dyn Read) -> Result<String, EngineError> {
    let failed = |source| EngineError::File {
        path: PathBuf::from(NAME),
        source,
    };
    let mut text = String::new();
    let room = u64::try_from(limits::PROPOSAL_BYTES).unwrap_or(u64::MAX);
    stdin
        .take(room.saturating_add(1))
        .read_to_string(&mut text)
        .map_err(failed)?;
    if text.len() > limits::PROPOSAL_BYTES {
        return Err(failed(std::io::ErrorKind::FileTooLarge.into()));
    }
    Ok(text)
}
