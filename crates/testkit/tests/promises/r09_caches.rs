//! R9: a sandboxed command changes no package cache that another project uses.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use planwright_testkit::project::{Project, Ran, finish, must, tree};
use planwright_testkit::{bins, ordinary_user, skip, strace};

use crate::turn_scenes::{execute, plan};

const COPIES: &str = "package caches: private copies";
const SEPARATE: &str = "package caches: the project's own";

/// The user who runs the program, and the features of the kernel.
#[derive(Debug, Clone, Copy)]
struct Circumstances {
    is_ordinary: bool,
    has_namespaces: bool,
}

const ALL: [Circumstances; 4] = [
    Circumstances {
        is_ordinary: false,
        has_namespaces: true,
    },
    Circumstances {
        is_ordinary: true,
        has_namespaces: true,
    },
    Circumstances {
        is_ordinary: false,
        has_namespaces: false,
    },
    Circumstances {
        is_ordinary: true,
        has_namespaces: false,
    },
];

/// Two projects of one user with a cache of cargo and one of npm.
struct Scene {
    project: Project,
    circumstances: Circumstances,
}

impl Scene {
    /// `None` if this machine lacks a feature that the scene needs.
    fn new(circumstances: Circumstances) -> Option<Self> {
        if circumstances.is_ordinary && !rustix::process::getuid().is_root() {
            // The other scenes already run as an ordinary user.
            return None;
        }
        if !circumstances.has_namespaces && !strace::is_usable() {
            skip("r09_caches", "strace is missing or may not trace");
            return None;
        }
        let project = Project::new();
        let home = project.home();
        for (path, text) in [
            (".cargo/registry/src/x/lib.rs", "real\n"),
            (".cargo/registry/cache/x.crate", "crate\n"),
            (".cargo/config.toml", "[net]\n"),
            (".npm/index", "real\n"),
        ] {
            let path = home.join(path);
            must("a folder", path.parent().map_or(Ok(()), fs::create_dir_all));
            must("a file", fs::write(path, text));
        }
        let scene = Self { project, circumstances };
        must("a folder", fs::create_dir_all(scene.other().join(".git")));
        scene.give(scene.project.scene());
        Some(scene)
    }

    fn each(check: impl Fn(&Self)) {
        ALL.into_iter().filter_map(Self::new).for_each(|scene| check(&scene));
    }

    fn own(&self) -> PathBuf {
        self.project.root()
    }

    fn other(&self) -> PathBuf {
        self.project.scene().join("other")
    }

    fn command(&self, program: &str, root: &Path, line: &[&str]) -> Command {
        let program = bins::path(program);
        let mut words: Vec<OsString> = Vec::new();
        if !self.circumstances.has_namespaces {
            let inject = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=unshare"];
            words.extend(inject.map(OsString::from));
            words.extend(["-e", "inject=unshare:error=EPERM", "--"].map(OsString::from));
        }
        match self.circumstances.is_ordinary {
            true => words.extend(ordinary_user::words(&self.project, &program)),
            false => words.push(program.into_os_string()),
        }
        let mut command = self.project.command(&words[0]);
        command.args(&words[1..]).args(line).current_dir(root);
        command
    }

    /// Executes a plan with this one command.
    fn execute(&self, root: &Path, script: &str) -> Ran {
        let mut command = self.start(root, "plan.md", script);
        finish(&mut command).done()
    }

    fn start(&self, root: &Path, name: &str, script: &str) -> Command {
        let file = root.join(name);
        must("a plan", fs::write(&file, plan(&execute(script))));
        self.give(&file);
        self.command("teddy", root, &["execute", name, "-y"])
    }

    /// Changes the owner to the user who runs the program.
    fn give(&self, path: &Path) {
        if self.circumstances.is_ordinary {
            ordinary_user::give(path);
        }
    }

    fn read(&self, path: &str) -> String {
        must(path, fs::read_to_string(self.own().join(path)))
    }
}

