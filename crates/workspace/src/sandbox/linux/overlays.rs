//! Mounts an overlay over each package cache, so that the command changes only a private copy.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::mount::{MountFlags, mount};

use super::super::caches::{CommandCaches, WORK, place_name};
use super::capabilities;

/// `userxattr` lets an ordinary user mount it. Without `volatile`, the end of each command would sync the whole disk.
/// `xino=off`: inode numbers need not survive changes of the user's cache.
const OPTIONS: &str = "userxattr,volatile,xino=off";

/// Call this before the layers become read-only.
pub(super) fn mount_caches(caches: &CommandCaches) -> io::Result<()> {
    for cache in caches.copied_on_write() {
        let failed = |error| io::Error::other(format!("{} cannot be copied on write: {error}", cache.display()));
        mount_one(cache, caches).map_err(failed)?;
    }
    capabilities::keep_from_command()
}

fn mount_one(cache: &Path, caches: &CommandCaches) -> io::Result<()> {
    let place = place_name(cache);
    let (written, below) = caches.chosen.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let upper = handle(&written.join(&place))?;
    let work = handle(&written.join(format!("{place}{WORK}")))?;
    let mut lower = Vec::new();
    for layer in below {
        match handle(&layer.join(&place)) {
            Ok(found) => lower.push(found),
            // The layer is older than the cache.
            Err(Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
    }
    lower.push(handle(cache)?);
    let lower: Vec<String> = lower.iter().map(path_of).collect();
    let lower = lower.join(":");
    let (upper, work) = (path_of(&upper), path_of(&work));
    let options = format!("{OPTIONS},lowerdir={lower},upperdir={upper},workdir={work}");
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("overlay", cache, "overlay", flags, &*CString::new(options)?)?)
}

fn handle(folder: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(folder, flags, Mode::empty())
}

/// A path without the characters that have a meaning in mount options.
fn path_of(handle: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", handle.as_raw_fd())
}
