//! `meta.yaml`: what is known of a turn besides its texts.

use std::fmt::{Display, Write};

use model::{AgentName, Fence, SessionId, TaskKey, TaskLink, ThreadId, Timestamp, Turn, TurnId};

use super::line_end::with_line;
use crate::text::time::rfc3339;
use crate::yaml::{self, Held, Pair};

const UNDONE: &str = "undone";

/// The keys that a turn is made of. All others are kept as they are.
const KNOWN: [&str; 11] = [
    "turn_id",
    "parent_turn_id",
    "caller_turn_id",
    "agent",
    "created_at",
    "task",
    "task_session",
    "task_thread",
    "task_agent",
    "task_fence",
    UNDONE,
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meta {
    pub turn: Turn,
    /// What a planner, a later version or a person adds, in its order.
    pub extras: Vec<Extra>,
}

/// A key that is none of the turn's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    pub key: String,
    /// `None` for a list, a mapping, or nothing.
    pub value: Option<String>,
    /// Its lines up to the next key, comments included.
    written: String,
}

impl Meta {
    pub fn new(turn: Turn) -> Self {
        let extras = Vec::new();
        Self { turn, extras }
    }

    /// What the key holds, if it is a single value.
    pub fn extra(&self, key: &str) -> Option<&str> {
        let extra = self.extras.iter().find(|extra| extra.key == key)?;
        extra.value.as_deref()
    }

    pub fn set_text(&mut self, key: &str, text: &str) {
        self.set(key, text.to_owned(), &yaml::scalar(text));
    }

    pub fn set_number(&mut self, key: &str, number: impl Display) {
        let number = number.to_string();
        self.set(key, number.clone(), &number);
    }

    fn set(&mut self, key: &str, value: String, scalar: &str) {
        debug_assert!(!KNOWN.contains(&key), "{key} is the turn's own");
        let extra = Extra {
            key: key.to_owned(),
            value: Some(value),
            written: format!("{}: {scalar}\n", yaml::scalar(key)),
        };
        match self.extras.iter_mut().find(|extra| extra.key == key) {
            Some(old) => *old = extra,
            None => self.extras.push(extra),
        }
    }
}

/// The turn that the file tells of, or why it cannot be read.
pub fn read_meta(text: &str) -> Result<Meta, String> {
    let pairs = yaml::pairs(text)?;
    let words = Words { pairs: &pairs };
    let turn = Turn {
        id: words.turn_id("turn_id")?.ok_or("`turn_id` is missing")?,
        parent: words.turn_id("parent_turn_id")?,
        caller: words.turn_id("caller_turn_id")?,
        agent: AgentName::new(words.needed("agent")?).map_err(|fault| fault.to_string())?,
        created_at: words.time("created_at")?.ok_or("`created_at` is missing")?,
        task: words.task()?,
        undone_at: words.time(UNDONE)?,
    };
    Ok(Meta {
        turn,
        extras: extras(text, &pairs)?,
    })
}

