//! What Linux offers to lock a command in. Every step either holds or is an error: nothing runs in a cage that is weaker
//! than the one that was asked for.

mod capabilities;
mod confine;
mod devices;
mod file_rules;
mod guarded;
mod init;
mod loopback;
mod mount_table;
mod mounts;
mod namespaces;
mod overlays;
mod system_calls;

use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::fd::OwnedFd;

pub(super) use confine::confine;
pub(super) use init::init;
pub(super) use namespaces::enter_namespaces;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// Becomes readable when the process ends.
pub(super) fn watch_exit(process: Pid) -> io::Result<Option<OwnedFd>> {
    match pidfd_open(process, PidfdFlags::empty()) {
        Ok(exit) => Ok(Some(exit)),
        // Older than Linux 5.3.
        Err(rustix::io::Errno::NOSYS) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A file without a name that is read from its beginning. Unlike a pipe, it takes all of it at once.
pub(super) fn holding(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create("input", MemfdFlags::CLOEXEC)?);
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}
