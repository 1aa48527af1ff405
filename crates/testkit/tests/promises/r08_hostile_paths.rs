//! Paths in a clone that planwright opens, and the hostile content that a clone can put there.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::{bins, skip, strace};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

use crate::r08_hostile_clones::{VERBS, honest};

pub const PATHS: &[&str] = &[
    ".planwright",
    ".planwright/.gitignore",
    ".planwright/store.db",
    ".planwright/store.db-wal",
    ".planwright/store.db-shm",
    ".planwright/store.db-journal",
    ".planwright/store.schema-0.db",
    ".planwright/store.new-0123456789abcdef",
    ".planwright/config.toml",
    ".planwright/run-1bed183f4990023a.lock",
    ".planwright/answers",
    ".planwright/answers/add-user-login-1794733200-decompose.md",
    ".planwright/answers/add-user-login-1794733200-suggest.md",
    ".planwright/answers/greet-the-guests-1794733200-decompose.md",
    ".planwright/answers/plan-20261115-greet-the-guests-suggest.md",
    ".planwright/rawko",
    ".planwright/rawko/lock",
    ".planwright/rawko/worktree-0123456789abcdef",
    ".planwright/rawko/written.tsv",
    ".planwright/turns",
    ".planwright/turns/.gitignore",
    ".planwright/turns/833e74bd650af620.lock",
    ".planwright/turns/1.open",
    ".planwright/turns/1.done",
    ".planwright/turns/1.reverted",
    ".planwright/turns/1.undone",
    ".planwright/turns/1.untold",
    ".planwright/turns/2.open",
    ".planwright/turns/1-0",
    ".planwright/turns/1-0/journal",
    ".planwright/turns/1-0/back",
    ".planwright/turns/1-0/0.old",
    ".planwright/turns/1-1/journal",
    ".planwright/turns/1-back",
    ".planwright/turns/1-back/journal",
    ".planwright/turns/1-back/0.new",
    ".planwright/turns/1-back/0.old",
    ".planwright/turns/2-0",
    ".planwright/turns/2-0/0.new",
    ".planwright/turns/loose-x",
    ".planwright/turns/loose-x/journal",
    ".planwright/turns/loose-x/0.new",
    ".planwright/turns/loose-x/0.old",
    ".planwright/turns/drafts",
    ".planwright/turns/drafts/draft-0123456789abcdef",
    ".planwright/turns/drafts/draft-0123456789abcdef/lock",
    ".teddy",
    ".teddy/config.yaml",
    ".teddy/global.context",
    ".teddy/memos.yaml",
    ".teddy/prompts",
    ".teddy/prompts/developer.xml",
    ".teddy/20261115-another",
    ".teddy/20261115-another/01",
    ".teddy/20261115-another/01/meta.yaml",
    ".teddy/20261115-another/01/system_prompt.xml",
    ".teddy/20261115-another/01/turn.context",
    ".teddy/20261115-another/session.context",
    ".teddy/20261115-greet",
    ".teddy/20261115-greet/session.context",
    ".teddy/20261115-greet/01",
    ".teddy/20261115-greet/01/message.md",
    ".teddy/20261115-greet/01/meta.yaml",
    ".teddy/20261115-greet/01/plan.md",
    ".teddy/20261115-greet/01/report.md",
    ".teddy/20261115-greet/01/turn.context",
    ".teddy/20261115-greet/02",
    ".teddy/20261115-greet/02/answer.md",
    ".teddy/20261115-greet/02/input.md",
    ".teddy/20261115-greet/02/message.md",
    ".teddy/20261115-greet/02/meta.yaml",
    ".teddy/20261115-greet/02/plan.md",
    ".teddy/20261115-greet/02/prompt.md",
    ".teddy/20261115-greet/02/report.md",
    ".teddy/20261115-greet/02/system_prompt.xml",
    ".teddy/20261115-greet/02/turn.context",
    ".teddy/20261115-greet/03",
    ".teddy/20261115-greet/03/meta.yaml",
    ".teddy/20261115-write-the-greeting",
    ".teddy/20261115-write-the-greeting/session.context",
    ".teddy/20261115-write-the-greeting/01",
    ".teddy/20261115-write-the-greeting/01/message.md",
    ".teddy/20261115-write-the-greeting/01/meta.yaml",
    ".teddy/20261115-write-the-greeting/01/system_prompt.xml",
    ".teddy/20261115-write-the-greeting/01/turn.context",
    ".rawko",
    ".rawko/current-task.yaml",
    ".rawko/plans",
    ".rawko/plans/archive",
    ".rawko/plans/archive/plan-20261115-greet-the-guests.yaml",
    ".rawko/plans/add-user-login-1794733200.yaml",
    ".rawko/plans/another-goal-1794733200.yaml",
    ".rawko/plans/greet-the-guests-1794733200.yaml",
    ".rawko/plans/plan-20261115-greet-the-guests.yaml",
    ".rawko/plans/plan-20261115-keep-notes.yaml",
    ".git",
    ".git/HEAD",
    ".git/branches",
    ".git/config",
    ".git/config.worktree",
    ".git/commondir",
    ".git/gitdir",
    ".git/hooks",
    ".git/hooks/pre-commit",
    ".git/index",
    ".git/info",
    ".git/info/attributes",
    ".git/info/exclude",
    ".git/modules",
    ".git/modules/sub",
    ".git/modules/sub/branches",
    ".git/modules/sub/config",
    ".git/modules/sub/hooks",
    ".git/modules/sub/index",
    ".git/modules/sub/info",
    ".git/modules/sub/rebase-merge",
    ".git/modules/sub/remotes",
    ".git/modules/sub/sequencer",
    ".git/modules/x/config",
    ".git/rebase-merge",
    ".git/rebase-merge/git-rebase-todo",
    ".git/remotes",
    ".git/sequencer",
    ".git/sequencer/todo",
    ".git/worktrees",
    ".git/worktrees/x/commondir",
    ".git/worktrees/x/gitdir",
    ".gitignore",
    ".gitmodules",
    ".teddyignore",
    "sub",
    "sub/.git",
    "sub/.gitignore",
    "docs",
    "docs/agents.md",
    ".git/logs",
    ".git/logs/refs",
    ".git/logs/refs/heads",
    ".git/modules/sub/logs",
    ".git/modules/sub/logs/refs",
    ".git/modules/sub/logs/refs/heads",
    ".git/modules/sub/logs/refs/remotes",
    ".git/modules/sub/logs/refs/remotes/origin",
    ".git/modules/sub/refs",
    ".git/modules/sub/refs/heads",
    ".git/modules/sub/refs/remotes",
    ".git/modules/sub/refs/remotes/origin",
    ".git/modules/sub/refs/tags",
    ".git/refs",
    ".git/refs/heads",
    ".git/refs/tags",
];