pub fn write_meta(meta: &Meta) -> String {
    let turn = &meta.turn;
    let quoted = |id: &TurnId| yaml::quoted(id.as_str());
    let or_null = |id: &Option<TurnId>| id.as_ref().map_or_else(|| "null".to_owned(), quoted);
    let mut lines = vec![
        ("turn_id", quoted(&turn.id)),
        ("parent_turn_id", or_null(&turn.parent)),
        ("caller_turn_id", or_null(&turn.caller)),
        ("agent", yaml::scalar(turn.agent.as_str())),
        ("created_at", yaml::quoted(&rfc3339(turn.created_at))),
    ];
    if let Some(task) = &turn.task {
        lines.push(("task", yaml::quoted(task.key.as_str())));
        lines.push(("task_session", yaml::quoted(task.session.as_str())));
        lines.push(("task_thread", task.thread.0.to_string()));
        lines.push(("task_agent", yaml::quoted(task.agent.as_str())));
        lines.extend(task.fence.map(|fence| ("task_fence", fence.to_string())));
    }
    let undone = turn.undone_at.map(|time| (UNDONE, yaml::quoted(&rfc3339(time))));
    let mut text = String::new();
    for (key, value) in lines.into_iter().chain(undone) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key}: {value}");
    }
    for extra in &meta.extras {
        text.push_str(&extra.written);
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

/// The same file with `undone` in it, every other byte as it was.
pub fn set_undone(text: &str, time: Timestamp) -> Result<String, String> {
    let value = yaml::quoted(&rfc3339(time));
    let pairs = yaml::pairs(text)?;
    let changed = match pairs.iter().find(|pair| pair.key.text == UNDONE) {
        Some(Pair { key, span, .. }) if span.is_empty() => {
            let colon = text[key.span.end..]
                .find(':')
                .map_or(key.span.end, |at| key.span.end + at + 1);
            format!("{} {value}{}", &text[..colon], &text[colon..])
        }
        Some(Pair { span, .. }) => format!("{}{value}{}", &text[..span.start], &text[span.end..]),
        None => with_line(text, &format!("{UNDONE}: {value}")),
    };
    // Whatever layout a person gave the file, the result says what it should, or nothing is changed.
    let expected = Turn {
        undone_at: Some(time),
        ..read_meta(text)?.turn
    };
    match read_meta(&changed) {
        Ok(meta) if meta.turn == expected => Ok(changed),
        _ => Err(format!("`{UNDONE}` cannot be added to a file of this layout")),
    }
}

fn extras(text: &str, pairs: &[Pair]) -> Result<Vec<Extra>, String> {
    let starts = |pair: &Pair| text[..pair.key.span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let ends = pairs.iter().skip(1).map(starts).chain([text.len()]);
    let of_others = |(pair, _): &(&Pair, usize)| !KNOWN.contains(&pair.key.text.as_str());
    let extra = |(pair, end): (&Pair, usize)| {
        let lines = text.get(starts(pair)..end).unwrap_or_default();
        // Where several keys share a line, or all are indented, their lines cannot be taken as they are.
        let alone = format!("{}: {}\n", yaml::scalar(&pair.key.text), &text[pair.span.clone()]);
        let says_the_same = |written: &&str| {
            let read = yaml::pairs(written).unwrap_or_default();
            let is_same = |other: &Pair| other.key.text == pair.key.text && other.value == pair.value;
            !written.starts_with([' ', '\u{feff}']) && matches!(read.as_slice(), [other] if is_same(other))
        };
        let written = [lines, &alone].into_iter().find(says_the_same);
        Ok(Extra {
            key: pair.key.text.clone(),
            value: match &pair.value {
                Held::Word(word) => Some(word.clone()),
                Held::Nothing | Held::Nested => None,
            },
            written: written
                .ok_or("its layout cannot be kept; write one key on each line")?
                .to_owned(),
        })
    };
    pairs.iter().zip(ends).filter(of_others).map(extra).collect()
}

struct Words<'a> {
    pairs: &'a [Pair],
}

impl<'a> Words<'a> {
    fn word(&self, key: &str) -> Result<Option<&'a str>, String> {
        match self
            .pairs
            .iter()
            .find(|pair| pair.key.text == key)
            .map(|pair| &pair.value)
        {
            None | Some(Held::Nothing) => Ok(None),
            Some(Held::Word(word)) => Ok(Some(word)),
            Some(Held::Nested) => Err(format!("`{key}` is no single value")),
        }
    }

    fn needed(&self, key: &str) -> Result<&'a str, String> {
        self.word(key)?.ok_or_else(|| format!("`{key}` is missing"))
    }

    fn turn_id(&self, key: &str) -> Result<Option<TurnId>, String> {
        let id = |name| TurnId::parse(name).ok_or_else(|| format!("`{key}` is no turn's name: {name}"));
        self.word(key)?.map(id).transpose()
    }

    fn time(&self, key: &str) -> Result<Option<Timestamp>, String> {
        let Some(word) = self.word(key)? else { return Ok(None) };
        let instant: Result<jiff::Timestamp, _> = word.parse();
        let instant = instant.map_err(|_| format!("`{key}` is no RFC 3339 time: {word}"))?;
        Ok(Some(Timestamp::from_millis(instant.as_millisecond())))
    }

    fn task(&self) -> Result<Option<TaskLink>, String> {
        let Some(key) = self.word("task")? else { return Ok(None) };
        let thread = self.word("task_thread")?.map_or(Ok(ThreadId::PRIMARY.0), str::parse);
        let fence = self.word("task_fence")?.map(str::parse).transpose();
        Ok(Some(TaskLink {
            key: TaskKey::new(key).map_err(|fault| fault.to_string())?,
            session: SessionId::new(self.needed("task_session")?).map_err(|fault| fault.to_string())?,
            thread: ThreadId(thread.map_err(|_| "`task_thread` is no number")?),
            agent: AgentName::new(self.needed("task_agent")?).map_err(|fault| fault.to_string())?,
            fence: fence.map_err(|_| "`task_fence` is no number")?.map(Fence),
        }))
    }
}

#[cfg(test)]
#[path = "meta_tests.rs"]
mod tests;
