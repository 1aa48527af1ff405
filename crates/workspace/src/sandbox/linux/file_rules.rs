//! Landlock: everything may be read, and little may be written.

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};

use super::super::Strength;
use super::super::wire::Cage;

/// Earlier kernels do not stop a file from being cut to nothing.
const REQUIRED: ABI = ABI::V3;
const WANTED: ABI = ABI::V9;

const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
];

pub(super) fn restrict(cage: &Cage) -> Result<(), RulesetError> {
    let writes = AccessFs::from_write(WANTED);
    let device_writes = AccessFs::from_file(WANTED) & writes;
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_write(REQUIRED))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(writes)?
        .scope(Scope::from_all(WANTED))?
        .create()?
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
