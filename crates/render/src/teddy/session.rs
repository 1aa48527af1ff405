//! The answers about sessions and their files: `new`, `context`, `plan`, `resume`, `get-prompt` and `preprocess`.

use std::fmt::Write;
use std::path::Path;

use dialect::teddy::input::NotShown;
use dialect::text::json::pretty;
use dialect::text::shell::shell_quoted;
use dialect::text::visible::visible;
use engine::config::NotRemembered;
use engine::proposals::Mended;
use engine::turns::{AgentPrompt, Gathered, Opened, ReplacedPrompt, TurnPlace, Weight, Written};
use model::{Diagnostic, RelPath};
use serde_json::json;

use super::without_nulls;
use crate::diagnostics::{diagnostics_value, snippets};
use crate::errors::warning_text;
use crate::show::style::{DIM, GOOD, paint};

/// The command that asks for the plan of a turn.
pub(super) const TO_PLAN: &str = "teddy plan -m \"WHAT YOU WANT\"";

/// The session that the command line named. A suggested command names it again: without the name, the command would
/// be about the latest session or the one of the current folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Named<'a>(pub Option<&'a str>);

impl Named<'_> {
    pub fn on(&self, command: &str) -> String {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"./_-".contains(&byte);
        match self.0 {
            None => command.to_owned(),
            Some(session) if !session.is_empty() && session.bytes().all(is_plain) => {
                format!("{command} --session {session}")
            }
            Some(session) => format!("{command} --session {}", shell_quoted(session)),
        }
    }
}

/// `path` is the folder of the session, absolute.
pub fn new_json(opened: &Opened, path: &Path) -> String {
    pretty(&without_nulls(json!({
        "session": opened.place.session,
        "path": path.to_string_lossy(),
        "turn": opened.place.folder().as_str(),
        "agent": opened.turn.agent.as_str(),
        "task": opened.turn.task.as_ref().map(|task| task.key.as_str()),
    })))
}

/// The path alone on the first line, so that a script can take it.
pub fn new_text(path: &Path) -> String {
    format!("{}\n", visible(&path.to_string_lossy()))
}

pub fn new_hint(opened: &Opened) -> String {
    let task = opened.turn.task.as_ref();
    let task = task.map(|task| format!("it advances the task {}\n", visible(task.key.as_str())));
    paint(DIM, format!("{}now: {TO_PLAN}", task.unwrap_or_default())) + "\n"
}

pub fn context_json(gathered: &Gathered) -> String {
    let resource = |weight: &Weight| {
        without_nulls(json!({
            "resource": weight.resource.to_string(),
            "tokens": weight.tokens,
            "trouble": weight.trouble.as_ref().map(context_problem),
        }))
    };
    pretty(&json!({
        "turn": gathered.place.folder().as_str(),
        "path": gathered.path.as_str(),
        "bytes": gathered.bytes,
        "tokens": gathered.tokens,
        "resources": gathered.weights.iter().map(resource).collect::<Vec<_>>(),
    }))
}

fn context_problem(problem: &NotShown) -> String {
    match problem {
        NotShown::Missing => "missing".to_owned(),
        NotShown::Binary(bytes) => format!("binary, {bytes} bytes"),
        NotShown::TooLarge(bytes) => format!("too large, {bytes} bytes"),
        NotShown::NoRoom(bytes) => format!("no room for it, {bytes} bytes"),
        NotShown::Failed(why) => why.clone(),
    }
}

pub fn context_text(gathered: &Gathered) -> String {
    let about = |tokens: usize| format!("{:>9}", format!("~{tokens}"));
    let mut text = String::new();
    for weight in &gathered.weights {
        let resource = weight.resource.to_string();
        let trouble = weight
            .trouble
            .as_ref()
            .map(|why| paint(DIM, format!("  {}", visible(&context_problem(why)))));
        let (tokens, trouble) = (about(weight.tokens), trouble.unwrap_or_default());
        let _ = writeln!(text, "{tokens}  {}{trouble}", visible(&resource));
    }
    let _ = writeln!(text, "{}  in all, about as many tokens", about(gathered.tokens));
    let _ = writeln!(text, "{}", visible(gathered.path.as_str()));
    text
}

pub fn planned_json(written: &Written) -> String {
    let usage = &written.usage;
    pretty(&without_nulls(json!({
        "turn": written.place.folder().as_str(),
        "plan": written.path.as_str(),
        "answer": written.raw.as_ref().map(RelPath::as_str),
        "model": written.model,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost": usage.cost.map(|cost| cost.to_string()),
    })))
}

pub fn planned_text(written: &Written, named: Named<'_>) -> String {
    let usage = &written.usage;
    let mut text = format!("{} {}\n", paint(GOOD, "planned"), visible(written.path.as_str()));
    if let Some(model) = &written.model {
        let _ = write!(text, "by {}", visible(model));
        if let (Some(input), Some(output)) = (usage.input_tokens, usage.output_tokens) {
            let _ = write!(text, ", {input} tokens in, {output} out");
        }
        if let Some(cost) = &usage.cost {
            let _ = write!(text, ", {cost}");
        }
        text.push('\n');
    }
    if let Some(raw) = &written.raw {
        let _ = writeln!(text, "the whole answer: {}", visible(raw.as_str()));
    }
    text + &format!("now: {}\n", named.on("teddy execute"))
}