#[test]
fn r09_a_command_cannot_change_a_package_that_another_project_builds() {
    Scene::each(|scene| {
        let (home, here) = (scene.project.home(), scene.circumstances);
        let before = tree(&home);
        let attack = "touch closed; chmod 0 closed; cat closed && touch could-read || true
echo evil > ~/.cargo/registry/src/x/lib.rs || true; rm -f ~/.npm/index || true
for registry in ~/.cargo/registry \"$CARGO_HOME/registry\"; do mkdir -p $registry/src/y && echo mine > $registry/src/y/lib.rs || true; done";
        let ran = scene.execute(&scene.own(), attack);
        assert_eq!(tree(&home), before, "{here:?}: {ran:?}");
        // Mounting overlays needs a capability that the command of an ordinary user must not get.
        let could_read = scene.own().join("could-read").exists();
        assert!(!could_read || !here.is_ordinary, "{ran:?}");
        let look = "cat ~/.cargo/registry/src/x/lib.rs ~/.npm/index > seen || true
cat ~/.cargo/registry/src/y/lib.rs \"$CARGO_HOME/registry/src/y/lib.rs\" 2>/dev/null > new || true
cat \"${CARGO_HOME:-$HOME/.cargo}/registry/cache/x.crate\" \"${CARGO_HOME:-$HOME/.cargo}/config.toml\" > kept";
        scene.execute(&scene.other(), look);
        let other = |path: &str| must(path, fs::read_to_string(scene.other().join(path)));
        assert_eq!(
            (other("seen"), other("new")),
            ("real\nreal\n".to_owned(), String::new()),
            "{here:?}"
        );
        // The next command of the same project sees the changes.
        scene.execute(&scene.own(), look);
        assert_eq!(scene.read("new"), "mine\n", "{here:?}");
        assert_eq!(scene.read("kept"), "crate\n[net]\n", "{here:?}");
        match ran.stdout.contains(COPIES) {
            true => assert_eq!(scene.read("seen"), "evil\n", "{here:?}"),
            false => assert!(ran.stdout.contains(SEPARATE), "{here:?}: {ran:?}"),
        }
        assert_eq!(tree(&home), before, "{here:?}");
    });
}

#[test]
fn r09_two_commands_of_one_project_use_its_caches_at_once() {
    Scene::each(|scene| {
        let (own, here) = (scene.own(), scene.circumstances);
        let before = tree(&scene.project.home());
        let script = |mine: &str, theirs: &str| {
            format!(
                "C=\"${{npm_config_cache:-$HOME/.npm}}\"; echo {mine} > \"$C/{mine}\"; touch {mine}-is-here
while [ ! -e {theirs}-is-here ]; do sleep 0.02; done
echo {mine} >> \"$C/{mine}\""
            )
        };
        scene.execute(&own, "echo before > \"${npm_config_cache:-$HOME/.npm}/before\"");
        let children = [("one", "two"), ("two", "one")].map(|(mine, theirs)| {
            let mut command = scene.start(&own, &format!("{mine}.md"), &script(mine, theirs));
            must("a process", command.stdout(Stdio::null()).stderr(Stdio::null()).spawn())
        });
        for mut child in children {
            assert!(must("its end", child.wait()).success(), "{here:?}");
        }
        scene.execute(
            &own,
            "root=$PWD; cd \"${npm_config_cache:-$HOME/.npm}\"; cat before one two > \"$root/seen\"",
        );
        assert_eq!(scene.read("seen"), "before\none\none\ntwo\ntwo\n", "{here:?}");
        assert_eq!(tree(&scene.project.home()), before, "{here:?}");
    });
}

#[test]
fn r09_a_killed_execution_leaves_its_caches_usable() {
    Scene::each(|scene| {
        if !scene.circumstances.has_namespaces {
            // The kill would hit strace. Without namespaces there are no layers either.
            return;
        }
        let own = scene.own();
        let script = "C=\"${npm_config_cache:-$HOME/.npm}\"; echo half > \"$C/half\"; touch begun; exec sleep 300";
        let mut command = scene.start(&own, "killed.md", script);
        let mut child = must("a process", command.stdout(Stdio::null()).stderr(Stdio::null()).spawn());
        wait_for(&own.join("begun"), &mut child);
        must("a kill", child.kill());
        must("its end", child.wait());
        // While processes of the killed command are left, this command gets a new layer.
        let script = "C=\"${npm_config_cache:-$HOME/.npm}\"; echo whole > \"$C/whole\"; cat \"$C/whole\" > seen";
        scene.execute(&own, script);
        assert_eq!(scene.read("seen"), "whole\n", "{:?}", scene.circumstances);
        assert!(!scene.project.home().join(".npm/half").exists());
    });
}

