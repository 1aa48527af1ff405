//! Package caches of sandboxed commands.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use planwright_workspace::run::Ran;
use planwright_workspace::sandbox::{
    CacheAccess, CacheSetup, Launcher, PrivateCaches, RemovedLayers, Strength, strongest_of,
};

use super::end::run_in_time;
use super::project::TestProject;
use super::sandboxed::SandboxTrial;

pub const TRIALS: &[SandboxTrial] = &[
    ("caches_are_private_and_kept", Strength::SystemCalls, private_and_kept),
    (
        "caches_around_the_project_are_left_out",
        Strength::SystemCalls,
        around_the_project,
    ),
    ("shared_caches_are_written_directly", Strength::SystemCalls, shared),
    (
        "a_cache_over_its_limit_is_removed",
        Strength::SystemCalls,
        over_the_limit,
    ),
    (
        "r09_a_hostile_cache_is_cleared_without_following_links",
        Strength::SystemCalls,
        hostile,
    ),
    (
        "caches_are_read_only_where_the_private_part_cannot_be_made",
        Strength::SystemCalls,
        no_private_part,
    ),
    ("merged_layers_show_the_same_files", Strength::Namespaces, merged),
    (
        "a_stopped_command_leaves_its_cache_usable",
        Strength::SystemCalls,
        stopped,
    ),
];

const LIMIT_BYTES: u64 = 1024 * 1024;

struct Scene {
    folder: tempfile::TempDir,
    setup: CacheSetup,
}

impl Scene {
    /// A cache of npm with a file and a folder in it.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        let scene = Self {
            setup: CacheSetup {
                folders: vec![path.join(".npm"), "/nonexistent".into()],
                shared: Vec::new(),
                private: Some(path.join("state/a, b:c\\d/caches")),
                limit_bytes: LIMIT_BYTES,
            },
            folder,
        };
        fs::create_dir_all(scene.cache().join("folder")).unwrap();
        fs::write(scene.cache().join("folder/file"), "real\n").unwrap();
        fs::write(scene.cache().join("file"), "real\n").unwrap();
        scene
    }

    fn cache(&self) -> PathBuf {
        self.setup.folders[0].clone()
    }

    fn private(&self) -> PathBuf {
        self.setup.private.clone().unwrap()
    }

    fn sandbox(&self, project: &mut TestProject) -> CacheAccess {
        let strength = project.sandbox.as_ref().unwrap().strength();
        let sandbox = strongest_of(&[strength], &Launcher::this_program(), &project.root, &self.setup).unwrap();
        let access = sandbox.cache_access();
        project.sandbox = Some(sandbox);
        access
    }

    /// `$C` is the cache as npm would find it.
    fn run(&self, project: &TestProject, script: &str) -> Ran {
        let ran = project.run(&self.script(script));
        assert!(ran.succeeded(), "{script}: {ran:?}");
        ran
    }

    fn script(&self, script: &str) -> String {
        format!("C=\"${{npm_config_cache:-{}}}\"\n{script}", self.cache().display())
    }

    fn assert_real_cache_is_unchanged(&self) {
        let listed = |folder: &Path| -> Vec<String> {
            let mut names: Vec<_> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        assert_eq!(listed(&self.cache()), ["file", "folder"]);
        assert_eq!(listed(&self.cache().join("folder")), ["file"]);
        for file in ["file", "folder/file"] {
            assert_eq!(fs::read_to_string(self.cache().join(file)).unwrap(), "real\n");
        }
    }

    fn usage(&self) -> usize {
        let usage = PrivateCaches::new(self.private()).usage().unwrap();
        usage.map_or(0, |usage| usage.layers)
    }
}

