//! R8, fuzzed: a clone brings links, devices, pipes, huge files and odd modes at paths that planwright opens. Every verb
//! ends, stays small, and changes nothing outside of the project.
//!
//! A failing seed is printed. `PLANWRIGHT_SEED_ONLY=7 cargo test -p planwright-testkit --test promises hostile_clones`
//! replays it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, Ran, finish, must};
use planwright_testkit::sim::Dice;
use planwright_testkit::{Tier, bins, tier};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

use crate::turn_scenes::{create, edit, execute, opened, plan};

/// Paths in a clone that planwright opens.
const PATHS: &[&str] = &[
    ".planwright",
    ".planwright/.gitignore",
    ".planwright/store.db",
    ".planwright/store.db-wal",
    ".planwright/store.db-shm",
    ".planwright/store.db-journal",
    ".planwright/store.schema-0.db",
    ".planwright/store.new-0123456789abcdef",
    ".planwright/config.toml",
    ".planwright/answers",
    ".planwright/answers/add-user-login-1794733200-suggest.md",
    ".planwright/rawko",
    ".planwright/rawko/lock",
    ".planwright/rawko/written.tsv",
    ".planwright/turns",
    ".planwright/turns/.gitignore",
    ".planwright/turns/1.open",
    ".planwright/turns/1.done",
    ".planwright/turns/2.open",
    ".planwright/turns/1-0",
    ".planwright/turns/1-0/journal",
    ".planwright/turns/1-0/0.old",
    ".planwright/turns/1-1/journal",
    ".planwright/turns/1-back",
    ".planwright/turns/1-back/journal",
    ".planwright/turns/loose-x",
    ".planwright/turns/loose-x/journal",
    ".planwright/turns/drafts",
    ".planwright/turns/drafts/draft-0123456789abcdef",
    ".teddy",
    ".teddy/config.yaml",
    ".teddy/global.context",
    ".teddy/memos.yaml",
    ".teddy/prompts",
    ".teddy/prompts/developer.xml",
    ".teddy/20261115-greet",
    ".teddy/20261115-greet/session.context",
    ".teddy/20261115-greet/01",
    ".teddy/20261115-greet/01/meta.yaml",
    ".teddy/20261115-greet/01/report.md",
    ".teddy/20261115-greet/01/turn.context",
    ".teddy/20261115-greet/02",
    ".teddy/20261115-greet/02/input.md",
    ".teddy/20261115-greet/02/meta.yaml",
    ".teddy/20261115-greet/02/plan.md",
    ".teddy/20261115-greet/02/report.md",
    ".teddy/20261115-greet/02/system_prompt.xml",
    ".teddy/20261115-greet/02/turn.context",
    ".teddy/20261115-greet/03",
    ".rawko",
    ".rawko/current-task.yaml",
    ".rawko/plans",
    ".rawko/plans/archive",
    ".rawko/plans/greet-the-guests-1.yaml",
    ".git",
    ".git/HEAD",
    ".git/config",
    ".git/commondir",
    ".git/hooks",
    ".git/index",
    ".git/info",
    ".git/info/exclude",
    ".git/modules",
    ".git/worktrees",
    ".gitignore",
    ".gitmodules",
    ".teddyignore",
    "docs",
    "docs/agents.md",
];

