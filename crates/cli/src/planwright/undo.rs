use engine::turns::Workbench;
use engine::{ApplyError, Engine, EngineError};
use model::OpVersion;
use render::errors::Trouble;
use render::planwright::{undo_json, undo_text};
use render::teddy::{undo_turn_json, undo_turn_text};

use super::call::{Answered, Call};
use crate::answer::{Answer, exit};
use crate::trouble;

/// Undo an operation (recorded as a new operation)
///
/// Without a number, undoes your own latest operation, or the turn that you executed after it. Repeat the command to go
/// further back. Undo is refused if later operations changed the same things. Claims are not undone.
///
/// With --turn, undoes the file changes of the last plan that `teddy execute` executed: exactly, or not at all.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright undo
  planwright undo 12
  planwright undo --turn")]
pub struct Args {
    /// The number of the operation, as in `planwright log` [default: your latest]
    operation: Option<u64>,
    /// Undo the file changes of the last executed turn
    #[arg(long, conflicts_with = "operation")]
    turn: bool,
    /// Keep changes that commands of the turn made
    #[arg(long, requires = "turn")]
    keep_commands: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    if is_turn(args, call)? {
        return match take_back(args, call) {
            Err(EngineError::Apply(error @ ApplyError::Stale(_))) => Ok(not_taken_back(&error, call)),
            answered => answered,
        };
    }
    let mut engine = call.engine()?;
    let undone = engine.undo(&call.target(), &call.asker(), args.operation.map(OpVersion))?;
    let thread = call.target().thread();
    Ok(call.answer(
        || undo_json(&undone),
        || undo_text(&undone, thread, &call.address(), engine.now()),
    ))
}

fn not_taken_back(error: &ApplyError, call: &Call<'_>) -> Answer {
    let hint =
        "it was changed after the turn, so nothing was taken back; make it what the turn left, and repeat the command";
    let trouble = Trouble::new("stale", error.to_string())
        .with_exit(exit::CONFLICT)
        .with_hint(hint);
    trouble::answer(&trouble, call.common.json)
}

/// Without a number, the latest thing of the asker's is meant, whatever it is. Where that cannot be told, nothing is taken
/// back: it would be something else.
fn is_turn(args: &Args, call: &Call<'_>) -> Result<bool, EngineError> {
    match args.operation {
        Some(_) => Ok(false),
        None if args.turn => Ok(true),
        None => Engine::did_turn_last(&call.door.setting, &call.target(), &call.asker()),
    }
}

fn take_back(args: &Args, call: &Call<'_>) -> Answered {
    let bench = Workbench::open(&call.door.setting, call.door.variables())?;
    let by = call.asker();
    let undone = bench.undo_turn((!args.turn).then_some(&by), args.keep_commands)?;
    let answer = call.answer(|| undo_turn_json(&undone), || undo_turn_text(&undone));
    Ok(Answer {
        receipt: Some(undone.receipt),
        ..answer
    })
}
