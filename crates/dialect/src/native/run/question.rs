//! What somebody is asked before commands of the plan may run.

use crate::native::command_block;
use crate::native::style::{BOLD, DIM, paint};
use crate::native::visible::visible;

/// `step` begins a sentence, and `noun` is what the door calls it. `rights` is the sentence about the sandbox.
pub fn run_question_text(step: &str, noun: &str, commands: &[String], rights: &str, columns: usize) -> String {
    let words = format!("{} is checked by commands of the plan:", visible(step));
    let mut text = paint(BOLD, words) + "\n";
    for (index, command) in commands.iter().enumerate() {
        text.push_str(&command_block(&(index + 1).to_string(), command, columns));
    }
    for words in [rights, &format!("They run each time that a {noun} asks for them.")] {
        text = text + &paint(DIM, words) + "\n";
    }
    text
}