/// Every verb, with arguments that make it do as much as possible without a terminal.
const VERBS: &[(&str, &[&str])] = &[
    ("planwright", &["init", "--goal", "Another goal"]),
    ("planwright", &["status", "--json"]),
    ("planwright", &["next", "--claim"]),
    ("planwright", &["add", "Write it down"]),
    ("planwright", &["edit", "1", "--title", "Write it up"]),
    ("planwright", &["done", "1"]),
    ("planwright", &["fail", "1", "It does not work"]),
    ("planwright", &["drop", "1"]),
    ("planwright", &["reopen", "1"]),
    ("planwright", &["close", "Over"]),
    ("planwright", &["signal", "broken", "It is broken"]),
    ("planwright", &["show", "1"]),
    ("planwright", &["list"]),
    ("planwright", &["graph"]),
    ("planwright", &["board"]),
    ("planwright", &["log"]),
    ("planwright", &["undo"]),
    ("planwright", &["undo", "--turn"]),
    ("planwright", &["usage"]),
    ("planwright", &["work", "1"]),
    ("planwright", &["run"]),
    ("planwright", &["doctor", "--json"]),
    ("planwright", &["restore"]),
    ("planwright", &["check", "plan.md"]),
    ("planwright", &["fmt", "plan.md"]),
    ("planwright", &["rules"]),
    ("planwright", &["context"]),
    ("planwright", &["prompt", "overseer"]),
    ("planwright", &["planner"]),
    ("planwright", &["export", "--to", "plan-dir", "exported"]),
    ("planwright", &["schema", "task"]),
    ("planwright", &["completions", "bash"]),
    ("teddy", &["new", "another"]),
    ("teddy", &["context"]),
    ("teddy", &["plan"]),
    ("teddy", &["execute", "-y"]),
    ("teddy", &["execute", "plan.md", "-y", "--report", "report.md"]),
    ("teddy", &["resume"]),
    ("teddy", &["get-prompt", "developer"]),
    ("teddy", &["preprocess", "plan.md"]),
    ("agentctl", &["set-topic", "Greetings"]),
    ("agentctl", &["plan", "dir"]),
    ("agentctl", &["plan", "request-thread-dir"]),
    ("agentctl", &["plan", "remove-thread", "--thread-id", "thread_2"]),
    ("agentctl", &["plan", "clear-current"]),
    ("agentctl", &["plan", "check"]),
    ("agentctl", &["plan", "commit"]),
    ("agentctl", &["plan", "status"]),
    ("planloop", &["start", "--goal", "Add user login"]),
    ("planloop", &["suggest"]),
    ("planloop", &["status", "--json"]),
    (
        "planloop",
        &[
            "update",
            "--json",
            "{\"add_tasks\":[{\"title\":\"Write the greeting\",\"type\":\"feature\"}]}",
        ],
    ),
    (
        "planloop",
        &[
            "alert",
            "--id",
            "broken",
            "--level",
            "blocker",
            "--message",
            "It is broken",
        ],
    ),
    ("planloop", &["sessions", "list"]),
    ("planloop", &["sessions", "show", "greet-the-guests-1794733200"]),
    ("planloop", &["sessions", "switch", "greet-the-guests-1794733200"]),
    ("rawko", &["plan", "create", "--task", "Keep notes", "--steps", STEPS]),
    ("rawko", &["plan", "show"]),
    ("rawko", &["plan", "list"]),
    ("rawko", &["plan", "history"]),
    ("rawko", &["plan", "diff", "1", "2"]),
    ("rawko", &["plan", "archive"]),
    ("rawko", &["plan", "gc"]),
    ("rawko", &["step", "start", "0"]),
    ("rawko", &["step", "complete", "0", "--output", "Done"]),
    ("rawko", &["step", "fail", "0", "--error", "It does not work"]),
    ("rawko", &["step", "skip", "0"]),
    ("rawko", &["step", "reopen", "0"]),
    ("rawko", &["step", "add", "--description", "Another step"]),
    ("rawko", &["next"]),
    ("rawko", &["replan"]),
    ("rawko", &["run"]),
    ("rawko", &["arbiter", "prompt"]),
    ("rawko", &["arbiter", "select"]),
    ("rawko", &["events"]),
    ("rawko", &["machine"]),
    ("rawko", &["schema"]),
];

/// Verbs that use a temporary project of their own.
const ELSEWHERE: &[(&str, &str)] = &[("planwright", "demo")];

const STEPS: &str = r#"[{"description": "Write the greeting"}]"#;
const SECONDS: &str = "20";
const DATA_KIB: usize = 200 * 1024;
const QUICK_SEEDS: u64 = 40;
const FULL_SEEDS: u64 = 600;
/// Verbs per seed in the quick tier. The first seeds, and all seeds of the full tier, run every verb.
const QUICK_VERBS: usize = 9;
const QUICK_WHOLE_SEEDS: u64 = 2;

