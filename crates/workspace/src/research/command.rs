//! A search command of the user's own. It runs as the user would run it, but it ends: it is killed with all that it has
//! started when its time or its output goes beyond the limits.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{Hit, ResearchError, ResearchLimits, hits};

/// How often we look whether it has ended.
const TICK: Duration = Duration::from_millis(20);
/// For what is still in the pipes then. Somebody whom it has left behind may keep them open.
const DRAIN: Duration = Duration::from_millis(200);
const CHUNK_BYTES: usize = 16 * 1024;
/// That may wait to be taken; who prints faster has to wait.
const CHUNKS: usize = 16;
const STDERR_CHARS: usize = 500;

pub(super) fn search(query: &str, argv: &[String], limits: &ResearchLimits) -> Result<Vec<Hit>, ResearchError> {
    let program = argv.first().cloned().unwrap_or_default();
    let not_started = |why: String| ResearchError::NotStarted {
        program: program.clone(),
        why,
    };
    if program.is_empty() {
        return Err(not_started("no program is named".to_owned()));
    }
    let mut run = Run::start(&program, &argv[1..], query).map_err(|error| not_started(in_plain_words(&error)))?;
    let end = run.watch(limits);
    let status = run.clear_away();
    let Run { stdout, stderr, .. } = run;
    match (end, status) {
        (End::TimedOut, _) => Err(ResearchError::TimedOut {
            program,
            limit: limits.timeout,
        }),
        (End::TooLarge, _) => Err(ResearchError::TooLarge {
            program,
            max_bytes: limits.max_bytes,
        }),
        (End::Ended, Ok(status)) if status.success() => {
            hits::from_output(&String::from_utf8_lossy(&stdout), limits.hits)
                .map_err(|why| ResearchError::Unreadable { provider: program, why })
        }
        (End::Ended, status) => Err(ResearchError::Failed {
            program,
            status: status.map_or_else(|error| error.to_string(), |status| status.to_string()),
            stderr: last_words(&stderr),
        }),
    }
}

enum End {
    Ended,
    TimedOut,
    TooLarge,
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

struct Run {
    child: Child,
    output: Receiver<(Stream, Vec<u8>)>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Run {
    fn start(program: &str, arguments: &[String], query: &str) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).arg(harmless(query));
        command.env("NO_COLOR", "1").env("TERM", "dumb");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let (sender, output) = mpsc::sync_channel(CHUNKS);
        forward(child.stdout.take(), Stream::Stdout, sender.clone());
        forward(child.stderr.take(), Stream::Stderr, sender);
        Ok(Self {
            child,
            output,
            stdout: Vec::new(),
            stderr: Vec::new(),
        })
    }

    fn watch(&mut self, limits: &ResearchLimits) -> End {
        let mut until = Instant::now() + limits.timeout;
        let mut has_ended = false;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok((Stream::Stdout, chunk)) => self.stdout.extend(chunk),
                // Of what it complains about, the end is enough.
                Ok((Stream::Stderr, chunk)) => {
                    self.stderr.extend(chunk);
                    let surplus = self.stderr.len().saturating_sub(CHUNK_BYTES);
                    self.stderr.drain(..surplus);
                }
                Err(RecvTimeoutError::Disconnected) if has_ended => return End::Ended,
                // It has closed its output, and goes on.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(left.min(TICK)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.stdout.len() > limits.max_bytes {
                return End::TooLarge;
            }
            if !has_ended && self.has_ended() {
                has_ended = true;
                until = until.min(Instant::now() + DRAIN);
            }
            if Instant::now() >= until {
                return if has_ended { End::Ended } else { End::TimedOut };
            }
        }
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

/// A query comes from a plan, and must not be taken for an option.
fn harmless(query: &str) -> String {
    if query.starts_with('-') {
        format!(" {query}")
    } else {
        query.to_owned()
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

fn last_words(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let surplus = line.chars().count().saturating_sub(STDERR_CHARS);
    line.chars().skip(surplus).collect()
}

fn in_plain_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be run".to_owned(),
        _ => error.to_string(),
    }
}
