//! Linux capabilities: the stages of the launcher need some of them. The command keeps only the usual rights of root on
//! files.

use std::io;

use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, configure_capability_in_ambient_set,
    remove_capability_from_bounding_set, set_capabilities,
};

const NEEDED: [CapabilitySet; 4] = [
    CapabilitySet::SYS_ADMIN,
    CapabilitySet::NET_ADMIN,
    CapabilitySet::SETPCAP,
    FOR_OVERLAYS,
];

/// Overlayfs uses the capabilities of the process that mounted it, and needs this one for its work folder.
const FOR_OVERLAYS: CapabilitySet = CapabilitySet::DAC_OVERRIDE;

const FOR_FILES: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::SETUID)
    .union(CapabilitySet::SETGID);

/// Without ambient capabilities, a program that an ordinary user starts has none.
pub(super) fn pass_on() -> io::Result<()> {
    let mut sets = capabilities(None)?;
    for needed in NEEDED {
        sets.inheritable |= needed;
    }
    set_capabilities(None, sets)?;
    for needed in NEEDED {
        configure_capability_in_ambient_set(needed, true)?;
    }
    Ok(())
}

/// Call this after the overlays are mounted: the command of an ordinary user must not get this capability.
pub(super) fn keep_from_command() -> io::Result<()> {
    configure_capability_in_ambient_set(FOR_OVERLAYS, false)?;
    let mut sets = capabilities(None)?;
    sets.inheritable -= FOR_OVERLAYS;
    Ok(set_capabilities(None, sets)?)
}

pub(super) fn drop_all_but_files() -> io::Result<()> {
    clear_ambient_capability_set()?;
    let CapabilitySets {
        effective, permitted, ..
    } = capabilities(None)?;
    if permitted.contains(CapabilitySet::SETPCAP) {
        for bit in 0..64 {
            let one = CapabilitySet::from_bits_retain(1 << bit);
            // The kernel knows fewer than 64.
            if !FOR_FILES.contains(one) && remove_capability_from_bounding_set(one).is_err() {
                break;
            }
        }
    }
    set_capabilities(
        None,
        CapabilitySets {
            effective: effective & FOR_FILES,
            permitted: permitted & FOR_FILES,
            inheritable: CapabilitySet::empty(),
        },
    )?;
    Ok(())
}
