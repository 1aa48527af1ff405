//! One part of the plan while somebody chooses.

use model::{Diagnostic, Spanned};

use super::item::{Item, ItemId, Part};
use crate::turns::chosen::Choice;

pub(super) struct Row<'a, T> {
    pub original: &'a Spanned<T>,
    pub choice: Choice<T>,
    pub is_fixed: bool,
    pub troubles: Vec<Diagnostic>,
}

pub(super) fn rows<'a, T: Clone>(
    parts: &'a [Spanned<T>],
    choices: &[Choice<T>],
    is_fixed: impl Fn(usize) -> bool,
) -> Vec<Row<'a, T>> {
    let row = |(index, (original, choice)): (usize, (&'a Spanned<T>, &Choice<T>))| Row {
        original,
        choice: choice.clone(),
        is_fixed: is_fixed(index),
        troubles: Vec::new(),
    };
    parts.iter().zip(choices).enumerate().map(row).collect()
}

impl<T: Clone> Row<'_, T> {
    /// As it would be carried out.
    pub fn form(&self) -> &Spanned<T> {
        &self.choice.form
    }

    pub fn is_changed(&self) -> bool {
        self.choice.told.is_some()
    }

    /// Whether it is still to be carried out.
    pub fn is_open(&self) -> bool {
        self.choice.is_on && !self.is_fixed
    }

    pub fn choose(&mut self, is_on: bool) {
        if !self.is_fixed {
            self.choice.is_on = is_on;
        }
    }

    pub fn toggle(&mut self) {
        self.choose(!self.choice.is_on);
    }

    pub fn restore(&mut self) {
        if !self.is_fixed {
            self.choice = Choice {
                is_on: self.choice.is_on,
                ..Choice::as_proposed(self.original)
            };
        }
    }

    pub fn item<'c>(&'c self, id: ItemId, part: fn(&'c T) -> Part<'c>) -> Item<'c> {
        Item {
            id,
            chosen: self.choice.is_on,
            modified: self.is_changed(),
            fixed: self.is_fixed,
            troubles: &self.troubles,
            part: part(&self.form().value),
            original: part(&self.original.value),
        }
    }

    /// What is left out is kept as it was proposed.
    pub fn into_choice(self) -> Choice<T> {
        match self.choice.is_on {
            true => self.choice,
            false => Choice {
                is_on: false,
                ..Choice::as_proposed(self.original)
            },
        }
    }
}
