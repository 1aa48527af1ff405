//! A server on loopback that speaks like OpenAI, Anthropic and Gemini, and answers as the test has written, also wrongly.
//!
//! The real binaries can be led to it through [`StubModels::environment`].

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

/// The key that [`StubModels::environment`] hands out, for looking whether it leaks.
pub const KEY: &str = "sk-stub-0123456789abcdef";
/// What every complete answer says about itself.
pub const INPUT_TOKENS: u64 = 12;
pub const OUTPUT_TOKENS: u64 = 34;

/// Which wire format is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Api {
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];
}

/// What is said to one question.
#[derive(Debug, Clone)]
pub enum Reply {
    Text(String),
    /// A word at a time.
    Slow {
        text: String,
        pause: Duration,
    },
    /// All at once, as one JSON document. Only OpenAI's format knows it.
    Whole(String),
    /// So far, and then the model may not write more.
    Length(String),
    /// The model does not want to.
    Unwilling,
    /// So far, and then the connection breaks.
    Cut(String),
    /// So far, and then the stream ends as if nothing was missing.
    EndEarly(String),
    /// So far, and then the server says that it is overloaded.
    Overloaded(String),
    Status {
        status: u16,
        message: String,
        retry_after: Option<String>,
    },
    /// The connection is closed without a word.
    Close,
    /// Nothing is said, and nothing is closed before the other side does.
    Silence,
    /// Events that hold no JSON.
    Garbage,
    /// Not even events.
    Page,
    /// Text without end.
    Flood,
}

impl Reply {
    /// A word now and then, for longer than anybody waits.
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

/// Runs until the process of the test ends.
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
    /// The replies are given in order. Who asks more often is told that the script is over.
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

    /// Variables that lead planwright here.
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

    /// Every question so far, in order.
    pub fn asked(&self) -> Vec<Asked> {
        lock(&self.shared.asked).clone()
    }

    /// How many could not bear the [silence](Reply::Silence) and have hung up.
    pub fn abandoned(&self) -> usize {
        self.shared.abandoned.load(Ordering::SeqCst)
    }

    /// Replies that nobody has asked for.
    pub fn left(&self) -> usize {
        lock(&self.shared.script).len()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
