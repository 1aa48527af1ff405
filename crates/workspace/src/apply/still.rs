use super::error::{ApplyError, Stale};
use super::seen::Seen;
use crate::tree::Last;
use crate::{Access, Digest, RelPath, Root};

/// Whether all of these files still have the content that they had, and those that were missing are. Says which have
/// not. Looks while nobody is changing files through us, and never at times: a file that was only touched is the same.
pub fn still(root: &Root, needs: &[(RelPath, Option<Digest>)]) -> Result<(), ApplyError> {
    let _lock = root.lock().map_err(ApplyError::Lock)?;
    let mut stale = Vec::new();
    for (path, expected) in needs {
        path.permit(Access::Read)?;
        let real = root.real(path, Last::Follow)?;
        real.permit(Access::Read)?;
        let found = Seen::state(root, &real)?.map(|state| state.digest);
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
    fn what_is_still_so_passes_and_a_touch_does_not_matter() {
        let scene = Scene::new(&[("a", b"a"), ("src/b", b"b")]);
        still(&scene.root, &needs()).unwrap();
        let file = fs::File::options().write(true).open(scene.at("a")).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
        still(&scene.root, &needs()).unwrap();
    }

    #[test]
    fn every_change_is_named() {
        let scene = Scene::new(&[("a", b"A"), ("new/c", b"c")]);
        let error = still(&scene.root, &needs()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a has other content now; src/b is gone; new/c exists now"
        );
    }

    #[test]
    fn what_became_a_folder_or_leads_outside_is_refused() {
        let scene = Scene::new(&[("a/x", b""), ("src/b", b"b")]);
        let error = still(&scene.root, &needs()).unwrap_err();
        assert_eq!(error.to_string(), "a is a folder, not a regular file");
        fs::remove_dir_all(scene.at("a")).unwrap();
        fs::write(scene.outside("a"), "a").unwrap();
        std::os::unix::fs::symlink("../outside/a", scene.at("a")).unwrap();
        let error = still(&scene.root, &needs()).unwrap_err();
        assert!(error.to_string().contains("leaves the project"), "{error}");
    }
}
