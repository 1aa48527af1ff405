//! Tier 2 on the whole screen.

use engine::turns::{Choosing, Chosen, Review, Workbench};
use tui::{Screen, Verdict, review};

use super::canvas;
use crate::interrupt::{heed_interrupts, requests};

pub enum Modified {
    Chosen(Chosen),
    /// To the question again. What was chosen so far is kept.
    Back,
    /// The person, or the terminal, is not there any more.
    Gone,
    Undrawable,
}

/// `choosing` is where an earlier visit has left it.
pub fn modify<'a>(bench: &Workbench, plan: &Review<'a>, choosing: &mut Option<Choosing<'a>>) -> Modified {
    let Some(theme) = canvas::theme() else {
        return Modified::Undrawable;
    };
    let Ok(mut screen) = Screen::enter(requests(heed_interrupts())) else {
        return Modified::Undrawable;
    };
    let mut chosen = choosing.take().unwrap_or_else(|| plan.choosing());
    let title = &plan.checked.proposal().title.value;
    match review(&mut screen, bench, title, &mut chosen, theme) {
        Ok(Verdict::Submit) => chosen.finish().map_or(Modified::Back, Modified::Chosen),
        Ok(Verdict::Back) => {
            *choosing = Some(chosen);
            Modified::Back
        }
        Ok(Verdict::Gone) | Err(_) => Modified::Gone,
    }
}
