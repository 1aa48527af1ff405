//! What the repairer says. One file is one rule.

pub mod fence_ambiguous;
pub mod fence_repaired;
pub mod fence_unclosed;

use crate::rule::Rule;

pub const RULES: [&Rule; 3] = [&fence_repaired::RULE, &fence_ambiguous::RULE, &fence_unclosed::RULE];
