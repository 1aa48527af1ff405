//! A server on loopback that speaks the protocols of OpenAI, Anthropic and Gemini. It sends the replies of the test's
//! script, also malformed ones.
//!
//! [`StubModels::environment`] makes the real binaries use it.

mod asked;
mod serve;
mod words;

use std::collections::VecDeque;
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

pub use asked::Asked;

/// The API key in [`StubModels::environment`]. Tests check that the key does not leak.
pub const KEY: &str = "sk-stub-0123456789abcdef";
/// The token counts in every complete answer.
pub const INPUT_TOKENS: u64 = 12;
pub const OUTPUT_TOKENS: u64 = 34;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Api {
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];
}

/// The reply to one request.
#[derive(Debug, Clone)]
pub enum Reply {
    Text(String),
    /// Sent word by word.
    Slow {
        text: String,
        pause: Duration,
    },
    /// Sent as one JSON document. Only OpenAI's format has this form.
    Whole(String),
    /// This text, then the model stops at its length limit.
    Length(String),
    /// The model refuses to answer.
    Unwilling,
    /// This text, then the connection breaks.
    Cut(String),
    /// This text, then the stream ends without its final event.
    EndEarly(String),
    /// This text, then the server reports that it is overloaded.
    Overloaded(String),
    Status {
        status: u16,
        message: String,
        retry_after: Option<String>,
    },
    /// The connection is closed without a response.
    Close,
    /// No response. The server waits until the client closes the connection.
    Silence,
    /// Events whose data is not JSON.
    Garbage,
    /// An HTML page instead of events.
    Page,
    /// Endless text.
    Flood,
}

impl Reply {
    /// One word at a time, for longer than any client waits.
    pub fn drip() -> Self {
        Self::Slow {
            text: "drop ".repeat(1000),
            pause: Duration::from_millis(20),
        }
    }

    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub fn status(status: u16, message: &str) -> Self {
        Self::Status {
            status,
            message: message.to_owned(),
            retry_after: None,
        }
    }

    pub fn retry_after(status: u16, seconds: &str) -> Self {
        Self::Status {
            status,
            message: "slow down".to_owned(),
            retry_after: Some(seconds.to_owned()),
        }
    }
}

/// Runs until the test process ends.
pub struct StubModels {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    script: Mutex<VecDeque<Reply>>,
    asked: Mutex<Vec<Asked>>,
    abandoned: AtomicUsize,
}

impl StubModels {
    /// Sends the replies in order. Requests beyond the last reply get an error.
    #[expect(clippy::expect_used, reason = "a test without its server cannot go on")]
    pub fn start(script: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let shared = Arc::new(Shared::default());
        lock(&shared.script).extend(script);
        let served = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = Arc::clone(&served);
                thread::spawn(move || serve::serve(&stream, &served));
            }
        });
        Self { port, shared }
    }

    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Environment variables that make planwright use this server.
    pub fn environment(&self, api: Api) -> Vec<(&'static str, String)> {
        let (address, key, model) = match api {
            Api::OpenAi => ("OPENAI_BASE_URL", "OPENAI_API_KEY", "openai/stub-1"),
            Api::Anthropic => ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "anthropic/stub-1"),
            Api::Gemini => ("GEMINI_BASE_URL", "GEMINI_API_KEY", "gemini/stub-1"),
        };
        let path = if api == Api::OpenAi { "/v1" } else { "" };
        vec![
            (address, format!("{}{path}", self.origin())),
            (key, KEY.to_owned()),
            ("PLANWRIGHT_MODEL", model.to_owned()),
        ]
    }

    pub fn then(&self, reply: Reply) {
        lock(&self.shared.script).push_back(reply);
    }

    /// All requests so far, in order.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.shared.asked).clone()
    }

    /// How many clients closed the connection during a [silence](Reply::Silence).
    pub fn abandoned(&self) -> usize {
        self.shared.abandoned.load(Ordering::SeqCst)
    }

    /// Replies that no client has requested.
    pub fn left(&self) -> usize {
        lock(&self.shared.script).len()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
