//! Rules about memos, agents, handoffs and the context of a session.

use std::ops::Range;

use model::{Diagnostic, Resource, Spanned};

use super::files::path_outside;
use super::hint_for_missing;
use crate::rules::rules;
use crate::spelling::nearest;
use crate::teddy::check::ground::{Ground, Standing};
use crate::teddy::check::view::{Ending, TurnView};
use crate::teddy::rules::quoted;

rules! {
    MEMO_FILE: Error "memo-file",
        "The file of memos is a list of texts.",
        "Nobody can tell which memos there are, and a change would overwrite what the file holds.";
    MEMO_DUPLICATE: Error "memo-duplicate",
        "A memo that is added is not there yet.",
        "A memory that says everything twice is read twice, and half of it is forgotten when one copy is removed.";
    MEMO_MISSING: Error "memo-missing",
        "A memo that is removed is there, letter for letter.",
        "Otherwise a memo that should be forgotten stays, and nobody notices.";
    HANDOFF_RESOURCE: Error "handoff-resource",
        "The resources of a handoff exist, or are created by an earlier action.",
        "They are all that the next agent gets to see.";
    INVOKE_AGENT: Error "invoke-agent",
        "The agent that is invoked exists, in capitals or not.",
        "Nobody would take up the work.";
    CONCLUDE_CALLER: Error "conclude-caller",
        "Only an agent that was invoked, or that works on a task, concludes.",
        "There is nobody to return control to.";
    PRUNE_CONTEXT: Error "prune-context",
        "What is pruned is in `turn.context`.",
        "Only that file is the agent's own. The session's and the global context belong to the user.";
    PRUNE_SESSION: Warning "prune-session",
        "A plan that prunes belongs to a session.",
        "Outside of a session there is no context, so this does nothing.";
}

/// Where the memos are that count outside of a session.
pub const MEMO_FILE_PATH: &str = ".teddy/memos.yaml";

pub(in crate::teddy::check) fn memo_file(why: &str) -> Diagnostic {
    MEMO_FILE
        .broken(format!("The memos cannot be read: {why}."))
        .at_path(MEMO_FILE_PATH)
        .with_hint("Write one line such as `- Use pnpm.` for each memo.")
}

pub(in crate::teddy::check) fn memo_duplicate(span: Range<usize>, memo: &str) -> Diagnostic {
    let message = format!("The memo {} is already remembered.", quoted(memo));
    MEMO_DUPLICATE.at(span, message, "Remove this line.")
}

/// Memos named in a hint.
const MEMOS_LISTED: usize = 5;

pub(in crate::teddy::check) fn memo_missing(span: Range<usize>, memo: &str, known: &[&str]) -> Diagnostic {
    let message = format!("There is no memo {}.", quoted(memo));
    MEMO_MISSING.at(span, message, memo_hint(memo, known))
}

fn memo_hint(memo: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return "There are no memos. Remove this line.".to_owned();
    }
    if let Some(meant) = meant(memo, known) {
        return format!("Did you mean {}? Copy it exactly.", quoted(meant));
    }
    let listed: Vec<String> = known.iter().take(MEMOS_LISTED).map(|memo| quoted(memo)).collect();
    let more = if known.len() > MEMOS_LISTED { ", …" } else { "" };
    format!(
        "Copy the memo exactly, or remove this line. There is {}{more}.",
        listed.join(", ")
    )
}

/// The memo that says the same but for case, blanks and punctuation, or all but for two letters.
fn meant<'a>(memo: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    let wanted = letters(memo);
    let same = known.iter().copied().find(|known| letters(known) == wanted);
    same.or_else(|| nearest(memo, known.iter().copied()))
}

pub(in crate::teddy::check) fn handoff_resource(
    resource: &Spanned<Resource>,
    ground: &Ground<'_>,
) -> Option<Diagnostic> {
    let path = resource.value.path()?;
    match ground.at(path) {
        Standing::Absent => {}
        Standing::Outside => return Some(path_outside(resource.span.clone(), path)),
        Standing::Text(_) | Standing::Folder | Standing::Opaque(_) | Standing::Doubtful => return None,
    }
    let message = format!("There is nothing at `{path}` to hand over.");
    let hint = hint_for_missing("Check the path, or `CREATE` the file first.", ground.ran_command());
    Some(HANDOFF_RESOURCE.at(resource.span.clone(), message, hint))
}

/// Agents named in a hint.
const AGENTS_LISTED: usize = 12;

pub(in crate::teddy::check) fn invoke_agent(agent: &Spanned<String>, known: Option<&[String]>) -> Option<Diagnostic> {
    let known = known?;
    let wanted = agent.value.trim().to_lowercase();
    if known.iter().any(|name| name.to_lowercase() == wanted) {
        return None;
    }
    let message = format!("There is no agent {}.", quoted(&agent.value));
    Some(INVOKE_AGENT.at(agent.span.clone(), message, agent_hint(&wanted, known)))
}

fn agent_hint(wanted: &str, known: &[String]) -> String {
    let lower: Vec<String> = known.iter().map(|name| name.to_lowercase()).collect();
    let meant = nearest(wanted, lower.iter().map(String::as_str));
    let meant = meant.and_then(|meant| known.iter().find(|name| name.to_lowercase() == meant));
    if let Some(meant) = meant {
        return format!("Did you mean {}?", quoted(meant));
    }
    let listed: Vec<String> = known.iter().take(AGENTS_LISTED).map(|name| quoted(name)).collect();
    match listed.is_empty() {
        true => "No agents are set up.".to_owned(),
        false => format!("There is {}.", listed.join(", ")),
    }
}

pub(in crate::teddy::check) fn conclude_caller(span: Range<usize>, turn: Option<&TurnView>) -> Option<Diagnostic> {
    if turn?.ending != Ending::Nowhere {
        return None;
    }
    let message = "Nobody invoked this agent, so there is nobody to return to.";
    let hint = "Tell the user with `CHAT_WITH_USER` instead.";
    Some(CONCLUDE_CALLER.at(span, message, hint))
}

pub(in crate::teddy::check) fn prune_context(
    resource: &Spanned<Resource>,
    turn: &TurnView,
    ground: &Ground<'_>,
) -> Option<Diagnostic> {
    let value = &resource.value;
    let (message, hint) = if ground.is_pruned(value) {
        (format!("`{value}` is pruned twice."), "Remove this action.")
    } else if turn.context.contains(value) {
        return None;
    } else if value.path().is_some_and(|path| turn.has_shown(path)) {
        let message = format!("`{value}` is not in `turn.context`, but in the context that the user keeps.");
        (message, "Remove this action, or ask the user to take it out.")
    } else {
        (
            format!("`{value}` is not in `turn.context`."),
            "Check the path, or remove this action.",
        )
    };
    Some(PRUNE_CONTEXT.at(resource.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn prune_session(span: Range<usize>) -> Diagnostic {
    let message = "There is no session, so there is no context to prune.";
    PRUNE_SESSION.at(span, message, "Remove this action, or run the plan in its session.")
}
