//! The teddy door: Markdown plans, read, checked and carried out turn by turn.

pub(crate) mod call;
mod execute;
mod plan;
mod preprocess;
mod resume;

use std::ffi::OsString;
use std::io::Read;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use call::{Answered, Call, Common};
use clap::{CommandFactory, Parser, Subcommand};
use engine::turns::{LinkedTurn, NewSession, TaskWork};
use model::{TaskRef, Verdict};
use render::teddy::{agents_json, agents_text, context_json, context_text, new_hint, new_json, new_text, prompt_json};

use crate::answer::Answer;
use crate::door::{Door, serve};
use crate::flags;
use crate::recovery::{Effect, around};
use crate::usage;

/// Work with an AI in turns: it writes a plan in Markdown, you approve the plan, teddy executes it and reports.
#[derive(Parser)]
#[command(name = "teddy", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Teddy {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  teddy new implement-auth-flow     open a session
  teddy context                     write the agent's input: input.md
  teddy execute                     check the plan, ask you, execute, report
  teddy resume                      continue the session
  teddy execute plan.md -y          execute a file without confirmation

`planwright check plan.md` reports all errors of a plan; `planwright undo --turn` undoes a turn.";

#[derive(Subcommand)]
enum Verb {
    /// Open a session: a folder of turns below .teddy
    ///
    /// The first turn gets the prompt of an agent. Prints the path of the session's folder.
    #[command(after_help = "Examples:
  teddy new implement-auth-flow
  teddy new fix-login --agent debugger
  teddy new login-form --task add-login     for a task of the plan")]
    New {
        /// The name of the session, in kebab case
        #[arg(value_name = "NAME")]
        name: String,
        /// The agent of the first turn; see `teddy get-prompt --list`
        #[arg(long, value_name = "AGENT")]
        agent: Option<String>,
        /// The number or key of the task that the session works on; you claim it
        #[arg(long, value_name = "KEY", value_parser = flags::task)]
        task: Option<TaskRef>,
        /// The session of the plan that the task belongs to, if not the current one [default: $PLANWRIGHT_SESSION]
        #[arg(long, value_name = "ID", requires = "task")]
        plan_session: Option<String>,
    },
    /// Write the input of the turn's agent: input.md
    ///
    /// The input contains the project's structure, the memos, and the resources in turn.context, session.context and
    /// global.context. The answer shows the approximate number of tokens of each resource.
    #[command(after_help = "Examples:
  teddy context
  teddy context --session 20260124-add-user-auth")]
    Context {
        /// The session's name or folder [default: the session of the current folder, or the latest]
        #[arg(long, value_name = "SESSION")]
        session: Option<String>,
    },
    Plan(plan::Args),
    Execute(execute::Args),
    Resume(resume::Args),
    /// Print the prompt of an agent
    ///
    /// `.teddy/prompts/AGENT.xml` replaces the built-in prompt.
    #[command(after_help = "Examples:
  teddy get-prompt                 the agent of the first turn
  teddy get-prompt developer
  teddy get-prompt --list")]
    GetPrompt {
        /// The name of the agent [default: the agent of the first turn]
        #[arg(value_name = "AGENT")]
        agent: Option<String>,
        /// List the agents
        #[arg(long, conflicts_with = "agent")]
        list: bool,
    },
    Preprocess(preprocess::Args),
}

/// All that can be said to it.
pub fn command() -> clap::Command {
    Teddy::command()
}

impl Verb {
    fn effect(&self) -> Effect {
        match self {
            Self::New { .. } | Self::Context { .. } | Self::Plan(_) | Self::Execute(_) | Self::Resume(_) => {
                Effect::Writes
            }
            Self::GetPrompt { .. } => Effect::Reads,
            Self::Preprocess(_) => Effect::None,
        }
    }

    /// The one that was named.
    fn session(&self) -> Option<&str> {
        match self {
            Self::Context { session } => session.as_deref(),
            Self::Plan(args) => args.session.as_deref(),
            Self::Execute(args) => args.session.as_deref(),
            Self::Resume(args) => args.session.as_deref(),
            Self::New { .. } | Self::GetPrompt { .. } | Self::Preprocess(_) => None,
        }
    }
}

