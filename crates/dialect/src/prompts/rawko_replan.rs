//! After a failure, the failed step and what depends on it are planned anew.

use model::{Brief, Diagnostic};

use super::hole::{Hole, free, needed};
use super::rawko_create::agents;
use super::template::{self, bullets, fenced, one_line};

pub(super) const FILE: &str = include_str!("rawko_replan.md");

pub(super) const HOLES: &[Hole] = &[
    needed("task", "what is to be achieved"),
    free("failed_index", "the number of the step that failed"),
    needed("failed_description", "the step that failed"),
    needed("error", "why it failed"),
    needed("replaced", "the steps that are planned anew"),
    needed("kept", "the steps that stay"),
    free("discoveries", "what was found out on the way"),
    needed("constraints", "what the plan must respect"),
    needed("agents", "who can carry out a step"),
];

pub const VERSION: u32 = template::version(FILE);

/// The error of a step that is replanned before it failed.
pub const NOT_FAILED: &str = "It has not failed; the plan is to be made anew.";

#[derive(Debug, Clone)]
pub struct Input<'a> {
    pub task: &'a str,
    pub failed: Step<'a>,
    pub error: &'a str,
    /// The failed step and all that wait for it, directly or not.
    pub replaced: &'a [Step<'a>],
    pub kept: &'a [Step<'a>],
    pub discoveries: &'a [String],
    pub constraints: &'a [String],
    /// Name, and when to choose it.
    pub agents: &'a [(String, String)],
}

#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// Counted from 0.
    pub index: u32,
    pub description: &'a str,
    /// Under the name that the document gives it.
    pub status: &'a str,
    /// What came of it.
    pub output: Option<&'a str>,
    /// What it asks for, of a step that has to be planned anew: nothing of it should get lost.
    pub brief: Option<&'a Brief>,
}

/// `instead` is the text of a user's own prompt.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<String, Vec<Diagnostic>> {
    let list = |entries: &[String]| bullets(entries.iter().map(String::as_str));
    template::fill(
        instead.unwrap_or(FILE),
        &[
            ("task", &fenced("text", input.task)),
            ("failed_index", &input.failed.index.to_string()),
            ("failed_description", &one_line(input.failed.description)),
            ("error", &fenced("text", input.error)),
            ("replaced", &steps(input.replaced)),
            ("kept", &steps(input.kept)),
            ("discoveries", &list(input.discoveries)),
            ("constraints", &list(input.constraints)),
            ("agents", &agents(input.agents)),
        ],
    )
}

fn steps(steps: &[Step<'_>]) -> String {
    let line = |step: &Step<'_>| {
        let output = step
            .output
            .map(|output| format!("; outcome: {output}"))
            .unwrap_or_default();
        let brief = step.brief.map(asked_for).unwrap_or_default();
        format!(
            "Step {} ({}): {}{output}{brief}",
            step.index, step.status, step.description
        )
    };
    let lines: Vec<_> = steps.iter().map(line).collect();
    bullets(lines.iter().map(String::as_str))
}

fn asked_for(brief: &Brief) -> String {
    let paths: Vec<String> = brief.paths.iter().map(ToString::to_string).collect();
    let fields = [
        ("for", brief.agent.as_ref().map(ToString::to_string).unwrap_or_default()),
        ("instructions", brief.body.trim().to_owned()),
        ("accepted if", brief.acceptance.join(" | ")),
        ("files", paths.join(", ")),
    ];
    let said = fields.into_iter().filter(|(_, text)| !text.is_empty());
    said.map(|(name, text)| format!("; {name}: {text}")).collect()
}