const HAND_IN: &str = "teddy plan --answer FILE";

/// No planner is configured; `path` is the file with the question.
pub fn handed_json(named: Named<'_>, place: &TurnPlace, path: &RelPath, is_copied: bool) -> String {
    pretty(&json!({
        "turn": place.folder().as_str(),
        "prompt": path.as_str(),
        "copied": is_copied,
        "next_command": named.on(HAND_IN),
    }))
}

pub fn handed_text(named: Named<'_>, path: &RelPath, is_copied: bool) -> String {
    let next = named.on(HAND_IN);
    let copied = if is_copied { ", and copied to the clipboard" } else { "" };
    format!(
        "no planner is configured (see `planwright planner`)\nthe question: {}{copied}\nask a model, then: {next}   (or `-` for \
         standard input)\n",
        visible(path.as_str())
    )
}

/// The answer of `resume` for a session without a turn to go on with.
pub fn over_json(place: &TurnPlace) -> String {
    pretty(&json!({
        "session": place.session,
        "turn": place.folder().as_str(),
        "state": "over",
        "message": over_message(place),
    }))
}

pub fn over_text(place: &TurnPlace) -> String {
    format!("{}: {}\n", visible(place.folder().as_str()), over_message(place))
}

fn over_message(place: &TurnPlace) -> &'static str {
    match place.id.branch() {
        "" => "it was executed, and no turn follows it: the session is over",
        _ => "it was executed, and no turn follows it; to plan this branch anew, remove its plan.md and report.md",
    }
}

pub fn prompt_json(prompt: &AgentPrompt) -> String {
    pretty(&json!({"agent": prompt.agent.as_str(), "prompt": prompt.text}))
}

pub fn agents_json(agents: &[String]) -> String {
    pretty(&json!({"agents": agents}))
}

pub fn agents_text(agents: &[String]) -> String {
    agents.iter().map(|agent| format!("{}\n", visible(agent))).collect()
}

/// With `has_text`, the repaired text is part of the answer.
pub fn preprocess_json(name: &str, mended: &Mended, has_text: bool) -> String {
    pretty(&without_nulls(json!({
        "path": name,
        "changed": is_repaired(mended),
        "text": has_text.then_some(&mended.text),
        "diagnostics": diagnostics_value(&mended.diagnostics),
    })))
}

pub fn preprocess_text(name: &str, mended: &Mended) -> String {
    let shown = snippets(&mended.diagnostics, &|_| Some(mended.source.clone()));
    let verdict = match is_repaired(mended) {
        true => paint(GOOD, "mended"),
        false => paint(DIM, "unchanged"),
    };
    format!("{shown}{}: {verdict}\n", visible(name))
}

fn is_repaired(mended: &Mended) -> bool {
    mended.is_changed && !mended.is_ambiguous()
}

/// The problems of `.teddy/config.yaml`, each with its place.
pub fn config_warnings(path: &RelPath, problems: &[Diagnostic]) -> String {
    let warning = |problem: &Diagnostic| {
        let place = problem.place.line_column;
        let place = place.map(|(line, column)| format!(":{line}:{column}"));
        let message = format!("{path}{}: {}", place.unwrap_or_default(), problem.message);
        warning_text(&message, problem.hint.as_deref())
    };
    problems.iter().map(warning).collect()
}

/// Warns that files of the project replace built-in prompts: the author of the project controls the model with them.
pub fn prompt_warnings(replaced: &[ReplacedPrompt]) -> String {
    let warning = |ReplacedPrompt { agent, path }: &ReplacedPrompt| {
        let message = format!("{path} replaces the built-in prompt of the agent `{agent}`");
        let hint = format!("read {path}, or remove it to use the built-in prompt");
        warning_text(&message, Some(&hint))
    };
    replaced.iter().map(warning).collect()
}

/// Why a host was not added to the user's configuration.
pub fn not_remembered(why: &NotRemembered) -> String {
    match why {
        NotRemembered::UnusualHost => "it is not an ordinary host name".to_owned(),
        NotRemembered::NoFolder => "there is no folder for the user's configuration".to_owned(),
        NotRemembered::File(path, error) => format!("{}: {error}", path.display()),
        NotRemembered::ByHand(host, path) => {
            format!(
                "add \"{host}\" to `allow` below `[fetch]` in {} yourself",
                path.display()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggested_commands_name_the_session_again() {
        assert_eq!(Named(None).on("teddy plan"), "teddy plan");
        let named = Named(Some("20261115-greet"));
        assert_eq!(named.on("teddy plan"), "teddy plan --session 20261115-greet");
        let odd = Named(Some("it's; mine"));
        assert_eq!(odd.on("teddy plan"), r"teddy plan --session 'it'\''s; mine'");
    }
}
