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

/// Print a prompt, or list what language models are asked with
///
/// `overseer` is a system prompt for agents. The others are what planwright asks language models with. Yours can stand in
/// their place: name a file beside the configuration in its `[prompts]` table. A project cannot name one. A file is checked
/// whenever it is read: the list says what is wrong with yours, and exits 1 if one of them cannot be used. What is printed
/// is what is used; --built-in prints ours instead.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  claude --append-system-prompt \"$(planwright prompt overseer)\"
  planwright prompt                           which there are, and yours
  planwright prompt judge --placeholders      what may stand in it
  planwright prompt judge --built-in > ~/.config/planwright/judge.md

The last one gives you one to start from; then write `judge = \"judge.md\"` below `[prompts]` in your config.toml.")]
pub struct Args {
    #[arg(value_enum)]
    name: Option<Name>,
    /// The one that is built in, also where yours is used
    #[arg(long, requires = "name", conflicts_with = "placeholders")]
    built_in: bool,
    /// Say what is filled in where, instead of the text
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
