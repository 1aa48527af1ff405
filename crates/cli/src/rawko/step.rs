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
    /// All steps that it depends on must be complete. The agent claims the step for 30 minutes; each of its commands renews
    /// the claim. Starting a step twice has no further effect.
    #[command(after_help = "Example:\n  rawko step start 2 --agent developer")]
    Start {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// The agent that works on the step [default: $PLANWRIGHT_AGENT, else the user]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Complete a step
    ///
    /// A ready step need not be started before.
    #[command(after_help = "Example:\n  rawko step complete 2 --output \"POST /login works\" --file src/login.rs")]
    Complete {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// The result
        #[arg(long, value_name = "TEXT")]
        output: String,
        /// A file that was changed
        #[arg(long = "file", value_name = "PATH", value_parser = flags::file)]
        files: Vec<String>,
        /// The agent that completed the step [default: the agent that has claimed the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Mark a step as failed
    ///
    /// The plan then needs a replan; if no replan is left, the plan has failed. Independent steps can continue.
    #[command(after_help = "Example:\n  rawko step fail 2 --error \"The token library cannot sign with this key\"")]
    Fail {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// What went wrong
        #[arg(long, value_name = "TEXT", value_parser = flags::words)]
        error: String,
        /// A file that was changed before the failure
        #[arg(long = "file", value_name = "PATH", value_parser = flags::file)]
        files: Vec<String>,
        /// The agent that failed [default: the agent that has claimed the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Skip a step
    ///
    /// Steps that depend on it stay pending and blocked, unless --cascade skips them, too.
    #[command(after_help = "Example:\n  rawko step skip 3 --reason \"There is nothing to migrate\" --cascade")]
    Skip {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// The reason
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
        /// Also skip all steps that depend on this one
        #[arg(long)]
        cascade: bool,
        /// The agent that requests this [default: the agent that has claimed the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Set a step back to pending
    ///
    /// A complete, failed or skipped step can be done again. The claim of a step in progress is released.
    #[command(after_help = "Example:\n  rawko step reopen 2")]
    Reopen {
        /// The step's index, counted from 0
        #[arg(value_name = "N")]
        step: u32,
        /// The agent that requests this [default: the agent that has claimed the step]
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
    },
    /// Add a step to the plan
    ///
    /// The step is added at the end, or after another step, but not before a step that was started. The version of the plan
    /// stays the same. A complete plan is reopened.
    #[command(after_help = "Example:
  rawko step add --description \"Document the endpoint\" --after 2 \\
      --depends-on 2 --agent writer \\
      --accept \"The README shows a call\" --accept \"run: cargo test --doc\"")]
    Add {
        /// What the step achieves
        #[arg(long, value_name = "TEXT", value_parser = flags::words)]
        description: String,
        /// The step before the new one
        #[arg(long, value_name = "N")]
        after: Option<u32>,
        /// A step that must be complete first; may be repeated
        #[arg(long, value_name = "N")]
        depends_on: Vec<u32>,
        /// The suggested agent
        #[arg(long, value_name = "NAME", value_parser = parse_agent)]
        agent: Option<AgentName>,
        /// Instructions for the agent
        #[arg(long, value_name = "TEXT")]
        instructions: Option<String>,
        /// An acceptance criterion; `run: COMMAND` must succeed; may be repeated
        #[arg(long, value_name = "TEXT")]
        accept: Vec<String>,
        /// A file that the step will change; may be repeated
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
