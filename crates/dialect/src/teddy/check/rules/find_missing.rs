use model::proposal::Pair;
use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::find::{Nearest, Nowhere, OnlyIn};

pub const RULE: Rule = Rule {
    name: "find-missing",
    severity: Severity::Error,
    summary: "The text of a `FIND:` block stands in the file.",
    why: "What is not found cannot be replaced, and what is merely similar may be something else.",
    bad: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet nobody.

`FIND:`
````rust
    great();
````
`REPLACE:`
````rust
````
",
    ),
    good: Example::actions(
        "\
### `EDIT`
- **File Path:** [src/main.rs](/src/main.rs)
- **Description:** Greet nobody.

`FIND:`
````rust
    greet();
````
`REPLACE:`
````rust
````
",
    ),
};

pub(in crate::teddy::check) fn fault(pair: &Pair, nowhere: &Nowhere) -> Diagnostic {
    let (message, hint) = match (nowhere.already, &nowhere.nearest) {
        (Some(line), _) => (
            format!("This text is not in the file, but the text of its `REPLACE:` block is, in line {line}."),
            "The change seems to have been made before. If so, remove this pair.".to_owned(),
        ),
        (None, Some(nearest)) => (
            format!("This text is not in the file. Most like it {}.", place(nearest)),
            compared(nearest),
        ),
        (None, None) if nowhere.is_over_budget => (
            "This text is not in the file. Its closest match was not searched for: the file is large, or this plan has \
             many texts that are not in their files."
                .to_owned(),
            "Copy the text exactly from the file. To see its closest match, fix the errors above and check again."
                .to_owned(),
        ),
        (None, None) => (
            "This text is not in the file, nor anything like it.".to_owned(),
            "Check the path, and copy the text from the file.".to_owned(),
        ),
    };
    RULE.broken(message).at_span(pair.find.span.clone()).with_hint(hint)
}

fn place(nearest: &Nearest) -> String {
    let (first, last) = (nearest.first_line, nearest.last_line);
    let lines = match first == last {
        true => format!("is line {first}"),
        false => format!("are lines {first} to {last}"),
    };
    match nearest.only {
        Some(OnlyIn::Indentation) => format!("{lines}, which differ only in indentation"),
        Some(OnlyIn::WhiteSpace) => format!("{lines}, with other white space"),
        Some(OnlyIn::Case) => format!("{lines}, with other capitals"),
        None => lines,
    }
}

fn compared(nearest: &Nearest) -> String {
    format!(
        "Copy the text exactly from the file. Here `-` is the file and `+` is this block:\n{}",
        nearest.diff
    )
}
