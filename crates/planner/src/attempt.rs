//! One attempt to get an answer from a server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use http::HttpFailure;
use model::limits;

use crate::answer::Progress;
use crate::call::{Call, Head, News};
use crate::clock::TICK;
use crate::error::PlannerError;
use crate::key::{Keep, Scrub};
use crate::wait::Waiting;
use crate::wire::{Complaint, Event, EventReader, Fault, Reading, Request, Stop, Wire, complaint, seconds};

/// Of what a server says instead of an answer.
const COMPLAINT_BYTES: usize = 64 * 1024;
/// No token is longer than this. A server that writes more than it was allowed is not listened to for ever.
const TOKEN_BYTES_MAX: u64 = 32;

pub(crate) struct Attempt<'a> {
    pub(crate) wire: &'a dyn Wire,
    pub(crate) host: &'a str,
    pub(crate) scrub: &'a Scrub,
    pub(crate) max_output: Option<u64>,
    pub(crate) reading: Reading,
    /// How much of the text was shown.
    pub(crate) shown: usize,
}

/// Why there is no answer yet.
pub(crate) enum Setback {
    Final(PlannerError),
    /// It may go better next time.
    Passing {
        error: PlannerError,
        /// By the server's own word.
        wait: Option<Duration>,
    },
}

impl Attempt<'_> {
    /// `left` is the time for this attempt, `limit` that for all of them.
    pub(crate) fn run(
        &mut self,
        request: Request,
        left: Duration,
        limit: Duration,
        watch: &mut dyn FnMut(Progress<'_>),
        cancelled: &AtomicBool,
    ) -> Result<(), Setback> {
        let until = Instant::now() + left;
        let timed_out = || {
            Setback::Final(PlannerError::TimedOut {
                seconds: limit.as_secs(),
            })
        };
        let call = Call::start(request, left);
        let mut body = Body::default();
        let mut waiting = Waiting::new();
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return Err(Setback::Final(PlannerError::Cancelled));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(timed_out());
            }
            match call.news.recv_timeout(left.min(TICK)) {
                Ok(News::Head(head)) => body.head = Some(head),
                Ok(News::Bytes(bytes)) => self.take(&mut body, &bytes, watch)?,
                Ok(News::End) => return self.finish(&body, watch),
                Ok(News::Lost(HttpFailure::TimedOut)) => return Err(timed_out()),
                Ok(News::Lost(failure)) => return self.lost(&failure),
                Err(RecvTimeoutError::Timeout) => waiting.tell(watch),
                Err(RecvTimeoutError::Disconnected) => return self.lost(&HttpFailure::Closed),
            }
            if self.reading.is_over {
                return Ok(());
            }
            if self.shown > 0 {
                waiting.is_over();
            }
        }
    }

    fn take(&mut self, body: &mut Body, bytes: &[u8], watch: &mut dyn FnMut(Progress<'_>)) -> Result<(), Setback> {
        body.bytes = body.bytes.saturating_add(bytes.len());
        if body.is_whole() {
            let room = body.room().saturating_sub(body.whole.len());
            body.whole.extend_from_slice(&bytes[..bytes.len().min(room)]);
            return match body.is_error() || bytes.len() <= room {
                true => Ok(()),
                false => Err(Setback::Final(PlannerError::long_answer())),
            };
        }
        let (wire, reading) = (self.wire, &mut self.reading);
        let taken = body.events.push(bytes, &mut |event| match reading.is_over {
            true => Ok(()),
            false => wire.read(&event, reading),
        });
        self.show(watch);
        taken.map_err(|fault| self.faulty(fault))?;
        if self.reading.text.len() > limits::PLANNER_ANSWER_BYTES || body.bytes > limits::PLANNER_WIRE_BYTES {
            return Err(Setback::Final(PlannerError::long_answer()));
        }
        let most = self.max_output.map(|tokens| tokens.saturating_mul(TOKEN_BYTES_MAX));
        if most.is_some_and(|most| u64::try_from(self.reading.text.len()).unwrap_or(u64::MAX) > most) {
            self.reading.stop = Some(Stop::Length);
            self.reading.is_over = true;
        }
        Ok(())
    }

    fn finish(&mut self, body: &Body, watch: &mut dyn FnMut(Progress<'_>)) -> Result<(), Setback> {
        let text = String::from_utf8_lossy(&body.whole);
        let Some(head) = &body.head else {
            return self.lost(&HttpFailure::Closed);
        };
        if body.is_error() {
            let mut complaint = complaint(head.status, &text);
            complaint.wait = head.retry_after.as_deref().and_then(seconds).or(complaint.wait);
            return Err(self.refused(&complaint));
        }
        if body.is_whole() {
            let read = self.wire.read(&Event { data: &text }, &mut self.reading);
            self.show(watch);
            read.map_err(|fault| self.faulty(fault))?;
        }
        match self.reading.stop {
            Some(_) => Ok(()),
            None if body.bytes > 0 && !body.is_whole() && !body.events.has_events() => {
                Err(bad("the server did not speak the language of this provider"))
            }
            None => self.cut("the connection was closed"),
        }
    }

    fn show(&mut self, watch: &mut dyn FnMut(Progress<'_>)) {
        let fresh = &self.reading.text[self.shown..];
        if !fresh.is_empty() {
            watch(Progress::Text(fresh));
            self.shown = self.reading.text.len();
        }
    }

    fn lost(&self, failure: &HttpFailure) -> Result<(), Setback> {
        let unreachable = || PlannerError::Unreachable {
            host: self.host.to_owned(),
            why: self.complaint(&failure.to_string()),
        };
        match failure {
            HttpFailure::NoHost | HttpFailure::NotAllowed(_) | HttpFailure::Refused | HttpFailure::Tls(_) => {
                Err(Setback::Final(unreachable()))
            }
            // The text is complete; only what follows it is missing.
            _ if self.reading.stop.is_some() => Ok(()),
            HttpFailure::TimedOut => self.cut("it took too long"),
            _ if self.shown == 0 => Err(Setback::Passing {
                error: unreachable(),
                wait: None,
            }),
            HttpFailure::Closed | HttpFailure::Network(_) | HttpFailure::Protocol(_) => self.cut(&failure.to_string()),
        }
    }

    /// What was shown cannot be taken back, so it is tried again only if nothing was.
    fn cut(&self, why: &str) -> Result<(), Setback> {
        let error = PlannerError::Cut {
            why: self.complaint(why),
        };
        Err(match self.shown {
            0 => Setback::Passing { error, wait: None },
            _ => Setback::Final(error),
        })
    }

    fn faulty(&self, fault: Fault) -> Setback {
        match fault {
            Fault::Server(complaint) => self.refused(&complaint),
            Fault::Garbage => bad("the server did not speak the language of this provider"),
        }
    }

    fn refused(&self, complaint: &Complaint) -> Setback {
        let (host, status) = (self.host.to_owned(), complaint.status);
        let message = match self.complaint(&complaint.message) {
            message if message.is_empty() => "it does not say why".to_owned(),
            message => message,
        };
        let is_passing = !complaint.is_final && self.shown == 0;
        let error = match status {
            429 if complaint.is_final => PlannerError::Refused { host, status, message },
            429 => PlannerError::RateLimited {
                host,
                message,
                retry_after_s: complaint.wait.map(|wait| wait.as_secs_f64().ceil() as u64),
            },
            408 | 500.. => PlannerError::Unavailable { host, status, message },
            _ => return Setback::Final(PlannerError::Refused { host, status, message }),
        };
        match is_passing {
            true => Setback::Passing {
                error,
                wait: complaint.wait,
            },
            false => Setback::Final(error),
        }
    }

    fn complaint(&self, text: &str) -> String {
        self.scrub.line(text, limits::PLANNER_COMPLAINT_CHARS, Keep::Start)
    }
}

/// What has come of a response.
#[derive(Default)]
struct Body {
    head: Option<Head>,
    events: EventReader,
    /// What cannot be read before it is complete.
    whole: Vec<u8>,
    bytes: usize,
}

impl Body {
    fn is_error(&self) -> bool {
        self.head
            .as_ref()
            .is_some_and(|head| !(200..300).contains(&head.status))
    }

    fn is_whole(&self) -> bool {
        self.is_error() || self.head.as_ref().is_some_and(|head| head.is_json)
    }

    fn room(&self) -> usize {
        match self.is_error() {
            true => COMPLAINT_BYTES,
            false => 2 * limits::PLANNER_ANSWER_BYTES,
        }
    }
}

fn bad(why: &str) -> Setback {
    Setback::Final(PlannerError::BadAnswer { why: why.to_owned() })
}
