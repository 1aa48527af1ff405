use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "fence-repaired",
    severity: Severity::Warning,
    summary: "The fence of a block is longer than every fence within the block.",
    why: "Otherwise the first inner fence ends the block, and the rest of it is read as something else. Where it is \
          clear what was meant, the outer fence is lengthened and this says so.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [docs/use.md](/docs/use.md)
- **Description:** Show how to build it.
```markdown
Build it:
```shell
make
```
Then run it.
```
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [docs/use.md](/docs/use.md)
- **Description:** Show how to build it.
````markdown
Build it:
```shell
make
```
Then run it.
````
",
    ),
};

pub(in crate::teddy::fence) fn longer(closing_line: usize) -> Diagnostic {
    RULE.broken(format!(
        "A fence within this block is as long as the block's own. It was read as reaching to line {closing_line}."
    ))
    .with_hint("Begin and end the outer block with more marks than any fence within it has.")
}

pub(in crate::teddy::fence) fn even(opening: usize, closing: usize, closing_line: usize) -> Diagnostic {
    RULE.broken(format!(
        "This block begins with {opening} marks and ends in line {closing_line} with only {closing}."
    ))
    .with_hint(format!("End it with {opening} marks too."))
}
