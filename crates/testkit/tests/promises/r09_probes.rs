//! R9: probes that each try one way out of the sandbox. `fixtures/sandbox-probes.tsv` lists the expected result of
//! each, for every strength of the sandbox, for root and for an ordinary user. The last column is the control: the
//! result of the same probe without a sandbox.
//!
//! `PLANWRIGHT_PROBES=print` prints the table with the results of this machine instead of comparing.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use planwright_testkit::project::{Project, Ran, finish, must, tree};
use planwright_testkit::{bins, ordinary_user, skip};
use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};

use crate::turn_scenes::{execute_with, plan};

const TABLE: &str = include_str!("../../fixtures/sandbox-probes.tsv");
const PRELUDE: &str = include_str!("../../fixtures/sandbox-probes.sh");
const LINE: &str = "probe ";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sandbox {
    /// Everything that the kernel offers.
    Namespaces,
    /// A project in `/dev/shm` cannot have a private `/dev/shm`, so there only Landlock holds.
    Landlock,
    /// The control: shows that the probes would succeed.
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Column {
    sandbox: Sandbox,
    is_root: bool,
}

const COLUMNS: [Column; 5] = [
    column(Sandbox::Namespaces, true),
    column(Sandbox::Namespaces, false),
    column(Sandbox::Landlock, true),
    column(Sandbox::Landlock, false),
    column(Sandbox::None, false),
];

const fn column(sandbox: Sandbox, is_root: bool) -> Column {
    Column { sandbox, is_root }
}

struct Probe<'a> {
    name: &'a str,
    expected: [&'a str; COLUMNS.len()],
    script: &'a str,
    /// Why the result is allowed.
    reason: Option<&'a str>,
}

fn probes() -> Vec<Probe<'static>> {
    let rows = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let probe = |row: &'static str| {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, expected @ .., script, reason] = fields.as_slice() else {
            panic!("{row}");
        };
        Probe {
            name,
            expected: must(row, expected.try_into()),
            script,
            reason: Some(*reason).filter(|reason| *reason != "-"),
        }
    };
    rows.map(probe).collect()
}