#[test]
fn r08_hostile_clones_reach_nothing_outside() {
    let honest = honest();
    let only = std::env::var("PLANWRIGHT_SEED_ONLY")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seeds = match (only, tier()) {
        (Some(seed), _) => seed..seed + 1,
        (None, Tier::Quick) => 0..QUICK_SEEDS,
        (None, Tier::Full) => 0..FULL_SEEDS,
    };
    let (mut verbs, mut failures) = (0, Vec::new());
    for seed in seeds {
        let mut attack = Attack::new(&honest, seed);
        let is_whole = only.is_some() || tier() == Tier::Full || seed < QUICK_WHOLE_SEEDS;
        verbs += attack.run(if is_whole { VERBS.len() } else { QUICK_VERBS });
        failures.append(&mut attack.failures);
    }
    eprintln!("hostile clones: {verbs} verbs were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn r08_hostile_clones_meet_every_verb() {
    let mut lacking = Vec::new();
    for program in ["planwright", "teddy", "agentctl", "planloop", "rawko"] {
        for verb in commands(program, &[]) {
            let below = commands(program, &[&verb]);
            let lines: Vec<Vec<String>> = match below.is_empty() {
                true => vec![vec![verb]],
                false => below.into_iter().map(|below| vec![verb.clone(), below]).collect(),
            };
            lacking.extend(lines.into_iter().filter(|line| !is_met(program, line)));
        }
    }
    assert!(lacking.is_empty(), "these verbs are missing in VERBS: {lacking:?}");
}

fn is_met(program: &str, line: &[String]) -> bool {
    let is_elsewhere = ELSEWHERE.contains(&(program, line[0].as_str()));
    let starts = |verb: &&(&str, &[&str])| verb.0 == program && line.iter().zip(verb.1).all(|(a, b)| a == b);
    is_elsewhere || VERBS.iter().any(|verb| starts(&verb))
}

/// The names below `Commands:` in the help.
fn commands(program: &str, line: &[&str]) -> Vec<String> {
    let project = Project::in_memory();
    let help = project.run(program, &[line, &["--help"]].concat()).done().stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let named = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// A project that has used every feature once, with a waiting turn.
fn honest() -> Project {
    let project = opened();
    let actions = format!("{}{}", edit("greet.txt", "Hello", "Good day"), execute("true"));
    project.write(".teddy/20261115-greet/01/plan.md", &plan(&actions));
    project.teddy(&["execute", "-y"]).done();
    project.write(
        ".teddy/20261115-greet/02/plan.md",
        &plan(&actions.replace("Hello", "Good").replace("Good day", "Fine day")),
    );
    project.write("plan.md", &plan(&(create("new.txt", "New") + &execute("true"))));
    project.planloop(&["start", "--goal", "Greet the guests"]).done();
    project
        .run(
            "rawko",
            &["plan", "create", "--task", "Greet the guests", "--steps", STEPS],
        )
        .done();
    project.agentctl(&["plan", "dir"]).done();
    project
}

/// One hostile clone, and a folder outside of it.
struct Attack {
    seed: u64,
    dice: Dice,
    project: Project,
    placed: Vec<String>,
    failures: Vec<String>,
}

impl Attack {
    fn new(honest: &Project, seed: u64) -> Self {
        let mut attack = Self {
            seed,
            dice: Dice::new(seed),
            project: honest.copy(),
            placed: Vec::new(),
            failures: Vec::new(),
        };
        let outside = attack.outside();
        must("a folder", fs::create_dir_all(outside.join("deep")));
        must("a store", fs::copy(honest.database(), outside.join("store.db")));
        must("a canary", fs::write(outside.join("canary"), "canary\n"));
        must("a canary", fs::write(outside.join("deep/empty"), ""));
        for _ in 0..=attack.dice.below(3) {
            attack.place();
        }
        attack
    }

    fn outside(&self) -> PathBuf {
        self.project.scene().join("outside")
    }

    fn place(&mut self) {
        let path = self.dice.pick(PATHS).copied().unwrap_or_default();
        let full = self.project.root().join(path);
        // Do not write through a link that was placed earlier.
        let is_below_root = |above: &&Path| *above != self.project.root();
        let mut above = full.ancestors().skip(1).take_while(is_below_root);
        if above.any(|above| above.symlink_metadata().is_ok_and(|found| !found.is_dir())) {
            return;
        }
        let hostile = self.dice.index(HOSTILE.len());
        must("a folder", fs::create_dir_all(full.parent().unwrap_or(Path::new("/"))));
        (HOSTILE[hostile].1)(&full, &self.outside());
        self.placed.push(format!("{path}: {}", HOSTILE[hostile].0));
    }

    fn run(&mut self, count: usize) -> usize {
        let before = snapshot(&self.outside());
        let first = self.dice.index(VERBS.len());
        let verbs = VERBS
            .iter()
            .cycle()
            .skip(first)
            .step_by(if count < VERBS.len() { 7 } else { 1 });
        for (program, line) in verbs.take(count) {
            let ran = self.small(program, line);
            let why = match ran.code {
                Some(0..=5) if snapshot(&self.outside()) == before => continue,
                Some(0..=5) => "it changed something outside",
                Some(124 | 137) => "it did not end",
                _ => "it crashed",
            };
            self.failures.push(format!(
                "seed {}: {program} {line:?}: {why}; placed {:?}\n  {ran:?}",
                self.seed, self.placed
            ));
            break;
        }
        count
    }

    /// Runs a verb with limits for memory and time.
    fn small(&self, program: &str, line: &[&str]) -> Ran {
        let script = format!("ulimit -d {DATA_KIB} && exec timeout -k 1 {SECONDS} \"$0\" \"$@\"");
        let mut command = self.project.command("sh");
        command.args(["-c", &script]).arg(bins::path(program)).args(line);
        finish(command.env("PLANWRIGHT_PLANNER_COMMAND", "echo none"))
    }
}

type Placing = fn(&Path, &Path);

const HOSTILE: &[(&str, Placing)] = &[
    ("a link to a file outside", |path, outside| {
        link(path, &outside.join("canary"));
    }),
    ("a link to a store outside", |path, outside| {
        link(path, &outside.join("store.db"));
    }),
    ("a link to a folder outside", |path, outside| {
        link(path, &outside.join("deep"));
    }),
    ("a link to a missing file outside", |path, outside| {
        link(path, &outside.join("missing"));
    }),
    ("a link to /dev/zero", |path, _| link(path, Path::new("/dev/zero"))),
    ("a link to itself", |path, _| link(path, path)),
    ("a link to the project", |path, _| link(path, Path::new("."))),
    ("a hard link to a file outside", |path, outside| {
        clear(path);
        must("a link", fs::hard_link(outside.join("canary"), path));
    }),
    ("a hard link to a store outside", |path, outside| {
        clear(path);
        must("a link", fs::hard_link(outside.join("store.db"), path));
    }),
    ("a pipe", |path, _| node(path, FileType::Fifo, 0)),
    ("a device", |path, _| {
        node(path, FileType::CharacterDevice, makedev(1, 5));
    }),
    ("a socket", |path, _| {
        clear(path);
        // A path of a socket has a limit of about 100 bytes.
        if UnixListener::bind(path).is_err() {
            node(path, FileType::Fifo, 0);
        }
    }),
    ("a file of a tebibyte", |path, _| huge(path, 1 << 40)),
    ("a file of 60 MiB", |path, _| huge(path, 60 << 20)),
    ("a folder", |path, _| {
        clear(path);
        must("a folder", fs::create_dir_all(path.join("inside/deep")));
    }),
    ("an empty file", |path, _| text(path, "")),
    ("another text", |path, _| text(path, "a: [b\n\u{0}\n../../etc\n")),
    ("mode 000", |path, _| mode(path, 0)),
    ("mode 777", |path, _| mode(path, 0o777)),
    ("set-user mode", |path, _| mode(path, 0o6755)),
];

fn clear(path: &Path) {
    if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        must("an old folder", fs::remove_dir_all(path));
    } else {
        let _ = fs::remove_file(path);
    }
}

fn link(path: &Path, target: &Path) {
    clear(path);
    must("a link", symlink(target, path));
}

/// Only root can create devices; other users get a pipe instead.
fn node(path: &Path, kind: FileType, device: u64) {
    clear(path);
    if mknodat(CWD, path, kind, Mode::from_raw_mode(0o666), device).is_err() {
        must(
            "a pipe",
            mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o666), 0),
        );
    }
}