fn private_and_kept(project: &mut TestProject) {
    let scene = Scene::new();
    let access = scene.sandbox(project);
    let expected = match project.sandbox.as_ref().unwrap().strength() {
        Strength::Namespaces => CacheAccess::CopyOnWrite,
        Strength::Landlock | Strength::SystemCalls => CacheAccess::Separate,
    };
    assert_eq!(access, expected);
    scene.run(
        project,
        "echo changed > \"$C/file\"; mkdir -p \"$C/folder\"; echo new > \"$C/folder/new\"",
    );
    if access == CacheAccess::CopyOnWrite {
        scene.run(project, "grep -q real \"$C/folder/file\"; rm \"$C/folder/file\"");
    }
    scene.assert_real_cache_is_unchanged();
    let seen = scene.run(project, "cat \"$C/file\" \"$C/folder/new\"; ls \"$C/folder\"");
    assert_eq!(seen.stdout.to_string(), "changed\nnew\nnew\n");
    assert_eq!(scene.usage(), 1);
    let caches = PrivateCaches::new(scene.private());
    assert_eq!(caches.clear().unwrap(), RemovedLayers { removed: 1, busy: 0 });
    assert_eq!(fs::read_dir(scene.private()).unwrap().count(), 0);
    let seen = scene.run(project, "cat \"$C/file\" || true");
    let expected = match access {
        CacheAccess::CopyOnWrite => "real\n",
        CacheAccess::Separate | CacheAccess::ReadOnly => "",
    };
    assert_eq!(seen.stdout.to_string(), expected);
}

fn around_the_project(project: &mut TestProject) {
    let mut scene = Scene::new();
    project.write("cache/file", "project\n");
    scene.setup.folders = vec![project.outside(), project.root.join("cache"), scene.private()];
    assert_eq!(scene.sandbox(project), CacheAccess::ReadOnly);
    project.run("echo changed > cache/file");
    assert_eq!(project.read("cache/file"), "changed\n");
    // In the project, commands could change the layers directly.
    let mut scene = Scene::new();
    scene.setup.private = Some(project.root.join("state/caches"));
    assert_eq!(scene.sandbox(project), CacheAccess::ReadOnly);
    assert!(!project.root.join("state").exists());
}

fn shared(project: &mut TestProject) {
    let mut scene = Scene::new();
    scene.setup.shared = vec![scene.cache()];
    scene.sandbox(project);
    scene.run(project, &format!("echo shared > {}/new", scene.cache().display()));
    assert_eq!(fs::read_to_string(scene.cache().join("new")).unwrap(), "shared\n");
}

fn over_the_limit(project: &mut TestProject) {
    let scene = Scene::new();
    scene.sandbox(project);
    let ran = scene.run(project, "head -c 900000 /dev/zero > \"$C/large\"");
    assert_eq!(ran.notes, Vec::<String>::new());
    let ran = scene.run(project, "head -c 900000 /dev/zero > \"$C/larger\"");
    assert_eq!(ran.notes, Vec::<String>::new());
    let ran = scene.run(
        project,
        "test ! -e \"$C/large\"; test ! -e \"$C/larger\"; echo new > \"$C/new\"",
    );
    assert_eq!(ran.notes.len(), 1, "{ran:?}");
    assert!(ran.notes[0].contains("exceeded 1 MiB"), "{ran:?}");
    assert_eq!(scene.run(project, "cat \"$C/new\"").notes, Vec::<String>::new());
    scene.assert_real_cache_is_unchanged();
}

fn hostile(project: &mut TestProject) {
    let scene = Scene::new();
    scene.sandbox(project);
    let outside = scene.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("canary"), "alive").unwrap();
    let script = "
