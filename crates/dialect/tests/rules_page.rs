//! `docs/rules.md` is what the rules say of themselves. `SPEC_UPDATE=1` rewrites it.

use std::io;
use std::path::Path;

use planwright_dialect::native::rules_page;
use planwright_dialect::rules;

const INTRO: &str = "\
# Rules for Markdown plans

What `planwright check` looks for, by name. An error keeps a plan from being carried out; a warning says that it was read
as it was probably meant. `planwright rules NAME` shows the same on the command line.

The examples show only the part of a plan that matters. This page is made from the rules themselves.
";

#[expect(
    clippy::disallowed_methods,
    reason = "the page is a file; the room itself stays pure"
)]
#[test]
fn the_page_is_up_to_date() -> io::Result<()> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let wanted = format!("{INTRO}{}", rules_page(&rules::all()));
    if std::env::var_os("SPEC_UPDATE").is_some_and(|value| value == "1") {
        return std::fs::write(page, wanted);
    }
    let found = std::fs::read_to_string(page)?;
    assert!(
        found == wanted,
        "docs/rules.md is out of date; run `SPEC_UPDATE=1 cargo test -p planwright-dialect --test rules_page`"
    );
    Ok(())
}
