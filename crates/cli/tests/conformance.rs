//! Every suite below `spec/`, run against our five binaries; and the planning guide, by what it says itself.

use std::path::Path;
use std::process::ExitCode;

use dialect::planloop::gates::RULES;
use testkit::spec::Made;

const GUIDE: &str = include_str!("../../../docs/planning-guide.md");

fn main() -> ExitCode {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let planloop = Path::new(env!("CARGO_BIN_EXE_planloop"));
    testkit::spec::main(&spec, planloop.parent().unwrap_or(planloop), vec![planning_guide()])
}

/// The project that the guide describes, its payload, and its table of gates.
fn planning_guide() -> Made {
    let (spec, plan, rules) = (block("markdown"), block("json"), RULES.join(" "));
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
{GUIDE}`````

```console
$ for rule in {rules}; do grep -q "^| .$rule. |" guide.md || echo "$rule is missing"; done

$ grep -c '^| `' guide.md
{count}
```
"#,
        count = RULES.len(),
    );
    Made {
        name: "docs/planning-guide",
        text,
    }
}

/// The guide's first block in the language, with its last line break.
fn block(language: &str) -> &'static str {
    let start = GUIDE.find(&format!("```{language}\n"));
    let inside = start.and_then(|start| GUIDE.get(start + "```\n".len() + language.len()..));
    inside
        .and_then(|inside| inside.split_inclusive("\n```\n").next())
        .map_or("", |inside| inside.trim_end_matches("```\n"))
}
