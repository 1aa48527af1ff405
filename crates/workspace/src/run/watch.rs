//! Watches a command from its start to its end: reads its output and stops it at its time limit or when it is cancelled.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, ChildStdout, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::outcome::Stopped;
use super::output::{Output, Recorder, Stream};
use super::{GitFindings, Job, RunError};
use crate::sandbox::wire::{LaunchBrief, LaunchEnd, LaunchReport};
use crate::sandbox::{Launcher, family};
use crate::standstill::{self, Limit, Member};

/// How often the time limit and the cancellation are checked.
const TICK: Duration = Duration::from_millis(40);
/// How long output is read after the command ended. A process that escaped may keep the pipes open forever.
const DRAIN: Duration = Duration::from_millis(100);
/// After this, planwright helps the launcher to end the command; an idle machine needs less.
const STOP_PATIENCE: Duration = Duration::from_millis(750);
const KILL_PATIENCE: Duration = Duration::from_millis(100);
/// Longer than the launcher tries to end the command's processes.
const LONG_PATIENCE: Duration = Duration::from_secs(70);
const CHUNK_BYTES: usize = 64 * 1024;

pub(super) struct Watched {
    pub(super) report: LaunchReport,
    pub(super) stopped: Option<Stopped>,
    pub(super) duration: Duration,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
}

pub(super) fn watch(
    launcher: &Launcher,
    brief: &LaunchBrief,
    job: &Job,
    since: Instant,
    show: &mut dyn FnMut(Stream, &str),
) -> Result<Watched, RunError> {
    let mut watch = Watch::begin(launcher, job, since)?;
    watch.control.set_write_timeout(Some(STOP_PATIENCE))?;
    watch.control.set_read_timeout(Some(STOP_PATIENCE))?;
    brief.write(&mut watch.control)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    while !watch.is_over() {
        watch.stop_if_due(job)?;
        watch.help_if_due();
        let ready = watch.wait_for_input()?;
        if ready.stdout {
            watch.stdout.take(&mut chunk, show);
        }
        if ready.stderr {
            watch.stderr.take(&mut chunk, show);
        }
        if ready.report {
            watch.read_report();
        }
    }
    watch.finish(since, show)
}

struct Watch<'a> {
    child: Child,
    control: UnixStream,
    stdout: Pipe<'a, ChildStdout>,
    stderr: Pipe<'a, ChildStderr>,
    member: Member,
    limit: Limit,
    stopped: Option<(Stopped, Instant)>,
    /// When the launcher should have ended a stopped command.
    help_at: Option<Instant>,
    /// When the launcher ended, with its report if it sent one.
    end: Option<(Option<LaunchReport>, Instant)>,
}

struct Pipe<'a, R> {
    stream: Stream,
    source: Option<R>,
    recorder: Recorder<'a>,
}

struct Ready {
    report: bool,
    stdout: bool,
    stderr: bool,
}

