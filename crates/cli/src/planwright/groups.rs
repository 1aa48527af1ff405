//! The help of `planwright` in groups. clap itself lists subcommands without headings.

use clap::Subcommand;
use clap::builder::Styles;

/// Each command is in one group; a test compares the table with the commands.
pub const GROUPS: &[(&str, &[&str])] = &[
    (
        "Everyday commands",
        &[
            "init", "add", "next", "done", "status", "list", "board", "run", "log", "undo",
        ],
    ),
    ("Plan", &["edit", "drop", "close", "context", "export"]),
    ("Work", &["fail", "reopen", "signal", "work"]),
    ("Watch", &["show", "graph", "usage"]),
    ("Run", &["planner", "prompt"]),
    ("Review", &["check", "fmt", "rules"]),
    ("Repair", &["doctor", "restore"]),
    ("Set up", &["demo", "completions", "schema"]),
];

/// The help template of the program whose commands are `Commands`.
pub fn template<Commands: Subcommand>() -> String {
    let all = Commands::augment_subcommands(clap::Command::new("planwright"));
    let about = |name: &str| {
        let command = all.find_subcommand(name);
        let about = command.and_then(clap::Command::get_about);
        about.map(ToString::to_string).unwrap_or_default()
    };
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (title, names) in GROUPS {
        text += &format!("{header}{title}:{header:#}\n");
        for name in *names {
            text += &format!("  {literal}{name:<13}{literal:#}{}\n", about(name));
        }
        text.push('\n');
    }
    text + &format!("{header}{}:{header:#}\n{{options}}{{after-help}}", crate::flags::GLOBAL)
}
