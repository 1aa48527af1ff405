//! A request as it was received.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

use serde_json::Value;

use super::Api;

#[derive(Debug, Clone)]
pub struct Asked {
    pub api: Api,
    pub path: String,
    /// In lower case.
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn system(&self) -> &str {
        self.text(match self.api {
            Api::OpenAi => "/messages/0/content",
            Api::Anthropic => "/system",
            Api::Gemini => "/systemInstruction/parts/0/text",
        })
    }

    pub fn prompt(&self) -> &str {
        self.text(match self.api {
            Api::OpenAi => "/messages/1/content",
            Api::Anthropic => "/messages/0/content",
            Api::Gemini => "/contents/0/parts/0/text",
        })
    }

    pub fn model(&self) -> &str {
        match self.api {
            Api::OpenAi | Api::Anthropic => self.text("/model"),
            Api::Gemini => {
                let name = self.path.rsplit('/').next().unwrap_or_default();
                name.split(':').next().unwrap_or_default()
            }
        }
    }

    fn text(&self, pointer: &str) -> &str {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// `None` if the request matches none of the three wire formats.
    pub(super) fn read(stream: &TcpStream) -> Option<Self> {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let path = line.split(' ').nth(1)?.to_owned();
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            match line.trim_end().split_once(':') {
                Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
                None => break,
            }
        }
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let mut body = vec![0; length?.1.parse().ok()?];
        reader.read_exact(&mut body).ok()?;
        Some(Self {
            api: api(&path)?,
            path,
            headers,
            body: serde_json::from_slice(&body).ok()?,
        })
    }
}

fn api(path: &str) -> Option<Api> {
    if path.ends_with("/chat/completions") {
        Some(Api::OpenAi)
    } else if path.ends_with("/messages") {
        Some(Api::Anthropic)
    } else {
        path.contains(":streamGenerateContent?alt=sse").then_some(Api::Gemini)
    }
}
