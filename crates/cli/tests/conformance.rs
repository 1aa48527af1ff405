//! Every suite below `spec/`, run against the five binaries; and the commands of the README and both guides.

use std::path::Path;
use std::process::ExitCode;

use dialect::rules::THEMES;
use testkit::spec::Made;

const PLANNING_GUIDE: &str = include_str!("../../../docs/planning-guide.md");
const GUIDE: &str = include_str!("../../../docs/guide.md");
const README: &str = include_str!("../../../README.md");

fn main() -> ExitCode {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let planloop = Path::new(env!("CARGO_BIN_EXE_planloop"));
    testkit::spec::main(
        &spec,
        planloop.parent().unwrap_or(planloop),
        vec![planning_guide(), guide(), readme()],
    )
}

/// The project that the guide describes, its payload, and its table of gates.
fn planning_guide() -> Made {
    let gates = THEMES.iter().find(|theme| theme.page == "planloop-gates");
    let gates: Vec<_> = gates
        .iter()
        .flat_map(|theme| theme.rules)
        .map(|rule| rule.name)
        .collect();
    let (spec, plan, rules) = (block("markdown"), block("json"), gates.join(" "));
    let text = format!(
        r#"
# The planning guide

````markdown file=spec.md
{spec}````

```text file=src/main.py
```

```json file=plan.json
{plan}```

## Its example passes the gates

```console
$ mkdir tests && planloop start --goal "Build what spec.md says" >/dev/null

$ planloop update --file plan.json
{{
  "status": "success",
  "message": "State updated successfully.",
  "version": 2,
  "task_ids": [
    2,
    3,
    4,
    5,
    6
  ],
  "next_command": "planloop status --json"
}}
```

## Its table names every gate

`````markdown file=guide.md
{PLANNING_GUIDE}`````

```console
$ for rule in {rules}; do grep -q "^| .$rule. |" guide.md || echo "$rule is missing"; done

$ grep -c '^| `' guide.md
{count}
```
"#,
        count = gates.len(),
    );
    Made {
        name: "docs/planning-guide",
        text,
    }
}

/// Each section of the guide is a test. The home of the guide's user stands for the home of the test.
fn guide() -> Made {
    Made {
        name: "docs/guide",
        text: any_output(&GUIDE.replace("/u/ann/", "[HOME]/")),
    }
}

/// All commands of the README, in order, in one project.
fn readme() -> Made {
    let mut is_fenced = false;
    let mut text = "# README\n\n## From top to bottom\n\n".to_owned();
    for line in README.lines() {
        is_fenced ^= line.starts_with("```");
        if is_fenced || !line.starts_with('#') {
            text += line;
            text.push('\n');
        }
    }
    Made {
        name: "README",
        text: any_output(&text),
    }
}

/// A command without an expected output may print anything, but must succeed.
fn any_output(text: &str) -> String {
    let mut changed = String::new();
    let mut lines = text.lines().peekable();
    let mut is_console = false;
    while let Some(line) = lines.next() {
        changed += line;
        changed.push('\n');
        is_console = line == "```console" || is_console && !line.starts_with("```");
        let is_command = is_console && line.starts_with("$ ");
        let has_output = lines
            .peek()
            .is_some_and(|next| !next.is_empty() && !next.starts_with("$ ") && !next.starts_with("```"));
        if is_command && !has_output {
            changed += "...\n";
        }
    }
    changed
}

/// The planning guide's first block in the language, with its last line break.
fn block(language: &str) -> &'static str {
    let start = PLANNING_GUIDE.find(&format!("```{language}\n"));
    let inside = start.and_then(|start| PLANNING_GUIDE.get(start + "```\n".len() + language.len()..));
    inside
        .and_then(|inside| inside.split_inclusive("\n```\n").next())
        .map_or("", |inside| inside.trim_end_matches("```\n"))
}
