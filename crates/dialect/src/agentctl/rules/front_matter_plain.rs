//! # front-matter-plain
//!
//! A front matter uses no anchors, aliases, tags, merge keys or directives.
//!
//! They let one text stand for another or for something that is not text, so that what a reader sees is not what is
//! stored, and a few lines can blow up into gigabytes. Nothing here needs them.
//!
//! Bad:  `depends_on: &deps [create-schema]`
//! Good: `depends_on: [create-schema]`

use super::front::Verdict;

pub const RULE: &str = "front-matter-plain";

pub(super) fn refuse(thing: &str) -> Verdict {
    Verdict {
        rule: RULE,
        message: format!("{thing} is not allowed in a front matter."),
        hint: "Write the value itself; put it into double quotes if it is meant as text.".to_owned(),
    }
}
