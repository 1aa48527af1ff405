//! The person's version of a part.

use dialect::teddy::{
    ChoiceProblem, PartProblem, choice_problem, edit_between, edit_text, unified_diff, write_action, write_memo,
};
use model::proposal::{Create, Execute, MemoLine, Variable};
use model::{Action, Block, Diagnostic, MemoChange, RelPath, Spanned};

use super::drafts::Proposed;
use super::row::Row;
use crate::turns::chosen::Choice;

/// What a person writes in the place of what was proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Modification {
    Create {
        path: String,
        content: String,
    },
    /// The whole file as it is to be.
    Edit {
        text: String,
    },
    Execute {
        command: String,
        /// The project's root if absent.
        cwd: Option<String>,
        env: Vec<(String, String)>,
    },
    Research {
        queries: Vec<String>,
    },
    Chat {
        message: String,
    },
    Invoke {
        agent: String,
        message: String,
    },
    Conclude {
        message: String,
    },
    /// Without its mark.
    Memo {
        text: String,
    },
}

/// Between two queries, where they stand in one text.
const NEXT_QUERY: &str = "---";

impl Modification {
    /// The text that a person would edit: a file's content, a command, queries, a message. `None` where nothing can be
    /// changed. An edit's text is that of its file, which it does not know.
    pub fn text_of(action: &Action) -> Option<String> {
        match action {
            Action::Create(create) => Some(create.content.value.text().to_owned()),
            Action::Execute(execute) => Some(execute.command.value.text().to_owned()),
            Action::Research(research) => {
                let queries = research.queries.iter().map(|query| query.value.text());
                Some(queries.collect::<Vec<_>>().join(&format!("{NEXT_QUERY}\n")))
            }
            Action::Chat(chat) => Some(chat.message.value.clone()),
            Action::Invoke(invoke) => Some(invoke.message.value.clone()),
            Action::Conclude(conclude) => Some(conclude.message.value.clone()),
            Action::Edit(_) | Action::Read(_) | Action::Prune(_) => None,
        }
    }

    /// The same action with another text. `None` where nothing can be changed.
    pub fn with_text(action: &Action, text: String) -> Option<Self> {
        let message = text.trim_end_matches(['\n', '\r']).to_owned();
        Some(match action {
            Action::Create(create) => Self::Create {
                path: create.path.value.to_string(),
                content: text,
            },
            Action::Edit(_) => Self::Edit { text },
            Action::Execute(execute) => {
                let variable = |variable: &Variable| (variable.name.value.clone(), variable.value.value.clone());
                Self::Execute {
                    command: text,
                    cwd: execute.cwd.as_ref().map(|cwd| cwd.value.to_string()),
                    env: execute.env.iter().map(variable).collect(),
                }
            }
            Action::Research(_) => Self::Research {
                queries: queries(&text),
            },
            Action::Chat(_) => Self::Chat { message },
            Action::Invoke(invoke) => Self::Invoke {
                agent: invoke.agent.value.clone(),
                message,
            },
            Action::Conclude(_) => Self::Conclude { message },
            Action::Read(_) | Action::Prune(_) => return None,
        })
    }
}

fn queries(text: &str) -> Vec<String> {
    let mut queries = vec![String::new()];
    for line in text.lines() {
        match (line.trim() == NEXT_QUERY, queries.last_mut()) {
            (false, Some(query)) => query.extend([line, "\n"]),
            _ => queries.push(String::new()),
        }
    }
    queries.retain(|query| !query.trim().is_empty());
    queries
}

/// The memo with another text.
pub(super) fn memo(original: &MemoLine, change: &Modification) -> Result<MemoLine, Vec<Diagnostic>> {
    let Modification::Memo { text } = change else {
        return Err(refused(&ChoiceProblem::WrongKind));
    };
    let text = text.trim().to_owned();
    Ok(MemoLine {
        change: match original.change {
            MemoChange::Add(_) => MemoChange::Add(text),
            MemoChange::Remove(_) => MemoChange::Remove(text),
        },
        comment: original.comment.clone(),
    })
}

pub(super) fn changed_memo(original: &Spanned<MemoLine>, form: MemoLine) -> Choice<MemoLine> {
    Choice {
        told: (form != original.value).then(|| write_memo(&original.value)),
        form: Spanned::new(form, original.span.clone()),
        is_on: true,
    }
}

