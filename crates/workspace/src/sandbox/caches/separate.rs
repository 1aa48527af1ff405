//! Package caches in private folders of the project, for machines where the user's caches cannot be copied on write.
//! Variables point the package managers to these folders.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::known::{KNOWN, KnownCache, ToolHome};
use super::layers::place_name;

/// Creates a folder below `above` for each known cache, and returns the folders. Commands cannot write to `above`
/// itself.
pub(super) fn arrange(
    above: &Path,
    caches: &[PathBuf],
    variables: &mut Vec<(OsString, OsString)>,
) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for cache in caches {
        let Some(known) = KNOWN.iter().find(|known| cache.ends_with(known.below_home)) else {
            continue;
        };
        let real = named_by_variable(known, cache);
        let folder = above.join(place_name(real));
        if !lead(variables, known, real, &folder) {
            continue;
        }
        if !folders.contains(&folder) {
            make(&folder, real, known.home.as_ref())?;
            folders.push(folder);
        }
    }
    Ok(folders)
}

/// The default value of the variable: the cache or one of its parent folders.
fn named_by_variable<'a>(known: &KnownCache, cache: &'a Path) -> &'a Path {
    let above = known.home.as_ref().map(|home| home.below_home);
    let mut ancestors = cache.ancestors();
    above
        .and_then(|above| ancestors.find(|folder| folder.ends_with(above)))
        .unwrap_or(cache)
}

/// Sets the variables. Returns `false` if the user already set the variable to another folder.
fn lead(variables: &mut Vec<(OsString, OsString)>, known: &KnownCache, real: &Path, folder: &Path) -> bool {
    let mut own = OsString::from(known.prefix);
    own.push(folder);
    let given = variables.iter().position(|(name, _)| name == known.variable);
    match given {
        Some(at) if Path::new(&variables[at].1) == real => variables[at].1 = own,
        Some(at) => return variables[at].1 == own,
        None => variables.push((known.variable.into(), own)),
    }
    for (name, value) in known.further {
        if !variables.iter().any(|(given, _)| given == name) {
            variables.push((name.into(), value.into()));
        }
    }
    true
}

/// Builds the folder under another name, and renames it when it is complete. An existing folder is never changed,
/// because commands write to it.
fn make(folder: &Path, real: &Path, home: Option<&ToolHome>) -> io::Result<()> {
    if folder.exists() {
        return Ok(());
    }
    let draft = folder.with_extension(DRAFT);
    match fs::remove_dir_all(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir(&draft)?;
    for linked in home.iter().flat_map(|home| home.linked) {
        let (target, link) = (real.join(linked), draft.join(linked));
        if target.exists() {
            link.parent().map_or(Ok(()), fs::create_dir_all)?;
            symlink(target, link)?;
        }
    }
    fs::rename(draft, folder)
}

const DRAFT: &str = "draft";

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(variables: &[(OsString, OsString)], name: &str) -> Option<String> {
        let found = variables.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.to_string_lossy().into_owned())
    }

    #[test]
    fn variables_point_tools_to_private_folders() {
        let scene = tempfile::tempdir().unwrap();
        let (home, above) = (scene.path().join("home"), scene.path().join("above"));
        for folder in [
            ".cargo/registry/cache",
            ".cargo/git",
            "go/pkg/mod",
            ".m2/repository",
            "mine",
        ] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        fs::create_dir(&above).unwrap();
        fs::write(home.join(".cargo/config.toml"), "[net]\n").unwrap();
        let caches =
            [".cargo/registry", ".cargo/git", "go/pkg/mod", ".m2/repository", "mine"].map(|cache| home.join(cache));
        let mut variables = vec![
            ("CARGO_HOME".into(), home.join(".cargo").into_os_string()),
            ("MAVEN_ARGS".into(), "-o".into()),
        ];
        let folders = arrange(&above, &caches, &mut variables).unwrap();
        assert_eq!(folders.len(), 2, "{folders:?}");
        assert!(folders.iter().all(|folder| folder.is_dir()));
        let cargo = variable(&variables, "CARGO_HOME").unwrap();
        assert_eq!(Path::new(&cargo), folders[0]);
        assert_eq!(fs::read_to_string(folders[0].join("config.toml")).unwrap(), "[net]\n");
        assert_eq!(
            fs::read_link(folders[0].join("registry/cache")).unwrap(),
            caches[0].join("cache")
        );
        assert_eq!(variable(&variables, "GOFLAGS").as_deref(), Some("-modcacherw"));
        // The user's own setting stays.
        assert_eq!(variable(&variables, "MAVEN_ARGS").as_deref(), Some("-o"));
        let mut again = Vec::new();
        assert_eq!(arrange(&above, &caches[..3], &mut again).unwrap(), folders);
    }
}
