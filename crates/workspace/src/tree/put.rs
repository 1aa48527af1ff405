use std::fs::File;
use std::io::Write;

use rustix::fs::{Mode, OFlags};

use super::{FileError, Last, Root};
use crate::RelPath;

impl Root {
    /// Writes a file that can be made again at any time: whole or not at all, but not safe from a power loss. Its folder
    /// must exist. A link in its place is replaced, not followed.
    pub fn put(&self, path: &RelPath, content: &[u8]) -> Result<(), FileError> {
        let real = self.real(path, Last::Keep)?;
        let failed = |error| FileError::io("write", path, error);
        let folder = self.parent(&real).map_err(failed)?;
        let draft = format!(".{}.{}.tmp", real.name(), std::process::id());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&folder, draft.as_str(), flags, Mode::from_raw_mode(0o644));
        let mut file = File::from(file.map_err(|error| failed(error.into()))?);
        let written = file
            .write_all(content)
            .and_then(|()| Ok(rustix::fs::renameat(&folder, draft.as_str(), &folder, real.name())?));
        written.map_err(|error| {
            // What is left of it would only be in the way.
            let _ = rustix::fs::unlinkat(&folder, draft.as_str(), rustix::fs::AtFlags::empty());
            failed(error)
        })
    }
}
