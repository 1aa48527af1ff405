//! What was laid out is kept while it may be looked at again: most keys change nothing about it.

use std::cell::RefCell;
use std::rc::Rc;

use ratatui::text::Line;

use super::code::Code;
use super::diff::{Diff, Layout};
use super::pane::Text;
use super::syntax::Language;
use crate::theme::Theme;

/// Of each kind. Somebody who compares goes back and forth between a few.
const KEPT_MAX: usize = 4;
/// Of all texts of a kind together. One that is larger is kept alone.
const KEPT_BYTES: usize = 16_000_000;

/// Laid out once, and shown by whoever needs it.
pub type Shared<T> = Rc<RefCell<T>>;

/// The files and differences that were looked at last, found by what is in them.
#[derive(Default)]
pub struct Shelf {
    codes: Vec<Shared<Code>>,
    diffs: Vec<Shared<Diff>>,
}

impl Shelf {
    pub fn code(&mut self, text: &str, language: Option<&'static Language>) -> Shared<Code> {
        let is_it = |code: &Code| code.shows(text, language);
        taken(&mut self.codes, is_it, || Code::new(text.into(), language), Code::bytes)
    }

    pub fn diff(&mut self, before: &Rc<str>, after: &Rc<str>, layout: Layout) -> Shared<Diff> {
        let is_it = |diff: &Diff| diff.shows(before, after, layout);
        let make = || Diff::new(before, after, layout);
        taken(&mut self.diffs, is_it, make, Diff::bytes)
    }
}

fn taken<T>(
    kept: &mut Vec<Shared<T>>,
    is_it: impl Fn(&T) -> bool,
    make: impl FnOnce() -> T,
    bytes: fn(&T) -> usize,
) -> Shared<T> {
    let found = match kept.iter().position(|it| is_it(&it.borrow())) {
        Some(at) => kept.remove(at),
        None => Rc::new(RefCell::new(make())),
    };
    kept.insert(0, found.clone());
    kept.truncate(KEPT_MAX);
    while kept.len() > 1 && kept.iter().map(|it| bytes(&it.borrow())).sum::<usize>() > KEPT_BYTES {
        kept.pop();
    }
    found
}

impl<T: Text> Text for Shared<T> {
    fn len(&self) -> usize {
        self.borrow().len()
    }

    fn number(&self, index: usize) -> usize {
        self.borrow().number(index)
    }

    fn rows(&mut self, index: usize, width: u16, theme: Theme) -> Vec<Line<'static>> {
        self.borrow_mut().rows(index, width, theme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_laid_out_once() {
        let mut shelf = Shelf::default();
        let rust = Language::of("a.rs", "");
        let first = shelf.code("x", rust);
        assert!(Rc::ptr_eq(&first, &shelf.code("x", rust)));
        assert!(!Rc::ptr_eq(&first, &shelf.code("x", None)));
        assert!(!Rc::ptr_eq(&first, &shelf.code("y", rust)));
        let diff = shelf.diff(&"a".into(), &"b".into(), Layout::Unified);
        assert!(Rc::ptr_eq(
            &diff,
            &shelf.diff(&"a".into(), &"b".into(), Layout::Unified)
        ));
        assert!(!Rc::ptr_eq(
            &diff,
            &shelf.diff(&"a".into(), &"b".into(), Layout::Beside)
        ));
    }

    #[test]
    fn little_is_kept() {
        let mut shelf = Shelf::default();
        for number in 0..100 {
            shelf.code(&number.to_string(), None);
        }
        assert_eq!(shelf.codes.len(), KEPT_MAX);
        let large = "x".repeat(KEPT_BYTES);
        shelf.code(&large, None);
        assert_eq!(shelf.codes.len(), 1);
    }
}
