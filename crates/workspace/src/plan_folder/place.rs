//! Which folders are plan folders.

use std::path::{Path, PathBuf};

/// A folder directly below the one for all plans. Only such folders are filled, emptied and deleted: a path stands in the
/// store, and a store may have come with a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFolder {
    plans: PathBuf,
    path: PathBuf,
}

impl PlanFolder {
    /// The folder with this path. `None` if that does not lie directly below `plans`, links followed.
    pub fn at(plans: &Path, path: &Path) -> Option<Self> {
        let name = path.file_name()?;
        let above = path.parent()?;
        let real = |folder: &Path| folder.canonicalize().ok();
        let is_below = above == plans || real(above).is_some_and(|above| real(plans) == Some(above));
        // Names with a dot are for folders that come or go.
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        (is_below && !is_hidden).then(|| Self {
            plans: plans.to_owned(),
            path: plans.join(name),
        })
    }

    /// Its sibling with this after its name.
    #[must_use]
    pub fn followed_by(&self, suffix: &str) -> Self {
        let mut path = self.path.clone().into_os_string();
        path.push(suffix);
        Self {
            plans: self.plans.clone(),
            path: path.into(),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where all of them lie.
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
    fn only_what_lies_directly_below_is_one() {
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
    fn another_way_to_the_same_place_will_do() {
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
