use std::path::{Path, PathBuf};

/// Where tools keep what they have fetched or built, below the home folder. None of them holds settings or programs
/// that the user's shell would find.
const CACHES: &[&str] = &[
    ".cargo/registry",
    ".cargo/git",
    ".npm",
    ".gradle/caches",
    ".m2/repository",
    ".cache/pip",
    ".cache/uv",
    ".cache/go-build",
    ".cache/yarn",
    ".cache/pnpm",
    ".cache/ccache",
    ".cache/sccache",
    "go/pkg/mod",
];

/// The caches that locked-in commands may write, unless the user says otherwise. Those that do not exist are not
/// needed, and are not made.
pub fn default_caches(home: &Path) -> Vec<PathBuf> {
    // A home that is relative would be found in the workspace.
    let Some(home) = home.is_absolute().then(|| home.canonicalize().ok()).flatten() else {
        return Vec::new();
    };
    let caches = CACHES.iter().map(|cache| home.join(cache));
    caches.filter(|cache| is_itself(cache)).collect()
}

/// A link would open the place that it leads to.
fn is_itself(cache: &Path) -> bool {
    cache.is_dir() && cache.canonicalize().is_ok_and(|real| real == cache)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_caches_that_are_there_and_at_home() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap().join("home");
        fs::create_dir_all(home.join(".cargo/registry")).unwrap();
        fs::create_dir_all(home.join(".cache/pip")).unwrap();
        fs::create_dir_all(folder.path().join("elsewhere")).unwrap();
        symlink(folder.path().join("elsewhere"), home.join(".npm")).unwrap();
        fs::create_dir(home.join(".ssh")).unwrap();
        symlink("../.ssh", home.join(".cargo/git")).unwrap();
        fs::write(home.join(".cache/uv"), "").unwrap();
        assert_eq!(
            default_caches(&home),
            [home.join(".cargo/registry"), home.join(".cache/pip")]
        );
        assert_eq!(default_caches(Path::new("relative")), Vec::<PathBuf>::new());
    }
}
