//! Where rawko's files lie, from the root of the project.

use model::PlanId;

pub const FOLDER: &str = ".rawko";
pub const CURRENT_TASK_FILE: &str = ".rawko/current-task.yaml";
pub const PLANS_FOLDER: &str = ".rawko/plans";
pub const ARCHIVE_FOLDER: &str = ".rawko/plans/archive";

const EXTENSION: &str = ".yaml";
const ORIGINAL: &str = ".orig";

pub fn plan_path(id: &PlanId) -> String {
    format!("{PLANS_FOLDER}/{id}{EXTENSION}")
}

pub fn archived_path(id: &PlanId) -> String {
    format!("{ARCHIVE_FOLDER}/{id}{EXTENSION}")
}

/// Where the text that somebody wrote into a file is kept. `copy` counts from 1.
pub fn original_path(path: &str, copy: u32) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    match copy {
        1 => format!("{ARCHIVE_FOLDER}/{name}{ORIGINAL}{EXTENSION}"),
        copy => format!("{ARCHIVE_FOLDER}/{name}.{copy}{ORIGINAL}{EXTENSION}"),
    }
}

/// The plan whose file this is, archived or not; `None` for any other path.
pub fn id_of_path(path: &str) -> Option<PlanId> {
    let below = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
    let name = below(ARCHIVE_FOLDER).or_else(|| below(PLANS_FOLDER))?;
    let id = name.strip_suffix(EXTENSION)?;
    PlanId::new(id).ok().filter(|_| !id.ends_with(ORIGINAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_plan() {
        let id = PlanId::new("plan-20260123-notes").unwrap();
        assert_eq!(plan_path(&id), ".rawko/plans/plan-20260123-notes.yaml");
        assert_eq!(archived_path(&id), ".rawko/plans/archive/plan-20260123-notes.yaml");
        for path in [plan_path(&id), archived_path(&id)] {
            assert_eq!(id_of_path(&path), Some(id.clone()));
            assert_eq!(id_of_path(&original_path(&path, 1)), None);
        }
        assert_eq!(
            original_path(CURRENT_TASK_FILE, 2),
            ".rawko/plans/archive/current-task.2.orig.yaml"
        );
        for path in [
            CURRENT_TASK_FILE,
            ".rawko/plans/a.yml",
            ".rawko/plans/../x.yaml",
            ".rawko/plans/b/c.yaml",
            "plans/a.yaml",
        ] {
            assert_eq!(id_of_path(path), None, "{path}");
        }
    }
}