#[test]
fn r09_probes_get_out_only_where_the_table_allows_it() {
    let probes = probes();
    assert!(probes.len() >= 200, "{}", probes.len());
    if !rustix::process::geteuid().is_root() {
        return skip(
            "r09_probes_get_out_only_where_the_table_allows_it",
            "the table has columns for root and for an ordinary user, and only root can be both",
        );
    }
    let results: Vec<_> = COLUMNS
        .iter()
        .map(|column| Scene::new(*column).probe(&probes))
        .collect();
    let mut wrong = Vec::new();
    let mut working = 0;
    for probe in &probes {
        let found: Vec<&str> = results.iter().map(|result| result[probe.name]).collect();
        let (sandboxed, control) = found.split_at(COLUMNS.len() - 1);
        if std::env::var_os("PLANWRIGHT_PROBES").is_some() {
            let (found, reason) = (found.join("\t"), probe.reason.unwrap_or("-"));
            println!("{}\t{found}\t{}\t{reason}", probe.name, probe.script);
        } else if !sandboxed
            .iter()
            .zip(probe.expected)
            .all(|(found, expected)| agree(found, expected))
        {
            wrong.push(format!(
                "{}: expected {:?}, found {found:?}",
                probe.name, probe.expected
            ));
        }
        working += usize::from(control == ["allowed"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Results of the control depend on the machine, but probes that mostly fail without a sandbox prove little.
    assert!(
        working * 2 > probes.len(),
        "{working} of {} work without a sandbox",
        probes.len()
    );
    eprintln!("{} probes, {working} of which work without a sandbox", probes.len());
}

/// A probe may be not applicable on this machine, or blocked where it was not applicable before.
fn agree(found: &str, expected: &str) -> bool {
    found == expected || found == "-" || (found, expected) == ("blocked", "-")
}

#[test]
fn r09_every_allowed_probe_has_a_reason() {
    for probe in probes() {
        let sandboxed = &probe.expected[..COLUMNS.len() - 1];
        assert!(
            sandboxed
                .iter()
                .all(|word| matches!(*word, "allowed" | "blocked" | "-")),
            "{}",
            probe.name
        );
        assert_eq!(sandboxed.contains(&"allowed"), probe.reason.is_some(), "{}", probe.name);
    }
}

/// A project and the targets of all probes.
struct Scene {
    column: Column,
    project: Project,
    tcp: [TcpListener; 2],
    udp: UdpSocket,
    _unix: [UnixListener; 3],
    datagrams: UnixDatagram,
    victims: [Child; 2],
    terminal: OwnedFd,
    shared: BTreeMap<String, String>,
}

impl Scene {
    fn new(column: Column) -> Self {
        let project = match column.sandbox {
            Sandbox::Namespaces | Sandbox::None => Project::new(),
            Sandbox::Landlock => Project::in_memory(),
        };
        let (outside, home) = (project.scene().join("outside"), project.home());
        for folder in ["empty", "meta"] {
            must("a folder", fs::create_dir_all(outside.join(folder)));
        }
        for file in [
            "file",
            "meta/mode",
            "meta/times",
            "meta/owner",
            "meta/attribute",
            "meta/flags",
        ] {
            must("a file", fs::write(outside.join(file), "canary\n"));
        }
        must("a folder", fs::create_dir_all(home.join(".ssh")));
        must("a file", fs::write(home.join(".ssh/id_probe"), "private\n"));
        must("a file", fs::write(home.join(".bashrc"), "# mine\n"));
        for folder in [".planwright", ".teddy", ".rawko"] {
            must("a folder", fs::create_dir_all(project.root().join(folder)));
        }
        for outer in outer_files(&project) {
            must("a file", fs::write(outer, "canary\n"));
        }
        let listen = |address: &str| must(address, TcpListener::bind(address));
        let bind = |path: PathBuf| must(path.display(), UnixListener::bind(&path));
        let mut scene = Self {
            column,
            tcp: [listen("127.0.0.1:0"), listen("[::1]:0")],
            udp: must("a port", UdpSocket::bind("127.0.0.1:0")),
            _unix: [
                bind(project.scene().join("socket")),
                bind(project.root().join("listener.sock")),
                must("a socket", UnixListener::bind_addr(&abstract_address(&project))),
            ],
            datagrams: must("a socket", UnixDatagram::bind(project.scene().join("datagrams"))),
            victims: [(); 2].map(|()| must("a victim", Command::new("true").spawn())),
            terminal: must("a terminal", openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)),
            shared: BTreeMap::new(),
            project,
        };
        scene.hand_over();
        scene.victims = [(); 2].map(|()| scene.victim());
        scene.shared = scene.share();
        scene
    }

    /// Changes the owner of all files to the user who runs the probes.
    fn hand_over(&self) {
        if self.column.is_root {
            return;
        }
        let [tmp, shm] = outer_files(&self.project);
        for path in [self.project.scene().to_path_buf(), self.terminal_path(), tmp, shm] {
            ordinary_user::give(&path);
        }
    }

    fn terminal_path(&self) -> PathBuf {
        must("a terminal", unlockpt(&self.terminal));
        let path = must("its path", ptsname(&self.terminal, Vec::new()));
        PathBuf::from(OsString::from_vec(path.into_bytes()))
    }

    /// A command that runs as the user of this column.
    fn command(&self, program: &Path) -> Command {
        if self.column.is_root {
            return self.project.command(program);
        }
        let words = ordinary_user::words(&self.project, program);
        let mut command = self.project.command(&words[0]);
        command.args(&words[1..]);
        command
    }

    fn victim(&self) -> Child {
        let mut victim = self.command(Path::new("sleep"));
        victim
            .arg("600")
            .env("VICTIM_SECRET", "x")
            .current_dir(self.project.scene().join("outside"));
        must("a victim", victim.spawn())
    }

    /// Creates kernel objects that all processes of one user share, in another process of that user.
    fn share(&self) -> BTreeMap<String, String> {
        let mut perl = self.bash("share");
        let ran = finish(perl.env("BASE", self.victims[0].id().to_string())).done();
        let pairs = ran.stdout.lines().filter_map(|line| line.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// A function of the prelude, outside of any sandbox.
    fn bash(&self, function: &str) -> Command {
        let mut bash = self.command(Path::new("bash"));
        bash.args(["-c", &format!("{}{PRELUDE}\n{function}", numbers())])
            .envs(&self.shared);
        bash
    }

    fn probe(&self, probes: &[Probe<'_>]) -> BTreeMap<String, &'static str> {
        self.project
            .write("prelude.sh", &format!("{}{}{PRELUDE}", numbers(), self.aims()));
        let lines = probes
            .iter()
            .map(|probe| format!("probe {} {}\n", probe.name, quoted(probe.script)));
        let script: String = ["export PROBES=$PWD/prelude.sh\n. $PROBES\n".to_owned()]
            .into_iter()
            .chain(lines)
            .collect();
        self.project.write("probes.sh", &script);
        self.hand_over();
        let before = self.guarded();
        let ran = self.run();
        let found = verdicts(&ran);
        if self.column.sandbox != Sandbox::None {
            assert_eq!(self.guarded(), before, "{:?}: {ran:?}", self.column);
            self.assert_unreached(&ran);
        }
        probes
            .iter()
            .map(|probe| {
                let verdict = found.get(probe.name);
                let verdict =
                    verdict.unwrap_or_else(|| panic!("{:?}: no result of {}: {ran:?}", self.column, probe.name));
                (probe.name.to_owned(), *verdict)
            })
            .collect()
    }

    /// File descriptors 7 to 9 represent those that a careless caller leaves open.
    fn run(&self) -> Ran {
        let program = match self.column.sandbox {
            Sandbox::None => "bash probes.sh".to_owned(),
            Sandbox::Namespaces | Sandbox::Landlock => {
                let fields = "- **Allow Failure:** true\n- **Timeout:** 120\n";
                self.project
                    .write("plan.md", &plan(&execute_with(fields, "bash probes.sh")));
                format!("{} execute plan.md -y", self.teddy().display())
            }
        };
        self.hand_over();
        let open = "exec 7>>$HOME/.bashrc 8<>/dev/tcp/127.0.0.1/$TCP 9<$OUT\n";
        let mut bash = self.command(Path::new("bash"));
        bash.args(["-c", &format!("{}{open}exec {program}", self.aims())])
            .env("PROBE_TOKEN", "4f1c0de9a7");
        finish(&mut bash)
    }

    fn teddy(&self) -> PathBuf {
        let teddy = bins::path("teddy");
        match self.column.is_root {
            true => teddy,
            false => ordinary_user::runnable(&self.project, &teddy),
        }
    }

    fn aims(&self) -> String {
        let port = |listener: &TcpListener| must("a port", listener.local_addr()).port().to_string();
        let [tmp, shm] = outer_files(&self.project).map(|path| path.display().to_string());
        let mut aims = BTreeMap::from([
            ("OUT", self.project.scene().join("outside").display().to_string()),
            ("TCP", port(&self.tcp[0])),
            ("TCP6", port(&self.tcp[1])),
            ("SOCKET", self.project.scene().join("socket").display().to_string()),
            ("DATAGRAM", self.project.scene().join("datagrams").display().to_string()),
            (
                "CONTROL",
                String::from(if self.column.sandbox == Sandbox::None { "1" } else { "" }),
            ),
            ("UDP", must("a port", self.udp.local_addr()).port().to_string()),
            ("ABSTRACT", abstract_name(&self.project)),
            ("VICTIM", self.victims[0].id().to_string()),
            ("VICTIM_TO_KILL", self.victims[1].id().to_string()),
            ("TERMINAL", self.terminal_path().display().to_string()),
            ("OUTER_TMP", tmp),
            ("OUTER_SHM", shm),
        ]);
        aims.extend(self.shared.iter().map(|(name, value)| (name.as_str(), value.clone())));
        aims.iter()
            .map(|(name, value)| format!("export {name}={}\n", quoted(value)))
            .collect()
    }

    /// The content of all files that must not change.
    fn guarded(&self) -> Vec<(PathBuf, String)> {
        let mut guarded = Vec::new();
        for folder in [self.project.scene().join("outside"), self.project.home()] {
            for (path, content) in tree(&folder) {
                guarded.push((folder.join(path), content.unwrap_or_default()));
            }
        }
        for file in outer_files(&self.project) {
            let content = must("a file", fs::read_to_string(&file));
            guarded.push((file, content));
        }
        guarded
    }

    fn assert_unreached(&self, ran: &Ran) {
        must("not to wait", self.tcp[0].set_nonblocking(true));
        must("not to wait", self.tcp[1].set_nonblocking(true));
        must("not to wait", self.udp.set_nonblocking(true));
        must("not to wait", self.datagrams.set_nonblocking(true));
        // The connection that the caller left open.
        assert!(self.tcp[0].accept().is_ok());
        assert!(self.tcp.iter().all(|listener| listener.accept().is_err()), "{ran:?}");
        assert!(self.udp.recv(&mut [0; 8]).is_err(), "{ran:?}");
        assert!(self.datagrams.recv(&mut [0; 8]).is_err(), "{ran:?}");
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        for victim in &mut self.victims {
            let _ = victim.kill();
            let _ = victim.wait();
        }
        let _ = self.bash("unshare_all").output();
        for outer in outer_files(&self.project) {
            let _ = fs::remove_file(outer);
        }
    }
}

/// Files of the user in the folders that a sandbox replaces.
fn outer_files(project: &Project) -> [PathBuf; 2] {
    let name = project.scene().file_name().unwrap_or_default();
    ["/tmp", "/dev/shm"].map(|folder| {
        let mut path = Path::new(folder).join(name).into_os_string();
        path.push("-outer");
        PathBuf::from(path)
    })
}

fn abstract_name(project: &Project) -> String {
    project.scene().display().to_string()
}

fn abstract_address(project: &Project) -> SocketAddr {
    must("an address", SocketAddr::from_abstract_name(abstract_name(project)))
}

fn verdicts(ran: &Ran) -> BTreeMap<&str, &'static str> {
    let lines = ran.stdout.lines().filter_map(|line| line.strip_prefix(LINE));
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(name, code)| {
            let verdict = match code {
                "0" => "allowed",
                "77" => "-",
                "124" | "137" => "hung",
                _ => "blocked",
            };
            (name, verdict)
        })
        .collect()
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The numbers of the system calls that probes make.
fn numbers() -> String {
    let lines = CALLS
        .iter()
        .map(|(name, number)| format!("export SYS_{name}={number}\n"));
    lines.collect()
}

const CALLS: &[(&str, libc::c_long)] = &[
    ("renameat2", libc::SYS_renameat2),
    ("acct", libc::SYS_acct),
    ("add_key", libc::SYS_add_key),
    ("adjtimex", libc::SYS_adjtimex),
    ("bpf", libc::SYS_bpf),
    ("capset", libc::SYS_capset),
    ("chroot", libc::SYS_chroot),
    ("clock_adjtime", libc::SYS_clock_adjtime),
    ("clock_settime", libc::SYS_clock_settime),
    ("clone", libc::SYS_clone),
    ("clone3", libc::SYS_clone3),
    ("delete_module", libc::SYS_delete_module),
    ("fanotify_init", libc::SYS_fanotify_init),
    ("fchmod", libc::SYS_fchmod),
    ("finit_module", libc::SYS_finit_module),
    ("fsconfig", libc::SYS_fsconfig),
    ("fsmount", libc::SYS_fsmount),
    ("fsopen", libc::SYS_fsopen),
    ("fspick", libc::SYS_fspick),
    ("init_module", libc::SYS_init_module),
    ("io_uring_setup", libc::SYS_io_uring_setup),
    ("ioprio_set", libc::SYS_ioprio_set),
    ("kcmp", libc::SYS_kcmp),
    ("kexec_file_load", libc::SYS_kexec_file_load),
    ("kexec_load", libc::SYS_kexec_load),
    ("keyctl", libc::SYS_keyctl),
    ("kill", libc::SYS_kill),
    ("lookup_dcookie", libc::SYS_lookup_dcookie),
    ("migrate_pages", libc::SYS_migrate_pages),
    ("mknodat", libc::SYS_mknodat),
    ("mmap", libc::SYS_mmap),
    ("mount", libc::SYS_mount),
    ("mount_setattr", libc::SYS_mount_setattr),
    ("move_mount", libc::SYS_move_mount),
    ("mq_open", libc::SYS_mq_open),
    ("mq_unlink", libc::SYS_mq_unlink),
    ("msgctl", libc::SYS_msgctl),
    ("msgget", libc::SYS_msgget),
    ("open_by_handle_at", libc::SYS_open_by_handle_at),
    ("open_tree", libc::SYS_open_tree),
    ("openat", libc::SYS_openat),
    ("openat2", libc::SYS_openat2),
    ("perf_event_open", libc::SYS_perf_event_open),
    ("pidfd_getfd", libc::SYS_pidfd_getfd),
    ("pidfd_open", libc::SYS_pidfd_open),
    ("pidfd_send_signal", libc::SYS_pidfd_send_signal),
    ("pivot_root", libc::SYS_pivot_root),
    ("prlimit64", libc::SYS_prlimit64),
    ("process_madvise", libc::SYS_process_madvise),
    ("process_vm_readv", libc::SYS_process_vm_readv),
    ("process_vm_writev", libc::SYS_process_vm_writev),
    ("ptrace", libc::SYS_ptrace),
    ("quotactl", libc::SYS_quotactl),
    ("reboot", libc::SYS_reboot),
    ("request_key", libc::SYS_request_key),
    ("rt_sigqueueinfo", libc::SYS_rt_sigqueueinfo),
    ("sched_setaffinity", libc::SYS_sched_setaffinity),
    ("sched_setattr", libc::SYS_sched_setattr),
    ("sched_setparam", libc::SYS_sched_setparam),
    ("sched_setscheduler", libc::SYS_sched_setscheduler),
    ("semctl", libc::SYS_semctl),
    ("semget", libc::SYS_semget),
    ("setdomainname", libc::SYS_setdomainname),
    ("sethostname", libc::SYS_sethostname),
    ("setns", libc::SYS_setns),
    ("setpriority", libc::SYS_setpriority),
    ("settimeofday", libc::SYS_settimeofday),
    ("setxattr", libc::SYS_setxattr),
    ("shmat", libc::SYS_shmat),
    ("shmctl", libc::SYS_shmctl),
    ("shmget", libc::SYS_shmget),
    ("socket", libc::SYS_socket),
    ("swapoff", libc::SYS_swapoff),
    ("swapon", libc::SYS_swapon),
    ("syslog", libc::SYS_syslog),
    ("umount2", libc::SYS_umount2),
    ("unshare", libc::SYS_unshare),
    ("userfaultfd", libc::SYS_userfaultfd),
    ("vhangup", libc::SYS_vhangup),
    ("fchmodat2", 452),
    #[cfg(target_arch = "x86_64")]
    ("iopl", libc::SYS_iopl),
    #[cfg(target_arch = "x86_64")]
    ("ioperm", libc::SYS_ioperm),
];
