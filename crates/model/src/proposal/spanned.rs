//! A value and the bytes it was written in.

use std::ops::Range;

/// Two of them are equal when their values are, wherever these stand.
#[derive(Debug, Clone, Default)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    pub fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }

    /// A value that was never in a text.
    pub fn unplaced(value: T) -> Self {
        Self { value, span: 0..0 }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(change(self.value), self.span)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}