/// The prefixes of the clone's own files and of the user's files.
const OWN: &[&str] = &[".planwright", ".teddy", ".rawko", ".git", "docs"];

/// Calls that open, create, replace or remove a path.
const CALLS: &str = "?openat,?openat2,?mkdir,?mkdirat,?rename,?renameat,?renameat2,?unlink,?unlinkat,?link,?linkat";

#[test]
fn r08_hostile_clones_have_every_path_that_a_verb_opens() {
    if !strace::is_usable() {
        return skip("r08_hostile_paths", "strace is missing or may not trace");
    }
    let known: BTreeSet<String> = PATHS.iter().map(|path| pattern(path)).collect();
    let project = honest();
    let start = project.snapshot();
    let mut lacking = BTreeSet::new();
    for (program, line) in VERBS {
        project.rewind(&start);
        let opened = opened(&project, program, line).into_iter().map(|path| pattern(&path));
        lacking.extend(opened.filter(|path| !known.contains(path)));
    }
    assert!(lacking.is_empty(), "these paths are missing in PATHS: {lacking:#?}");
}

/// The paths in the folders of the clone that a command uses in a system call. Only planwright knows the random names
/// of its temporary files, so a clone cannot contain them.
fn opened(project: &Project, program: &str, line: &[&str]) -> BTreeSet<String> {
    let trace = project.scene().join("trace");
    let mut command = project.command("strace");
    command.args(["-f", "--seccomp-bpf", "-y", "-s", "500", "-e"]);
    command.arg(format!("trace={CALLS}")).arg("-o").arg(&trace);
    command.arg("--").arg(bins::path(program)).args(line);
    finish(command.env("PLANWRIGHT_PLANNER_COMMAND", "echo none"));
    let text = String::from_utf8_lossy(&must("the trace", fs::read(&trace))).into_owned();
    let named = text.lines().flat_map(named);
    let inside = named.filter_map(|path| Some(path.strip_prefix(project.root()).ok()?.to_str()?.to_owned()));
    let is_own = |path: &String| OWN.iter().any(|own| Path::new(path).starts_with(own));
    let is_temporary = |path: &String| path.ends_with(".tmp");
    inside.filter(|path| is_own(path) && !is_temporary(path)).collect()
}

/// The paths of `name(3</folder>, "path", …`, and of calls without a folder.
fn named(line: &str) -> Vec<std::path::PathBuf> {
    let parts: Vec<&str> = line.split('"').collect();
    let pairs = parts.chunks_exact(2);
    pairs
        .map(|pair| {
            let folder = pair[0].rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
            Path::new(folder.map_or("", |(folder, _)| folder)).join(pair[1])
        })
        .collect()
}

/// Replaces numbers and random names, which do not matter.
fn pattern(path: &str) -> String {
    let name = |name: &str| {
        if name.starts_with("loose-") {
            return "loose-".to_owned();
        }
        let is_random = |word: &str| word.len() >= 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let words = name.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        let words = words.map(
            |word| match is_random(word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric())) {
                true => String::from("#"),
                false => word.replace(|c: char| c.is_ascii_digit(), "0"),
            },
        );
        words.collect()
    };
    let names: Vec<String> = path.split('/').map(name).collect();
    names.join("/")
}

pub type Placing = fn(&Path, &Path);

pub const HOSTILE: &[(&str, Placing)] = &[
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
    ("a link to a file of the home folder", |path, outside| {
        link(path, &outside.with_file_name("home/.bashrc"));
    }),
    ("a link to the backup of another project", |path, outside| {
        link(path, &outside.with_file_name("state/planwright/other-0123456789ab"));
    }),
    ("a link to the plan folders of the user", |path, outside| {
        link(path, &outside.with_file_name("home/.agentflow/plans/other"));
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
    // A mode is set through a link.
    if path.symlink_metadata().map_or(true, |found| found.is_symlink()) {
        text(path, "something\n");
    }
    must("a mode", fs::set_permissions(path, fs::Permissions::from_mode(mode)));
}
