//! Devices of sandboxed commands. The user's terminals are not among them: a command could read what the user types.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::Path;

use rustix::fs::{Mode, OFlags, open};
use rustix::mount::{MountFlags, mount, mount_bind};

pub(super) const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    // The command has no terminal, so opening this one fails. Some programs fail differently if it does not exist.
    "/dev/tty",
];

const LINKS: &[(&str, &str)] = &[
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// Mounts a private `/dev` with [`DEVICES`] only, and with the empty folders `/dev/pts` and `/dev/shm`. Call this after the
/// other mounts became read-only, so that the devices are read-only, too: a command must not change their modes.
pub(super) fn mount_private() -> io::Result<()> {
    let found: Vec<(&str, OwnedFd)> = DEVICES.iter().filter_map(|path| Some((*path, handle(path)?))).collect();
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    mount("tmpfs", "/dev", "tmpfs", flags, c"mode=755,size=64k")?;
    for (path, device) in found {
        File::create(path)?;
        mount_bind(format!("/proc/self/fd/{}", device.as_raw_fd()), path)?;
    }
    for (target, link) in LINKS {
        symlink(target, link)?;
    }
    DirBuilder::new().mode(0o755).create("/dev/pts")?;
    fs::create_dir("/dev/shm")
}

/// `None` if this machine does not have the device, as in some containers.
fn handle(path: &str) -> Option<OwnedFd> {
    open(Path::new(path), OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).ok()
}
