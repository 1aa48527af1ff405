//! From one turn to the next.

use dialect::teddy::{Meta, add_to_context, remove_from_context, write_context, write_meta};
use model::proposal::{Conclude, Invoke};
use model::report::{Entry, Fate, Verdict};
use model::{Action, Resource, Turn, TurnId};
use workspace::Change;

use super::bench::Workbench;
use super::folder::{CONTEXT, MESSAGE, META, PROMPT, PROMPT_FILE, REJECTED_PLANS, TurnFolder};
use super::place::TurnPlace;
use crate::error::EngineError;

/// A turn that does not exist yet.
pub(super) struct NextTurn {
    pub place: TurnPlace,
    turn: Turn,
    prompt: Option<String>,
    prompt_file: Option<String>,
    context: String,
    message: Option<String>,
    /// Plans in a row that were rejected before it.
    rejected_plans: Option<u32>,
}

/// What makes the next turn differ from a plain continuation.
pub(super) struct Outcome<'a> {
    pub verdict: Verdict,
    pub entries: &'a [Entry],
    /// What the user said, be it a reply or why the plan was skipped; or what is wrong with the plan.
    pub message: Option<String>,
}

impl NextTurn {
    /// `None` if the session has come to its end.
    pub fn prepare(bench: &Workbench, now: &TurnFolder, outcome: Outcome<'_>) -> Result<Option<Self>, EngineError> {
        let mut next = Self::continuation(bench, now)?;
        next.message = outcome.message;
        let counts = |entry: &&Entry| matches!(entry.fate, Fate::Done | Fate::NotFetched(_));
        let done = outcome.entries.iter().filter(counts);
        for entry in done {
            match &entry.action {
                Action::Read(read) => next.context = add_to_context(&next.context, &read.resource.value),
                Action::Prune(prune) => next.context = remove_from_context(&next.context, &prune.resource.value),
                Action::Invoke(invoke) => next.invoke(bench, now, invoke)?,
                Action::Conclude(conclude) => match next.conclude(bench, now, conclude)? {
                    true => {}
                    false => return Ok(None),
                },
                _ => {}
            }
        }
        match outcome.verdict {
            Verdict::Invalid => next.rejected_plans = Some(bench.rejected_before(&now.place)? + 1),
            _ => next.context = add_to_context(&next.context, &now.report_resource()),
        }
        Ok(Some(next))
    }

    /// The files of its folder.
    pub fn changes(&self) -> Vec<Change> {
        let mut meta = Meta::new(self.turn.clone());
        if let Some(path) = &self.prompt_file {
            meta.set_text(PROMPT_FILE, path);
        }
        if let Some(count) = self.rejected_plans {
            meta.set_number(REJECTED_PLANS, count);
        }
        let files = [
            (META, Some(write_meta(&meta))),
            (CONTEXT, Some(self.context.clone())),
            (PROMPT, self.prompt.clone()),
            (MESSAGE, self.message.clone().map(with_end)),
        ];
        let create = |(name, text): (&str, Option<String>)| {
            let path = self.place.file(name);
            Some(Change::Create {
                path,
                content: text?.into_bytes(),
            })
        };
        files.into_iter().filter_map(create).collect()
    }

    fn continuation(bench: &Workbench, now: &TurnFolder) -> Result<Self, EngineError> {
        let turn = now.turn();
        let id = free_after(bench, now)?;
        Ok(Self {
            place: now.place.at(&id),
            turn: Turn {
                id,
                parent: Some(turn.id.clone()),
                caller: turn.caller.clone(),
                agent: turn.agent.clone(),
                created_at: bench.now(),
                task: turn.task.clone(),
                undone_at: None,
            },
            prompt: now.prompt.clone(),
            prompt_file: now.prompt_file(),
            context: now.context.clone(),
            message: None,
            rejected_plans: None,
        })
    }

    fn invoke(&mut self, bench: &Workbench, now: &TurnFolder, invoke: &Invoke) -> Result<(), EngineError> {
        let prompt = bench.agent(&invoke.agent.value)?;
        self.context = write_context(&resources(&invoke.resources));
        self.prompt = Some(prompt.text);
        self.prompt_file = prompt.replaced_by.map(|path| path.to_string());
        self.turn.agent = prompt.agent;
        self.turn.caller = Some(now.turn().id.clone());
        self.add_message(&bench.secrets.redact(&invoke.message.value));
        Ok(())
    }

    /// Whether anybody is there to go on.
    fn conclude(&mut self, bench: &Workbench, now: &TurnFolder, conclude: &Conclude) -> Result<bool, EngineError> {
        let Some(caller) = &now.turn().caller else {
            return Ok(false);
        };
        let caller = TurnFolder::load(bench, &now.place.at(caller))?;
        self.context = caller.context.clone();
        for resource in resources(&conclude.resources) {
            self.context = add_to_context(&self.context, &resource);
        }
        self.prompt = caller.prompt.clone();
        self.prompt_file = caller.prompt_file();
        self.turn.agent = caller.turn().agent.clone();
        self.turn.parent = Some(caller.turn().id.clone());
        self.turn.caller = caller.turn().caller.clone();
        self.add_message(&bench.secrets.redact(&conclude.message.value));
        Ok(true)
    }

    fn add_message(&mut self, message: &str) {
        let message = message.trim();
        if message.is_empty() {
            return;
        }
        self.message = Some(match self.message.take() {
            Some(first) => format!("{}\n\n{message}", first.trim_end()),
            None => message.to_owned(),
        });
    }
}

/// The first free number after this turn on its branch.
fn free_after(bench: &Workbench, now: &TurnFolder) -> Result<TurnId, EngineError> {
    let taken = bench.turns_of(&now.place.session)?;
    let mut id = now.place.id.next();
    while taken.contains(&id) {
        id = id.next();
    }
    Ok(id)
}

fn resources(spanned: &[model::Spanned<Resource>]) -> Vec<Resource> {
    spanned.iter().map(|resource| resource.value.clone()).collect()
}

fn with_end(text: String) -> String {
    match text.ends_with('\n') {
        true => text,
        false => text + "\n",
    }
}
