//! # path-safe
//!
//! Every path of a task is relative to the project root and stays inside it.
//!
//! A plan travels: to another clone, another machine, another agent. A path that leaves the project means nothing
//! there, and following it could touch what the plan has no business with.
//!
//! Bad:  `{"relevant_file_paths": ["/srv/app/src/main.py", "../shared/util.py"]}`
//! Good: `{"relevant_file_paths": ["src/main.py"]}`

use model::Diagnostic;

use super::Subject;
use crate::planloop::path::{Danger, danger};

pub const RULE: &str = "path-safe";

pub fn check<'a>(task: &'a Subject<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    let paths = task.paths.unwrap_or_default().iter().enumerate();
    paths.filter_map(move |(index, path)| {
        let danger = danger(&path.path)?;
        let what = match danger {
            Danger::Empty => "lists an empty path".to_owned(),
            Danger::Url => format!("lists a URL instead of a path: `{path}`"),
            Danger::ControlCharacter => format!(
                "lists a path with a control character: `{}`",
                path.to_string().escape_debug()
            ),
            Danger::Absolute => format!("lists a path that is not relative to the project root: `{path}`"),
            Danger::LeavesRoot => format!("lists a path that leads out of its folder through `..`: `{path}`"),
        };
        Some(
            task.fault(RULE, &format!("relevant_file_paths[{index}]"), &what)
                .with_hint(hint(danger)),
        )
    })
}

fn hint(danger: Danger) -> &'static str {
    match danger {
        Danger::Url => "Move the URL into a hint; paths name files of the project.",
        Danger::Empty | Danger::ControlCharacter | Danger::Absolute | Danger::LeavesRoot => {
            "Write the path as seen from the project root, such as `src/main.py`, without a leading `/` and without `..`."
        }
    }
}
