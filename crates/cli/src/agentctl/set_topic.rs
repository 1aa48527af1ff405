use dialect::agentctl::read_topic;
use model::ThreadId;
use render::agentctl::{invalid_topic, topic_json, topic_text};

use super::call::{Answered, Call, Planning};

/// Set the topic of the current thread
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl set-topic \"Add user authentication\"")]
pub struct Args {
    /// The topic, 1 to 100 characters
    #[arg(allow_hyphen_values = true)]
    topic: String,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let topic = match read_topic(&args.topic) {
        Ok(topic) => topic,
        Err(fault) => return Ok(call.refuse(&invalid_topic(fault))),
    };
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let topic = engine.set_topic(&session, &by, &topic)?;
    let thread = ThreadId::PRIMARY;
    Ok(call.answer(|| topic_json(thread, &topic), || topic_text(thread, &topic)))
}
