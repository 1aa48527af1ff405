//! The way from the top of a payload to one of its fields, written `add_tasks[0].title`.

use std::fmt;

/// Written out only when a fault needs it, so that a clean payload costs no text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Way<'a> {
    Top,
    Field(&'a Way<'a>, &'a str),
    Item(&'a Way<'a>, usize),
}

impl<'a> Way<'a> {
    pub fn field(&'a self, name: &'a str) -> Self {
        Way::Field(self, name)
    }

    pub fn item(&'a self, index: usize) -> Self {
        Way::Item(self, index)
    }
}

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Top => Ok(()),
            Way::Field(Way::Top, name) => f.write_str(name),
            Way::Field(parent, name) => write!(f, "{parent}.{name}"),
            Way::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_like_a_path() {
        let top = Way::Top;
        let list = top.field("add_tasks");
        let item = list.item(3);
        assert_eq!(top.to_string(), "");
        assert_eq!(list.to_string(), "add_tasks");
        assert_eq!(item.field("title").to_string(), "add_tasks[3].title");
    }
}
