//! A server on the loopback device for tests, which can send invalid responses.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

pub(crate) struct Stub {
    pub(crate) port: u16,
    asked: Arc<AtomicUsize>,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Stub {
    /// `answer` gets the path with its query. The thread ends with the test's process.
    pub(crate) fn start(answer: impl Fn(&str, &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stub = Self {
            port: listener.local_addr().unwrap().port(),
            asked: Arc::default(),
            heads: Arc::default(),
        };
        let (asked, heads, answer) = (Arc::clone(&stub.asked), Arc::clone(&stub.heads), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                asked.fetch_add(1, Ordering::SeqCst);
                let (heads, answer) = (Arc::clone(&heads), Arc::clone(&answer));
                thread::spawn(move || {
                    let head = read_head(&stream);
                    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
                    heads.lock().unwrap().push(head);
                    let mut stream = stream;
                    let _ = answer(&path, &mut stream);
                });
            }
        });
        stub
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The number of connections.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

pub(crate) fn send(stream: &mut TcpStream, status: &str, headers: &str, body: &[u8]) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    )?;
    stream.write_all(body)
}

fn read_head(stream: &TcpStream) -> String {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join("\n")
}
