//! Refuses system calls of sandboxed commands: sockets that lead out of the sandbox, kernel objects that the user's
//! other programs share, and interfaces that are mostly used to attack the kernel.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use libc::{c_int, c_long};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use super::super::Strength;
use super::super::wire::Confinement;
use super::kernel_error;

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Calls of the rarely used x32 interface are numbered from here.
#[cfg(target_arch = "x86_64")]
const INTERFACES: [c_long; 2] = [0, 0x4000_0000];
#[cfg(not(target_arch = "x86_64"))]
const INTERFACES: [c_long; 1] = [0];

/// `AF_UNIX` is missing on purpose: the program behind a socket in the file system may run whatever it is asked to.
/// `socketpair` stays allowed for connected pairs.
const WITHIN_MACHINE: &[c_int] = &[libc::AF_NETLINK];
/// The network namespace has a loopback device of its own.
const WITHIN_NAMESPACE: &[c_int] = &[libc::AF_NETLINK, libc::AF_INET, libc::AF_INET6];

const REFUSED: &[c_long] = &[
    // Its requests bypass these rules, and one of them opens sockets.
    libc::SYS_io_uring_setup,
    // The user's keyrings are shared by all processes of the user and may hold credentials.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Memory and descriptors of other processes.
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Interfaces of the kernel that builds and tests do not need, and that exploits do.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_lookup_dcookie,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    // Administration of the machine: Landlock and the missing capabilities refuse most of it, too.
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_acct,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_vhangup,
];
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[c_long] = &[
    libc::SYS_iopl,
    libc::SYS_ioperm,
    // The x32 interface has its own numbers for `process_vm_readv` and `process_vm_writev`.
    539,
    540,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[c_long] = &[];
/// The second number of each is that of the x32 interface; other architectures have no call with it.
const IOCTL: [c_long; 2] = [libc::SYS_ioctl, 514];
const PTRACE: [c_long; 2] = [libc::SYS_ptrace, 521];
/// Not every C library knows its number, which is the same everywhere.
const FCHMODAT2: c_long = 452;

/// Without an IPC namespace, these calls reach the queues and shared memory of the user's other programs.
const SHARED_IPC: &[c_long] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// Change limits, priorities and processors of the process whose ID is their first argument.
const LIMITING: [c_long; 5] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
];

/// Requests that type into a terminal, take it over or change how it reads.
const TERMINAL_REQUESTS: &[libc::Ioctl] = &[libc::TIOCSTI, libc::TIOCLINUX, libc::TIOCCONS, libc::TIOCSETD];

pub(super) fn restrict(confinement: &Confinement) -> io::Result<()> {
    let mut refused = refused(confinement.strength).map_err(|error| kernel_error(&error))?;
    if !has_set_group_id(&confinement.root)? {
        refuse_mode(&mut refused, libc::S_ISGID.cast_signed()).map_err(|error| kernel_error(&error))?;
    }
    let refused = filter(refused, libc::EPERM);
    // Their arguments are in memory, where a rule cannot read them. Programs fall back to calls that can be judged.
    let unseen = [libc::SYS_clone3, libc::SYS_openat2];
    let unseen = filter(unconditionally(&unseen), libc::ENOSYS);
    for program in [refused, unseen] {
        let program = program.map_err(|error| kernel_error(&error))?;
        seccompiler::apply_filter(&program).map_err(|error| kernel_error(&error))?;
    }
    Ok(())
}

fn filter(rules: Rules, error: c_int) -> Result<BpfProgram, BackendError> {
    let action = SeccompAction::Errno(error.unsigned_abs());
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, SeccompAction::Allow, action, architecture)?.try_into()
}

fn refused(strength: Strength) -> Result<Rules, BackendError> {
    let mut rules = unconditionally(&[REFUSED, REFUSED_HERE].concat());
    let families = match strength {
        Strength::Namespaces => {
            // The first process of the namespace is the launcher, which reports how the command ended.
            for call in LIMITING {
                add(&mut rules, call, &[&[argument(0, SeccompCmpOp::Eq, 1)?]])?;
            }
            WITHIN_NAMESPACE
        }
        Strength::Landlock | Strength::SystemCalls => {
            rules.extend(unconditionally(SHARED_IPC));
            other_processes(&mut rules)?;
            WITHIN_MACHINE
        }
    };
    if strength == Strength::SystemCalls {
        // With Landlock, a command can trace only its own processes, which leak detectors and debuggers need.
        rules.extend(unconditionally(&PTRACE));
    }
    let other_families = families
        .iter()
        .map(|family| argument(0, SeccompCmpOp::Ne, family.unsigned_abs()));
    let other_families: Vec<_> = other_families.collect::<Result<_, _>>()?;
    add(&mut rules, libc::SYS_socket, &[&other_families])?;
    unconnected_pairs(&mut rules)?;
    // A lease on a file that planwright opens would delay each opening by many seconds.
    let lease = argument(1, SeccompCmpOp::Eq, libc::F_SETLEASE.unsigned_abs())?;
    add(&mut rules, libc::SYS_fcntl, &[&[lease]])?;
    for request in TERMINAL_REQUESTS {
        let request = u32::try_from(*request).unwrap_or(u32::MAX);
        for call in IOCTL {
            add(&mut rules, call, &[&[argument(1, SeccompCmpOp::Eq, request)?]])?;
        }
    }
    user_namespaces(&mut rules)?;
    refuse_mode(&mut rules, libc::S_ISUID.cast_signed())?;
    Ok(rules)
}

