//! No file of the project knows the machine that it was written on.

use super::findings::Findings;
use crate::project::Source;

/// Written in two halves, so that this file does not match itself.
const FOLDERS: [&str; 3] = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

pub fn check(sources: &[Source], findings: &mut Findings) {
    for source in sources {
        for (index, line) in source.text.lines().enumerate() {
            if let Some(folder) = FOLDERS.iter().find(|folder| names(line, folder)) {
                findings.problem(format!(
                    "{}:{}: a path of one machine: {folder}…",
                    source.path,
                    index + 1
                ));
            }
        }
    }
}

/// Whether a path in the line begins with the folder; inside of a longer path it is harmless.
fn names(line: &str, folder: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || "_-./~}])*$>".contains(c);
    line.match_indices(folder)
        .any(|(at, _)| !line[..at].chars().next_back().is_some_and(inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: bool) {
        let line = line.replace('|', "");
        assert_eq!(FOLDERS.iter().any(|folder| names(&line, folder)), expect, "{line}");
    }

    #[test]
    fn only_beginnings_of_paths() {
        check("cd /wo|rk/main", true);
        check("(`/ho|me/ada/x`)", true);
        check("/ro|ot/.cargo", true);
        check("PATH=/ho|me/ada/bin", true);
        check("at/wo|rk/place", false);
        check("[ROOT]/ho|me/x", false);
        check("{folder}/wo|rk/", false);
        check("the /work of others", false);
    }
}
