//! Rules for system calls. They stand against sockets that lead out of the cage, and against the way around such rules.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

use super::super::Strength;

/// Calls of the rarely used x32 interface are numbered from here.
#[cfg(target_arch = "x86_64")]
const INTERFACES: [i64; 2] = [0, 0x4000_0000];
#[cfg(not(target_arch = "x86_64"))]
const INTERFACES: [i64; 1] = [0];

/// None that lead to a program outside: behind a socket in the file system may sit one that runs whatever it is told. Pairs
/// of sockets within a program are made by another call.
const WITHIN_MACHINE: &[i32] = &[libc::AF_NETLINK];
/// With a loopback of one's own.
const WITHIN_NAMESPACE: &[i32] = &[libc::AF_NETLINK, libc::AF_INET, libc::AF_INET6];

pub(super) fn restrict(strength: Strength) -> io::Result<()> {
    let families = match strength {
        Strength::Namespaces => WITHIN_NAMESPACE,
        Strength::Landlock | Strength::SystemCalls => WITHIN_MACHINE,
    };
    let program = program(families).map_err(io::Error::other)?;
    seccompiler::apply_filter(&program).map_err(io::Error::other)
}

fn program(families: &[i32]) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules = BTreeMap::new();
    for interface in INTERFACES {
        rules.insert(interface + libc::SYS_socket, vec![other_families(families)?]);
        // Its requests pass unseen, and one of them opens sockets.
        rules.insert(interface + libc::SYS_io_uring_setup, Vec::new());
    }
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, SeccompAction::Allow, refused, architecture)?.try_into()
}

fn other_families(families: &[i32]) -> Result<SeccompRule, seccompiler::BackendError> {
    let is_other = |family: &i32| {
        let family = u64::from(family.unsigned_abs());
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family)
    };
    SeccompRule::new(families.iter().map(is_other).collect::<Result<_, _>>()?)
}
