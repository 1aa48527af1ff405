//! Steps that are handed in as a file or on standard input.

use std::path::Path;

use engine::EngineError;

use super::call::Call;
use crate::stdin;

/// The name that diagnostics give it, and the text.
pub fn read(call: &Call<'_>, path: &Path) -> Result<(String, String), EngineError> {
    if path.as_os_str() == "-" {
        return Ok((stdin::NAME.to_owned(), stdin::text(&mut std::io::stdin())?));
    }
    let text = engine::read_given(&call.door.setting, path)?;
    Ok((path.display().to_string(), text))
}
