//! Creates namespaces: the command sees no other process and no network, and the launcher can mount without root.

use std::fs;
use std::io;

use rustix::process::{getgid, getuid};
use rustix::thread::UnshareFlags;

use super::capabilities;

/// The next child becomes the first process of the new namespaces. The mount namespace is created later: with the command's
/// `/proc`, this process could not see the processes that it must end.
pub(crate) fn enter_namespaces() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWPID | UnshareFlags::NEWNET | UnshareFlags::NEWIPC)
        .map_err(|error| refused(&error))?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    capabilities::pass_on()
}

/// Where user namespaces are forbidden, the kernel reports `ENOSPC`.
fn refused(error: &io::Error) -> io::Error {
    let is_forbidden = fs::read("/proc/sys/user/max_user_namespaces").is_ok_and(|most| most.trim_ascii() == b"0");
    let kind = match error.kind() {
        io::ErrorKind::StorageFull if is_forbidden => io::ErrorKind::Unsupported,
        kind => kind,
    };
    io::Error::new(kind, format!("namespaces are not allowed here ({error})"))
}

#[expect(
    deprecated,
    reason = "its successor is unsafe because of shared file tables, which planwright does not use"
)]
pub(super) fn unshare(what: UnshareFlags) -> io::Result<()> {
    Ok(rustix::thread::unshare(what)?)
}
