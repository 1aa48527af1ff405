//! What every screen is made of.

mod cursor;
mod dialog;
mod field;
mod keys;
mod pages;

pub use cursor::Cursor;
pub use dialog::{centered, framed};
pub use field::{Field, Typed};
pub use keys::{Binding, footer, help};