/// A sparse file takes no space on the disk.
fn huge(path: &Path, bytes: u64) {
    clear(path);
    must(
        "a huge file",
        fs::File::create(path).and_then(|file| file.set_len(bytes)),
    );
}

fn text(path: &Path, text: &str) {
    clear(path);
    must("a file", fs::write(path, text));
}

fn mode(path: &Path, mode: u32) {
    if path.symlink_metadata().is_err() {
        text(path, "something\n");
    }
    must("a mode", fs::set_permissions(path, fs::Permissions::from_mode(mode)));
}

/// Mode, time of the last change in seconds and nanoseconds, and content.
type Snapshot = BTreeMap<PathBuf, (u32, i64, i64, Option<Vec<u8>>)>;

/// Everything in a folder.
fn snapshot(folder: &Path) -> Snapshot {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = must(folder.display(), fs::read_dir(&folder));
        let paths = entries.flatten().map(|entry| entry.path());
        for path in paths.chain([folder.clone()]) {
            let entry = must(path.display(), path.symlink_metadata());
            let content = entry.is_file().then(|| must(path.display(), fs::read(&path)));
            if entry.is_dir() && path != folder {
                folders.push(path.clone());
            }
            found.insert(path, (entry.mode(), entry.mtime(), entry.mtime_nsec(), content));
        }
    }
    found
}
