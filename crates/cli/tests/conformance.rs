//! Every suite below `spec/`, run against our five binaries; and both guides, by what they say themselves.

use std::path::Path;
use std::process::ExitCode;

use dialect::rules::THEMES;
use testkit::spec::Made;

const PLANNING_GUIDE: &str = include_str!("../../../docs/planning-guide.md");
const GUIDE: &str = include_str!("../../../docs/guide.md");

fn main() -> ExitCode {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let planloop = Path::new(env!("CARGO_BIN_EXE_planloop"));
    testkit::spec::main(
        &spec,
        planloop.parent().unwrap_or(planloop),
        vec![planning_guide(), guide(), checking(), turns()],
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

/// The worked example of planning with agentctl: a person's home stands for the home of the test.
fn guide() -> Made {
    let example = section(
        "### A plan from the first file to the last task\n",
        "\n### Front matters in editors\n",
    );
    Made {
        name: "docs/guide",
        text: format!("# The guide\n\n{}", example.replace("/u/ann/", "[HOME]/")),
    }
}

/// The worked example of checking a Markdown plan.
fn checking() -> Made {
    Made {
        name: "docs/guide-checking",
        text: format!(
            "# The guide\n\n{}",
            section("### A plan that edits a file\n", "\n### Code fences\n")
        ),
    }
}

/// The worked example of a session.
fn turns() -> Made {
    Made {
        name: "docs/guide-turns",
        text: format!(
            "# The guide\n\n{}",
            section(
                "### From a session to its second turn\n",
                "\n### A task worked in turns\n"
            )
        ),
    }
}

/// A part of the guide, with its heading, up to the next one; headings inside of blocks are not taken for it.
fn section(heading: &str, next: &str) -> String {
    let part = GUIDE.split_once(heading).map_or("", |(_, after)| after);
    let part = part.split_once(next).map_or(part, |(part, _)| part);
    format!("{heading}{part}")
}

/// The planning guide's first block in the language, with its last line break.
fn block(language: &str) -> &'static str {
    let start = PLANNING_GUIDE.find(&format!("```{language}\n"));
    let inside = start.and_then(|start| PLANNING_GUIDE.get(start + "```\n".len() + language.len()..));
    inside
        .and_then(|inside| inside.split_inclusive("\n```\n").next())
        .map_or("", |inside| inside.trim_end_matches("```\n"))
}
