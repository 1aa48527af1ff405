use std::io;
use std::path::{Path, PathBuf};

use model::limits::CACHE_ENTRIES;

use super::layers::{Layers, RemovedLayers};

/// The private part of the package caches of one project.
#[derive(Debug, Clone)]
pub struct PrivateCaches {
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheUsage {
    pub layers: usize,
    /// On disk; `None` if there is too much to measure.
    pub bytes: Option<u64>,
}

impl PrivateCaches {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// `None` if the project has no private part.
    pub fn usage(&self) -> io::Result<Option<CacheUsage>> {
        let Some(layers) = found(Layers::open_unlocked(&self.folder))? else {
            return Ok(None);
        };
        let layers = layers.list()?;
        let (mut entries, mut bytes) = (CACHE_ENTRIES, Some(0_u64));
        for layer in &layers {
            let more = layer.measure(&mut entries)?;
            bytes = bytes.zip(more).map(|(bytes, more)| bytes.saturating_add(more));
        }
        let layers = layers.len();
        Ok(Some(CacheUsage { layers, bytes }))
    }

    /// Removes all layers, unless a running command uses one of them.
    pub fn clear(&self) -> io::Result<RemovedLayers> {
        let Some(layers) = found(Layers::open(&self.folder))? else {
            return Ok(RemovedLayers::default());
        };
        layers.sweep()?;
        layers.clear()
    }
}

fn found(layers: io::Result<Layers>) -> io::Result<Option<Layers>> {
    match layers {
        Ok(layers) => Ok(Some(layers)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