fn wait_for(path: &Path, child: &mut Child) {
    let since = Instant::now();
    while !path.exists() {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "{} was not made",
            path.display()
        );
        assert_eq!(must("its state", child.try_wait()), None);
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn r09_doctor_shows_the_caches_of_a_project_without_a_plan() {
    let Some(scene) = Scene::new(ALL[0]) else { return };
    let own = scene.own();
    scene.execute(&own, "echo new > \"${npm_config_cache:-$HOME/.npm}/index\"");
    let shown = finish(&mut scene.command("planwright", &own, &["doctor"])).done();
    assert!(shown.stdout.contains("Private package caches: "), "{shown:?}");
}

#[test]
fn r09_hostile_cache_content_does_not_lead_doctor_outside() {
    Scene::each(|scene| {
        let (own, here) = (scene.own(), scene.circumstances);
        let outside = scene.project.scene().join("outside");
        must("a folder", fs::create_dir_all(&outside));
        must("a canary", fs::write(outside.join("canary"), "alive"));
        must("a link", symlink(&outside, scene.project.home().join(".npm/link")));
        scene.give(&outside);
        finish(&mut scene.command("planwright", &own, &["init", "--goal", "Greet"])).done();
        let script = "C=\"${npm_config_cache:-$HOME/.npm}\"; cd \"$C\"; rm -f link; ln -s OUTSIDE link; ln -s OUTSIDE/canary file
mkfifo pipe; mknod gone c 0 0 || true; mkdir closed; ln -s OUTSIDE closed/link; chmod 0 closed
i=0; while [ $i -lt 150 ]; do mkdir d; cd d; i=$((i+1)); done; ln -s OUTSIDE link";
        scene.execute(&own, &script.replace("OUTSIDE", &outside.display().to_string()));
        let before = (tree(&outside), tree(&scene.project.home()));
        let shown = finish(&mut scene.command("planwright", &own, &["doctor", "--json"])).json();
        let findings = shown["findings"].as_array().cloned().unwrap_or_default();
        let of_caches = |finding: &serde_json::Value| {
            finding["what"]
                .as_str()
                .is_some_and(|what| what.contains("package caches"))
        };
        let shown = findings.iter().find(|finding| of_caches(finding));
        assert!(
            shown.is_some_and(|shown| shown["what"]
                .as_str()
                .is_some_and(|what| what.starts_with("Private package caches: "))),
            "{here:?}: {findings:?}"
        );
        let cleared = finish(&mut scene.command("planwright", &own, &["doctor", "--clear-caches"])).done();
        assert!(
            cleared.stdout.contains("removed the private package caches: "),
            "{here:?}: {cleared:?}"
        );
        assert!(!cleared.stdout.contains("All is well"), "{here:?}: {cleared:?}");
        let folder = scene.project.backups().join("caches");
        assert_eq!(must("a folder", fs::read_dir(folder)).count(), 0, "{here:?}");
        assert_eq!((tree(&outside), tree(&scene.project.home())), before, "{here:?}");
        let again = finish(&mut scene.command("planwright", &own, &["doctor", "--clear-caches", "--json"])).json();
        assert_eq!(again["what"], "there were no private package caches", "{here:?}");
        assert!(again.get("healthy").is_none(), "{here:?}: {again}");
    });
}

#[test]
fn r09_a_full_private_cache_is_removed_and_reported() {
    Scene::each(|scene| {
        let config = scene.project.home().join(".config/planwright");
        must("a folder", fs::create_dir_all(&config));
        must(
            "a limit",
            fs::write(config.join("config.toml"), "[execute]\ncache_mib = 1\n"),
        );
        let own = scene.own();
        scene.execute(
            &own,
            "head -c 3000000 /dev/zero > \"${npm_config_cache:-$HOME/.npm}/large\"",
        );
        let ran = scene.execute(&own, "test ! -e \"${npm_config_cache:-$HOME/.npm}/large\"");
        assert!(
            ran.stdout.contains("exceeded 1 MiB"),
            "{:?}: {ran:?}",
            scene.circumstances
        );
    });
}

#[test]
fn r09_a_closed_cache_does_not_stop_later_commands() {
    Scene::each(|scene| {
        let (own, here) = (scene.own(), scene.circumstances);
        finish(&mut scene.command("planwright", &own, &["init", "--goal", "Greet"])).done();
        scene.execute(
            &own,
            "C=\"${npm_config_cache:-$HOME/.npm}\"; mkdir \"$C/inner\"; chmod 0 \"$C\"",
        );
        scene.execute(
            &own,
            "C=\"${npm_config_cache:-$HOME/.npm}\"; test -d \"$C/inner\"; chmod 0 \"$C/inner\"",
        );
        finish(&mut scene.command("planwright", &own, &["doctor"])).done();
        let ran = scene.execute(&own, "chmod 0 \"${npm_config_cache:-$HOME/.npm}\"");
        if here.is_ordinary {
            assert!(ran.stdout.contains("could not be measured"), "{here:?}: {ran:?}");
            assert!(!ran.stdout.contains("exceeded"), "{here:?}: {ran:?}");
        }
        let cleared = finish(&mut scene.command("planwright", &own, &["doctor", "--clear-caches"])).done();
        assert!(
            cleared.stdout.contains("removed the private package caches: "),
            "{here:?}: {cleared:?}"
        );
        scene.execute(&own, "true");
    });
}

#[test]
fn r09_a_new_project_at_the_same_path_gets_no_old_caches() {
    Scene::each(|scene| {
        let (own, here) = (scene.own(), scene.circumstances);
        let look = "cat \"${npm_config_cache:-$HOME/.npm}/index\" > seen || true";
        scene.execute(&own, "echo old > \"${npm_config_cache:-$HOME/.npm}/index\"");
        scene.execute(&own, look);
        assert_eq!(scene.read("seen"), "old\n", "{here:?}");
        must("a move", fs::rename(&own, scene.project.scene().join("moved")));
        must("a folder", fs::create_dir_all(own.join(".git")));
        scene.give(&own);
        scene.execute(&own, look);
        assert_ne!(scene.read("seen"), "old\n", "{here:?}");
    });
}

#[test]
fn r09_relative_state_folders_do_not_lead_into_the_project() {
    Scene::each(|scene| {
        let own = scene.own();
        for variable in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"] {
            let mut command = scene.start(&own, "plan.md", "true");
            finish(command.env_remove("XDG_STATE_HOME").env(variable, "relative")).done();
            assert!(!own.join("relative").exists(), "{variable}: {:?}", scene.circumstances);
        }
    });
}

