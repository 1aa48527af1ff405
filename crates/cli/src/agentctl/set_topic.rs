use super::call::{Answered, Call, Planning};
use dialect::agentctl::answer::{TopicView, read_topic, topic_json, topic_text};
use model::ThreadId;

/// Say in a few words what the current thread is about
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl set-topic \"Add user authentication\"")]
pub struct Args {
    /// 1 to 100 characters
    #[arg(allow_hyphen_values = true)]
    topic: String,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let topic = match read_topic(&args.topic) {
        Ok(topic) => topic,
        Err(trouble) => return Ok(call.refuse(&trouble)),
    };
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let topic = engine.set_topic(&session, &by, &topic)?;
    let view = TopicView {
        thread: ThreadId::PRIMARY,
        topic: &topic,
    };
    Ok(call.answer(|| topic_json(view), || topic_text(view)))
}
