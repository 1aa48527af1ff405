//! `CREATE`: a new file.

use model::RelPath;
use model::proposal::Create;

use super::body::Body;
use super::names::{DESCRIPTION, FILE_PATH};
use crate::teddy::notes::Notes;
use crate::teddy::target;

pub(super) fn read(mut body: Body, notes: &mut Notes<'_>) -> Result<Create, Option<RelPath>> {
    let path = body.require(&FILE_PATH, notes);
    let path = path.and_then(|value| target::file(&value, notes));
    let description = body.recommend(&DESCRIPTION, notes);
    let content = body.block(notes);
    let extras = body.extras(notes);
    match (path, content) {
        (Some(path), Some(content)) => Ok(Create {
            path,
            description,
            content,
            extras,
        }),
        (path, _) => Err(path.map(|path| path.value)),
    }
}