impl<'a> Watch<'a> {
    fn begin(launcher: &Launcher, job: &Job<'a>, since: Instant) -> io::Result<Self> {
        let (control, theirs) = UnixStream::pair()?;
        let mut command = launcher.command("keep");
        command.stdin(Stdio::from(OwnedFd::from(theirs)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        // Register the launcher before it reads the brief and starts the command.
        let member = standstill::below(Pid::from_child(&child));
        let recorder = || Recorder::new(job.secrets, job.limits.output_bytes);
        Ok(Self {
            stdout: Pipe {
                stream: Stream::Stdout,
                source: child.stdout.take(),
                recorder: recorder(),
            },
            stderr: Pipe {
                stream: Stream::Stderr,
                source: child.stderr.take(),
                recorder: recorder(),
            },
            child,
            member,
            control,
            limit: Limit::new(since, job.limits.time),
            stopped: None,
            help_at: None,
            end: None,
        })
    }

    fn is_over(&self) -> bool {
        let is_drained = self.stdout.source.is_none() && self.stderr.source.is_none();
        let is_ended = self
            .end
            .as_ref()
            .is_some_and(|(_, at)| is_drained || at.elapsed() > DRAIN);
        is_ended || self.stopped.is_some_and(|(_, at)| at.elapsed() > LONG_PATIENCE)
    }

    fn stop_if_due(&mut self, job: &Job) -> io::Result<()> {
        if self.stopped.is_some() || self.end.is_some() {
            return Ok(());
        }
        let why = match job.cancelled.load(Ordering::Relaxed) {
            true => Stopped::Cancelled,
            false if self.limit.left().is_zero() => Stopped::TimedOut,
            false => return Ok(()),
        };
        // `show` may have taken long. A command that ended meanwhile is not stopped.
        if self.has_reported()? {
            self.read_report();
            return Ok(());
        }
        let now = Instant::now();
        self.stopped = Some((why, now));
        self.help_at = Some(now + STOP_PATIENCE);
        // A launcher that does not react is killed later.
        let _ = self.control.write_all(b"s");
        Ok(())
    }

    /// The launcher may be overloaded, or a command without a sandbox has stopped it. Only the launcher knows for certain
    /// that no process is left, so it is not killed.
    fn help_if_due(&mut self) {
        let is_due = self.help_at.is_some_and(|at| at <= Instant::now());
        if is_due && self.end.is_none() {
            let launcher = Pid::from_child(&self.child);
            kill_command(launcher, KILL_PATIENCE);
            let _ = kill_process(launcher, Signal::CONT);
            self.help_at = Some(Instant::now() + STOP_PATIENCE);
        }
    }

    /// Reads the launcher's report, which is missing if the launcher was killed.
    fn read_report(&mut self) {
        self.end = Some((LaunchReport::read(&mut self.control).ok(), Instant::now()));
    }

    fn has_reported(&self) -> io::Result<bool> {
        let mut polled = [PollFd::new(&self.control, PollFlags::IN)];
        match poll(&mut polled, Some(&Timespec::default())) {
            Ok(_) => Ok(!polled[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn wait_for_input(&self) -> io::Result<Ready> {
        let control = self.end.is_none().then(|| self.control.as_fd());
        let stdout = self.stdout.source.as_ref().map(AsFd::as_fd);
        let stderr = self.stderr.source.as_ref().map(AsFd::as_fd);
        let sources = [control, stdout, stderr];
        let mut polled: Vec<PollFd> = sources
            .iter()
            .flatten()
            .map(|source| PollFd::from_borrowed_fd(*source, PollFlags::IN))
            .collect();
        let left = self.limit.left();
        let wait = Timespec::try_from(if self.stopped.is_none() { left.min(TICK) } else { TICK });
        match poll(&mut polled, wait.ok().as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut answers = polled.iter().map(|source| !source.revents().is_empty());
        let mut is_ready = |source: &Option<_>| source.is_some() && answers.next().unwrap_or_default();
        Ok(Ready {
            report: is_ready(&sources[0]),
            stdout: is_ready(&sources[1]),
            stderr: is_ready(&sources[2]),
        })
    }

    fn finish(self, since: Instant, show: &mut dyn FnMut(Stream, &str)) -> Result<Watched, RunError> {
        // Once the launcher is reaped, its ID may belong to another process.
        drop(self.member);
        let is_cleared = dismiss(self.child, matches!(self.end, Some((Some(_), _))));
        let report = match (self.end, self.stopped) {
            (Some((Some(report), _)), _) => report,
            (_, Some(_)) => LaunchReport {
                ending: LaunchEnd::Signaled(9),
                is_cleared,
                ..LaunchReport::default()
            },
            (_, None) => {
                return Err(RunError::Lost {
                    git: GitFindings::default(),
                    appeared: Vec::new(),
                });
            }
        };
        Ok(Watched {
            report,
            stopped: self.stopped.map(|(why, _)| why),
            duration: since.elapsed(),
            stdout: self.stdout.finish(show),
            stderr: self.stderr.finish(show),
        })
    }
}

/// A launcher that reported has ended the command. Otherwise this ends the command. Returns whether no process of the
/// command is left.
fn dismiss(mut launcher: Child, has_reported: bool) -> bool {
    let is_cleared = has_reported || kill_command(Pid::from_child(&launcher), LONG_PATIENCE);
    let _ = launcher.kill();
    // If no thread can be started, the launcher stays a zombie until this process ends. A panic here would skip the audit
    // of git's files.
    let _ = thread::Builder::new().spawn(move || launcher.wait());
    is_cleared
}

/// If the launcher was killed, the processes of its command are not below it any more, but still in its session.
fn kill_command(launcher: Pid, patience: Duration) -> bool {
    family::kill(launcher, patience) & family::kill_session(launcher, patience)
}

impl<R: Read> Pipe<'_, R> {
    fn take(&mut self, chunk: &mut [u8], show: &mut dyn FnMut(Stream, &str)) {
        let Some(source) = &mut self.source else {
            return;
        };
        match source.read(chunk) {
            Ok(0) | Err(_) => self.source = None,
            Ok(length) => {
                let text = self.recorder.push(&chunk[..length]);
                if !text.is_empty() {
                    show(self.stream, &text);
                }
            }
        }
    }

    fn finish(self, show: &mut dyn FnMut(Stream, &str)) -> Output {
        let (rest, output) = self.recorder.finish();
        if !rest.is_empty() {
            show(self.stream, &rest);
        }
        output
    }
}
