//! Rules about the fields of an action.

use std::ops::Range;

use model::{Diagnostic, Spanned, Verb, limits};

use super::quoted;
use crate::rules::rules;
use crate::spelling;
use crate::teddy::fields::Known;

rules! {
    FIELD_REQUIRED: Error "field-required",
        "An action has the fields that it cannot do without.",
        "Without them nobody knows what is to be done.";
    FIELD_RECOMMENDED: Warning "field-recommended",
        "An action says what it is for.",
        "Whoever approves it reads this first.";
    FIELD_UNKNOWN: Warning "field-unknown",
        "An action has only fields that exist.",
        "Another field is shown in the report and changes nothing.";
    FIELD_NAME: Warning "field-name",
        "Fields have the names of the format.",
        "Other tools know no other words.";
    FIELD_FORM: Warning "field-form",
        "A field is a bold name that ends with a colon.",
        "It is what people and tools look for.";
    FIELD_BULLET: Warning "field-bullet",
        "Fields are entries of a list.",
        "Without bullets, Markdown joins them into one paragraph.";
    FIELD_TWICE: Error "field-twice",
        "A field is given once.",
        "Of two values, one would be dropped.";
    FIELD_VALUE: Error "field-value",
        "A value is of its kind.",
        "A wrong number or word is not guessed.";
    TIMEOUT_LONG: Warning "timeout-long",
        "A command that may run for hours is pointed out.",
        "Nothing else happens in the session until it ends, and one that hangs is noticed only then.";
    ENV_LIST: Error "env-list",
        "`env` is a list of variables below the field.",
        "Values on one line cannot be told apart.";
    ENV_FORM: Warning "env-form",
        "A variable is a name in back-ticks, a colon and a value in quotes.",
        "Quotes show where a value ends.";
    ENV_RESERVED: Error "env-reserved",
        "`env` sets no variable whose name begins with `PLANWRIGHT_`.",
        "These variables steer planwright itself, and a plan has no say in that.";
}

/// How the names of variables begin that planwright itself acts upon.
const RESERVED: &str = "PLANWRIGHT_";

pub(in crate::teddy) fn field_required(span: Range<usize>, verb: Verb, name: &str) -> Diagnostic {
    let hint = format!("Add `- **{name}:** …` below the heading.");
    FIELD_REQUIRED.at(span, format!("`{verb}` does not say its `{name}`."), hint)
}

pub(in crate::teddy) fn field_recommended(span: Range<usize>, verb: Verb, name: &str) -> Diagnostic {
    let hint = format!("Add `- **{name}:** …` below the heading.");
    FIELD_RECOMMENDED.at(span, format!("`{verb}` does not say its `{name}`."), hint)
}

pub(in crate::teddy) fn field_recommended_message(span: Range<usize>, verb: Verb) -> Diagnostic {
    let hint = "Write below its fields what the next agent needs to know.";
    FIELD_RECOMMENDED.at(span, format!("`{verb}` has no message."), hint)
}

pub(in crate::teddy) fn field_unknown(name: &Spanned<String>, known: &[Known]) -> Diagnostic {
    let message = format!("There is no field {} here; it changes nothing.", quoted(&name.value));
    let hint = match spelling::nearest(&name.value, known.iter().map(|known| known.name)) {
        Some(near) => format!("Did you mean `{near}`?"),
        None => "Take it out, or say it in the `Description`.".to_owned(),
    };
    FIELD_UNKNOWN.broken(message).at_span(name.span.clone()).with_hint(hint)
}

pub(in crate::teddy) fn field_name(name: &Spanned<String>, expected: &str) -> Diagnostic {
    let message = format!("{} is read as `{expected}`.", quoted(&name.value));
    FIELD_NAME.at(name.span.clone(), message, format!("Write `- **{expected}:** …`."))
}

pub(in crate::teddy) fn field_form(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = format!("Write `- **{name}:** …`.");
    FIELD_FORM.at(span, "This field is not written like one.", hint)
}

pub(in crate::teddy) fn field_bullet(span: Range<usize>) -> Diagnostic {
    FIELD_BULLET.at(span, "This field has no bullet.", "Begin the line with `- `.")
}

pub(in crate::teddy) fn field_twice(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = "Keep one; for several files, write one action for each.";
    FIELD_TWICE.at(span, format!("`{name}` is given more than once."), hint)
}

pub(in crate::teddy) fn field_value_timeout(value: Spanned<String>) -> Diagnostic {
    let message = format!("{} is not a number of seconds.", quoted(&value.value));
    let hint = "Write whole seconds, such as `- **Timeout:** 120`.";
    FIELD_VALUE.at(value.span, message, hint)
}

pub(in crate::teddy) fn field_value_too_long(value: Spanned<String>) -> Diagnostic {
    let message = format!("{} seconds are more than a command may take.", value.value);
    let hint = format!(
        "The most is {}, a day; most commands need far less.",
        limits::COMMAND_S_MAX
    );
    FIELD_VALUE.broken(message).at_span(value.span).with_hint(hint)
}

pub(in crate::teddy) fn field_value_allow_failure(value: Spanned<String>) -> Diagnostic {
    let message = format!("{} is neither `true` nor `false`.", quoted(&value.value));
    let hint = "Write `- **Allow Failure:** true`, or leave it out.";
    FIELD_VALUE.at(value.span, message, hint)
}

/// `None` for what nobody needs to be told of.
pub(in crate::teddy) fn timeout_long(timeout: &Spanned<u64>) -> Option<Diagnostic> {
    let seconds = timeout.value;
    let minutes = seconds / 60;
    (seconds > limits::COMMAND_S_UNREMARKED).then(|| {
        let message = format!("This command may run for {} h {} min.", minutes / 60, minutes % 60);
        let hint = "Write the seconds that it really needs; without a `Timeout` it has ten minutes.";
        TIMEOUT_LONG
            .broken(message)
            .at_span(timeout.span.clone())
            .with_hint(hint)
    })
}

pub(in crate::teddy) fn env_list(span: Range<usize>) -> Diagnostic {
    let hint = "Write one entry per variable below `env`: ``- `NAME`: \"value\"``.";
    ENV_LIST.at(span, "These variables cannot be told apart.", hint)
}

pub(in crate::teddy) fn env_list_entry(span: Range<usize>) -> Diagnostic {
    let hint = "Write ``- `NAME`: \"value\"``; a name has letters, digits and `_`.";
    ENV_LIST.at(span, "This entry is not a variable.", hint)
}

pub(in crate::teddy) fn env_form(span: Range<usize>) -> Diagnostic {
    let hint = "Write ``- `NAME`: \"value\"``.";
    ENV_FORM.at(span, "This variable is written like in a shell.", hint)
}

pub(in crate::teddy) fn is_reserved_variable(name: &str) -> bool {
    name.get(..RESERVED.len())
        .is_some_and(|begin| begin.eq_ignore_ascii_case(RESERVED))
}

pub(in crate::teddy) fn env_reserved(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("`{name}` is a variable of planwright's own, which no plan may set.");
    let hint = "Leave it out; if a command needs it, set it in the command itself, where the reader sees it.";
    ENV_RESERVED.at(span, message, hint)
}
