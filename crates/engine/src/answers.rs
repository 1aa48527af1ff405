//! Answers of language models that nobody could use. They were paid for, and a person may make something of them.

use std::path::Path;

use model::Purpose;
use workspace::OwnPath;

use crate::error::EngineError;
use crate::plan::sessions::Target;
use crate::project::Engine;

/// Beside the store, where nothing is committed.
const FOLDER: &str = "answers";

impl Engine {
    /// Says where it lies. There is one file for each purpose, with the newest answer.
    pub(crate) fn keep_answer(
        &mut self,
        target: &Target,
        purpose: Purpose,
        answer: &str,
    ) -> Result<String, EngineError> {
        let session = self.session_id(target)?;
        let beside = self.database().parent().unwrap_or(Path::new(""));
        let name = format!("{session}-{purpose}.md");
        let path = beside.join(FOLDER).join(&name);
        // A model says what it wants, and what it says is no fault of whoever asked.
        let text = self.discretion.redact_quietly(answer);
        let written = OwnPath::below(beside, &[FOLDER, &name]).put_durable(text.as_bytes());
        written.map_err(EngineError::at(&path))?;
        let shown = path.strip_prefix(self.root()).unwrap_or(&path);
        Ok(shown.display().to_string())
    }
}
