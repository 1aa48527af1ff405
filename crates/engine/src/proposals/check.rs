//! Everything that is wrong with a plan, in itself and in this workspace.

use std::path::{Path, PathBuf};

use dialect::teddy::check::check;
use dialect::teddy::check::rules::session::MEMO_FILE_PATH;
use dialect::teddy::read_memos;
use model::limits;
use workspace::{RelPath, Root, Surroundings};

use super::source::{ReadPlan, read_file};
use super::view::Sight;
use crate::error::EngineError;
use crate::project::Setting;

pub fn check_file(setting: &Setting, name: &str, path: &Path) -> Result<ReadPlan, EngineError> {
    check_text(setting, name, read_file(path)?)
}

pub fn check_text(setting: &Setting, name: &str, source: String) -> Result<ReadPlan, EngineError> {
    let root = root_of(setting);
    let tree = Root::open(&root).map_err(EngineError::at(&root))?;
    let sight = Sight::new(&tree, memos(&root));
    ReadPlan::new(name, source, |text, reading| Ok(check(text, reading, &sight)))
}

fn root_of(setting: &Setting) -> PathBuf {
    workspace::find(&Surroundings::new(setting.current_folder.clone(), setting.home.clone())).root
}

/// Those of the file, or why there may be some that nobody knows.
pub(crate) fn memos(root: &Path) -> Result<Vec<String>, String> {
    let tree = Root::open(root).map_err(|error| error.to_string())?;
    let path = RelPath::new(MEMO_FILE_PATH).map_err(|fault| fault.to_string())?;
    let text = tree
        .read_text(&path, limits::TEXT_BYTES)
        .map_err(|error| error.to_string())?;
    let memos = read_memos(&text.unwrap_or_default())?;
    Ok(memos.as_slice().to_vec())
}
