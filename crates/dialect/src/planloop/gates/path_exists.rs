use model::{Diagnostic, TaskPath};

use super::{Ground, OnDisk, PATH_EXISTS, Subject};
use crate::planloop::path;

pub fn check<'a>(task: &'a Subject<'_>, ground: &'a Ground<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    let paths = task.paths.unwrap_or_default().iter().enumerate();
    paths.filter_map(move |(index, listed)| {
        let (what, hint) = fault(task, listed, ground)?;
        Some(
            task.fault(PATH_EXISTS, "relevant_file_paths", Some(index), &what)
                .with_hint(hint),
        )
    })
}

fn fault(task: &Subject<'_>, listed: &TaskPath, ground: &Ground<'_>) -> Option<(String, String)> {
    let bare = path::bare(&listed.path);
    if path::danger(&listed.path).is_some() {
        return None;
    }
    if listed.path.ends_with('/') && ground.on_disk(bare) == OnDisk::File {
        let what = format!("writes `{listed}` like a folder, but `{bare}` is a file");
        return Some((what, "Take the `/` at its end away.".to_owned()));
    }
    if ground.exists(bare) {
        return None;
    }
    if listed.creates {
        orphaned(listed, path::parent(bare)?, ground)
    } else if ground.is_made_before(task.number, bare) {
        None
    } else {
        let what = format!("lists a path that does not exist: `{listed}`");
        Some((what, missing_hint(listed, bare, ground)))
    }
}

/// A created path whose parent is not there.
fn orphaned(listed: &TaskPath, parent: &str, ground: &Ground<'_>) -> Option<(String, String)> {
    if ground.on_disk(parent) == OnDisk::File {
        let what = format!("creates `{}`, but `{parent}` is a file", listed.path);
        return Some((what, "Choose a place below a folder.".to_owned()));
    }
    if ground.on_disk(parent) == OnDisk::Folder || ground.is_folder_made(parent) {
        return None;
    }
    let what = format!("creates `{}` in a folder that does not exist: `{parent}`", listed.path);
    let hint = format!("If the plan creates the folder, list it as `+{parent}/` in this task or in one before it.");
    Some((what, hint))
}

fn missing_hint(listed: &TaskPath, bare: &str, ground: &Ground<'_>) -> String {
    match ground.makers(bare).first() {
        Some(maker) => format!("Task {maker} creates it: add {maker} to `dependencies`, so that it is there in time."),
        None if bare.contains('\\') => "Separate folders with `/`.".to_owned(),
        None => format!(
            "If this task creates it, write `+{}`; if it is a slip, correct the path.",
            listed.path
        ),
    }
}
