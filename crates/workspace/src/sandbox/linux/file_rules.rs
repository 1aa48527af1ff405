//! Landlock rules: a command can read all files except devices such as the user's terminals, and write only a few.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};

use super::super::Strength;
use super::super::wire::Confinement;
use super::devices::DEVICES;
use super::kernel_error;

/// Earlier versions do not prevent truncation of files.
const REQUIRED: ABI = ABI::V3;
const WANTED: ABI = ABI::V9;

pub(super) fn restrict(confinement: &Confinement) -> io::Result<()> {
    let readable = match confinement.strength {
        // The command has a private `/dev` there.
        Strength::Namespaces => vec![PathBuf::from("/")],
        Strength::Landlock | Strength::SystemCalls => readable()?,
    };
    restrict_to(confinement, &readable).map_err(|error| kernel_error(&error))
}

/// All files but devices. A rule can only allow, so this lists what is beside `/dev`.
fn readable() -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = DEVICES.iter().chain(&["/dev/shm"]).map(PathBuf::from).collect();
    for entry in fs::read_dir("/")? {
        let path = entry?.path();
        // A link could lead to `/dev`. Other targets are in the list anyway.
        if path != Path::new("/dev") && !path.is_symlink() {
            paths.push(path);
        }
    }
    Ok(paths)
}

fn restrict_to(confinement: &Confinement, readable: &[PathBuf]) -> Result<(), RulesetError> {
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
        .add_rules(path_beneath_rules(confinement.writable(), writes))?
        .add_rules(path_beneath_rules(DEVICES, device_writes))?;
    let rules = match confinement.strength {
        // `/dev/shm` is private there.
        Strength::Namespaces => rules.add_rules(path_beneath_rules(["/dev/shm"], writes))?,
        Strength::Landlock | Strength::SystemCalls => rules,
    };
    rules.restrict_self()?;
    Ok(())
}
