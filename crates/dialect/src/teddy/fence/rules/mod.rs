//! What the repairer says beside `fence-unclosed`, which the reader says too. One file is one rule.

pub mod fence_ambiguous;
pub mod fence_repaired;

use crate::rule::Rule;

pub const RULES: [&Rule; 2] = [&fence_ambiguous::RULE, &fence_repaired::RULE];
