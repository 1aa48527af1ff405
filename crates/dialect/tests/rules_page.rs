//! The pages of the rules say what the registry says. `SPEC_UPDATE=1` rewrites them and keeps their examples.

use std::io;
use std::path::{Path, PathBuf};

use planwright_dialect::rules::{THEMES, Theme, examples};

const INTRO: &str = "\
# Rules

Every diagnostic names a rule. An error stops the command; a warning does not. `planwright rules NAME` explains a rule on the
command line.

The pages below show what breaks and what follows each rule. The examples are tested. A test writes this page from the rules.
";

#[test]
fn pages_match_the_registry() -> io::Result<()> {
    let mut wrong = Vec::new();
    let mut index = INTRO.to_owned();
    for theme in &THEMES {
        index += &index_of(theme);
        wrong.extend(check(&docs(&format!("rules/{}.md", theme.page)), &page_of(theme))?);
    }
    wrong.extend(check(&docs("rules.md"), &index)?);
    assert!(
        wrong.is_empty(),
        "{wrong:?} are out of date; run `SPEC_UPDATE=1 cargo test -p planwright-dialect --test rules_page`"
    );
    Ok(())
}

fn docs(page: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page)
}

fn title(theme: &Theme) -> &str {
    theme.text.lines().next().unwrap_or_default().trim_start_matches("# ")
}

fn index_of(theme: &Theme) -> String {
    let mut part = format!(
        "\n## [{}](rules/{}.md)\n\n| rule | severity | asks |\n|---|---|---|\n",
        title(theme),
        theme.page
    );
    for rule in theme.rules {
        let row = format!(
            "| [{0}](rules/{1}.md#{0}) | {2:?} | {3} |\n",
            rule.name, theme.page, rule.severity, rule.summary
        );
        part += &row;
    }
    part
}

fn page_of(theme: &Theme) -> String {
    let mut page = format!("# {}\n", title(theme));
    for rule in theme.rules {
        page += &format!("\n## {rule}\n\n{:?}. {} {}\n", rule.severity, rule.summary, rule.why);
        for (label, example) in ["Bad", "Good"].iter().zip(examples(rule).into_iter().flatten()) {
            let inner = example.text.lines().map(|line| {
                let line = line.trim_start();
                line.len() - line.trim_start_matches('`').len()
            });
            let fence = "`".repeat(inner.max().unwrap_or(0).max(2) + 1);
            page += &format!("\n{label}:\n\n{fence}{}\n{}{fence}\n", example.info, example.text);
        }
    }
    page
}

/// The path if the file differs and is not to be rewritten.
#[expect(
    clippy::disallowed_methods,
    reason = "the pages are files; the crate itself does no I/O"
)]
fn check(path: &Path, wanted: &str) -> io::Result<Option<PathBuf>> {
    let is_same = std::fs::read_to_string(path).is_ok_and(|found| found == wanted);
    if !is_same && std::env::var_os("SPEC_UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, wanted)?;
        return Ok(None);
    }
    Ok((!is_same).then(|| path.to_owned()))
}
