//! Mounts the read-only paths of the workspace. The parent process lists them before the command starts.

use std::io;
use std::path::{Path, PathBuf};

use rustix::mount::{MountFlags, mount_bind_recursive, mount_remount};

use super::super::wire::Confinement;
use super::mount_table;

/// Mounts every listed path on itself, so that it cannot be moved or replaced, then makes the read-only ones read-only.
pub(super) fn protect(confinement: &Confinement) -> io::Result<()> {
    let mut paths: Vec<&Path> = confinement
        .read_only
        .iter()
        .chain(&confinement.pinned)
        .map(PathBuf::as_path)
        .collect();
    // Parents first: a later mount on a folder would hide the mounts below it.
    paths.sort_unstable();
    paths.dedup();
    for &path in &paths {
        refuse_link(path)?;
        mount_bind_recursive(path, path).map_err(|error| named(path, &error.into()))?;
    }
    for mount in mount_table::read()? {
        let nearest = paths.iter().rev().find(|path| mount.target.starts_with(path));
        if nearest.is_some_and(|path| confinement.read_only.iter().any(|listed| listed == path)) {
            mount_remount(&mount.target, mount.flags | MountFlags::BIND | MountFlags::RDONLY, "")?;
        }
    }
    Ok(())
}

/// The target of a link can be mounted read-only, but the link itself can still be replaced.
fn refuse_link(path: &Path) -> io::Result<()> {
    let found = path.symlink_metadata().map_err(|error| named(path, &error))?;
    match found.is_symlink() {
        true => {
            let why = format!("{} is a symbolic link and cannot be guarded", path.display());
            Err(io::Error::new(io::ErrorKind::InvalidInput, why))
        }
        false => Ok(()),
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