#[cfg(test)]
pub fn effect(line: &[&str]) -> Effect {
    Teddy::try_parse_from(line).unwrap().verb.effect()
}

pub fn main() -> ExitCode {
    serve(crate::trouble::told(wants_json), |line, door| {
        run(line, door, &mut std::io::stdin())
    })
}

/// Runs one command line and gives back what it would print.
pub fn run(line: impl IntoIterator<Item = OsString>, door: &Door, stdin: &mut dyn Read) -> Answer {
    let line: Vec<OsString> = line.into_iter().collect();
    let parsed = match Teddy::try_parse_from(&line) {
        Ok(parsed) => parsed,
        Err(error) => return usage::answer(&error, wants_json(&line), usage::told_by("teddy")),
    };
    let call = Call::new(door, &parsed.common, parsed.verb.session());
    let mut verb = || match &parsed.verb {
        Verb::New {
            name,
            agent,
            task,
            plan_session,
        } => {
            let target = door.assignment.target(plan_session.as_deref(), None);
            let by = door.person();
            let work = |task| TaskWork {
                target: &target,
                by: &by,
                task,
            };
            let wanted = NewSession {
                name,
                agent: agent.as_deref(),
                task: task.as_ref().map(work),
            };
            open(&call, &wanted)
        }
        Verb::Context { session } => context(&call, session.as_deref()),
        Verb::Plan(args) => plan::run(args, &call, stdin),
        Verb::Execute(args) => execute::run(args, &call),
        Verb::Resume(args) => resume::run(args, &call),
        Verb::GetPrompt { list: true, .. } => agents(&call),
        Verb::GetPrompt { agent, .. } => prompt(&call, agent.as_deref()),
        Verb::Preprocess(args) => preprocess::run(args, &call, stdin),
    };
    around(&door.setting, parsed.verb.effect(), || {
        call.warned(verb().unwrap_or_else(|error| call.failed(&error)))
    })
}

fn open(call: &Call<'_>, wanted: &NewSession<'_>) -> Answered {
    let bench = call.bench()?;
    let opened = bench.new_session(wanted)?;
    let path = bench.root().join(".teddy").join(&opened.place.session);
    let mut answer = call.answer(|| new_json(&opened, &path), || new_text(&path));
    if !call.wants_json {
        answer.stderr = new_hint(&opened);
    }
    Ok(answer)
}

fn context(call: &Call<'_>, session: Option<&str>) -> Answered {
    let gathered = call.asking_bench(false)?.gather(session)?;
    Ok(call.answer(|| context_json(&gathered), || context_text(&gathered)))
}

fn agents(call: &Call<'_>) -> Answered {
    let agents = call.bench()?.agents()?;
    Ok(call.answer(|| agents_json(&agents), || agents_text(&agents)))
}

fn prompt(call: &Call<'_>, agent: Option<&str>) -> Answered {
    let prompt = call.bench()?.prompt(agent)?;
    Ok(call.answer(|| prompt_json(&prompt), || prompt.text.clone()))
}

/// Opens a session of turns, for doors that have a task for it.
pub fn open_session(door: &Door, wants_json: bool, wanted: &NewSession<'_>) -> Answer {
    let call = Call::new(door, &Common { json: wants_json }, None);
    call.warned(open(&call, wanted).unwrap_or_else(|error| call.failed(&error)))
}

/// Reviews the waiting plan of a turn and carries it out, for doors that show it. Without a verdict the plan waits as before.
pub fn review(door: &Door, turn: &LinkedTurn, cancelled: &AtomicBool) -> (Answer, Option<Verdict>) {
    let call = Call::new(door, &Common::default(), None);
    execute::waiting(&call, turn, cancelled).unwrap_or_else(|error| (call.failed(&error), None))
}

/// Told from the bare words, since some errors come before they are understood.
pub fn wants_json(line: &[OsString]) -> bool {
    line.iter().any(|word| word == "--json")
}
