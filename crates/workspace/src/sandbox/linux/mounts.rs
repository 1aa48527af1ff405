//! Mounts the file systems of a command: everything is read-only except the project, its temporary folder and the caches. In
//! the project, the paths of [`guarded`] are read-only.

use std::ffi::{CString, OsStr};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use model::limits::{COMMAND_PROCESSES, COMMAND_TEMP_MIB};
use rustix::mount::mount_remount;
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change};
use rustix::thread::UnshareFlags;

use super::super::wire::{Confinement, LaunchBrief};
use super::mount_table::{self, Mount};
use super::{devices, guarded, namespaces, overlays};

const PLAIN: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

/// Sockets of programs that could act for the command with more rights.
const SOCKETS: &[&str] = &[
    "/run/user",
    "/run/dbus",
    "/run/docker",
    "/run/docker.sock",
    "/run/podman",
    "/run/containerd",
    "/run/libvirt",
    "/run/snapd.socket",
    "/run/snapd-snap.socket",
];

pub(super) fn arrange(brief: &mut LaunchBrief) -> io::Result<()> {
    let confinement = brief.confinement.as_mut().ok_or(io::ErrorKind::InvalidInput)?;
    // The command gets a private `/dev`.
    if let Some(path) = confinement.writable().find(|path| path.starts_with("/dev")) {
        let why = format!("{} is below /dev, which is private there", path.display());
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    namespaces::unshare(UnshareFlags::NEWNS)?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let before = mount_table::read()?;
    for path in confinement.written_directly() {
        mount_bind_recursive(path, path)?;
    }
    overlays::mount_caches(&confinement.caches)?;
    make_read_only(&before, confinement);
    guarded::protect(confinement)?;
    hide_sockets(confinement);
    devices::mount_private()?;
    limited_memory(Path::new("/dev/shm"))?;
    if private_temp(confinement)? {
        set_variable(brief, "TMPDIR", "/tmp");
    }
    limit_process_ids();
    own_processes();
    Ok(())
}

/// Ignores errors, such as locked mounts: Landlock also forbids writing. Read-only mounts additionally protect times, owners
/// and modes.
fn make_read_only(mounts: &[Mount], confinement: &Confinement) {
    for mount in mounts {
        let is_writable = confinement.writable().any(|path| mount.target.starts_with(path));
        if !is_writable {
            let flags = mount.flags | MountFlags::BIND | MountFlags::RDONLY;
            let _ = mount_remount(&mount.target, flags, "");
        }
    }
}

fn hide_sockets(confinement: &Confinement) {
    for socket in SOCKETS.iter().map(Path::new) {
        let is_needed = confinement.writable().any(|path| path.starts_with(socket));
        if is_needed {
            continue;
        }
        // Most machines do not have all of these paths.
        let _ = match socket.is_dir() {
            true => mount("tmpfs", socket, "tmpfs", PLAIN | MountFlags::RDONLY, None),
            false => mount_bind("/dev/null", socket),
        };
    }
}

/// Replaces `/tmp` as well, for programs that do not ask for `TMPDIR`, unless a folder that the command needs is below it.
fn private_temp(confinement: &mut Confinement) -> io::Result<bool> {
    let temp = Path::new("/tmp");
    let own = confinement.temp.as_path();
    let read = confinement.read_only.iter().map(PathBuf::as_path);
    let mut needed = confinement.writable().filter(|path| *path != own).chain(read);
    let is_replaced = temp.is_dir() && !needed.any(|path| path.starts_with(temp));
    drop(needed);
    if is_replaced {
        confinement.temp = PathBuf::from(temp);
    }
    limited_memory(&confinement.temp)?;
    Ok(is_replaced)
}

/// Mounts a tmpfs, because the size of a folder on disk cannot be limited.
fn limited_memory(folder: &Path) -> io::Result<()> {
    let options = CString::new(format!("mode=700,size={COMMAND_TEMP_MIB}m"))?;
    Ok(mount("tmpfs", folder, "tmpfs", PLAIN, Some(options.as_c_str()))?)
}

/// Limits the number of processes and threads also for root, whom `RLIMIT_NPROC` does not bind. Skipped before Linux
/// 6.14, where `pid_max` is a setting of the whole machine.
fn limit_process_ids() {
    let release = rustix::system::uname();
    let mut numbers = release.release().to_bytes().split(|byte| !byte.is_ascii_digit());
    let mut number = || str::from_utf8(numbers.next()?).ok()?.parse::<u32>().ok();
    if number().zip(number()) >= Some((6, 14)) {
        let _ = fs::write("/proc/sys/kernel/pid_max", COMMAND_PROCESSES.to_string());
    }
}

/// In some containers the kernel refuses this mount. Then the outer processes stay visible, but cannot be reached.
fn own_processes() {
    let flags = PLAIN | MountFlags::NOEXEC | MountFlags::RDONLY;
    let _ = mount("proc", "/proc", "proc", flags, None);
}

fn set_variable(brief: &mut LaunchBrief, name: &str, value: &str) {
    brief.variables.retain(|(other, _)| other != OsStr::new(name));
    brief.variables.push((name.into(), value.into()));
}
