//! Everything that is wrong with a plan, in itself and in this workspace.

use std::path::{Path, PathBuf};

use dialect::teddy::check::check;
use dialect::teddy::read_memos;
use model::limits;
use workspace::{Root, Surroundings};

use super::source::{ReadPlan, read_file};
use super::view::Sight;
use crate::error::EngineError;
use crate::project::Setting;

const MEMOS: &str = ".teddy/memos.yaml";

pub fn check_file(setting: &Setting, name: &str, path: &Path) -> Result<ReadPlan, EngineError> {
    check_text(setting, name, read_file(path)?)
}

pub fn check_text(setting: &Setting, name: &str, source: String) -> Result<ReadPlan, EngineError> {
    let root = root_of(setting);
    let tree = Root::open(&root).map_err(|source| EngineError::File {
        path: root.clone(),
        source,
    })?;
    let sight = Sight::new(&tree, memos(&root)?);
    Ok(ReadPlan::new(name, source, |text, reading| {
        check(text, reading, &sight)
    }))
}

fn root_of(setting: &Setting) -> PathBuf {
    workspace::find(&Surroundings::new(setting.current_folder.clone(), setting.home.clone())).root
}

pub(crate) fn memos(root: &Path) -> Result<Vec<String>, EngineError> {
    let path = root.join(MEMOS);
    let failed = |source| EngineError::File {
        path: path.clone(),
        source,
    };
    let text = workspace::read_text(&path, limits::TEXT_BYTES).map_err(failed)?;
    let memos = read_memos(&text.unwrap_or_default());
    let memos = memos.map_err(|why| failed(std::io::Error::new(std::io::ErrorKind::InvalidData, why)))?;
    Ok(memos.as_slice().to_vec())
}
