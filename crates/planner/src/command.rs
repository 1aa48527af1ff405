//! A program of the user's that answers: the question goes in, the answer comes out. It runs as the user would run it,
//! but it ends: it is killed with all that it has started when it takes too long, says too much, or is not wanted any
//! more.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use model::limits;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::answer::{Answer, Asking, Progress, Usage};
use crate::budget::Purse;
use crate::clock::TICK;
use crate::error::PlannerError;
use crate::key::{Keep, Scrub};
use crate::text::{Decoder, settle};
use crate::wait::Waiting;
use crate::{Planner, check_size};

/// For what is still in the pipes when it has ended. Somebody whom it has left behind may keep them open.
const DRAIN: Duration = Duration::from_millis(200);
const CHUNK_BYTES: usize = 16 * 1024;
/// That may wait to be taken; who prints faster has to wait.
const CHUNKS: usize = 16;

pub(crate) struct CommandPlanner {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) timeout: Duration,
    pub(crate) purse: Arc<Purse>,
    pub(crate) scrub: Scrub,
}

impl Planner for CommandPlanner {
    fn ask(
        &self,
        asking: &Asking<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<Answer, PlannerError> {
        check_size(asking)?;
        self.purse.begin()?;
        let mut run = Run::start(self, asking.joined()).map_err(|error| PlannerError::NotStarted {
            program: self.program.clone(),
            why: in_plain_words(&error),
        })?;
        let watched = run.watch(self.timeout, watch, cancelled);
        let status = run.clear_away();
        watched?;
        match status {
            Ok(status) if status.success() => {}
            status => {
                return Err(PlannerError::CommandFailed {
                    program: self.program.clone(),
                    code: status.ok().and_then(|status| status.code()),
                    stderr: self.complaint(&run.stderr),
                });
            }
        }
        let text = settle(&run.answer)?;
        Ok(Answer {
            text,
            model: self.name().to_owned(),
            usage: Usage::default(),
        })
    }

    fn name(&self) -> &str {
        &self.program
    }
}

impl CommandPlanner {
    fn complaint(&self, stderr: &[u8]) -> String {
        let text = String::from_utf8_lossy(stderr);
        self.scrub.line(&text, limits::PLANNER_COMPLAINT_CHARS, Keep::End)
    }
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

struct Run {
    child: Child,
    output: Receiver<(Stream, Vec<u8>)>,
    answer: String,
    stderr: Vec<u8>,
}

impl Run {
    fn start(planner: &CommandPlanner, question: String) -> io::Result<Self> {
        let mut command = Command::new(&planner.program);
        command.args(&planner.arguments);
        command.env("NO_COLOR", "1").env("TERM", "dumb");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // It may answer without having read everything, and then nobody takes the rest.
            thread::spawn(move || stdin.write_all(question.as_bytes()));
        }
        let (sender, output) = mpsc::sync_channel(CHUNKS);
        forward(child.stdout.take(), Stream::Stdout, sender.clone());
        forward(child.stderr.take(), Stream::Stderr, sender);
        Ok(Self {
            child,
            output,
            answer: String::new(),
            stderr: Vec::new(),
        })
    }

    fn watch(
        &mut self,
        timeout: Duration,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<(), PlannerError> {
        let mut decoder = Decoder::default();
        let mut until = Instant::now() + timeout;
        let mut waiting = Waiting::new();
        let mut has_ended = false;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok((Stream::Stdout, chunk)) => {
                    waiting.is_over();
                    self.take(&decoder.push(&chunk), watch);
                }
                Ok((Stream::Stderr, chunk)) => self.note(&chunk),
                Err(RecvTimeoutError::Disconnected) if has_ended => break,
                // It has closed its output, and goes on.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(left.min(TICK)),
                Err(RecvTimeoutError::Timeout) => waiting.tell(watch),
            }
            if self.answer.len() > limits::PLANNER_ANSWER_BYTES {
                return Err(PlannerError::long_answer());
            }
            if cancelled.load(Ordering::Relaxed) {
                return Err(PlannerError::Cancelled);
            }
            if !has_ended && self.has_ended() {
                has_ended = true;
                until = until.min(Instant::now() + DRAIN);
            }
            if Instant::now() >= until {
                match has_ended {
                    true => break,
                    false => {
                        return Err(PlannerError::TimedOut {
                            seconds: timeout.as_secs(),
                        });
                    }
                }
            }
        }
        self.take(&decoder.finish(), watch);
        Ok(())
    }

    fn take(&mut self, text: &str, watch: &mut dyn FnMut(Progress<'_>)) {
        if !text.is_empty() {
            self.answer.push_str(text);
            watch(Progress::Text(text));
        }
    }

    /// Of what it complains about, the end is enough.
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

fn in_plain_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be run".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod command_tests;
