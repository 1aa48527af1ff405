use super::error::{ApplyError, Stale};
use super::snapshot::FileSnapshot;
use crate::tree::LastLink;
use crate::{Access, Digest, RelPath, Root};

/// Fails and lists the files whose content changed. `None` stands for a missing file. Modification times do not count.
pub fn still(root: &Root, needs: &[(RelPath, Option<Digest>)]) -> Result<(), ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    let mut stale = Vec::new();
    for (path, expected) in needs {
        path.permit(Access::Read)?;
        let real = root.real(path, LastLink::Follow)?;
        real.permit(Access::Read)?;
        let found = FileSnapshot::state(root, &real)?.map(|state| state.digest);
        if found != *expected {
            stale.push(Stale {
                path: path.clone(),
                expected: *expected,
                found,
            });
        }
    }
    match stale.is_empty() {
        true => Ok(()),
        false => Err(ApplyError::Stale(stale)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::apply::testing::*;

    fn needs() -> [(RelPath, Option<Digest>); 3] {
        [
            (path("a"), Some(Digest::of(b"a"))),
            (path("src/b"), Some(Digest::of(b"b"))),
            (path("new/c"), None),
        ]
    }

    #[test]
    fn unchanged_and_touched_files_pass() {
        let project = TestProject::new(&[("a", b"a"), ("src/b", b"b")]);
        still(&project.root, &needs()).unwrap();
        let file = fs::File::options().write(true).open(project.at("a")).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
        still(&project.root, &needs()).unwrap();
    }

    #[test]
    fn every_changed_file_is_listed() {
        let project = TestProject::new(&[("a", b"A"), ("new/c", b"c")]);
        let error = still(&project.root, &needs()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a has other content now; src/b is gone; new/c exists now"
        );
    }

    #[test]
    fn folders_and_links_out_of_the_project_are_refused() {
        let project = TestProject::new(&[("a/x", b""), ("src/b", b"b")]);
        let error = still(&project.root, &needs()).unwrap_err();
        assert_eq!(error.to_string(), "a is a folder, not a regular file");
        fs::remove_dir_all(project.at("a")).unwrap();
        fs::write(project.outside("a"), "a").unwrap();
        std::os::unix::fs::symlink("../outside/a", project.at("a")).unwrap();
        let error = still(&project.root, &needs()).unwrap_err();
        assert!(error.to_string().contains("leaves the project"), "{error}");
    }
}
