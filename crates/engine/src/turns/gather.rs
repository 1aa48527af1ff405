//! What the agent of a turn gets to see, in one file.

use std::collections::BTreeSet;

use dialect::teddy::input::{
    Exhibit, Input, Project, Shown, System, clip_blocks, estimate_tokens, undone_note, write_input,
};
use model::{RelPath, Resource, limits};
use workspace::{Digest, FileError, outline};

use super::bench::Workbench;
use super::folder::{INPUT, TurnFolder};
use super::place::{TurnPlace, is_report};
use super::subject::Levels;
use crate::error::EngineError;

/// How the files begin that keep pages which a turn has fetched.
const PAGES: &str = "page";

pub struct Gathered {
    pub place: TurnPlace,
    pub path: RelPath,
    pub bytes: usize,
    /// Of the whole file.
    pub tokens: usize,
    pub weights: Vec<Weight>,
}

/// What a resource costs.
pub struct Weight {
    pub resource: Resource,
    pub tokens: usize,
    /// Why its content is not there.
    pub trouble: Option<ContextProblem>,
}

/// Why a resource is not in the context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContextProblem {
    Missing,
    /// With its size in bytes.
    Binary(u64),
    TooLarge(u64),
    NoRoom(u64),
    /// A page could not be fetched.
    Failed(String),
}

/// The content of a resource, as far as it can be shown.
enum Content {
    Text(String),
    /// It stands for what lies in it.
    Folder,
    Page {
        title: String,
        text: String,
    },
    Missing,
    /// How many bytes.
    Binary(u64),
    TooLarge(u64),
    /// What was listed before it takes all the room there is.
    NoRoom(u64),
    Failed(String),
}

/// What was looked at so far.
#[derive(Default)]
struct Contents {
    all: Vec<(Resource, Content)>,
    bytes: usize,
}

impl Contents {
    /// For how many bytes.
    fn room(&self) -> usize {
        limits::CONTEXT_BYTES.saturating_sub(self.bytes)
    }

    fn add(&mut self, resource: Resource, content: Content) {
        let bytes = match &content {
            Content::Text(text) | Content::Page { text, .. } => text.len(),
            _ => 0,
        };
        let content = match bytes > self.room() {
            true => Content::NoRoom(bytes as u64),
            false => content,
        };
        if !matches!(content, Content::NoRoom(_)) {
            self.bytes += bytes;
        }
        self.all.push((resource, content));
    }
}

impl Workbench {
    /// Writes the turn's `input.md` anew.
    pub fn gather(&self, session: Option<&str>) -> Result<Gathered, EngineError> {
        let turn = TurnFolder::load(self, &self.locate(session)?)?;
        self.gather_for(&turn)
    }

    pub(super) fn gather_for(&self, turn: &TurnFolder) -> Result<Gathered, EngineError> {
        let levels = self.context_levels(turn)?;
        let contents = self.contents(turn, &levels)?;
        let resources: Vec<Exhibit<'_>> = contents
            .iter()
            .map(|(resource, content)| exhibit(resource, content))
            .collect();
        let weights = resources.iter().map(weight).collect();
        let outline = outline(&self.root, None, limits::OUTLINE_FILES);
        let memos = self.text(&super::place::teddy_path(super::MEMOS))?;
        let root = self.root.to_string_lossy();
        let notes = self.notes(turn)?;
        let text = write_input(&Input {
            system: System {
                cwd: &root,
                os: std::env::consts::OS,
                shell: &self.shell(),
            },
            project: Project {
                files: &outline.files,
                left_out: outline.left_out,
            },
            memos: memos.as_deref(),
            notes: &notes,
            turn: &levels.turn,
            session: &levels.session,
            global: &levels.global,
            resources: &resources,
        });
        let text = self.secrets.redact(&text);
        let path = turn.place.file(INPUT);
        self.tree.put(&path, text.as_bytes())?;
        Ok(Gathered {
            place: turn.place.clone(),
            path,
            bytes: text.len(),
            tokens: estimate_tokens(&text),
            weights,
        })
    }

    /// Each once, turn before session before global; a folder stands for its files. What there is no room for any more is
    /// listed and not read.
    fn contents(&self, turn: &TurnFolder, levels: &Levels) -> Result<Vec<(Resource, Content)>, EngineError> {
        let mut seen = BTreeSet::new();
        let mut contents = Contents::default();
        for listed in levels.all() {
            if !seen.insert(listed.clone()) {
                continue;
            }
            match listed {
                Resource::Url(url) => contents.add(listed.clone(), self.page(turn, url)?),
                Resource::File(path) => match self.file(path, contents.room()) {
                    Content::Folder => {
                        let below = outline(&self.root, Some(path), limits::OUTLINE_FILES).files;
                        for file in below {
                            let resource = Resource::File(file.clone());
                            if seen.insert(resource.clone()) {
                                contents.add(resource, self.file(&file, contents.room()));
                            }
                        }
                    }
                    content => contents.add(listed.clone(), content),
                },
            }
        }
        Ok(contents.all)
    }

