//! Landlock: everything may be read but devices such as the user's terminals, and little may be written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};

use super::super::Strength;
use super::super::wire::Cage;
use super::devices::DEVICES;
use super::kernel_error;

/// Earlier kernels do not stop a file from being cut to nothing.
const REQUIRED: ABI = ABI::V3;
const WANTED: ABI = ABI::V9;

pub(super) fn restrict(cage: &Cage) -> io::Result<()> {
    let readable = match cage.strength {
        // The command has a private `/dev` there.
        Strength::Namespaces => vec![PathBuf::from("/")],
        Strength::Landlock | Strength::SystemCalls => readable()?,
    };
    restrict_to(cage, &readable).map_err(|error| kernel_error(&error))
}

/// All files but devices. A rule can only allow, so this lists what is beside `/dev`.
fn readable() -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = DEVICES.iter().chain(&["/dev/shm"]).map(PathBuf::from).collect();
    for entry in fs::read_dir("/")? {
        let path = entry?.path();
        // A link could lead to `/dev`, and what it leads to elsewhere is in the list anyway.
        if path != Path::new("/dev") && !path.is_symlink() {
            paths.push(path);
        }
    }
    Ok(paths)
}

fn restrict_to(cage: &Cage, readable: &[PathBuf]) -> Result<(), RulesetError> {
    let writes = AccessFs::from_write(WANTED);
    let device_writes = AccessFs::from_file(WANTED) & writes;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_write(REQUIRED) | AccessFs::ReadFile)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(writes)?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(cage.writable(), writes))?
        .add_rules(path_beneath_rules(DEVICES, device_writes))?;
    let rules = match cage.strength {
        // It is the cage's own there.
        Strength::Namespaces => rules.add_rules(path_beneath_rules(["/dev/shm"], writes))?,
        Strength::Landlock | Strength::SystemCalls => rules,
    };
    rules.restrict_self()?;
    Ok(())
}
