//! One part of the plan while somebody chooses.

use model::{Diagnostic, Spanned};

use super::item::{Item, ItemId, Part};
use super::modification::Changed;
use crate::turns::chosen::Choice;

pub(super) struct Row<'a, T> {
    pub original: &'a Spanned<T>,
    pub changed: Option<Changed<T>>,
    pub is_chosen: bool,
    pub is_fixed: bool,
    pub troubles: Vec<Diagnostic>,
}

pub(super) fn rows<'a, T: Clone>(
    parts: &'a [Spanned<T>],
    choices: &[Choice<T>],
    is_fixed: impl Fn(usize) -> bool,
) -> Vec<Row<'a, T>> {
    let row = |(index, original): (usize, &'a Spanned<T>)| Row {
        original,
        changed: match choices.get(index) {
            Some(Choice::Changed { form, told }) => Some(Changed {
                form: Spanned::new(form.clone(), original.span.clone()),
                told: told.clone(),
            }),
            _ => None,
        },
        is_chosen: !matches!(choices.get(index), Some(Choice::Off)),
        is_fixed: is_fixed(index),
        troubles: Vec::new(),
    };
    parts.iter().enumerate().map(row).collect()
}

impl<T> Row<'_, T> {
    /// As it would be carried out.
    pub fn form(&self) -> &Spanned<T> {
        match &self.changed {
            Some(changed) => &changed.form,
            None => self.original,
        }
    }

    /// Whether it is still to be carried out.
    pub fn is_open(&self) -> bool {
        self.is_chosen && !self.is_fixed
    }

    pub fn choose(&mut self, is_chosen: bool) {
        if !self.is_fixed {
            self.is_chosen = is_chosen;
        }
    }

    pub fn toggle(&mut self) {
        self.choose(!self.is_chosen);
    }

    pub fn restore(&mut self) {
        if !self.is_fixed {
            self.changed = None;
        }
    }

    pub fn item<'c>(&'c self, id: ItemId, part: fn(&'c T) -> Part<'c>) -> Item<'c> {
        Item {
            id,
            chosen: self.is_chosen,
            modified: self.changed.is_some(),
            fixed: self.is_fixed,
            troubles: &self.troubles,
            part: part(&self.form().value),
            original: part(&self.original.value),
        }
    }

    pub fn into_choice(self) -> Choice<T> {
        match (self.is_chosen, self.changed) {
            (false, _) => Choice::Off,
            (true, None) => Choice::AsProposed,
            (true, Some(Changed { form, told })) => Choice::Changed { form: form.value, told },
        }
    }
}
