//! Watches a command from its start to its end: its output, its time, and whether somebody wants it to stop.

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
use crate::sandbox::wire::{Brief, Ending, Word};
use crate::sandbox::{Launcher, family};
use crate::standstill::{self, Limit, Member};

/// How often we look whether the command is to be stopped.
const TICK: Duration = Duration::from_millis(40);
/// For what is still in the pipes when the command has ended. Somebody who got away may keep them open for ever.
const DRAIN: Duration = Duration::from_millis(100);
/// After this, planwright helps the launcher to end the command; an idle machine needs less.
const STOP_PATIENCE: Duration = Duration::from_millis(750);
const KILL_PATIENCE: Duration = Duration::from_millis(100);
/// Longer than the launcher tries to end the command's processes.
const LONG_PATIENCE: Duration = Duration::from_secs(70);
const CHUNK_BYTES: usize = 64 * 1024;

pub(super) struct Watched {
    pub(super) word: Word,
    pub(super) stopped: Option<Stopped>,
    pub(super) duration: Duration,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
}

pub(super) fn watch(
    launcher: &Launcher,
    brief: &Brief,
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
        let ready = watch.wait_for_news()?;
        if ready.stdout {
            watch.stdout.take(&mut chunk, show);
        }
        if ready.stderr {
            watch.stderr.take(&mut chunk, show);
        }
        if ready.word {
            watch.hear();
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
    /// The launcher's last word, if it had the time for it.
    end: Option<(Option<Word>, Instant)>,
}

struct Pipe<'a, R> {
    stream: Stream,
    source: Option<R>,
    recorder: Recorder<'a>,
}

struct Ready {
    word: bool,
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
        // It starts nothing before it has read what.
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
        // Whoever got the output may have kept us waiting. What has ended meanwhile is not stopped any more.
        if self.has_spoken()? {
            self.hear();
            return Ok(());
        }
        let now = Instant::now();
        self.stopped = Some((why, now));
        self.help_at = Some(now + STOP_PATIENCE);
        // A launcher that does not hear is ended later.
        let _ = self.control.write_all(b"s");
        Ok(())
    }

    /// The launcher may be overloaded, or a command without a sandbox has stopped it. Only the launcher can say for certain
    /// that no process is left, so it goes on.
    fn help_if_due(&mut self) {
        let is_due = self.help_at.is_some_and(|at| at <= Instant::now());
        if is_due && self.end.is_none() {
            let launcher = Pid::from_child(&self.child);
            kill_command(launcher, KILL_PATIENCE);
            let _ = kill_process(launcher, Signal::CONT);
            self.help_at = Some(Instant::now() + STOP_PATIENCE);
        }
    }

    /// The launcher's last word, or that it has gone without one.
    fn hear(&mut self) {
        self.end = Some((Word::read(&mut self.control).ok(), Instant::now()));
    }

    fn has_spoken(&self) -> io::Result<bool> {
        let mut polled = [PollFd::new(&self.control, PollFlags::IN)];
        match poll(&mut polled, Some(&Timespec::default())) {
            Ok(_) => Ok(!polled[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn wait_for_news(&self) -> io::Result<Ready> {
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
            word: is_ready(&sources[0]),
            stdout: is_ready(&sources[1]),
            stderr: is_ready(&sources[2]),
        })
    }

    fn finish(self, since: Instant, show: &mut dyn FnMut(Stream, &str)) -> Result<Watched, RunError> {
        // Once it is waited for, its number may be somebody else's.
        drop(self.member);
        let is_cleared = dismiss(self.child, matches!(self.end, Some((Some(_), _))));
        let word = match (self.end, self.stopped) {
            (Some((Some(word), _)), _) => word,
            (_, Some(_)) => Word {
                ending: Ending::Signaled(9),
                is_cleared,
                ..Word::default()
            },
            (_, None) => {
                return Err(RunError::Lost {
                    git: GitFindings::default(),
                    appeared: Vec::new(),
                });
            }
        };
        Ok(Watched {
            word,
            stopped: self.stopped.map(|(why, _)| why),
            duration: since.elapsed(),
            stdout: self.stdout.finish(show),
            stderr: self.stderr.finish(show),
        })
    }
}

/// A launcher that has spoken has done its work. One that has not could not do it, so we do it: returns whether no process
/// of the command is found any more.
fn dismiss(mut launcher: Child, has_spoken: bool) -> bool {
    let is_cleared = has_spoken || kill_command(Pid::from_child(&launcher), LONG_PATIENCE);
    let _ = launcher.kill();
    // Without another thread it stays a zombie until this process ends. A panic here would skip the audit of git's files.
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
