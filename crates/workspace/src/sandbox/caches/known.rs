//! The package caches that we know, and how a command is led to another folder instead.

use std::path::{Path, PathBuf};

/// Where a tool keeps what it has fetched or built, below the home folder. None of them holds settings or programs that
/// the user's shell would find.
pub(super) struct KnownCache {
    pub(super) below_home: &'static str,
    /// Leads the tool to a folder of its own where the cache cannot be copied on write.
    pub(super) variable: &'static str,
    /// What stands before the folder in the variable.
    pub(super) prefix: &'static str,
    /// Further variables, as they are.
    pub(super) further: &'static [(&'static str, &'static str)],
    /// The variable names a folder above the cache. What that holds besides the cache is linked into the new one, by
    /// its path below the folder.
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
            // Sources are unpacked anew from what was downloaded, which only the user's own cargo writes.
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
        // Without it Go makes folders that cannot be removed.
        further: &[("GOFLAGS", "-modcacherw")],
        ..plain("go/pkg/mod", "GOMODCACHE")
    },
];

/// The caches that sandboxed commands get a private copy of, unless the user names more. Those that do not exist are not
/// needed, and are not made.
pub fn default_caches(home: &Path) -> Vec<PathBuf> {
    // A home that is relative would be found in the workspace.
    let Some(home) = home.is_absolute().then(|| home.canonicalize().ok()).flatten() else {
        return Vec::new();
    };
    let caches = KNOWN.iter().map(|cache| home.join(cache.below_home));
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
