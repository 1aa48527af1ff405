//! The files as the command sees them: all read-only but the workspace, its temporary folder and the caches; and in the
//! workspace the places of [`guarded`] read-only again.

use std::ffi::{CString, OsStr};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use model::limits::{COMMAND_PROCESSES, COMMAND_TEMP_MIB};
use rustix::mount::mount_remount;
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change};
use rustix::thread::UnshareFlags;

use super::super::wire::{Brief, Cage};
use super::mount_table::{self, Mount};
use super::{devices, guarded, namespaces, overlays};

const PLAIN: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

/// Where other programs listen who would do more for the command than the kernel lets it do itself.
const DOORS: &[&str] = &[
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

pub(super) fn arrange(brief: &mut Brief) -> io::Result<()> {
    let cage = brief.cage.as_mut().ok_or(io::ErrorKind::InvalidInput)?;
    // The command gets a private `/dev`.
    if let Some(path) = cage.writable().find(|path| path.starts_with("/dev")) {
        let why = format!("{} is below /dev, which is private there", path.display());
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    namespaces::unshare(UnshareFlags::NEWNS)?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let before = mount_table::read()?;
    for path in cage.written_directly() {
        mount_bind_recursive(path, path)?;
    }
    overlays::mount_caches(&cage.caches)?;
    make_read_only(&before, cage);
    guarded::protect(cage)?;
    close_doors(cage);
    devices::mount_private()?;
    limited_memory(Path::new("/dev/shm"))?;
    if private_temp(cage)? {
        set_variable(brief, "TMPDIR", "/tmp");
    }
    limit_process_ids();
    own_processes();
    Ok(())
}

/// What fails here (a mount below another one, one that is locked) is still read-only by Landlock; this adds times,
/// owners and modes, which Landlock does not know.
fn make_read_only(mounts: &[Mount], cage: &Cage) {
    for mount in mounts {
        let is_writable = cage.writable().any(|path| mount.target.starts_with(path));
        if !is_writable {
            let flags = mount.flags | MountFlags::BIND | MountFlags::RDONLY;
            let _ = mount_remount(&mount.target, flags, "");
        }
    }
}

fn close_doors(cage: &Cage) {
    for door in DOORS.iter().map(Path::new) {
        let is_needed = cage.writable().any(|path| path.starts_with(door));
        if is_needed {
            continue;
        }
        // Most machines have few of them.
        let _ = match door.is_dir() {
            true => mount("tmpfs", door, "tmpfs", PLAIN | MountFlags::RDONLY, None),
            false => mount_bind("/dev/null", door),
        };
    }
}

/// Replaces `/tmp` as well, for programs that do not ask for `TMPDIR`, unless a folder that the command needs is below it.
fn private_temp(cage: &mut Cage) -> io::Result<bool> {
    let temp = Path::new("/tmp");
    let own = cage.temp.as_path();
    let read = cage.read_only.iter().map(PathBuf::as_path);
    let mut needed = cage.writable().filter(|path| *path != own).chain(read);
    let is_replaced = temp.is_dir() && !needed.any(|path| path.starts_with(temp));
    drop(needed);
    if is_replaced {
        cage.temp = PathBuf::from(temp);
    }
    limited_memory(&cage.temp)?;
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

/// In a container whose own view is masked the kernel refuses; then the outer processes stay visible, out of reach.
fn own_processes() {
    let flags = PLAIN | MountFlags::NOEXEC | MountFlags::RDONLY;
    let _ = mount("proc", "/proc", "proc", flags, None);
}

fn set_variable(brief: &mut Brief, name: &str, value: &str) {
    brief.variables.retain(|(other, _)| other != OsStr::new(name));
    brief.variables.push((name.into(), value.into()));
}
