//! Finds out without planwright's own code what the kernel supports. A missing feature of the kernel makes a trial not
//! applicable; a supported one must work.

use std::process::{Command, Stdio};

use planwright_workspace::sandbox::{CacheSetup, Launcher, Strength, strongest_of};

#[derive(Debug, Clone)]
pub enum KernelSupport {
    Works,
    /// The kernel lacks the feature, or forbids it.
    Lacking(String),
    /// The kernel supports the feature, but planwright's sandbox fails.
    Broken(String),
    /// A tool for the check is missing.
    Unknown(String),
}

pub fn of(strength: Strength) -> KernelSupport {
    let root = tempfile::tempdir().unwrap();
    let caches = CacheSetup::default();
    let Err(ours) = strongest_of(&[strength], &Launcher::this_program(), root.path(), &caches) else {
        return KernelSupport::Works;
    };
    let needs: &[fn() -> Result<(), KernelSupport>] = match strength {
        Strength::Namespaces => &[system_calls, landlock, namespaces],
        Strength::Landlock => &[system_calls, landlock],
        Strength::SystemCalls => &[system_calls],
    };
    match needs.iter().try_for_each(|need| need()) {
        Err(support) => support,
        Ok(()) => KernelSupport::Broken(format!("the kernel supports everything, but: {ours}")),
    }
}

/// Whether a private `/proc` can be mounted; some containers forbid only this.
pub fn of_processes() -> Result<(), String> {
    unshare(&["--mount-proc"]).map_err(|support| format!("{support:?}"))
}

fn namespaces() -> Result<(), KernelSupport> {
    unshare(&[])
}

fn unshare(more: &[&str]) -> Result<(), KernelSupport> {
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
        Err(error) => Err(KernelSupport::Unknown(format!("unshare: {error}"))),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(KernelSupport::Lacking(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        )),
    }
}

#[cfg(target_os = "linux")]
fn landlock() -> Result<(), KernelSupport> {
    use landlock::{ABI, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_write(ABI::V3))
        .and_then(Ruleset::create);
    match rules {
        Ok(_) => Ok(()),
        Err(error) => Err(KernelSupport::Lacking(format!("Landlock: {error}"))),
    }
}

#[cfg(not(target_os = "linux"))]
fn landlock() -> Result<(), KernelSupport> {
    Err(KernelSupport::Lacking("Landlock is a part of Linux".to_owned()))
}

fn system_calls() -> Result<(), KernelSupport> {
    match std::path::Path::new("/proc/sys/kernel/seccomp/actions_avail").exists() {
        true => Ok(()),
        false => Err(KernelSupport::Lacking(
            "the kernel has no rules for system calls".to_owned(),
        )),
    }
}
