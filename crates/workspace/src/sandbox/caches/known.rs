//! The known package caches, and the variables that make a package manager use another folder.

use std::path::{Path, PathBuf};

/// A folder below the home folder where a tool keeps downloads or build results. No such folder contains settings, or
/// programs on the user's `PATH`.
pub(super) struct KnownCache {
    pub(super) below_home: &'static str,
    /// Names the private folder where the cache cannot be copied on write.
    pub(super) variable: &'static str,
    /// The text before the folder in the value of the variable.
    pub(super) prefix: &'static str,
    /// Further variables and their values.
    pub(super) further: &'static [(&'static str, &'static str)],
    /// Set if the variable names a parent folder of the cache. Other files of that folder are linked into the private
    /// one.
    pub(super) home: Option<ToolHome>,
}

pub(super) struct ToolHome {
    pub(super) below_home: &'static str,
    pub(super) linked: &'static [&'static str],
}

const fn plain(below_home: &'static str, variable: &'static str) -> KnownCache {
    KnownCache {
        below_home,
        variable,
        prefix: "",
        further: &[],
        home: None,
    }
}

const fn cargo(below_home: &'static str) -> KnownCache {
    KnownCache {
        home: Some(ToolHome {
            below_home: ".cargo",
            // Cargo unpacks sources again from downloaded crates, which only the user's own cargo writes.
            linked: &["config.toml", "config", "registry/cache", "registry/index", "git/db"],
        }),
        ..plain(below_home, "CARGO_HOME")
    }
}

pub(super) const KNOWN: &[KnownCache] = &[
    cargo(".cargo/registry"),
    cargo(".cargo/git"),
    plain(".npm", "npm_config_cache"),
    KnownCache {
        home: Some(ToolHome {
            below_home: ".gradle",
            linked: &["gradle.properties", "init.d", "wrapper", "jdks"],
        }),
        ..plain(".gradle/caches", "GRADLE_USER_HOME")
    },
    KnownCache {
        prefix: "-Dmaven.repo.local=",
        ..plain(".m2/repository", "MAVEN_ARGS")
    },
    plain(".cache/pip", "PIP_CACHE_DIR"),
    plain(".cache/uv", "UV_CACHE_DIR"),
    plain(".cache/go-build", "GOCACHE"),
    plain(".cache/yarn", "YARN_CACHE_FOLDER"),
    plain(".cache/pnpm", "npm_config_cache_dir"),
    plain(".cache/ccache", "CCACHE_DIR"),
    plain(".cache/sccache", "SCCACHE_DIR"),
    KnownCache {
        // Otherwise Go makes its folders read-only, and they cannot be removed.
        further: &[("GOFLAGS", "-modcacherw")],
        ..plain("go/pkg/mod", "GOMODCACHE")
    },
];

/// The existing caches of which sandboxed commands get a private copy, besides those in the user's configuration.
pub fn default_caches(home: &Path) -> Vec<PathBuf> {
    // A relative home would be resolved in the workspace.
    let Some(home) = home.is_absolute().then(|| home.canonicalize().ok()).flatten() else {
        return Vec::new();
    };
    let caches = KNOWN.iter().map(|cache| home.join(cache.below_home));
    caches.filter(|cache| is_itself(cache)).collect()
}

/// Refuses a link: the command could write to its target.
fn is_itself(cache: &Path) -> bool {
    cache.is_dir() && cache.canonicalize().is_ok_and(|real| real == cache)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_existing_caches_in_the_home_folder_are_listed() {
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
