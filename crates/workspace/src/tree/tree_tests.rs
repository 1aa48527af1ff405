use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;
use crate::Digest;

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

/// A project beside a folder with a secret, opened with every [`PathWalk`].
fn with_project(check: impl Fn(&Root, &Path)) {
    for walk in PathWalk::all() {
        let scene = tempfile::tempdir().unwrap();
        let project = scene.path().join("project");
        for folder in ["project/src/deep", "project/.git", "project/.teddy", "outside"] {
            fs::create_dir_all(scene.path().join(folder)).unwrap();
        }
        for file in [
            "outside/secret",
            "project/src/a.rs",
            "project/.git/config",
            "project/.teddy/memos.yaml",
        ] {
            fs::write(scene.path().join(file), file).unwrap();
        }
        check(&Root::open_by(&project, *walk).unwrap(), &project);
    }
}

#[test]
fn openat2_is_used_if_it_works() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Root::open(folder.path()).unwrap().walk, PathWalk::all()[0]);
}

#[test]
fn a_file_is_read_with_mode_and_digest() {
    with_project(|root, project| {
        let file = project.join("src/deep/crlf");
        fs::write(&file, b"a\r\n\xff").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o751)).unwrap();
        let content = root.read(&path("src/deep/crlf"), 4).unwrap();
        assert_eq!((content.bytes.as_slice(), content.mode), (&b"a\r\n\xff"[..], 0o751));
        assert_eq!(content.digest, Digest::of(b"a\r\n\xff"));
        assert_eq!(content.text(), None);
        assert_eq!(
            root.read(&path("src/a.rs"), 99).unwrap().text(),
            Some("project/src/a.rs")
        );
        let error = root.read(&path("src/deep/crlf"), 3).unwrap_err();
        assert_eq!(error.to_string(), "src/deep/crlf has 4 bytes, more than 3");
        // No memory is allocated for it.
        fs::File::create(&file).unwrap().set_len(1 << 40).unwrap();
        let error = root.read(&path("src/deep/crlf"), 1 << 20).unwrap_err();
        assert!(matches!(error, FileError::TooLarge { .. }), "{error}");
    });
}

#[test]
fn links_are_followed_inside_only() {
    with_project(|root, project| {
        for (target, link) in [
            ("src", "in"),
            ("../src/./a.rs", "src/self"),
            ("../in/../src/a.rs", "src/round"),
            ("../outside", "out"),
            ("/etc", "etc"),
            ("src/../../outside/secret", "sly"),
            ("loop", "loop"),
            ("out", "chain"),
        ] {
            symlink(target, project.join(link)).unwrap();
        }
        assert_eq!(root.read(&path("in/a.rs"), 99).unwrap().bytes, b"project/src/a.rs");
        assert_eq!(root.look_up(&path("in/deep")).unwrap(), Found::Folder);
        for broken in ["src/self", "src/round", "in/self"] {
            assert_eq!(root.look_up(&path(broken)).unwrap(), Found::File, "{broken}");
        }
        for outside in ["out/secret", "etc/passwd", "sly", "chain/secret", "etc"] {
            assert_eq!(root.look_up(&path(outside)).unwrap(), Found::Missing, "{outside}");
            let error = root.read(&path(outside), 99).unwrap_err();
            assert!(matches!(error, FileError::Outside { .. }), "{outside}: {error}");
        }
        assert!(
            root.read(&path("loop"), 99)
                .unwrap_err()
                .to_string()
                .contains("loop: cannot follow")
        );
    });
}

#[test]
fn a_link_to_a_protected_path_is_refused() {
    with_project(|root, project| {
        symlink(".git/config", project.join("innocent")).unwrap();
        symlink(".teddy", project.join("notes")).unwrap();
        for closed in ["innocent", ".git/config"] {
            let error = root.read(&path(closed), 99).unwrap_err();
            assert!(matches!(error, FileError::OffLimits(_)), "{error}");
        }
        assert!(root.read(&path("notes/memos.yaml"), 99).is_ok());
        assert!(root.list(Some(&path(".git"))).is_err());
    });
}

#[test]
fn the_error_names_the_kind_of_a_special_file() {
    with_project(|root, project| {
        rustix::fs::mknodat(
            rustix::fs::CWD,
            project.join("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RWXU,
            0,
        )
        .unwrap();
        for (text, expected) in [
            ("pipe", "pipe is a pipe, not a regular file"),
            ("src", "src is a folder, not a regular file"),
            ("src/a.rs/x", "src/a.rs/x does not exist"),
            ("nowhere/x", "nowhere/x does not exist"),
        ] {
            assert_eq!(root.read(&path(text), 99).unwrap_err().to_string(), expected);
        }
    });
}

#[test]
fn a_listing_is_sorted_and_has_kinds() {
    with_project(|root, project| {
        symlink("nowhere", project.join("src/link")).unwrap();
        let found = root.list(Some(&path("src"))).unwrap();
        let found: Vec<(&str, Kind)> = found.iter().map(|entry| (entry.name.as_str(), entry.kind)).collect();
        assert_eq!(
            found,
            [("a.rs", Kind::File), ("deep", Kind::Folder), ("link", Kind::Link)]
        );
        assert_eq!(root.list(None).unwrap().len(), 3);
    });
}

#[test]
fn a_root_stays_the_folder_that_was_opened() {
    with_project(|root, project| {
        fs::rename(project, project.with_file_name("moved")).unwrap();
        symlink("outside", project).unwrap();
        assert_eq!(root.look_up(&path("secret")).unwrap(), Found::Missing);
        assert_eq!(root.look_up(&path("src/a.rs")).unwrap(), Found::File);
    });
}