/// The action with what the person says.
pub(super) fn changed(original: &Spanned<Action>, change: &Modification) -> Result<Choice<Action>, Vec<Diagnostic>> {
    let form = form(&original.value, change)?;
    if form == original.value {
        return Ok(Choice::as_proposed(original));
    }
    let (before, after) = (write_action(&original.value), write_action(&form));
    let told = unified_diff(original.value.verb().word(), &before, &after);
    Ok(in_place_of(original, form, told))
}

fn in_place_of(original: &Spanned<Action>, form: Action, told: String) -> Choice<Action> {
    Choice {
        form: Spanned::new(form.moved_to(&original.span), original.span.clone()),
        is_on: true,
        told: Some(told),
    }
}

/// The edit that leads to the person's version of the file, from what is there before it.
pub(super) fn edited(
    row: &Row<'_, Action>,
    file: Result<Option<Proposed>, PartProblem>,
    text: &str,
) -> Result<Choice<Action>, Vec<Diagnostic>> {
    let (
        Action::Edit(original),
        Ok(Some(Proposed {
            path,
            before: Some(before),
            ..
        })),
    ) = (&row.original.value, &file)
    else {
        let problem = file.err().map_or(ChoiceProblem::EditsNoFile, ChoiceProblem::Part);
        return Err(refused(&problem));
    };
    let proposed = edit_text(before, &[original]).ok().map(|edited| edited.text);
    if proposed.as_deref() == Some(text) {
        return Ok(Choice::as_proposed(row.original));
    }
    if **before == *text {
        return Err(refused(&ChoiceProblem::SameAsBefore));
    }
    let Some(form) = edit_between(original, before, text) else {
        return Err(refused(&ChoiceProblem::Inexpressible));
    };
    let told = unified_diff(path.as_str(), proposed.as_deref().unwrap_or(before), text);
    Ok(in_place_of(row.original, Action::Edit(form), told))
}

fn form(original: &Action, change: &Modification) -> Result<Action, Vec<Diagnostic>> {
    let mut form = original.clone();
    match (&mut form, change) {
        (Action::Create(create), Modification::Create { path, content }) => set_create(create, path, content)?,
        (Action::Execute(execute), Modification::Execute { command, cwd, env }) => {
            set_execute(execute, command, cwd.as_deref(), env)?;
        }
        (Action::Research(research), Modification::Research { queries }) => {
            let info = research
                .queries
                .first()
                .map_or("", |query| query.value.info())
                .to_owned();
            let query = |text: &String| Spanned::unplaced(Block::new(&info, text.clone(), 0..0));
            research.queries = queries.iter().map(query).collect();
        }
        (Action::Chat(chat), Modification::Chat { message }) => chat.message.value.clone_from(message),
        (Action::Invoke(invoke), Modification::Invoke { agent, message }) => {
            agent.trim().clone_into(&mut invoke.agent.value);
            invoke.message.value.clone_from(message);
        }
        (Action::Conclude(conclude), Modification::Conclude { message }) => {
            conclude.message.value.clone_from(message);
        }
        _ => return Err(refused(&ChoiceProblem::WrongKind)),
    }
    Ok(form)
}

fn set_create(create: &mut Create, path: &str, content: &str) -> Result<(), Vec<Diagnostic>> {
    create.path.value = rel_path(path)?;
    let block = &mut create.content.value;
    *block = Block::new(block.info(), content.to_owned(), block.span());
    Ok(())
}

fn set_execute(
    execute: &mut Execute,
    command: &str,
    cwd: Option<&str>,
    env: &[(String, String)],
) -> Result<(), Vec<Diagnostic>> {
    let block = &mut execute.command.value;
    *block = Block::new(block.info(), command.to_owned(), block.span());
    execute.cwd = match cwd.map(str::trim) {
        None | Some("" | ".") => None,
        Some(cwd) => Some(Spanned::unplaced(rel_path(cwd)?)),
    };
    let variable = |(name, value): &(String, String)| Variable {
        name: Spanned::unplaced(name.clone()),
        value: Spanned::unplaced(value.clone()),
    };
    execute.env = env.iter().map(variable).collect();
    Ok(())
}

/// In a plan, a leading slash means the project's root. Whoever types one means a place of the machine, and must not find
/// the file somewhere in the project afterwards.
fn rel_path(text: &str) -> Result<RelPath, Vec<Diagnostic>> {
    let text = text.trim();
    if text.starts_with('/') || text == "~" || text.starts_with("~/") {
        return Err(refused(&ChoiceProblem::AbsolutePath(text)));
    }
    RelPath::new(text).map_err(|fault| refused(&ChoiceProblem::InvalidPath(text, fault)))
}

fn refused(problem: &ChoiceProblem<'_>) -> Vec<Diagnostic> {
    vec![choice_problem(problem)]
}
