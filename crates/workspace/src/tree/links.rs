//! Resolves the links in a path. Links out of the project are errors.

use std::collections::VecDeque;
use std::io;

use rustix::io::Errno;

use super::own_path::is_own_folder;
use super::{FileError, Root, is_missing};
use crate::RelPath;

const LINKS_MAX: usize = 40;

/// Whether a link at the end of a path is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastLink {
    Follow,
    Keep,
}

impl Root {
    /// The path without links. Missing parts stay as they are written.
    pub(crate) fn real(&self, path: &RelPath, last: LastLink) -> Result<RelPath, FileError> {
        match self.has_links(path, last) {
            Ok(false) => Ok(path.clone()),
            Ok(true) => LinkResolver::new(self, path, last).follow(),
            Err(error) => Err(FileError::io("look at", path, error)),
        }
    }

    fn has_links(&self, path: &RelPath, last: LastLink) -> io::Result<bool> {
        match self.nearest_folder(path) {
            Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(false),
            Err(error) => Err(error),
            Ok(Some(folder)) if Some(&folder) != path.parent().as_ref() => Ok(false),
            Ok(None) if path.parent().is_some() => Ok(false),
            Ok(_) if last == LastLink::Keep => Ok(false),
            Ok(_) => {
                let found = self.parent(path)?.entry(path.name())?;
                Ok(found.is_some_and(|entry| entry.is_link()))
            }
        }
    }

    /// The nearest folder above a path that exists; `None` is the root.
    pub(crate) fn nearest_folder(&self, path: &RelPath) -> io::Result<Option<RelPath>> {
        for folder in path.folders() {
            match self.folder(Some(&folder)) {
                Ok(_) => return Ok(Some(folder)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

struct LinkResolver<'a> {
    root: &'a Root,
    path: &'a RelPath,
    last: LastLink,
    /// The resolved names so far.
    walked: Vec<String>,
    ahead: VecDeque<String>,
    links: usize,
    /// The last followed link, and its target.
    link: (String, String),
}

impl<'a> LinkResolver<'a> {
    fn new(root: &'a Root, path: &'a RelPath, last: LastLink) -> Self {
        Self {
            root,
            path,
            last,
            walked: Vec::new(),
            ahead: path.names().map(str::to_owned).collect(),
            links: 0,
            link: Default::default(),
        }
    }

    fn follow(mut self) -> Result<RelPath, FileError> {
        while let Some(name) = self.ahead.pop_front() {
            if name == ".." {
                self.walked.pop().ok_or_else(|| self.outside())?;
                continue;
            }
            match self.link_at(&name)? {
                Some(target) => self.follow_link(&name, &target)?,
                None => self.walked.push(name),
            }
        }
        let walked = self.walked.join("/");
        RelPath::new(&walked).map_err(|_| self.outside())
    }

    fn link_at(&self, name: &str) -> Result<Option<String>, FileError> {
        if self.ahead.is_empty() && self.last == LastLink::Keep {
            return Ok(None);
        }
        let failed = |error| FileError::io("look at", self.path, error);
        let folder = match self.folder() {
            Ok(folder) => folder,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        match folder.entry(name).map_err(failed)? {
            Some(entry) if entry.is_link() => {
                let target = folder.link_target(name).map_err(failed)?;
                Ok(Some(target.to_string_lossy().into_owned()))
            }
            _ => Ok(None),
        }
    }

    fn folder(&self) -> io::Result<super::Folder> {
        match RelPath::new(&self.walked.join("/")) {
            Ok(walked) => self.root.folder(Some(&walked)),
            Err(_) => self.root.folder(None),
        }
    }

    /// Continues at the target of the link, which is relative to the link's folder.
    fn follow_link(&mut self, link: &str, target: &str) -> Result<(), FileError> {
        if is_own_folder(self.walked.first().map_or(link, String::as_str)) {
            let names = self.walked.iter().map(String::as_str);
            let link = names.chain([link]).collect::<Vec<_>>().join("/");
            let path = self.path.clone();
            return Err(FileError::Link { path, link });
        }
        self.links += 1;
        if self.links > LINKS_MAX {
            return Err(FileError::io("follow", self.path, Errno::LOOP.into()));
        }
        self.link = (link.to_owned(), target.to_owned());
        if target.starts_with('/') {
            return Err(self.outside());
        }
        let names = target.rsplit('/').filter(|name| !matches!(*name, "" | "."));
        names.for_each(|name| self.ahead.push_front(name.to_owned()));
        Ok(())
    }

    fn outside(&self) -> FileError {
        let (link, target) = self.link.clone();
        FileError::Outside {
            path: self.path.clone(),
            link,
            target,
        }
    }
}
