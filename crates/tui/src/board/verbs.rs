//! Deeds become verbs of the engine, and what came of them a sentence.

use std::io;

use dialect::text::visible::visible;
use engine::turns::{LinkedTurn, TurnState, Workbench};
use engine::{Changed, Engine, EngineError};
use model::{DroppedAs, Edit, Event, Move, Now, OpVersion, Operation, TaskChange, TaskNumber, TaskRef, now};
use ratatui::style::Style;
use render::planwright::{TaskView, Titles, now_message, sentence};
use render::show::time::ago;

use super::Desk;
use super::deed::{Deed, Noted};
use super::dialog::{self, Dialog};
use super::state::{Board, Tone};
use crate::Screen;
use crate::text::{Pane, Prose};

/// Only a terminal that is gone is an error. Whatever the engine refuses is told.
pub fn carry_out(board: &mut Board, desk: &mut Desk<'_>, screen: &mut Screen, deed: &Deed) -> io::Result<()> {
    let done = match deed.clone() {
        Deed::Claim(task) if is_held_up(board, desk, task) => return Ok(()),
        Deed::Claim(task) | Deed::ClaimDespiteBlocker(task) => move_task(desk, "claim", task, Move::Start),
        Deed::Ask { of, task } => {
            ask(board, desk, of, task);
            return Ok(());
        }
        Deed::Finish { task, note } => finish(desk, task, note.as_deref()),
        Deed::Fail { task, error } => move_task(desk, "fail", task, Move::fail(error)),
        Deed::Drop { task, reason } => {
            let how = DroppedAs::Cancelled;
            move_task(desk, "drop", task, Move::Drop { how, reason })
        }
        Deed::Reopen(task) => move_task(desk, "reopen", task, Move::Reopen),
        Deed::Raise(draft) => {
            let raised = desk.engine.raise(&desk.target, &desk.by, draft);
            raised.map(|signaled| match signaled.changed {
                true => Some(format!("signal {} is open", signaled.signal.id)),
                false => Some(format!("signal {} was open already", signaled.signal.id)),
            })
        }
        Deed::Clear(id) => {
            let cleared = desk.engine.clear(&desk.target, &desk.by, &id);
            cleared.map(|signaled| Some(format!("signal {} is cleared", signaled.signal.id)))
        }
        Deed::ProposeUndo => {
            propose_undo(board, desk);
            return Ok(());
        }
        Deed::Undo(version) => undo(desk, version).map(Some),
        Deed::Review(task) => return review(board, desk, screen, task),
        Deed::Read(task) => {
            read(board, desk, task);
            return Ok(());
        }
        Deed::Reconnect => reconnect(board, desk).map(Some),
        Deed::Quit => return Ok(()),
    };
    match done {
        Ok(Some(text)) => board.say(Tone::Good, text),
        Ok(None) => too_late(board, deed),
        Err(error) => refused(board, deed, (desk.tell)(&error)),
    }
    Ok(())
}

/// Words that somebody has typed are not lost because they came too late.
fn refused(board: &mut Board, deed: &Deed, why: String) {
    board.dialog = dialog::again(deed, board.selected, &why);
    if board.dialog.is_none() {
        board.say(Tone::Bad, why);
    }
}

/// It was so already, by somebody who was quicker.
fn too_late(board: &mut Board, deed: &Deed) {
    let (of, task) = match deed {
        Deed::Finish { task, note: Some(_) } => (Noted::Finish, *task),
        Deed::Fail { task, .. } => (Noted::Fail, *task),
        Deed::Drop { task, reason: Some(_) } => (Noted::Drop, *task),
        _ => return board.say(Tone::Good, "It was so already."),
    };
    let why = format!(
        "{} {} already. Your words were not added: take them from here, or leave with Esc.",
        board.name(task),
        already(of)
    );
    refused(board, deed, why);
}

