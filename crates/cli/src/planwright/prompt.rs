use clap::builder::PossibleValue;
use dialect::agentctl::overseer;
use engine::prompts::{self, PromptName};
use engine::{Engine, ThreadFolder};
use model::{Role, ThreadId};
use render::agentctl::prompt_json;
use render::errors::Trouble;
use render::planwright::{holes_text, prompts_json, prompts_text};

use super::call::{Answered, Call};
use crate::answer::{Answer, exit};
use crate::trouble;

/// Print a prompt, or list all prompts
///
/// `overseer` is a system prompt for agents. planwright sends the other prompts to language models. To replace one, name
/// your file in the `[prompts]` table of your configuration; a project cannot replace prompts. The list reports errors in
/// your files, and exits 1 if one of them cannot be used. A prompt is printed as it is used; --built-in prints the original.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  claude --append-system-prompt \"$(planwright prompt overseer)\"
  planwright prompt                           list the prompts
  planwright prompt judge --placeholders      list its placeholders
  planwright prompt judge --built-in > ~/.config/planwright/judge.md

To use the copy of the last example, write `judge = \"judge.md\"` below `[prompts]` in your config.toml.")]
pub struct Args {
    /// The name of the prompt [default: list all]
    #[arg(value_enum)]
    name: Option<Name>,
    /// Print the built-in prompt, even if yours replaces it
    #[arg(long, requires = "name", conflicts_with = "placeholders")]
    built_in: bool,
    /// Print the placeholders instead of the text
    #[arg(long, requires = "name", conflicts_with = "json")]
    placeholders: bool,
}

#[derive(Clone, Copy)]
enum Name {
    /// For an agent in plan mode, which writes plan folders and commits them with agentctl.
    Overseer,
    Asking(PromptName),
}

impl Name {
    const ALL: [Self; PromptName::ALL.len() + 1] = {
        let mut all = [Self::Overseer; PromptName::ALL.len() + 1];
        let mut at = 0;
        while at < PromptName::ALL.len() {
            all[at + 1] = Self::Asking(PromptName::ALL[at]);
            at += 1;
        }
        all
    };
}

impl clap::ValueEnum for Name {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Overseer => PossibleValue::new("overseer").help("for an agent in plan mode (agentctl)"),
            Self::Asking(name) => PossibleValue::new(name.word()).help(name.purpose()),
        })
    }
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let name = match args.name {
        None => return list(call),
        Some(Name::Overseer) if args.placeholders => return Ok(without_placeholders()),
        Some(Name::Overseer) => return overseers(call),
        Some(Name::Asking(name)) => name,
    };
    if args.placeholders {
        return Ok(Answer::done(holes_text(name)));
    }
    let text = match args.built_in {
        true => name.text().to_owned(),
        false => prompts::used(&call.door.setting, name)?,
    };
    Ok(call.answer(|| prompt_json(name.word(), &text), || text.clone()))
}

fn list(call: &Call<'_>) -> Answered {
    let prompts = prompts::load(&call.door.setting)?;
    let is_good = PromptName::ALL.iter().all(|name| prompts.faults(*name).is_empty());
    let code = if is_good { exit::DONE } else { exit::INVALID };
    Ok(call
        .answer(|| prompts_json(&prompts), || prompts_text(&prompts))
        .with_code(code))
}

fn without_placeholders() -> Answer {
    let trouble = Trouble::new("usage", "the prompt `overseer` has no placeholders")
        .with_exit(exit::USAGE)
        .with_hint("it is printed with everything filled in, and cannot be replaced");
    trouble::answer(&trouble, false)
}

fn overseers(call: &Call<'_>) -> Answered {
    let named = call.common.scope.session.as_ref();
    let named = named.or(call.door.assignment.session.as_ref());
    let folders = Engine::handed_out(&call.door.setting, named, call.door.planning_session())?;
    let current = folders.iter().find(|folder| folder.role == Role::Primary);
    let current = current.map(ThreadFolder::shown);
    let prompt = overseer(current.as_deref(), &additional(&folders));
    Ok(call.answer(|| prompt_json("overseer", &prompt), || prompt.clone()))
}

fn additional(folders: &[ThreadFolder]) -> Vec<(ThreadId, String)> {
    let others = folders.iter().filter(|folder| folder.role == Role::Additional);
    others.map(|folder| (folder.thread, folder.shown())).collect()
}
