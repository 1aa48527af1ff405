use std::collections::BTreeSet;

use model::Diagnostic;

use super::mention::{Mention, Shape, mentions};
use super::{Ground, HINT_PATH, OnDisk, Subject};

pub fn check<'a>(task: &'a Subject<'_>, ground: &'a Ground<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    let hints = task.hints.unwrap_or_default().iter().enumerate();
    hints.flat_map(move |(index, hint)| {
        let mut told = BTreeSet::new();
        mentions(hint)
            .into_iter()
            .filter(move |mention| leads_nowhere(task, mention, ground) && told.insert(mention.bare.clone()))
            .map(move |mention| fault(task, index, &mention))
    })
}

fn fault(task: &Subject<'_>, index: usize, mention: &Mention<'_>) -> Diagnostic {
    let noun = if mention.shape == Shape::Folder {
        "folder"
    } else {
        "file"
    };
    let what = format!("has a hint pointing to a non-existent {noun}: `{}`", mention.written);
    let hint = format!(
        "Correct the path, or list `+{}{}` in `relevant_file_paths` of the task that creates it.",
        mention.bare,
        if mention.shape == Shape::Folder { "/" } else { "" }
    );
    task.fault(HINT_PATH, "context_hints", Some(index), &what)
        .with_hint(hint)
}

fn leads_nowhere(task: &Subject<'_>, mention: &Mention<'_>, ground: &Ground<'_>) -> bool {
    if ground.exists(&mention.bare) || !ground.makers(&mention.bare).is_empty() {
        return false;
    }
    match mention.shape {
        Shape::Folder | Shape::File => true,
        Shape::Name => !ground.is_name_listed(task, &mention.bare),
        Shape::Loose => mention
            .first_folder()
            .is_some_and(|folder| ground.on_disk(folder) == OnDisk::Folder || ground.is_folder_made(folder)),
    }
}
