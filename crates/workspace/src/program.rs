//! Runs a helper program of the user, such as a planner or a search command.
//!
//! The program runs with the user's rights. It is killed with its process group after the time limit, or when `listen`
//! returns `Break`.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::standstill::{self, Limit, Member};

/// How often `listen` is called for a silent program.
const TICK: Duration = Duration::from_millis(20);
/// How long output is read after the program ended. A background process may keep the pipes open.
const DRAIN: Duration = Duration::from_millis(200);
const CHUNK_BYTES: usize = 16 * 1024;
/// The most chunks in memory; a program that prints faster is blocked.
const CHUNKS: usize = 16;

/// A program and how long it may run.
pub struct Program<'a> {
    pub name: &'a str,
    pub arguments: &'a [String],
    /// The program's standard input.
    pub input: Option<String>,
    pub timeout: Duration,
}

/// The result of [`run`].
#[derive(Debug)]
pub struct Ran {
    pub end: End,
    pub status: io::Result<ExitStatus>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
}

/// Why the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Ended,
    TimedOut,
    /// `listen` returned `Break`.
    Left,
}

/// Calls `listen` with each piece of standard output, and with an empty piece while the program is silent.
pub fn run(program: Program<'_>, listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> io::Result<Ran> {
    let timeout = program.timeout;
    let mut running = Running::start(program)?;
    let end = running.watch(timeout, listen);
    let status = running.kill_group();
    Ok(Ran {
        end,
        status,
        stderr: running.stderr,
    })
}

/// Why the program could not be started.
pub fn in_plain_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be run".to_owned(),
        _ => error.to_string(),
    }
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

struct Running {
    child: Child,
    member: Option<Member>,
    output: Receiver<(Stream, Vec<u8>)>,
    stderr: Vec<u8>,
}

impl Running {
    fn start(program: Program<'_>) -> io::Result<Self> {
        let mut command = Command::new(program.name);
        command.args(program.arguments);
        command.env("NO_COLOR", "1").env("TERM", "dumb");
        let stdin = if program.input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        };
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let member = Some(standstill::group(Pid::from_child(&child)));
        if let (Some(mut stdin), Some(input)) = (child.stdin.take(), program.input) {
            // The program may answer without reading everything, and a write would block.
            thread::spawn(move || stdin.write_all(input.as_bytes()));
        }
        let (sender, output) = mpsc::sync_channel(CHUNKS);
        forward(child.stdout.take(), Stream::Stdout, sender.clone());
        forward(child.stderr.take(), Stream::Stderr, sender);
        Ok(Self {
            child,
            member,
            output,
            stderr: Vec::new(),
        })
    }

    fn watch(&mut self, timeout: Duration, listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> End {
        let mut limit = Limit::new(Instant::now(), timeout);
        let mut has_ended = false;
        loop {
            let left = limit.left();
            let heard = match self.output.recv_timeout(left.min(TICK)) {
                Ok((Stream::Stdout, chunk)) => listen(&chunk),
                Ok((Stream::Stderr, chunk)) => {
                    self.note(&chunk);
                    listen(&[])
                }
                Err(RecvTimeoutError::Disconnected) if has_ended => return End::Ended,
                // The program closed its output and still runs.
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(left.min(TICK));
                    listen(&[])
                }
                Err(RecvTimeoutError::Timeout) => listen(&[]),
            };
            if heard.is_break() {
                return End::Left;
            }
            if !has_ended && self.has_ended() {
                has_ended = true;
                limit = limit.at_most(DRAIN);
            }
            if limit.left().is_zero() {
                return if has_ended { End::Ended } else { End::TimedOut };
            }
        }
    }

    fn note(&mut self, chunk: &[u8]) {
        self.stderr.extend_from_slice(chunk);
        let surplus = self.stderr.len().saturating_sub(CHUNK_BYTES);
        self.stderr.drain(..surplus);
    }

    /// Does not reap the process: its ID must not be reused while a signal may still be sent to it.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)))
    }

    fn kill_group(&mut self) -> io::Result<ExitStatus> {
        // Once the process is reaped, its ID may belong to another process.
        self.member = None;
        // The group may have no process left.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        self.child.wait()
    }
}

fn forward(source: Option<impl Read + Send + 'static>, stream: Stream, sender: SyncSender<(Stream, Vec<u8>)>) {
    let Some(mut source) = source else {
        return;
    };
    thread::spawn(move || {
        let mut chunk = [0; CHUNK_BYTES];
        while let Ok(length @ 1..) = source.read(&mut chunk) {
            if sender.send((stream, chunk[..length].to_vec())).is_err() {
                return;
            }
        }
    });
}

#[cfg(test)]
#[path = "program_tests.rs"]
mod tests;