fn already(of: Noted) -> &'static str {
    match of {
        Noted::Finish => "is done",
        Noted::Fail => "has failed",
        Noted::Drop => "is dropped",
    }
}

/// Whether a blocker stands before the task, as it does for whoever asks for the next one. Then the person is asked:
/// perhaps the task is what gets rid of it.
fn is_held_up(board: &mut Board, desk: &mut Desk<'_>, task: TaskNumber) -> bool {
    let is_own = |view: TaskView<'_>| view.task.claim().is_some_and(|claim| claim.agent == desk.by);
    // A claim is renewed without a question, and what the store cannot tell now it refuses at once.
    if board.picture.find(task).is_some_and(is_own) {
        return false;
    }
    let Ok(next) = desk.engine.next(&desk.target, &desk.by) else {
        return false;
    };
    let now = now(&next.outlook);
    let Now::Wait(_) = now else {
        return false;
    };
    board.dialog = Some(Dialog::Confirm {
        question: vec![
            format!("Claim {} all the same?", board.name(task)),
            visible(&now_message(&now)).into_owned(),
        ],
        deed: Deed::ClaimDespiteBlocker(task),
    });
    true
}

/// Nobody is asked for words that would be refused.
fn ask(board: &mut Board, desk: &mut Desk<'_>, of: Noted, task: TaskNumber) {
    let to = match of {
        Noted::Finish => Move::finish(None, Vec::new()),
        // The words are to come; whether the task can fail does not depend on them.
        Noted::Fail => Move::fail("-"),
        Noted::Drop => Move::Drop {
            how: DroppedAs::Cancelled,
            reason: None,
        },
    };
    match desk.engine.check_change(&desk.target, &desk.by, change(task, to)) {
        Ok(true) => board.ask(of, task),
        Ok(false) => {
            board.say(Tone::Bad, format!("{} {} already.", board.name(task), already(of)));
        }
        Err(error) => board.say(Tone::Bad, (desk.tell)(&error)),
    }
}

/// The session that was watched, if it is in the other store, too; else the one that is current there.
fn reconnect(board: &mut Board, desk: &mut Desk<'_>) -> Result<String, EngineError> {
    *desk.engine = Engine::open(desk.setting)?;
    let looked = desk.engine.glance(&desk.target, &desk.by, None);
    let (target, glance) = match looked {
        Ok(glance) => (desk.target.clone(), glance),
        Err(_) => {
            let target = desk.engine.pinned(&engine::Target::default())?;
            let glance = desk.engine.glance(&target, &desk.by, None)?;
            (target, glance)
        }
    };
    let text = format!("the store was opened anew: session {}", glance.outlook.session.id);
    *board = Board::new(glance, desk.by.clone(), target.thread());
    desk.target = target;
    Ok(text)
}

fn finish(desk: &mut Desk<'_>, task: TaskNumber, note: Option<&str>) -> Result<Option<String>, EngineError> {
    let name = TaskRef::Number(task);
    let to = desk
        .engine
        .finish(desk.setting, &desk.target, &name, note, Vec::new())?;
    move_task(desk, "done", task, to)
}

/// What was done; nothing if it was so already.
fn move_task(
    desk: &mut Desk<'_>,
    verb: &'static str,
    task: TaskNumber,
    to: Move,
) -> Result<Option<String>, EngineError> {
    let changed = desk
        .engine
        .change_task(&desk.target, &desk.by, verb, change(task, to))?;
    Ok(told(&changed, desk))
}

fn change(task: TaskNumber, to: Move) -> TaskChange {
    TaskChange {
        task: TaskRef::Number(task),
        edit: Edit::default(),
        after: None,
        to: Some(to),
        fence: None,
    }
}

fn told(changed: &Changed, desk: &Desk<'_>) -> Option<String> {
    let titles = Titles::of(desk.target.thread(), &changed.tasks);
    let operation = changed.operation.as_ref()?;
    Some(sentences(operation, &titles).collect::<Vec<_>>().join("; "))
}

