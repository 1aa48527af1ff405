//! What Linux offers to lock a command in. Every step either holds or is an error: nothing runs in a cage that is weaker
//! than the one that was asked for.

mod capabilities;
mod confine;
mod file_rules;
mod init;
mod loopback;
mod mount_table;
mod mounts;
mod namespaces;
mod system_calls;

use std::io;
use std::os::fd::OwnedFd;

pub(super) use confine::confine;
pub(super) use init::init;
pub(super) use namespaces::enter_namespaces;

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