    fn file(&self, path: &RelPath, room: usize) -> Content {
        match self.tree.read(path, limits::CONTEXT_FILE_BYTES.min(room)) {
            Ok(content) => match String::from_utf8(content.bytes) {
                Ok(text) if !text.contains('\0') => Content::Text(shown(path, text)),
                Ok(text) => Content::Binary(text.len() as u64),
                Err(error) => Content::Binary(error.as_bytes().len() as u64),
            },
            Err(FileError::Missing { .. }) => Content::Missing,
            Err(FileError::TooLarge { bytes, .. }) => match bytes > limits::CONTEXT_FILE_BYTES as u64 {
                true => Content::TooLarge(bytes),
                false => Content::NoRoom(bytes),
            },
            Err(error) if error.is_folder() => Content::Folder,
            Err(error) => Content::Failed(error.to_string()),
        }
    }

    /// Fetched once for a turn, so that gathering again shows the same.
    fn page(&self, turn: &TurnFolder, url: &str) -> Result<Content, EngineError> {
        let name = &Digest::of(url.as_bytes()).to_string()[..16];
        let cache = turn.place.file(&format!("{PAGES}-{name}.md"));
        if let Some(kept) = self.text(&cache)? {
            let (title, text) = kept.split_once('\n').unwrap_or(("", &kept));
            return Ok(Content::Page {
                title: title.to_owned(),
                text: text.to_owned(),
            });
        }
        match self.fetch_page(url) {
            Ok(page) => {
                let title = page.title.unwrap_or_default().replace('\n', " ");
                let kept = self.secrets.redact(&format!("{title}\n{}", page.text));
                self.tree.put(&cache, kept.as_bytes())?;
                Ok(Content::Page { title, text: page.text })
            }
            Err(error) => Ok(Content::Failed(error.reason(url))),
        }
    }

    /// What happened to the session besides its turns.
    fn notes(&self, turn: &TurnFolder) -> Result<Vec<String>, EngineError> {
        let mut notes = Vec::new();
        for id in self.turns_of(&turn.place.session)? {
            let other = TurnFolder::load(self, &turn.place.at(&id))?;
            if other.turn().undone_at.is_some() {
                notes.push(undone_note(&id));
            }
        }
        Ok(notes)
    }

    fn shell(&self) -> String {
        let shell = self.variables.iter().find(|(name, _)| name == "SHELL");
        shell.map_or_else(
            || "/bin/sh".to_owned(),
            |(_, value)| value.to_string_lossy().into_owned(),
        )
    }
}

/// Of reports, as much as the next turn needs.
fn shown(path: &RelPath, text: String) -> String {
    match is_report(path) {
        true => clip_blocks(&text, limits::SHOWN_OUTPUT_BYTES, &format!("`{path}`")).into_owned(),
        false => text,
    }
}

fn exhibit<'a>(resource: &'a Resource, content: &'a Content) -> Exhibit<'a> {
    let shown = match content {
        Content::Text(text) => Shown::Text(text),
        Content::Page { title, text } => Shown::Page { title, text },
        Content::Missing | Content::Folder => Shown::Missing,
        Content::Binary(bytes) => Shown::Binary { bytes: *bytes },
        Content::TooLarge(bytes) => Shown::TooLarge {
            bytes: *bytes,
            limit: limits::CONTEXT_FILE_BYTES as u64,
        },
        Content::NoRoom(bytes) => Shown::NoRoom {
            bytes: *bytes,
            limit: limits::CONTEXT_BYTES as u64,
        },
        Content::Failed(why) => Shown::Failed(why.clone()),
    };
    Exhibit { resource, shown }
}

fn weight(exhibit: &Exhibit<'_>) -> Weight {
    let (tokens, trouble) = match &exhibit.shown {
        Shown::Text(text) | Shown::Page { text, .. } => (estimate_tokens(text), None),
        Shown::Missing => (0, Some(ContextProblem::Missing)),
        Shown::Binary { bytes } => (0, Some(ContextProblem::Binary(*bytes))),
        Shown::TooLarge { bytes, .. } => (0, Some(ContextProblem::TooLarge(*bytes))),
        Shown::NoRoom { bytes, .. } => (0, Some(ContextProblem::NoRoom(*bytes))),
        Shown::Failed(why) => (0, Some(ContextProblem::Failed(why.clone()))),
    };
    Weight {
        resource: exhibit.resource.clone(),
        tokens,
        trouble,
    }
}

#[cfg(test)]
#[path = "gather_tests.rs"]
mod tests;