ln -s OUTSIDE \"$C/link\"; ln -s OUTSIDE/canary \"$C/file-link\"; ln -s / \"$C/root\"
mkfifo \"$C/pipe\"; mknod \"$C/device\" c 0 0 || true; mknod \"$C/other\" c 1 3 || true
mkdir \"$C/closed\"; echo x > \"$C/closed/x\"; chmod 0 \"$C/closed\"
mkdir -p \"$C/read-only/a\"; chmod 555 \"$C/read-only/a\" \"$C/read-only\"
touch \"$C/$(printf 'new\\nline')\" \"$C/$(printf '\\377')\" \"$C/-rf\" \"$C/gone-1\"
cd \"$C\"; for i in $(seq 150); do mkdir d; cd d; done; echo x > bottom";
    let script = script.replace("OUTSIDE", &outside.display().to_string());
    scene.run(project, &script);
    // A cache that cannot be measured is removed before the next command.
    let ran = scene.run(project, "test ! -e \"$C/link\"");
    assert_eq!(ran.notes.len(), 1, "{ran:?}");
    scene.run(project, &script);
    let caches = PrivateCaches::new(scene.private());
    assert_eq!(caches.usage().unwrap().unwrap().bytes, None);
    assert_eq!(caches.clear().unwrap(), RemovedLayers { removed: 1, busy: 0 });
    assert_eq!(fs::read_dir(scene.private()).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(outside.join("canary")).unwrap(), "alive");
    scene.assert_real_cache_is_unchanged();
}

fn no_private_part(project: &mut TestProject) {
    let mut scene = Scene::new();
    fs::write(scene.folder.path().join("state"), "a file").unwrap();
    assert_eq!(scene.sandbox(project), CacheAccess::ReadOnly);
    scene.run(project, "cat \"$C/file\"");
    // A link in a parent folder is followed: the user chose that path.
    let elsewhere = scene.folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, scene.folder.path().join("link")).unwrap();
    scene.setup.private = Some(scene.folder.path().join("link/caches"));
    assert_ne!(scene.sandbox(project), CacheAccess::ReadOnly);
    assert!(elsewhere.join("caches").is_dir());
}

/// Creates a new layer after each command, as if another command were running.
fn merged(project: &mut TestProject) {
    let scene = Scene::new();
    scene.sandbox(project);
    for script in [
        "echo first > \"$C/first\"; mkdir \"$C/tree\"; echo 1 > \"$C/tree/1\"; chmod 555 \"$C/tree\"",
        "rm \"$C/file\"; echo 2 > \"$C/folder/2\"",
        "rm -r \"$C/folder\"; mkdir \"$C/folder\"; echo 3 > \"$C/folder/3\"",
        "chmod 755 \"$C/tree\"; echo 4 > \"$C/tree/4\"; rm \"$C/first\"",
        "mkdir \"$C/first\"; echo 5 > \"$C/first/5\"",
        "rm \"$C/folder/3\"; echo 6 > \"$C/folder/6\"",
        "mkdir -p \"$C/deep/er\"; echo 7 > \"$C/deep/er/7\"",
        "mv \"$C/deep/er/7\" \"$C/deep/8\"",
        "rm -r \"$C/deep/er\"; echo back > \"$C/file\"",
        "ln -s 8 \"$C/deep/link\"",
    ] {
        scene.run(project, script);
        // Beside the layers is the file that names their project.
        let names = fs::read_dir(scene.private()).unwrap();
        let newest = names.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<u32>().ok());
        fs::create_dir(scene.private().join((newest.max().unwrap() + 1).to_string())).unwrap();
    }
    let expected = "./deep/8:7\n./deep/link:7\n./file:back\n./first/5:5\n./folder/6:6\n./tree/1:1\n./tree/4:4\n";
    let look = "cd \"$C\"; find . ! -type d | sort | while read f; do echo \"$f:$(cat \"$f\")\"; done";
    for _ in 0..2 {
        assert_eq!(scene.run(project, look).stdout.to_string(), expected);
    }
    assert!(scene.usage() < 5, "{}", scene.usage());
    scene.assert_real_cache_is_unchanged();
}

fn stopped(project: &mut TestProject) {
    let scene = Scene::new();
    scene.sandbox(project);
    let limits = project.limits;
    project.limits.time = Duration::from_secs(2);
    run_in_time(project, &scene.script("echo half > \"$C/half\"; sleep 300"));
    project.limits = limits;
    let ran = scene.run(project, "cat \"$C/half\"; echo more > \"$C/half\"; cat \"$C/half\"");
    assert_eq!(ran.stdout.to_string(), "half\nmore\n");
    assert_eq!(scene.usage(), 1);
    scene.assert_real_cache_is_unchanged();
}
