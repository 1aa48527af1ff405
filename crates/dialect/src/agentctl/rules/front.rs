//! Which rule a fault of a front matter breaks.

use std::ops::Range;

use model::{Diagnostic, Rule};

use super::{front_matter, front_matter_key, front_matter_plain, front_matter_value, front_matter_yaml};
use super::{plan_title, task_id};
use crate::source::Source;
use crate::yaml::{Fault, What};

pub(in crate::agentctl) use super::front_matter::{absent, unclosed};

/// What a rule says about a fault.
pub(super) struct Verdict {
    pub rule: &'static Rule,
    pub message: String,
    pub hint: String,
}

/// `start` is where the front matter begins in the file, and `opening` the mark before it.
pub(in crate::agentctl) fn judge(
    source: &Source<'_>,
    start: usize,
    opening: &Range<usize>,
    fault: &Fault,
) -> Diagnostic {
    let Verdict { rule, message, hint } = verdict(&fault.what);
    let span = match fault.what {
        What::Missing(_) | What::TooLarge { .. } => opening.clone(),
        _ => start + fault.span.start..start + fault.span.end,
    };
    source.error(rule, &span, message).with_hint(hint)
}

fn verdict(what: &What) -> Verdict {
    match what {
        What::NotMapping { found } => front_matter::not_mapping(found),
        What::Syntax(why) => front_matter_yaml::syntax(why),
        What::SeveralDocuments => front_matter_yaml::several_documents(),
        What::TooLarge { bytes } => front_matter_yaml::too_large(*bytes),
        What::TooManyValues | What::TooManyKeys => front_matter_yaml::too_many_values(),
        What::TooDeep => front_matter_yaml::too_deep(),
        What::More(count) => front_matter_yaml::more(*count),
        What::Anchor => front_matter_plain::refuse("An anchor (`&name`)"),
        What::Alias => front_matter_plain::refuse("An alias (`*name`)"),
        What::Tag => front_matter_plain::refuse("A tag (`!name`)"),
        What::MergeKey => front_matter_plain::refuse("A merge key (`<<`)"),
        What::Directive => front_matter_plain::refuse("A directive (`%NAME`)"),
        What::OddKey => front_matter_key::odd(),
        What::UnknownKey { given, meant, allowed } => front_matter_key::unknown(given, *meant, allowed),
        What::RepeatedKey(key) => front_matter_key::repeated(key),
        What::WrongType {
            key,
            wanted,
            found,
            bare,
        } => front_matter_value::wrong_type(key, wanted, found, bare.as_deref()),
        What::Missing(plan_title::KEY) => plan_title::missing(),
        What::Missing(_) => task_id::missing(),
    }
}
