//! Digests of small files before a command, so that a command that only touches a file does not count as a change.

use std::collections::HashMap;
use std::io::Read;

use model::limits::{DIGESTED_BYTES, DIGESTED_FILE_BYTES, DIGESTED_FILES};
use rustix::fs::FileType;

use super::Mark;
use crate::{Digest, RelPath, Root};

/// Leaves out whole top-level folders that have too many files, such as dependencies and build output.
pub(super) fn of_small_files(root: &Root, files: &[(RelPath, Mark)]) -> HashMap<RelPath, Digest> {
    let top = |path: &RelPath| path.as_str().find('/').unwrap_or(path.as_str().len());
    let is_same_top = |(a, _): &(RelPath, Mark), (b, _): &(RelPath, Mark)| a.as_str()[..top(a)] == b.as_str()[..top(b)];
    let mut folders: Vec<_> = files.chunk_by(is_same_top).collect();
    folders.sort_by_key(|files| files.len());
    let (mut count, mut bytes) = (0, 0);
    let few = folders.into_iter().take_while(|files| {
        count += files.len();
        count <= DIGESTED_FILES
    });
    let small = few.flatten().filter(|(_, mark)| {
        let size = usize::try_from(mark.size).unwrap_or(usize::MAX);
        let fits = mark.kind() == FileType::RegularFile && size <= DIGESTED_FILE_BYTES.min(DIGESTED_BYTES - bytes);
        bytes += if fits { size } else { 0 };
        fits
    });
    let digest = |(path, _): &(RelPath, Mark)| Some((path.clone(), of(root, path)?));
    small.filter_map(digest).collect()
}

/// `None` if the file cannot be read, or is larger than the limit.
pub(super) fn of(root: &Root, path: &RelPath) -> Option<Digest> {
    let (file, entry) = root.open_regular(path).ok()??;
    if entry.size() > DIGESTED_FILE_BYTES {
        return None;
    }
    // The file may grow meanwhile.
    Digest::of_reader(file.take(DIGESTED_FILE_BYTES as u64)).ok()
}
