//! The launcher's first stage. It stays outside of the cage, notices when the command ends or is to be stopped, and leaves
//! nothing of it behind. Should the one who asked for it die, the command ends, too.

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
use super::wire::{Brief, Ending, StartError, Word};
use super::{Launcher, STARTED, Strength, family, linux};

/// From the request to end to the end by force.
const STOP_GRACE: Duration = Duration::from_millis(400);
/// The same for what is still there when the command itself has ended.
const LEFT_GRACE: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_millis(150);
/// For a family that grows faster than it is found.
const LONG_PATIENCE: Duration = Duration::from_secs(60);
/// Orphans that have ended wait at most this long to be buried.
const BURY_TICK: Duration = Duration::from_secs(1);
/// Where the end of a process is no event, we look for it.
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
    let brief = Brief::read(control)?;
    let word = run(brief, control).unwrap_or_else(|error| Word::not_started(&error));
    word.write(control)
}

/// Our standard input is a socket in both directions.
pub(super) fn control() -> io::Result<UnixStream> {
    io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from)
}

fn run(mut brief: Brief, control: &UnixStream) -> io::Result<Word> {
    // A session of its own has no terminal.
    rustix::process::setsid()?;
    linux::adopt_orphans()?;
    let (report, reporter) = io::pipe()?;
    fcntl_setfd(&reporter, FdFlags::empty())?;
    brief.reporter = u32::try_from(reporter.as_raw_fd()).ok();
    // This process is outside of the namespaces, so it keeps the locks until every process inside has ended.
    let caches = match &mut brief.cage {
        Some(cage) => cage.caches.prepare(&cage.root, &mut brief.variables)?,
        None => PreparedCaches::default(),
    };
    let child = start(&brief, reporter)?;
    let ending = attend(control, &child)?;
    // The audit of git's files follows, so no process of the command may be left.
    let cleared = family::end(LEFT_GRACE, LONG_PATIENCE);
    let mut word = Word {
        ending,
        left_behind: u32::try_from(cleared.found).unwrap_or(u32::MAX),
        is_cleared: cleared.is_complete,
        report: read_report(report)?,
        notes: caches.notes.clone(),
    };
    match child.stage {
        Stage::Command => {}
        Stage::Confine(stage) => word.ending = check_start(stage, word.ending),
        Stage::Init(stage) => word.take_over(stage),
    }
    Ok(word)
}

struct Started {
    main: Pid,
    stage: Stage,
}

/// What the main child is, and where it reports what came of the command.
enum Stage {
    Command,
    Confine(UnixStream),
    Init(UnixStream),
}

/// The reporter is handed over: whoever keeps it open keeps the report from ending.
fn start(brief: &Brief, _reporter: PipeWriter) -> io::Result<Started> {
    let Some(cage) = &brief.cage else {
        let program = brief.program.as_ref().ok_or(io::ErrorKind::InvalidInput)?;
        let child = command(brief, program)?.process_group(0).spawn()?;
        return Ok(Started {
            main: Pid::from_child(&child),
            stage: Stage::Command,
        });
    };
    let (main, stage) = match cage.strength {
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
pub(super) fn next_stage(stage: &str, brief: &Brief) -> io::Result<(Pid, UnixStream)> {
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

pub(super) fn command(brief: &Brief, program: &Path) -> io::Result<Command> {
    // A shell takes our variable out by itself; a program has no use for it. Ours comes last, for the last one counts.
    let shell = brief.reporter.filter(|_| brief.input.is_none());
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
            Some(input) => Stdio::from(linux::holding(input)?),
        });
    Ok(command)
}

/// Waits for the main child, and stops it when told to. Any word, and the end of the line: both mean that nobody wants
/// the command any more. There is no second thread, for none can be started once what we start next is in a namespace.
fn attend(control: &UnixStream, child: &Started) -> io::Result<Ending> {
    let exit = linux::watch_exit(child.main)?;
    let mut kill_at = None;
    loop {
        if let Some(ending) = bury(child.main)? {
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
            (None, Some(_)) => BURY_TICK,
            (None, None) => EXIT_TICK,
        };
        let is_told = is_news(control, exit.as_ref(), wait, kill_at.is_none())?;
        if is_told && kill_at.is_none() {
            ask_to_end(child);
            kill_at = Some(Instant::now() + STOP_GRACE);
        }
    }
}

/// Whether the control has something to say; also returns when there is an exit.
fn is_news(control: &UnixStream, exit: Option<&OwnedFd>, wait: Duration, is_open: bool) -> io::Result<bool> {
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
        // What keeps the cage would take everything in it down at once.
        all.remove(&child.main.as_raw_nonzero().get());
    }
    family::signal(&all, Signal::TERM);
}

/// How the main child has ended, if it has. Whatever else has ended is buried, too.
fn bury(main: Pid) -> io::Result<Option<Ending>> {
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some((process, status))) if process == main => return Ok(Some(ending(status))),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Waits for the main child, and buries whatever else ends meanwhile.
pub(super) fn reap(main: Pid) -> io::Result<Ending> {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process == main => return Ok(ending(status)),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn ending(status: WaitStatus) -> Ending {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, Some(signal)) => Ending::Signaled(signal),
        (None, None) => Ending::NotStarted(StartError::new(&format!("unknown status {status:?}"))),
    }
}

fn read_report(report: PipeReader) -> io::Result<Vec<u8>> {
    // Somebody who escaped may hold the other end.
    fcntl_setfl(&report, OFlags::NONBLOCK)?;
    let mut bytes = Vec::new();
    match report.take(REPORT_BYTES_MAX).read_to_end(&mut bytes) {
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
        _ => Ok(bytes),
    }
}

/// How the command ended whose last stage has ended, or why that stage did not become the command.
pub(super) fn check_start(mut stage: UnixStream, ending: Ending) -> Ending {
    let mut sent = Vec::new();
    let _ = stage.read_to_end(&mut sent);
    let error = sent.strip_prefix(STARTED).unwrap_or(&sent);
    match StartError::from_bytes(error) {
        None if sent.is_empty() => without_word(ending),
        None => ending,
        Some(error) => Ending::NotStarted(error),
    }
}

/// A stage that was killed may have started the command.
fn without_word(ending: Ending) -> Ending {
    match ending {
        Ending::Signaled(_) => ending,
        _ => Ending::NotStarted(StartError::new("the launcher ended early")),
    }
}

impl Word {
    /// The first process of a namespace cannot end by a signal as its child did, so it says how that ended.
    fn take_over(&mut self, mut stage: UnixStream) {
        match Word::read(&mut stage) {
            Ok(word) => {
                self.ending = word.ending;
                self.left_behind += word.left_behind;
            }
            Err(_) => self.ending = without_word(std::mem::take(&mut self.ending)),
        }
    }
}
