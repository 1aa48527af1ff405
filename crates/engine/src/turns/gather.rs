//! What the agent of a turn gets to see, in one file.

use std::collections::BTreeSet;

use dialect::teddy::input::{
    Exhibit, Input, NotShown, Project, Shown, System, clip_blocks, estimate_tokens, undone_note, write_input,
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
    pub trouble: Option<NotShown>,
}

/// What was looked at so far.
#[derive(Default)]
struct Contents {
    exhibits: Vec<Exhibit>,
    bytes: usize,
}

impl Contents {
    /// For how many bytes.
    fn room(&self) -> usize {
        limits::CONTEXT_BYTES.saturating_sub(self.bytes)
    }

    fn add(&mut self, resource: Resource, shown: Shown) {
        let bytes = shown.text().len();
        let shown = match bytes > self.room() {
            true => Shown::Nothing(NotShown::NoRoom(bytes as u64)),
            false => shown,
        };
        self.bytes += shown.text().len();
        self.exhibits.push(Exhibit { resource, shown });
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
        let resources = self.contents(turn, &levels)?;
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
            weights: resources.into_iter().map(weight).collect(),
        })
    }

    /// Each once, turn before session before global; a folder stands for its files. What there is no room for any more is
    /// listed and not read.
    fn contents(&self, turn: &TurnFolder, levels: &Levels) -> Result<Vec<Exhibit>, EngineError> {
        let mut seen = BTreeSet::new();
        let mut contents = Contents::default();
        for listed in levels.all() {
            if !seen.insert(listed.clone()) {
                continue;
            }
            match listed {
                Resource::Url(url) => contents.add(listed.clone(), self.page(turn, url)?),
                Resource::File(path) => match self.file(path, contents.room()) {
                    Some(shown) => contents.add(listed.clone(), shown),
                    None => {
                        let below = outline(&self.root, Some(path), limits::OUTLINE_FILES).files;
                        for file in below {
                            let resource = Resource::File(file.clone());
                            if seen.insert(resource.clone()) {
                                let shown = self.file(&file, contents.room());
                                contents.add(resource, shown.unwrap_or(Shown::Nothing(NotShown::Missing)));
                            }
                        }
                    }
                },
            }
        }
        Ok(contents.exhibits)
    }

    /// `None` for a folder.
    fn file(&self, path: &RelPath, room: usize) -> Option<Shown> {
        let why = match self.tree.read(path, limits::CONTEXT_FILE_BYTES.min(room)) {
            Ok(content) => match String::from_utf8(content.bytes) {
                Ok(text) if !text.contains('\0') => return Some(Shown::Text(shown(path, text))),
                Ok(text) => NotShown::Binary(text.len() as u64),
                Err(error) => NotShown::Binary(error.as_bytes().len() as u64),
            },
            Err(FileError::Missing { .. }) => NotShown::Missing,
            Err(FileError::TooLarge { bytes, .. }) => match bytes > limits::CONTEXT_FILE_BYTES as u64 {
                true => NotShown::TooLarge(bytes),
                false => NotShown::NoRoom(bytes),
            },
            Err(error) if error.is_folder() => return None,
            Err(error) => NotShown::Failed(error.to_string()),
        };
        Some(Shown::Nothing(why))
    }

    /// Fetched once for a turn, so that gathering again shows the same.
    fn page(&self, turn: &TurnFolder, url: &str) -> Result<Shown, EngineError> {
        let name = &Digest::of(url.as_bytes()).to_string()[..16];
        let cache = turn.place.file(&format!("{PAGES}-{name}.md"));
        if let Some(kept) = self.text(&cache)? {
            let (title, text) = kept.split_once('\n').unwrap_or(("", &kept));
            return Ok(Shown::Page {
                title: title.to_owned(),
                text: text.to_owned(),
            });
        }
        match self.fetch_page(url) {
            Ok(page) => {
                let title = page.title.unwrap_or_default().replace('\n', " ");
                let kept = self.secrets.redact(&format!("{title}\n{}", page.text));
                self.tree.put(&cache, kept.as_bytes())?;
                Ok(Shown::Page { title, text: page.text })
            }
            Err(error) => Ok(Shown::Nothing(NotShown::Failed(error.reason(url)))),
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

fn weight(exhibit: Exhibit) -> Weight {
    Weight {
        tokens: estimate_tokens(exhibit.shown.text()),
        resource: exhibit.resource,
        trouble: match exhibit.shown {
            Shown::Nothing(why) => Some(why),
            Shown::Text(_) | Shown::Page { .. } => None,
        },
    }
}

#[cfg(test)]
#[path = "gather_tests.rs"]
mod tests;