/// Refuses pairs of datagram sockets: such a socket can send to any path, also if it has a peer. Allows types 1
/// (`SOCK_STREAM`) and 5 (`SOCK_SEQPACKET`), with any flags above these four bits.
fn unconnected_pairs(rules: &mut Rules) -> Result<(), BackendError> {
    let other_family = argument(0, SeccompCmpOp::Ne, libc::AF_UNIX.unsigned_abs())?;
    let even = argument(1, SeccompCmpOp::MaskedEq(1), 0)?;
    let reasons = [other_family, even, flag(1, 2)?, flag(1, 8)?].map(|reason| vec![reason]);
    let reasons: Vec<&[SeccompCondition]> = reasons.iter().map(Vec::as_slice).collect();
    add(rules, libc::SYS_socketpair, &reasons)
}

/// Refuses changes of limits, priorities and processors of other processes. A thread can still change its own if it passes
/// the ID 0.
fn other_processes(rules: &mut Rules) -> Result<(), BackendError> {
    let is_other = |index, own| argument(index, SeccompCmpOp::Ne, own);
    for call in LIMITING {
        add(rules, call, &[&[is_other(0, 0)?]])?;
    }
    let kind = libc::PRIO_PROCESS;
    add(
        rules,
        libc::SYS_setpriority,
        &[&[is_other(0, kind)?], &[is_other(1, 0)?]],
    )?;
    let kind = 1; // IOPRIO_WHO_PROCESS
    add(
        rules,
        libc::SYS_ioprio_set,
        &[&[is_other(0, kind)?], &[is_other(1, 0)?]],
    )
}

/// Refuses new user namespaces, which would give the command capabilities in more parts of the kernel.
fn user_namespaces(rules: &mut Rules) -> Result<(), BackendError> {
    let is_asked_for = [flag(0, libc::CLONE_NEWUSER)?];
    add(rules, libc::SYS_unshare, &[&is_asked_for])?;
    add(rules, libc::SYS_clone, &[&is_asked_for])
}

/// Whether new folders in the project inherit the bit. Tools that copy modes then pass it to `chmod` for folders, which
/// a rule cannot tell apart from files.
fn has_set_group_id(root: &Path) -> io::Result<bool> {
    Ok(fs::metadata(root)?.mode() & libc::S_ISGID != 0)
}

/// Refuses files with the set-user-ID or set-group-ID bit: another user could run them with this user's rights after the
/// sandbox ended.
fn refuse_mode(rules: &mut Rules, bit: c_int) -> Result<(), BackendError> {
    for (call, mode) in [
        (libc::SYS_fchmod, 1),
        (libc::SYS_fchmodat, 2),
        (FCHMODAT2, 2),
        (libc::SYS_mknodat, 2),
    ] {
        add(rules, call, &[&[flag(mode, bit)?]])?;
    }
    // An open that creates no file may pass any value as its mode.
    let creates = |flags: u8, mode: u8| -> Result<[Vec<SeccompCondition>; 2], BackendError> {
        let with = |creating| Ok(vec![flag(flags, creating)?, flag(mode, bit)?]);
        Ok([with(libc::O_CREAT)?, with(libc::O_TMPFILE)?])
    };
    let [created, temporary] = creates(2, 3)?;
    add(rules, libc::SYS_openat, &[&created, &temporary])?;
    #[cfg(target_arch = "x86_64")]
    {
        let [created, temporary] = creates(1, 2)?;
        add(rules, libc::SYS_open, &[&created, &temporary])?;
        for call in [libc::SYS_chmod, libc::SYS_creat, libc::SYS_mknod] {
            add(rules, call, &[&[flag(1, bit)?]])?;
        }
    }
    Ok(())
}

fn unconditionally(calls: &[c_long]) -> Rules {
    let numbers = INTERFACES
        .iter()
        .flat_map(|from| calls.iter().map(move |call| from + call));
    numbers.map(|number| (number, Vec::new())).collect()
}

/// Refuses the call if all conditions of one of the lists hold.
fn add(rules: &mut Rules, call: c_long, reasons: &[&[SeccompCondition]]) -> Result<(), BackendError> {
    for from in INTERFACES {
        let all = rules.entry(from + call).or_default();
        for reason in reasons {
            all.push(SeccompRule::new(reason.to_vec())?);
        }
    }
    Ok(())
}

fn argument(index: u8, operator: SeccompCmpOp, value: u32) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, u64::from(value))
}

fn flag(index: u8, flag: c_int) -> Result<SeccompCondition, BackendError> {
    let flag = flag.cast_unsigned();
    argument(index, SeccompCmpOp::MaskedEq(u64::from(flag)), flag)
}
