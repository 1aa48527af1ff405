//! Namespaces of our own: the command sees no other process and no network, and we may mount without being root.

use std::fs;
use std::io;

use rustix::process::{getgid, getuid};
use rustix::thread::UnshareFlags;

use super::capabilities;

/// What we start next will be the first process of its own world. The mounts come later, since whoever shares them with
/// the command could no longer see the processes to be ended.
pub(crate) fn enter_namespaces() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWPID | UnshareFlags::NEWNET | UnshareFlags::NEWIPC)
        // The kernel's own words speak of space on a device.
        .map_err(|error| io::Error::new(error.kind(), format!("namespaces are not allowed here ({error})")))?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    capabilities::pass_on()
}

#[expect(
    deprecated,
    reason = "its successor is unsafe because of shared file tables, which we leave alone"
)]
pub(super) fn unshare(what: UnshareFlags) -> io::Result<()> {
    Ok(rustix::thread::unshare(what)?)
}
