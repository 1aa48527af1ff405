//! The paths of plan folders.

use std::path::{Path, PathBuf};

/// A folder directly below the folder of all plans. Only such folders are filled, emptied and deleted: the path comes from
/// the store, and a clone can contain a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFolder {
    plans: PathBuf,
    path: PathBuf,
}

impl PlanFolder {
    /// `None` if the path, with links resolved, is not directly below `plans`.
    pub fn at(plans: &Path, path: &Path) -> Option<Self> {
        let name = path.file_name()?;
        let above = path.parent()?;
        let real = |folder: &Path| folder.canonicalize().ok();
        let is_below = above == plans || real(above).is_some_and(|above| real(plans) == Some(above));
        // Names with a dot belong to hidden folders.
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        (is_below && !is_hidden).then(|| Self {
            plans: plans.to_owned(),
            path: plans.join(name),
        })
    }

    /// The sibling folder with `suffix` added to the name.
    #[must_use]
    pub fn followed_by(&self, suffix: &str) -> Self {
        let mut path = self.path.clone().into_os_string();
        path.push(suffix);
        Self {
            plans: self.plans.clone(),
            path: path.into(),
        }
    }

    /// The absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of all plans.
    pub fn plans(&self) -> &Path {
        &self.plans
    }

    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_folders_directly_below_plans_are_accepted() {
        let plans = Path::new("/u/ann/.agentflow/plans");
        let at = |path: &str| PlanFolder::at(plans, Path::new(path)).is_some();
        assert!(at("/u/ann/.agentflow/plans/s+thread_2"));
        for path in [
            "/u/ann/Documents",
            "/u/ann/.agentflow/plans",
            "/u/ann/.agentflow/plans/s/tasks",
            "/u/ann/.agentflow/plans/..",
            "/u/ann/.agentflow/plans/s/../../../Documents",
            "/u/ann/.agentflow/plans/.aside-1",
            "/",
            "s",
            "",
        ] {
            assert!(!at(path), "{path}");
        }
    }

    #[test]
    fn a_path_through_a_link_is_accepted() {
        let base = tempfile::tempdir().unwrap();
        let plans = base.path().join("home/plans");
        fs::create_dir_all(&plans).unwrap();
        symlink("home", base.path().join("old")).unwrap();
        let found = PlanFolder::at(&plans, &base.path().join("old/plans/s")).unwrap();
        assert_eq!(found.path(), plans.join("s"));
        assert_eq!(found.followed_by("+2").path(), plans.join("s+2"));
        symlink("/", plans.join("s")).unwrap();
        assert_eq!(PlanFolder::at(&plans, &plans.join("s/etc")), None);
    }
}
