use std::io::Write;
use std::sync::atomic::Ordering;

use engine::rawko::PlanName;
use engine::{Engine, EngineError};
use model::OpVersion;
use render::rawko::{event_json, event_text};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::call::{Answered, Call};
use crate::answer::Answer;
use crate::interrupt::heed_interrupts;

/// Print the events of the plan, one per line
///
/// With --json, every line is a JSON object. Pass its `version` to --since to continue after it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  rawko events --json\n  rawko events --follow --since 12")]
pub struct Args {
    /// Only events after this version
    #[arg(long, value_name = "VERSION", default_value_t = 0)]
    since: u64,
    /// Wait for new events, until interrupted
    #[arg(long)]
    follow: bool,
}

/// How long to wait before looking again.
const PAUSE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 250_000_000,
};

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.reading()?;
    let mut since = OpVersion(args.since);
    // Another plan may become the current one, and has versions of its own.
    let plan = PlanName(Some(engine.plan_session(&call.plan())?.to_string()));
    if !args.follow {
        return Ok(Answer::done(lines(&mut engine, call, &plan, &mut since)?));
    }
    let cancelled = heed_interrupts();
    while !cancelled.load(Ordering::Relaxed) {
        let text = lines(&mut engine, call, &plan, &mut since)?;
        let mut out = anstream::AutoStream::auto(std::io::stdout().lock());
        // Whoever listens has gone: that is no error.
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            break;
        }
        drop(out);
        if is_unheard() {
            break;
        }
    }
    Ok(Answer::done(String::new()))
}

/// Waits before the next look, and says whether whoever listened has gone meanwhile.
fn is_unheard() -> bool {
    let stdout = std::io::stdout();
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let waited = poll(&mut polled, Some(&PAUSE));
    waited.is_ok() && polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

fn lines(engine: &mut Engine, call: &Call<'_>, plan: &PlanName, since: &mut OpVersion) -> Result<String, EngineError> {
    let told = engine.plan_events(plan, *since)?;
    *since = told.version;
    let line = if call.common.json { event_json } else { event_text };
    Ok(told.happened.iter().filter_map(line).collect())
}
