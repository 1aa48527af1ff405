//! Every crate that we depend on directly is explained in DEPENDENCIES.md.

use std::collections::BTreeSet;

use super::findings::Findings;
use crate::metadata::Package;

const DOCUMENT: &str = "DEPENDENCIES.md";

pub fn check(packages: &[Package], read: &dyn Fn(&str) -> Option<String>, findings: &mut Findings) {
    let Some(text) = read(DOCUMENT) else {
        findings.problem(format!("{DOCUMENT} is missing"));
        return;
    };
    for name in external(packages) {
        if !text.contains(&format!("`{name}`")) {
            findings.problem(format!("{DOCUMENT} does not say why we use `{name}`"));
        }
    }
}

fn external(packages: &[Package]) -> BTreeSet<&str> {
    let all = packages.iter().flat_map(|package| &package.dependencies);
    all.filter(|dependency| dependency.external)
        .map(|dependency| dependency.name.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{Dependency, Kind};

    #[test]
    fn each_crate_needs_its_line() {
        let dependency = |name: &str, external| Dependency {
            name: name.to_owned(),
            kind: Kind::Dev,
            external,
        };
        let dependencies = vec![
            dependency("serde", true),
            dependency("toml", true),
            dependency("model", false),
        ];
        let package = Package {
            name: "p".to_owned(),
            dependencies,
            tests: Vec::new(),
        };
        let mut findings = Findings::default();
        check(
            &[package],
            &|_| Some("| `serde` | wire shapes; `serde_toml` |".to_owned()),
            &mut findings,
        );
        assert_eq!(findings.problems, ["DEPENDENCIES.md does not say why we use `toml`"]);
    }
}
