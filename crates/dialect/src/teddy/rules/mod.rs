//! The rules for the text of a plan. One file is one rule: what it asks, why, and how it is told.

pub mod action_heading;
pub mod action_in_block;
pub mod action_missing;
pub mod action_nested;
pub mod action_plan_heading;
pub mod action_swallowed;
pub mod action_unknown;
pub mod blank_line;
pub mod block_extra;
pub mod block_missing;
pub mod byte_order_mark;
pub mod closing_prose;
pub mod command_empty;
pub mod comment;
pub mod edit_marker;
pub mod edit_pair;
pub mod env_form;
pub mod env_list;
pub mod env_reserved;
pub mod fence_indented;
pub mod fence_unclosed;
pub mod field_bullet;
pub mod field_form;
pub mod field_name;
pub mod field_recommended;
pub mod field_required;
pub mod field_twice;
pub mod field_unknown;
pub mod field_value;
pub mod find_empty;
pub mod handoff_last;
pub mod header_field;
pub mod header_missing;
pub mod heading_level;
pub mod heading_space;
pub mod line_ends;
pub mod link_form;
pub mod link_mismatch;
pub mod link_remark;
pub mod link_single;
pub mod loose_prose;
pub mod memo_form;
pub mod memo_line;
pub mod message_end;
pub mod message_missing;
pub mod path_backslash;
pub mod path_unsafe;
pub mod path_url;
pub mod preamble;
pub mod query_empty;
pub mod rationale_fence;
pub mod rationale_missing;
pub mod rationale_section;
pub mod section_name;
pub mod section_order;
pub mod section_twice;
pub mod section_unknown;
pub mod smart_quotes;
pub mod stray_prose;
pub mod thematic_break;
pub mod timeout_long;
pub mod title_missing;
pub mod title_single;
pub mod url_form;
pub mod wrapped_plan;

use crate::rule::Rule;

/// Every rule of this folder, by name.
pub const RULES: [&Rule; 65] = [
    &action_heading::RULE,
    &action_in_block::RULE,
    &action_missing::RULE,
    &action_nested::RULE,
    &action_plan_heading::RULE,
    &action_swallowed::RULE,
    &action_unknown::RULE,
    &blank_line::RULE,
    &block_extra::RULE,
    &block_missing::RULE,
    &byte_order_mark::RULE,
    &closing_prose::RULE,
    &command_empty::RULE,
    &comment::RULE,
    &edit_marker::RULE,
    &edit_pair::RULE,
    &env_form::RULE,
    &env_list::RULE,
    &env_reserved::RULE,
    &fence_indented::RULE,
    &fence_unclosed::RULE,
    &field_bullet::RULE,
    &field_form::RULE,
    &field_name::RULE,
    &field_recommended::RULE,
    &field_required::RULE,
    &field_twice::RULE,
    &field_unknown::RULE,
    &field_value::RULE,
    &find_empty::RULE,
    &handoff_last::RULE,
    &header_field::RULE,
    &header_missing::RULE,
    &heading_level::RULE,
    &heading_space::RULE,
    &line_ends::RULE,
    &link_form::RULE,
    &link_mismatch::RULE,
    &link_remark::RULE,
    &link_single::RULE,
    &loose_prose::RULE,
    &memo_form::RULE,
    &memo_line::RULE,
    &message_end::RULE,
    &message_missing::RULE,
    &path_backslash::RULE,
    &path_unsafe::RULE,
    &path_url::RULE,
    &preamble::RULE,
    &query_empty::RULE,
    &rationale_fence::RULE,
    &rationale_missing::RULE,
    &rationale_section::RULE,
    &section_name::RULE,
    &section_order::RULE,
    &section_twice::RULE,
    &section_unknown::RULE,
    &smart_quotes::RULE,
    &stray_prose::RULE,
    &thematic_break::RULE,
    &timeout_long::RULE,
    &title_missing::RULE,
    &title_single::RULE,
    &url_form::RULE,
    &wrapped_plan::RULE,
];

/// How much of a foreign word is quoted.
const QUOTED_CHARS: usize = 60;

pub(in crate::teddy) fn quoted(text: &str) -> String {
    let bare = text.trim_matches('`');
    match bare.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("`{}…`", &bare[..end]),
        None => format!("`{bare}`"),
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
