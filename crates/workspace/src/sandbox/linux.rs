//! Sandboxes commands on Linux. Every failed step is an error: no command runs in a weaker sandbox than requested.

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

use std::error::Error;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::iter;
use std::os::fd::OwnedFd;

pub(super) use confine::confine;
pub(super) use init::init;
pub(super) use namespaces::enter_namespaces;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// An error of the kernel keeps its kind. Other errors mean that the kernel lacks a feature.
fn kernel_error(error: &(dyn Error + 'static)) -> io::Error {
    let causes = iter::successors(Some(error), |&cause| cause.source());
    let kind = causes
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .map(io::Error::kind)
        .last();
    io::Error::new(kind.unwrap_or(io::ErrorKind::Unsupported), error.to_string())
}

pub(super) fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// Becomes readable when the process ends.
pub(super) fn watch_exit(process: Pid) -> io::Result<Option<OwnedFd>> {
    match pidfd_open(process, PidfdFlags::empty()) {
        Ok(exit) => Ok(Some(exit)),
        // Before Linux 5.3.
        Err(rustix::io::Errno::NOSYS) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// An unnamed file with this content. Unlike a pipe, it does not block the writer.
pub(super) fn input_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create("input", MemfdFlags::CLOEXEC)?);
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}
