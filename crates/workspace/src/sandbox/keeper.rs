//! The launcher's first stage. It stays outside of the sandbox, waits for the end of the command, stops it on request, and
//! ends all of its processes. If planwright dies, the launcher ends the command, too.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid};

use super::caches::PreparedCaches;
use super::wire::{LaunchBrief, LaunchEnd, LaunchReport, StartError};
use super::{Launcher, STARTED, Strength, family, linux};

/// The time between `SIGTERM` and `SIGKILL`.
const STOP_GRACE: Duration = Duration::from_millis(400);
/// As [`STOP_GRACE`], for processes that are left when the command has ended.
const LEFT_GRACE: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_millis(150);
/// For processes that are started faster than they are found.
const LONG_PATIENCE: Duration = Duration::from_secs(60);
/// How often ended orphans are reaped.
const REAP_TICK: Duration = Duration::from_secs(1);
/// How often the process is checked where its end cannot be polled.
const EXIT_TICK: Duration = Duration::from_millis(10);
const REPORT_BYTES_MAX: u64 = 64 * 1024;

/// The name of the variable that holds the number of the file descriptor for the shell's report.
pub(crate) const REPORT: &str = "PLANWRIGHT_REPORT";

pub(super) fn keep() -> ExitCode {
    // File descriptors that the caller left open, such as sockets, must not reach the command.
    close_fds::set_fds_cloexec(3, &[]);
    match control().and_then(|mut control| serve(&mut control)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(control: &mut UnixStream) -> io::Result<()> {
    let brief = LaunchBrief::read(control)?;
    let report = run(brief, control).unwrap_or_else(|error| LaunchReport::not_started(&error));
    report.write(control)
}

/// The launcher's standard input is a socket in both directions.
pub(super) fn control() -> io::Result<UnixStream> {
    io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from)
}

fn run(mut brief: LaunchBrief, control: &UnixStream) -> io::Result<LaunchReport> {
    // A new session has no terminal.
    rustix::process::setsid()?;
    linux::adopt_orphans()?;
    let (shell_report, report_fd) = io::pipe()?;
    fcntl_setfd(&report_fd, FdFlags::empty())?;
    brief.report_fd = u32::try_from(report_fd.as_raw_fd()).ok();
    // This process is outside of the namespaces, so it keeps the locks until every process inside has ended.
    let caches = match &mut brief.confinement {
        Some(confinement) => confinement.caches.prepare(&confinement.root, &mut brief.variables)?,
        None => PreparedCaches::default(),
    };
    let child = start(&brief, report_fd)?;
    let ending = attend(control, &child)?;
    // The audit of git's files follows, so no process of the command may be left.
    let cleared = family::end(LEFT_GRACE, LONG_PATIENCE);
    let mut report = LaunchReport {
        ending,
        left_behind: u32::try_from(cleared.found).unwrap_or(u32::MAX),
        is_cleared: cleared.is_complete,
        shell_report: read_report(shell_report)?,
        notes: caches.notes.clone(),
    };
    match child.stage {
        Stage::Command => {}
        Stage::Confine(stage) => report.ending = check_start(stage, report.ending),
        Stage::Init(stage) => report.take_over(stage),
    }
    Ok(report)
}

struct Started {
    main: Pid,
    stage: Stage,
}

/// The kind of the main child, and the socket for its report.
enum Stage {
    Command,
    Confine(UnixStream),
    Init(UnixStream),
}

/// Takes the write end of the pipe: while this process keeps it open, the report does not end.
fn start(brief: &LaunchBrief, _report_fd: PipeWriter) -> io::Result<Started> {
    let Some(confinement) = &brief.confinement else {
        let program = brief.program.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
        let child = command(brief, program)?.process_group(0).spawn()?;
        return Ok(Started {
            main: Pid::from_child(&child),
            stage: Stage::Command,
        });
    };
    let (main, stage) = match confinement.strength {
        Strength::Namespaces => {
            linux::enter_namespaces()?;
            let (main, stage) = next_stage("init", brief)?;
            (main, Stage::Init(stage))
        }
        Strength::Landlock | Strength::SystemCalls => {
            let (main, stage) = next_stage("confine", brief)?;
            (main, Stage::Confine(stage))
        }
    };
    Ok(Started { main, stage })
}

/// Starts the next stage, which gets the same brief.
pub(super) fn next_stage(stage: &str, brief: &LaunchBrief) -> io::Result<(Pid, UnixStream)> {
    let (mut ours, theirs) = UnixStream::pair()?;
    let mut command = Launcher::this_program().command(stage);
    command.stdin(Stdio::from(OwnedFd::from(theirs)));
    if stage == "confine" {
        command.process_group(0);
    }
    let child = command.spawn()?;
    drop(command);
    brief.write(&mut ours)?;
    Ok((Pid::from_child(&child), ours))
}

pub(super) fn command(brief: &LaunchBrief, program: &Path) -> io::Result<Command> {
    // Only a shell gets the variable, and removes it itself. It comes last, so that a variable of the plan cannot replace it.
    let shell = brief.report_fd.filter(|_| brief.input.is_none());
    let report = shell.map(|number| (OsString::from(REPORT), OsString::from(number.to_string())));
    let mut command = Command::new(program);
    command
        .args(&brief.arguments)
        .env_clear()
        .envs(brief.variables.iter().map(|(name, value)| (name, value)))
        .envs(report)
        .current_dir(&brief.folder)
        .stdin(match &brief.input {
            None => Stdio::null(),
            Some(input) => Stdio::from(linux::input_file(input)?),
        });
    Ok(command)
}

/// Waits for the main child. Any byte from planwright, or the end of the connection, means that the command must stop. This
/// process cannot start threads, because its children belong to another process namespace.
fn attend(control: &UnixStream, child: &Started) -> io::Result<LaunchEnd> {
    let exit = linux::watch_exit(child.main)?;
    let mut kill_at = None;
    loop {
        if let Some(ending) = reap_ended(child.main)? {
            return Ok(ending);
        }
        let now = Instant::now();
        if kill_at.is_some_and(|at| at <= now) {
            // Not `kill_all`, which would take the main child's exit status.
            family::kill(getpid(), PATIENCE);
            kill_at = Some(now + STOP_GRACE);
        }
        let wait = match (kill_at, &exit) {
            (Some(at), _) => at.saturating_duration_since(now),
            (None, Some(_)) => REAP_TICK,
            (None, None) => EXIT_TICK,
        };
        let is_stop_requested = wait_for_request(control, exit.as_ref(), wait, kill_at.is_none())?;
        if is_stop_requested && kill_at.is_none() {
            ask_to_end(child);
            kill_at = Some(Instant::now() + STOP_GRACE);
        }
    }
}

/// Returns whether planwright sent a message. Also returns when the child ends.
fn wait_for_request(control: &UnixStream, exit: Option<&OwnedFd>, wait: Duration, is_open: bool) -> io::Result<bool> {
    let control = is_open.then(|| control.as_fd());
    let exit = exit.map(AsFd::as_fd);
    let sources = control.into_iter().chain(exit);
    let mut polled: Vec<PollFd> = sources
        .map(|source| PollFd::from_borrowed_fd(source, PollFlags::IN))
        .collect();
    let wait = Timespec::try_from(wait).ok();
    match poll(&mut polled, wait.as_ref()) {
        Ok(_) => Ok(is_open && !polled[0].revents().is_empty()),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn ask_to_end(child: &Started) {
    let mut all = family::members(getpid());
    if matches!(child.stage, Stage::Init(_)) {
        // If the first process of the namespace ends, the kernel kills all others without a grace period.
        all.remove(&child.main.as_raw_nonzero().get());
    }
    family::signal(&all, Signal::TERM);
}

/// How the main child ended; `None` while it runs. Also reaps other children.
fn reap_ended(main: Pid) -> io::Result<Option<LaunchEnd>> {
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some((process, status))) if process == main => return Ok(Some(ending(status))),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Waits for the main child, and reaps other children meanwhile.
pub(super) fn reap(main: Pid) -> io::Result<LaunchEnd> {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process == main => return Ok(ending(status)),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn ending(status: WaitStatus) -> LaunchEnd {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => LaunchEnd::Exited(code),
        (None, Some(signal)) => LaunchEnd::Signaled(signal),
        (None, None) => LaunchEnd::NotStarted(StartError::new(&format!("unknown status {status:?}"))),
    }
}

fn read_report(report: PipeReader) -> io::Result<Vec<u8>> {
    // A process that escaped may keep the other end open.
    fcntl_setfl(&report, OFlags::NONBLOCK)?;
    let mut bytes = Vec::new();
    match report.take(REPORT_BYTES_MAX).read_to_end(&mut bytes) {
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
        _ => Ok(bytes),
    }
}

/// How the command ended whose last stage has ended, or why that stage did not become the command.
pub(super) fn check_start(mut stage: UnixStream, ending: LaunchEnd) -> LaunchEnd {
    let mut sent = Vec::new();
    let _ = stage.read_to_end(&mut sent);
    let error = sent.strip_prefix(STARTED).unwrap_or(&sent);
    match StartError::from_bytes(error) {
        None if sent.is_empty() => without_report(ending),
        None => ending,
        Some(error) => LaunchEnd::NotStarted(error),
    }
}

/// A stage that was killed may have started the command.
fn without_report(ending: LaunchEnd) -> LaunchEnd {
    match ending {
        LaunchEnd::Signaled(_) => ending,
        _ => LaunchEnd::NotStarted(StartError::new("the launcher ended early")),
    }
}

impl LaunchReport {
    /// Uses the report of the namespace's first process, which cannot end by the same signal as its child.
    fn take_over(&mut self, mut stage: UnixStream) {
        match LaunchReport::read(&mut stage) {
            Ok(report) => {
                self.ending = report.ending;
                self.left_behind += report.left_behind;
            }
            Err(_) => self.ending = without_report(std::mem::take(&mut self.ending)),
        }
    }
}