fn sentences<'a>(operation: &'a Operation, titles: &'a Titles<'_>) -> impl Iterator<Item = String> + 'a {
    /// An operation on a whole plan would fill the screen.
    const SHOWN: usize = 4;
    let more = operation.events.len().saturating_sub(SHOWN);
    let shown = operation
        .events
        .iter()
        .take(SHOWN)
        .map(|event: &Event| sentence(event, titles));
    shown.chain((more > 0).then(|| format!("and {more} more")))
}

/// What would be taken back is shown first, and then only that is taken back.
fn propose_undo(board: &mut Board, desk: &mut Desk<'_>) {
    if Engine::did_turn_last(desk.setting, &desk.target, &desk.by).unwrap_or(false) {
        let way = "What you did last was to execute a turn. `planwright undo --turn` takes it back, files included.";
        return board.say(Tone::Bad, way);
    }
    match desk.engine.latest(&desk.target, &desk.by) {
        Ok((operation, tasks)) => {
            let when = ago(operation.at, desk.engine.now());
            let head = format!(
                "Take back #{} {}, {when}?",
                operation.version,
                visible(&operation.verb.to_string())
            );
            let titles = Titles::of(desk.target.thread(), &tasks);
            board.dialog = Some(Dialog::Confirm {
                question: std::iter::once(head).chain(sentences(&operation, &titles)).collect(),
                deed: Deed::Undo(operation.version),
            });
        }
        Err(error) => board.say(Tone::Bad, (desk.tell)(&error)),
    }
}

fn undo(desk: &mut Desk<'_>, version: OpVersion) -> Result<String, EngineError> {
    let undone = desk.engine.undo(&desk.target, &desk.by, Some(version))?;
    let titles = Titles::of(desk.target.thread(), &undone.tasks);
    let told: Vec<_> = sentences(&undone.by, &titles).collect();
    Ok(format!("#{version} is taken back: {}", told.join("; ")))
}

fn review(board: &mut Board, desk: &mut Desk<'_>, screen: &mut Screen, task: TaskNumber) -> io::Result<()> {
    let Some(turn) = newest(board, desk, task, TurnState::Waiting) else {
        let hint = format!("No plan waits for task {task}. `planwright work {task}` opens a session of turns for it.");
        board.say(Tone::Bad, hint);
        return Ok(());
    };
    let (is_good, text) = screen.aside(|| (desk.review)(&turn))?;
    screen.forget_early_keys();
    board.say(if is_good { Tone::Good } else { Tone::Bad }, text);
    Ok(())
}

fn read(board: &mut Board, desk: &mut Desk<'_>, task: TaskNumber) {
    let Some(turn) = newest(board, desk, task, TurnState::Reported) else {
        return board.say(Tone::Bad, format!("There is no report of task {task} yet."));
    };
    let report = Workbench::open(desk.setting, Vec::new()).and_then(|bench| bench.read_report(&turn));
    match report {
        Ok(text) => {
            let mut prose = Prose::default();
            prose.quote("", &text.unwrap_or_default(), Style::new());
            board.dialog = Some(Dialog::Report {
                title: visible(turn.report().as_str()).into_owned(),
                pane: Pane::new(prose, desk.theme),
            });
        }
        Err(error) => board.say(Tone::Bad, error.to_string()),
    }
}

/// The turn of a task that stands so, in the newest session that has one. Looked up anew, since others work, too.
fn newest(board: &mut Board, desk: &mut Desk<'_>, task: TaskNumber, state: TurnState) -> Option<LinkedTurn> {
    super::look_up_turns(board, desk);
    let key = board.picture.find(task)?.task.key.clone();
    let found: Vec<_> = board.turns_of(&key).filter(|turn| turn.state == state).collect();
    let session = &found.first()?.place.session;
    found
        .iter()
        .rfind(|turn| turn.place.session == *session)
        .map(|turn| (*turn).clone())
}
