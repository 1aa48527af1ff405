//! The file changes between two commands, worked out before any of them is made.

use std::collections::BTreeMap;

use dialect::records::{ActionFailure, ActionNote};
use dialect::teddy::record::Outcome;
use dialect::teddy::{edit_text, unified_diff, write_details};
use model::report::{Details, Fate};
use model::{Action, RelPath, limits};
use workspace::{Change, Digest, FileError, Root};

/// A group that can be applied.
pub(super) struct Group {
    pub changes: Vec<Change>,
    pub outcomes: Vec<Outcome>,
}

/// Why an action of the group cannot be carried out.
pub(super) struct Misfit {
    pub action: usize,
    pub why: String,
}

/// A file while the group is worked out.
struct Draft {
    before: Option<Digest>,
    after: String,
    /// The file has other hard links, which keep the old content. The first action that writes the file reports it.
    is_linked: bool,
}

/// Works out what these actions, each with its place in the plan, make of the files as they are now.
pub(super) fn work_out(root: &Root, actions: &[(usize, &Action)]) -> Result<Group, Misfit> {
    let mut drafts: BTreeMap<RelPath, Draft> = BTreeMap::new();
    let mut order = Vec::new();
    let mut outcomes = Vec::new();
    for (index, action) in actions {
        let misfit = |why| Misfit { action: *index, why };
        let (path, details) = match action {
            Action::Create(create) => {
                let path = &create.path.value;
                make(root, &drafts, path).map_err(misfit)?;
                order.push(path.clone());
                let after = create.content.value.text().to_owned();
                let draft = Draft {
                    before: None,
                    after,
                    is_linked: false,
                };
                drafts.insert(path.clone(), draft);
                (path.clone(), Details::None)
            }
            Action::Edit(edit) => {
                let path = &edit.path.value;
                if !drafts.contains_key(path) {
                    drafts.insert(path.clone(), open(root, path).map_err(misfit)?);
                    order.push(path.clone());
                }
                let draft = drafts
                    .get_mut(path)
                    .ok_or_else(|| misfit(ActionFailure::Gone.to_string()))?;
                let mut edited = edit_text(&draft.after, &[edit]).map_err(misfit)?;
                if std::mem::take(&mut draft.is_linked) {
                    edited.notes.push(ActionNote::HardLink(path).to_string());
                }
                let diff = unified_diff(path.as_str(), &draft.after, &edited.text);
                draft.after = edited.text;
                (
                    path.clone(),
                    Details::Edited {
                        diff,
                        notes: edited.notes,
                    },
                )
            }
            _ => continue,
        };
        outcomes.push(Outcome {
            action: *index,
            fate: Fate::Done,
            duration_ms: None,
            details: write_details(&details),
            changed: Some(vec![path]),
            reply: None,
        });
    }
    let changes = order.into_iter().filter_map(|path| {
        let draft = drafts.remove(&path)?;
        Some(change(path, draft.before, draft.after.into_bytes()))
    });
    Ok(Group {
        changes: changes.collect(),
        outcomes,
    })
}

/// Writes a file that has the digest `before`, or that does not exist yet.
pub(super) fn change(path: RelPath, before: Option<Digest>, content: Vec<u8>) -> Change {
    match before {
        None => Change::Create { path, content },
        Some(before) => Change::Edit { path, before, content },
    }
}

fn make(root: &Root, drafts: &BTreeMap<RelPath, Draft>, path: &RelPath) -> Result<(), String> {
    match root.look_up(path) {
        _ if drafts.contains_key(path) => Err(ActionFailure::CreatedTwice(path).to_string()),
        Ok(workspace::Found::Missing) => Ok(()),
        Ok(_) => Err(ActionFailure::Exists(path).to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn open(root: &Root, path: &RelPath) -> Result<Draft, String> {
    let content = root
        .read(path, limits::EDITED_FILE_BYTES)
        .map_err(|error| match error {
            FileError::Missing { .. } => ActionFailure::Missing(path).to_string(),
            other => other.to_string(),
        })?;
    let text = String::from_utf8(content.bytes).map_err(|_| ActionFailure::NotText(path).to_string())?;
    Ok(Draft {
        after: text,
        before: Some(content.digest),
        is_linked: content.has_other_names,
    })
}
