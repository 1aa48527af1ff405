//! Tier 2 line by line: what is carried out, and in which form. For terminals on which nothing can be drawn.

use std::sync::atomic::Ordering;

use engine::turns::{Choosing, Item, ItemId, Part, Review, Workbench};
use model::Severity;
use render::review::{ChecklistRow, action_row, checklist, memo_row, objection};
use render::show::style::{BOLD, paint};

use super::editor::Editor;
use super::modify::Modified;
use super::{ask_single_line, broken, show};
use crate::interrupt::heed_interrupts;

const PROMPT: &str =
    "Number toggles / (a)ll or none / (p)review N / (u)ndo change N / (s)ubmit / (q) back / (?) help › ";
const HELP: &str = concat!(
    "  3, t 3    choose action 3, or leave it out; m1 is the first memo\n",
    "  a         choose all, or none if all are chosen\n",
    "  p 3       look at action 3 and change it, as far as it can be changed\n",
    "  u 3       action 3 as it was proposed\n",
    "  s         carry out what is chosen\n",
    "  q         back, without a choice\n",
);

/// A person who chooses.
pub struct Checklist<'a> {
    bench: &'a Workbench,
    choosing: Choosing<'a>,
    columns: usize,
}

/// What a line asks for.
enum Wish {
    Toggle(ItemId),
    ToggleAll,
    Preview(ItemId),
    Restore(ItemId),
    Submit,
    Back,
    Help,
}

impl<'a> Checklist<'a> {
    pub fn new(bench: &'a Workbench, review: &Review<'a>, columns: usize) -> Self {
        Self {
            bench,
            choosing: review.choosing(),
            columns,
        }
    }

    /// Until the user has chosen, goes back, or leaves altogether, as Ctrl-C does everywhere.
    pub fn choose(mut self) -> Modified {
        // An interrupt is heeded in every question below the list, too.
        let interrupted = heed_interrupts();
        self.show_rows();
        loop {
            let line = match ask_single_line(&paint(BOLD, broken(PROMPT, self.columns))) {
                Some(line) if !interrupted.load(Ordering::Relaxed) => line,
                _ => return Modified::Gone,
            };
            match wish(&line) {
                Some(Wish::Submit) => match self.choosing.objection() {
                    None => return self.choosing.finish().map_or(Modified::Back, Modified::Chosen),
                    Some(why) => show(&format!(
                        "{} Nothing is carried out before that is put right.\n",
                        objection(why)
                    )),
                },
                Some(Wish::Back) => return Modified::Back,
                Some(Wish::Help) => show(HELP),
                Some(wish) => self.heed(&wish),
                None => show(&format!("That is no choice.\n{HELP}")),
            }
        }
    }

    fn heed(&mut self, wish: &Wish) {
        let id = match wish {
            Wish::ToggleAll => {
                self.choosing.toggle_all();
                return self.show_rows();
            }
            Wish::Toggle(id) | Wish::Preview(id) | Wish::Restore(id) => *id,
            Wish::Submit | Wish::Back | Wish::Help => return,
        };
        match self.choosing.item(id).map(|item| item.fixed) {
            None => return show("There is no such number.\n"),
            Some(true) => return show("Its time is over: the execution was interrupted after it.\n"),
            Some(false) => {}
        }
        match wish {
            Wish::Preview(_) => Editor::new(self.bench).look_at(&mut self.choosing, id),
            Wish::Restore(_) => self.choosing.restore(id),
            _ => self.choosing.toggle(id),
        }
        self.show_rows();
    }

    fn show_rows(&self) {
        let items = self.choosing.items();
        let (memos, actions): (Vec<_>, Vec<_>) = items.iter().partition(|item| matches!(item.id, ItemId::Memo(_)));
        let rows = |items: Vec<&Item<'_>>| items.into_iter().map(row).collect::<Vec<_>>();
        show(&format!(
            "\n{}\n",
            checklist(&rows(memos), &rows(actions), self.columns)
        ));
    }
}

fn row(item: &Item<'_>) -> ChecklistRow {
    let troubles = item.troubles.iter();
    ChecklistRow {
        text: match item.part {
            Part::Memo(memo) => memo_row(memo),
            Part::Action(action) => action_row(action),
        },
        is_chosen: item.chosen,
        is_modified: item.modified,
        troubles: troubles
            .map(|fault| (fault.message.clone(), fault.severity == Severity::Error))
            .collect(),
    }
}

/// `None` for what nobody understands.
fn wish(line: &str) -> Option<Wish> {
    let line = line.trim().to_lowercase();
    let (word, target) = match line.split_once(char::is_whitespace) {
        Some((word, target)) => (word, Some(target)),
        None if numbered(&line).is_some() => ("toggle", Some(line.as_str())),
        None => (line.as_str(), None),
    };
    let Some(target) = target else {
        return Some(match word {
            "a" | "all" => Wish::ToggleAll,
            "s" | "submit" => Wish::Submit,
            "q" | "quit" | "back" => Wish::Back,
            "?" | "help" => Wish::Help,
            _ => return None,
        });
    };
    let id = numbered(target.trim())?;
    Some(match word {
        "t" | "toggle" => Wish::Toggle(id),
        "p" | "preview" => Wish::Preview(id),
        "u" | "undo" => Wish::Restore(id),
        _ => return None,
    })
}

/// `3` is the third action, `m1` the first memo.
fn numbered(text: &str) -> Option<ItemId> {
    let from_zero = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    match text.strip_prefix('m') {
        Some(number) => from_zero(number).map(ItemId::Memo),
        None => from_zero(text).map(ItemId::Action),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_wish_or_none() {
        assert!(matches!(wish("3"), Some(Wish::Toggle(ItemId::Action(2)))));
        assert!(matches!(wish(" t 12 "), Some(Wish::Toggle(ItemId::Action(11)))));
        assert!(matches!(wish("toggle M2"), Some(Wish::Toggle(ItemId::Memo(1)))));
        assert!(matches!(wish("p 4"), Some(Wish::Preview(ItemId::Action(3)))));
        assert!(matches!(wish("u m1"), Some(Wish::Restore(ItemId::Memo(0)))));
        assert!(matches!(wish("A"), Some(Wish::ToggleAll)));
        assert!(matches!(wish("?"), Some(Wish::Help)));
        for other in ["", "s 3", "x", "3 4", "p", "-1", "p x", "0", "m", "m0"] {
            assert!(wish(other).is_none(), "{other}");
        }
    }
}
