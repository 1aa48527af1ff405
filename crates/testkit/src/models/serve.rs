//! One connection: reads a request and sends the next reply of the script.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::words::{self, Stop};
use super::{Api, Asked, Reply, Shared, lock};

pub(super) fn serve(stream: &TcpStream, shared: &Shared) {
    let Some(asked) = Asked::read(stream) else {
        return;
    };
    let (api, model) = (asked.api, asked.model().to_owned());
    // Both lists change under one lock, so that request N always matches reply N.
    let reply = {
        let mut all = lock(&shared.asked);
        all.push(asked);
        lock(&shared.script).pop_front()
    };
    let reply = reply.unwrap_or_else(|| Reply::status(418, "the script of the stub is over"));
    let mut talk = Talk { stream, api, model };
    // The client may have closed the connection.
    let _ = talk.reply(&reply);
    if matches!(reply, Reply::Silence) {
        shared.abandoned.fetch_add(1, Ordering::SeqCst);
    }
}

struct Talk<'a> {
    stream: &'a TcpStream,
    api: Api,
    model: String,
}

impl Talk<'_> {
    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        match reply {
            Reply::Text(text) => self.stream_text(text, Duration::ZERO, &Stop::Done),
            Reply::Slow { text, pause } => self.stream_text(text, *pause, &Stop::Done),
            Reply::Length(text) => self.stream_text(text, Duration::ZERO, &Stop::Length),
            Reply::Unwilling => self.stream_text("", Duration::ZERO, &Stop::Unwilling),
            Reply::Whole(text) => self.document("200 OK", "", &words::whole(&self.model, text)),
            Reply::Cut(text) => {
                self.begin(text, Duration::ZERO)?;
                self.stream.shutdown(Shutdown::Both)
            }
            Reply::EndEarly(text) => {
                self.begin(text, Duration::ZERO)?;
                self.end()
            }
            Reply::Overloaded(text) => {
                self.begin(text, Duration::ZERO)?;
                self.event(&words::trouble(self.api, 529, "overloaded"))?;
                self.end()
            }
            Reply::Status {
                status,
                message,
                retry_after,
            } => {
                let wait = retry_after.as_ref().map(|after| format!("Retry-After: {after}\r\n"));
                let trouble = words::trouble(self.api, *status, message);
                self.document(&format!("{status} Trouble"), &wait.unwrap_or_default(), &trouble)
            }
            Reply::Close => self.stream.shutdown(Shutdown::Both),
            Reply::Silence => self.stream.read(&mut [0]).map(|_| ()),
            Reply::Garbage => {
                self.head("text/event-stream")?;
                self.chunk("data: {\"broken\n\n")?;
                self.end()
            }
            Reply::Page => {
                self.head("text/html")?;
                self.chunk("<html>\n\n<p>Welcome</p>\n\n</html>\n")?;
                self.end()
            }
            Reply::Flood => {
                let text = "x".repeat(64 * 1024);
                self.begin(&text, Duration::ZERO)?;
                loop {
                    self.event(&words::piece(self.api, &self.model, &text))?;
                }
            }
        }
    }

    fn stream_text(&mut self, text: &str, pause: Duration, stop: &Stop) -> io::Result<()> {
        self.begin(text, pause)?;
        for event in words::closing(self.api, &self.model, stop) {
            self.event(&event)?;
        }
        self.end()
    }

    fn begin(&mut self, text: &str, pause: Duration) -> io::Result<()> {
        self.head("text/event-stream; charset=utf-8")?;
        for event in words::opening(self.api, &self.model) {
            self.event(&event)?;
        }
        for piece in text.split_inclusive(' ') {
            self.event(&words::piece(self.api, &self.model, piece))?;
            thread::sleep(pause);
        }
        Ok(())
    }

    fn head(&mut self, kind: &str) -> io::Result<()> {
        write!(
            self.stream,
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        )
    }

    fn event(&mut self, event: &Value) -> io::Result<()> {
        // The only event whose data is not JSON.
        let data = event.as_str().map_or_else(|| event.to_string(), str::to_owned);
        let name = event
            .get("type")
            .and_then(Value::as_str)
            .filter(|_| self.api == Api::Anthropic);
        let name = name.map(|name| format!("event: {name}\n"));
        let end = if self.api == Api::Gemini { "\r\n\r\n" } else { "\n\n" };
        self.chunk(&format!("{}data: {data}{end}", name.unwrap_or_default()))
    }

    fn chunk(&mut self, text: &str) -> io::Result<()> {
        write!(self.stream, "{:x}\r\n{text}\r\n", text.len())
    }

    fn end(&mut self) -> io::Result<()> {
        write!(self.stream, "0\r\n\r\n")
    }

    fn document(&mut self, status: &str, headers: &str, document: &Value) -> io::Result<()> {
        let body = document.to_string();
        write!(
            self.stream,
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}Connection: \
             close\r\n\r\n{body}",
            body.len()
        )
    }
}
