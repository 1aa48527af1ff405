//! The board: a plan as it lives, with who works on what, and the verbs that a person needs while watching.
//!
//! `state` is what is shown and `view` how; `keys` turns what a person does into deeds, and `verbs` has the engine do
//! them.

mod deed;
mod dialog;
mod keys;
mod picture;
mod raise;
mod rows;
mod state;
mod verbs;
mod view;

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod scene;

use std::io;
use std::time::{Duration, Instant};

use engine::turns::LinkedTurn;
use engine::{Engine, EngineError, Setting};
use model::AgentName;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use state::History;
use verbs::carry_out;

use crate::{Input, Screen, Theme};

pub use deed::{Deed, Noted};
pub use state::Board;

/// How often the plan is looked at; and the folders of turns, which is more work.
const GLANCE: Duration = Duration::from_millis(500);
const TURNS: Duration = Duration::from_secs(3);
/// Whoever hurries through the list does not wait for the history of every task on the way.
const REST: Duration = Duration::from_millis(60);

/// What the board works with.
pub struct Desk<'a> {
    pub engine: &'a mut Engine,
    pub setting: &'a Setting,
    pub target: engine::Target,
    pub by: AgentName,
    /// What went wrong, in the words of the door.
    pub tell: fn(&EngineError) -> String,
    pub theme: Theme,
    /// Reviews a waiting plan and carries it out, in lines, and says what came of it. Whether that is good.
    pub review: &'a mut dyn FnMut(&LinkedTurn) -> (bool, String),
}

#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// Shows the plan until the person leaves. `screen` is entered once there is something to see.
pub fn run(screen: impl FnOnce() -> io::Result<Screen>, desk: &mut Desk<'_>) -> Result<(), BoardError> {
    desk.target = desk.engine.pinned(&desk.target)?;
    let glance = desk.engine.glance(&desk.target, &desk.by, None)?;
    let mut board = Board::new(glance, desk.by.clone(), desk.target.thread());
    let mut screen = screen()?;
    // What was pressed before there was anything to see was meant for something else.
    screen.forget_early_keys();
    let (mut next_glance, mut next_turns) = (Instant::now() + GLANCE, Instant::now());
    loop {
        if !screen.is_in_burst() {
            screen.draw(|frame| board.draw(frame, desk.theme))?;
        }
        let deed = match screen.next(patience(&board, next_glance)) {
            Input::Key(key) => board.press(key),
            Input::BurstKey(key) => {
                keys::press_in_burst(&mut board, key);
                None
            }
            Input::Mouse(mouse) => {
                keys::point(&mut board, mouse);
                None
            }
            Input::Pasted(text) => {
                dialog::paste(&mut board, &text);
                None
            }
            Input::Quiet => {
                look_up_history(&mut board, desk);
                None
            }
            Input::Resized => None,
            Input::Interrupted | Input::Gone => return Ok(()),
        };
        match deed {
            Some(Deed::Quit) => return Ok(()),
            Some(deed) => {
                carry_out(&mut board, desk, &mut screen, &deed)?;
                (next_glance, next_turns) = (Instant::now(), Instant::now());
            }
            None => {}
        }
        if Instant::now() >= next_turns {
            look_up_turns(&mut board, desk);
            next_turns = Instant::now() + TURNS;
        }
        if Instant::now() >= next_glance {
            glance_again(&mut board, desk);
            next_glance = Instant::now() + GLANCE;
        }
    }
}

impl Board {
    pub fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        view::draw(frame, self, theme);
    }

    /// What the key asks for, if it is more than to look at something else.
    pub fn press(&mut self, key: KeyEvent) -> Option<Deed> {
        keys::press(self, key)
    }
}

fn patience(board: &Board, next_glance: Instant) -> Duration {
    let left = next_glance.saturating_duration_since(Instant::now());
    match board.wants_history() {
        Some(_) => left.min(REST),
        None => left,
    }
}

/// A store that cannot be read for a moment is no reason to leave; what was seen last stays on the screen.
fn glance_again(board: &mut Board, desk: &mut Desk<'_>) {
    match desk.engine.glance(&desk.target, &desk.by, Some(board.version())) {
        Ok(glance) => {
            board.trouble = None;
            board.is_cut_off = false;
            board.take_in(glance);
        }
        Err(error) if error.is_store_replaced() => {
            board.is_cut_off = true;
            let words = "The store was removed or replaced, and nothing here can be changed any more. R opens the one \
                         that is there now.";
            board.trouble = Some(words.to_owned());
        }
        Err(error) => board.trouble = Some(format!("What is shown may be old: {}", (desk.tell)(&error))),
    }
}

fn look_up_history(board: &mut Board, desk: &mut Desk<'_>) {
    let Some(task) = board.wants_history() else {
        return;
    };
    let version = board.version();
    // Trouble with the store shows at the next glance.
    let operations = desk.engine.history(&desk.target, task).unwrap_or_default();
    board.history = Some(History {
        task,
        version,
        operations,
    });
}

/// Turns that cannot be read do not stand in the way of the plan.
fn look_up_turns(board: &mut Board, desk: &mut Desk<'_>) {
    if let Ok(turns) = desk.engine.linked_turns(desk.setting, &desk.target) {
        board.turns = turns;
    }
}
