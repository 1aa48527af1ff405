//! Verbs on single steps.

use engine::rawko::{NewStep, Voice};
use model::{AgentName, TaskPath};
use render::rawko::{step_json, step_text};

use super::call::{Answered, Call};
use crate::door::parse_agent;
use crate::flags;

#[derive(clap::Subcommand)]
pub enum Verb {
    /// Start a step
    ///
    /// Everything it depends on must be complete. The agent holds the step for half an hour, renewed by whatever it does.
    /// Starting it twice does no harm.
    #[command(after_help = "Example:\n  rawko step start 2 --agent developer")]
    Start {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// Who works on it [default: $PLANWRIGHT_AGENT, else the user]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Complete a step
    ///
    /// A ready step that nobody has started is started with it. Without --agent, it counts as done by the agent that holds it.
    #[command(after_help = "Example:\n  rawko step complete 2 --output \"POST /login works\" --file src/login.rs")]
    Complete {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// What came of it
        #[arg(long, value_name = "TEXT")]
        output: String,
        /// A file that was changed
        #[arg(long = "file", value_name = "PATH", value_parser = flags::file)]
        files: Vec<String>,
        /// Who has done it [default: whoever holds the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Say that a step has failed
    ///
    /// The plan then wants a replan; where no replan is left, it has failed. Steps that do not depend on it can go on.
    #[command(after_help = "Example:\n  rawko step fail 2 --error \"The token library cannot sign with this key\"")]
    Fail {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// What went wrong
        #[arg(long, value_name = "TEXT", value_parser = flags::words)]
        error: String,
        /// A file that was changed all the same
        #[arg(long = "file", value_name = "PATH", value_parser = flags::file)]
        files: Vec<String>,
        /// Who has failed [default: whoever holds the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Skip a step
    ///
    /// Steps that depend on it stay pending and wait for good, unless --cascade skips them, too.
    #[command(after_help = "Example:\n  rawko step skip 3 --reason \"There is nothing to migrate\" --cascade")]
    Skip {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
        /// Skip what depends on it as well
        #[arg(long)]
        cascade: bool,
        /// Who says so [default: whoever holds the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Set a step back to pending
    ///
    /// A complete, failed or skipped step is to be done again; one that is being worked on is let go.
    #[command(after_help = "Example:\n  rawko step reopen 2")]
    Reopen {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// Who says so [default: whoever holds the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Add a step while others are worked on
    ///
    /// At the end, or right after another step, but never before one that has been started. The version stays the same, and a
    /// complete plan is open again.
    #[command(after_help = "Example:
  rawko step add --description \"Document the endpoint\" --after 2 \\
      --depends-on 2 --agent writer \\
      --accept \"The README shows a call\" --accept \"run: cargo test --doc\"")]
    Add {
        /// What the step achieves
        #[arg(long, value_name = "TEXT", value_parser = flags::words)]
        description: String,
        /// The step it comes right after
        #[arg(long, value_name = "N")]
        after: Option<u32>,
        /// A step that must be complete first
        #[arg(long, value_name = "N")]
        depends_on: Vec<u32>,
        /// Who should do it
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
        /// How it is done
        #[arg(long, value_name = "TEXT")]
        instructions: Option<String>,
        /// How one sees that it is done; `run: COMMAND` is run to see it
        #[arg(long, value_name = "TEXT")]
        accept: Vec<String>,
        /// A file that it will change
        #[arg(long = "file", value_name = "PATH", value_parser = flags::path)]
        files: Vec<TaskPath>,
    },
}

pub fn run(verb: &Verb, call: &Call<'_>) -> Answered {
    let (plan, by) = (call.plan(), call.person());
    let mut engine = call.writing(&plan)?;
    let voice = |agent| Voice {
        by: &by,
        named: Option::or(agent, call.door.agent()),
    };
    let (asked, stepped) = match verb {
        Verb::Start { step, agent } => (Some(*step), engine.start_step(&plan, voice(agent.as_ref()), *step)?),
        Verb::Complete {
            step,
            output,
            files,
            agent,
        } => (
            Some(*step),
            engine.complete_step(&plan, voice(agent.as_ref()), *step, output, files)?,
        ),
        Verb::Fail {
            step,
            error,
            files,
            agent,
        } => (
            Some(*step),
            engine.fail_step(&plan, voice(agent.as_ref()), *step, error, files)?,
        ),
        Verb::Skip {
            step,
            reason,
            cascade,
            agent,
        } => (
            Some(*step),
            engine.skip_step(&plan, voice(agent.as_ref()), *step, reason.as_deref(), *cascade)?,
        ),
        Verb::Reopen { step, agent } => (Some(*step), engine.reopen_step(&plan, voice(agent.as_ref()), *step)?),
        Verb::Add {
            description,
            after,
            depends_on,
            agent,
            instructions,
            accept,
            files,
        } => {
            let step = NewStep {
                description: description.trim().to_owned(),
                agent: agent.clone(),
                instructions: instructions.clone(),
                acceptance: accept.clone(),
                files: files.clone(),
                depends_on: depends_on.clone(),
                after: *after,
            };
            (None, engine.add_step(&plan, &by, &step)?)
        }
    };
    Ok(call.answer(|| step_json(&stepped, asked), || step_text(&stepped, asked)))
}
