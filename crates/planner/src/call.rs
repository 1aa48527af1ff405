//! Sends a question in a thread of its own, so that the caller can leave at any time, and passes on the answer piece
//! by piece.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{Client, HttpFailure, Response};

use crate::wire::Request;

/// How many pieces may wait for the caller.
const CHUNKS: usize = 16;

#[derive(Debug)]
pub(crate) enum News {
    Head(Head),
    Bytes(Vec<u8>),
    /// The body is complete as far as HTTP can tell.
    End,
    Lost(HttpFailure),
}

#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
    /// A server that cannot stream sends the answer all at once.
    pub(crate) is_json: bool,
}

/// A question that is on its way. Dropping it closes the connection.
pub(crate) struct Call {
    pub(crate) news: Receiver<News>,
    abandoned: Arc<AtomicBool>,
}

impl Call {
    pub(crate) fn start(request: Request, timeout: Duration) -> Self {
        let abandoned = Arc::new(AtomicBool::new(false));
        let (sender, news) = mpsc::sync_channel(CHUNKS);
        let client = Client {
            accept: "text/event-stream, application/json",
            timeout,
            // The user has named the server.
            may_connect: None,
            abandoned: Arc::clone(&abandoned),
        };
        thread::spawn(move || {
            let last = match exchange(&client, &request, &sender) {
                Ok(()) => News::End,
                Err(failure) => News::Lost(failure),
            };
            // The caller may have left.
            let _ = sender.send(last);
        });
        Self { news, abandoned }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }
}

fn exchange(client: &Client<'_>, request: &Request, sender: &SyncSender<News>) -> Result<(), HttpFailure> {
    let mut response = client.post_json(&request.url, &request.headers, &request.body)?;
    if sender.send(News::Head(head(&response))).is_err() {
        return Ok(());
    }
    let pass_on = |chunk: &[u8]| match sender.send(News::Bytes(chunk.to_vec())) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    response.read(pass_on).map(|_| ())
}

fn head(response: &Response) -> Head {
    Head {
        status: response.status(),
        retry_after: response.header(RETRY_AFTER),
        is_json: response
            .header(CONTENT_TYPE)
            .is_some_and(|kind| kind.trim_start().starts_with("application/json")),
    }
}
