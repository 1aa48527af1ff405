//! A program that the user has named in the configuration: one that searches, or one that answers questions.
//!
//! It runs as the user would run it, but it ends: it is killed with all that it has started when it takes too long, or when
//! whoever listens has heard enough.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::standstill::{self, Limit, Member};

/// How often whoever listens is asked whether to go on.
const TICK: Duration = Duration::from_millis(20);
/// For what is still in the pipes when it has ended. Somebody whom it has left behind may keep them open.
const DRAIN: Duration = Duration::from_millis(200);
const CHUNK_BYTES: usize = 16 * 1024;
/// That may wait to be taken; who prints faster has to wait.
const CHUNKS: usize = 16;

pub struct Program<'a> {
    pub name: &'a str,
    pub arguments: &'a [String],
    /// What it gets to read, if anything.
    pub input: Option<String>,
    pub timeout: Duration,
}

#[derive(Debug)]
pub struct Ran {
    pub end: End,
    pub status: io::Result<ExitStatus>,
    /// The end of what it complained about.
    pub stderr: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Ended,
    TimedOut,
    /// Whoever listened wanted no more.
    Left,
}

/// `listen` gets what the program prints, piece by piece, and nothing while it is silent.
pub fn run(program: Program<'_>, listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> io::Result<Ran> {
    let timeout = program.timeout;
    let mut running = Running::start(program)?;
    let end = running.watch(timeout, listen);
    let status = running.clear_away();
    Ok(Ran {
        end,
        status,
        stderr: running.stderr,
    })
}

/// Why it could not be started.
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
            // It may answer without having read everything, and then nobody takes the rest.
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
                // It has closed its output, and goes on.
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

    /// It is left to be waited for, so that nobody else gets its number while we may still send a signal to it.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)))
    }

    fn clear_away(&mut self) -> io::Result<ExitStatus> {
        // Once it is waited for, its number may be somebody else's.
        self.member = None;
        // There may be nobody left.
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
