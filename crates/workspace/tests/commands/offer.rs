//! What the kernel of this machine offers, found out without our own code: what it lacks is nobody's fault, while what
//! it offers must hold.

use std::process::{Command, Stdio};

use planwright_workspace::sandbox::{CacheSetup, Launcher, Strength, strongest_of};

#[derive(Debug, Clone)]
pub enum Offer {
    Holds,
    /// The kernel does not have it, or forbids it.
    Lacking(String),
    /// The kernel offers it, and we fail.
    Broken(String),
    /// A tool to find out is missing.
    Unknown(String),
}

pub fn of(strength: Strength) -> Offer {
    let root = tempfile::tempdir().unwrap();
    let caches = CacheSetup::default();
    let Err(ours) = strongest_of(&[strength], &Launcher::this_program(), root.path(), &caches) else {
        return Offer::Holds;
    };
    let needs: &[fn() -> Result<(), Offer>] = match strength {
        Strength::Namespaces => &[system_calls, landlock, namespaces],
        Strength::Landlock => &[system_calls, landlock],
        Strength::SystemCalls => &[system_calls],
    };
    match needs.iter().try_for_each(|need| need()) {
        Err(offer) => offer,
        Ok(()) => Offer::Broken(format!("the kernel offers all that is needed, but: {ours}")),
    }
}

/// Whether a view of one's own processes may be mounted; some containers forbid only this.
pub fn of_processes() -> Result<(), String> {
    unshare(&["--mount-proc"]).map_err(|offer| format!("{offer:?}"))
}

fn namespaces() -> Result<(), Offer> {
    unshare(&[])
}

fn unshare(more: &[&str]) -> Result<(), Offer> {
    let kinds = [
        "--user",
        "--map-current-user",
        "--keep-caps",
        "--mount",
        "--pid",
        "--fork",
        "--net",
        "--ipc",
    ];
    let mut command = Command::new("unshare");
    command.args(kinds).args(more).arg("true").stdin(Stdio::null());
    match command.output() {
        Err(error) => Err(Offer::Unknown(format!("unshare: {error}"))),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(Offer::Lacking(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        )),
    }
}

#[cfg(target_os = "linux")]
fn landlock() -> Result<(), Offer> {
    use landlock::{ABI, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_write(ABI::V3))
        .and_then(Ruleset::create);
    match rules {
        Ok(_) => Ok(()),
        Err(error) => Err(Offer::Lacking(format!("Landlock: {error}"))),
    }
}

#[cfg(not(target_os = "linux"))]
fn landlock() -> Result<(), Offer> {
    Err(Offer::Lacking("Landlock is a part of Linux".to_owned()))
}

fn system_calls() -> Result<(), Offer> {
    match std::path::Path::new("/proc/sys/kernel/seccomp/actions_avail").exists() {
        true => Ok(()),
        false => Err(Offer::Lacking("the kernel has no rules for system calls".to_owned())),
    }
}
