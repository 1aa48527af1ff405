use super::call::{Answered, Call};
use dialect::native::{Titles, UndoView, undo_json, undo_text};
use model::OpVersion;

/// Take an operation back, as one more operation
///
/// Without a number: your own latest operation. Repeated, it goes further back. Refused if something that the
/// operation touched has changed since. Claims are not taken back.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright undo\n  planwright undo 12")]
pub struct Args {
    /// The operation's number, as in `planwright log`
    operation: Option<u64>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let undone = engine.undo(&call.target(), &call.asker(), args.operation.map(OpVersion))?;
    let titles = Titles::of(call.target().thread(), &undone.tasks);
    let view = UndoView {
        undone: &undone.undone,
        by: &undone.by,
    };
    Ok(call.answer(|| undo_json(&view), || undo_text(&view, &titles, engine.now())))
}