#[test]
fn r09_merged_layers_bring_no_removed_file_back() {
    Scene::each(|scene| {
        let (own, here) = (scene.own(), scene.circumstances);
        let old = scene.project.home().join(".npm/b/old");
        must("a folder", old.parent().map_or(Ok(()), fs::create_dir_all));
        must("a file", fs::write(old, "old\n"));
        scene.give(&scene.project.home());
        // Each command runs until all have started, so that each has a layer.
        let start = |name: String, script: &str| {
            let script = format!("{script}; touch {name}-runs; while [ ! -e go ]; do sleep 0.02; done");
            let mut command = scene.start(&own, &format!("{name}.md"), &script);
            let mut child = must("a process", command.stdout(Stdio::null()).stderr(Stdio::null()).spawn());
            wait_for(&own.join(format!("{name}-runs")), &mut child);
            child
        };
        let mut children = vec![
            start("remove".to_owned(), "rm -rf \"${npm_config_cache:-$HOME/.npm}/b\""),
            start(
                "add".to_owned(),
                "C=\"${npm_config_cache:-$HOME/.npm}\"; mkdir -p \"$C/b\"; touch \"$C/b/new\"",
            ),
        ];
        children.extend((0..8).map(|number| start(format!("more-{number}"), "true")));
        must("a file", fs::write(own.join("go"), ""));
        for mut child in children {
            assert!(must("its end", child.wait()).success(), "{here:?}");
        }
        scene.execute(
            &own,
            "root=$PWD; cd \"${npm_config_cache:-$HOME/.npm}/b\"; ls > \"$root/seen\"",
        );
        assert_eq!(scene.read("seen"), "new\n", "{here:?}");
    });
}

#[test]
fn r16_a_locked_cache_folder_delays_a_command_by_seconds_only() {
    let Some(scene) = Scene::new(ALL[0]) else { return };
    let own = scene.own();
    scene.execute(&own, "true");
    let caches = must("a folder", fs::File::open(scene.project.backups().join("caches")));
    must("a lock", caches.lock());
    let since = Instant::now();
    let cleared = finish(&mut scene.command("planwright", &own, &["doctor", "--clear-caches"]));
    assert!(cleared.stdout.contains("another process has locked "), "{cleared:?}");
    let ran = scene.execute(&own, "true");
    assert!(ran.stdout.contains("could only read package caches"), "{ran:?}");
    assert!(since.elapsed() < Duration::from_secs(90));
}
