use model::Diagnostic;

use super::{PATH_SAFE, Subject};
use crate::planloop::path::{Danger, danger};

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
            task.fault(PATH_SAFE, "relevant_file_paths", Some(index), &what)
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
