//! Which crate of the workspace may depend on which, and which external crates only some of them may use. Compared with
//! the Cargo.toml files.

use super::findings::Findings;
use crate::metadata::{Dependency, Kind, Package};

struct Member {
    package: &'static str,
    name: &'static str,
    may_use: &'static [&'static str],
}

const fn member(package: &'static str, name: &'static str, may_use: &'static [&'static str]) -> Member {
    Member { package, name, may_use }
}

const MEMBERS: &[Member] = &[
    member("planwright-model", "model", &[]),
    member("planwright-http", "http", &[]),
    member("planwright-dialect", "dialect", &["model"]),
    member("planwright-store", "store", &["model"]),
    member("planwright-workspace", "workspace", &["model", "http"]),
    member("planwright-planner", "planner", &["model", "http"]),
    member(
        "planwright-engine",
        "engine",
        &["model", "dialect", "store", "workspace", "planner"],
    ),
    member("planwright-render", "render", &["model", "dialect", "engine"]),
    member("planwright-tui", "tui", &["model", "dialect", "engine", "render"]),
    member("planwright-server", "server", &["model", "engine", "render"]),
    member(
        "planwright",
        "cli",
        &["model", "dialect", "engine", "render", "tui", "server"],
    ),
    member(
        TESTKIT,
        "testkit",
        &["model", "dialect", "store", "workspace", "engine", "render", "tui"],
    ),
    member("xtask", "xtask", &[]),
];

const TESTKIT: &str = "planwright-testkit";

/// All that the model may take from outside.
const MODEL_CRATES: &[&str] = &["thiserror"];

/// Crates that are the capability of a few members of the workspace.
const OWNED: &[(&str, &[&str])] = &[
    ("rusqlite", &["store"]),
    ("ureq", &["http"]),
    ("ratatui", &["tui", "testkit"]),
    // What shows an answer.
    ("annotate-snippets", &["render"]),
    ("anstyle", &["render", "cli"]),
];

/// The core is synchronous: `http` waits for its answers.
const ASYNC_CRATES: &[&str] = &["tokio", "reqwest"];
const SYNC_MEMBERS: &[&str] = &[
    "model",
    "http",
    "dialect",
    "store",
    "workspace",
    "planner",
    "engine",
    "render",
    "tui",
    "cli",
];

pub fn check(packages: &[Package], findings: &mut Findings) {
    for package in packages {
        let Some(member) = MEMBERS.iter().find(|member| member.package == package.name) else {
            findings.problem(format!(
                "the package {} is not listed in xtask/src/check/arrows.rs",
                package.name
            ));
            continue;
        };
        for dependency in &package.dependencies {
            let problem = if dependency.external {
                capability(member, dependency)
            } else {
                arrow(member, dependency)
            };
            if let Some(problem) = problem {
                findings.problem(problem);
            }
        }
    }
}

fn arrow(from: &Member, dependency: &Dependency) -> Option<String> {
    if dependency.name == TESTKIT {
        let shipped = dependency.kind != Kind::Dev;
        return shipped.then(|| format!("{} uses testkit outside of its tests", from.name));
    }
    let to = MEMBERS
        .iter()
        .find(|member| member.package == dependency.name)
        .map_or("?", |member| member.name);
    (!from.may_use.contains(&to)).then(|| format!("{} must not use {to} ({})", from.name, dependency.name))
}

fn capability(member: &Member, dependency: &Dependency) -> Option<String> {
    let name = dependency.name.as_str();
    if member.name == "model" && dependency.kind != Kind::Dev && !MODEL_CRATES.contains(&name) {
        return Some(format!("model must not use the crate {name}"));
    }
    if let Some((_, owners)) = OWNED
        .iter()
        .find(|(owned, owners)| *owned == name && !owners.contains(&member.name))
    {
        let owners = owners.join(" and ");
        return Some(format!(
            "{} must not use the crate {name}, only {owners} may",
            member.name
        ));
    }
    let breaks_sync = ASYNC_CRATES.contains(&name) && SYNC_MEMBERS.contains(&member.name);
    breaks_sync.then(|| format!("{} must not use the crate {name}: the core is synchronous", member.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(package: &str, dependency: &str, kind: Kind) -> Vec<String> {
        let external = !dependency.starts_with("planwright");
        let dependency = Dependency {
            name: dependency.to_owned(),
            kind,
            external,
        };
        let package = Package {
            name: package.to_owned(),
            dependencies: vec![dependency],
            tests: Vec::new(),
        };
        let mut findings = Findings::default();
        check(&[package], &mut findings);
        findings.problems
    }

    #[track_caller]
    fn allowed(package: &str, dependency: &str) {
        assert_eq!(problems(package, dependency, Kind::Normal), [""; 0]);
    }

    #[track_caller]
    fn refused(package: &str, dependency: &str, expect: &str) {
        assert_eq!(problems(package, dependency, Kind::Normal), [expect]);
    }

    #[test]
    fn arrows_go_downward() {
        allowed("planwright", "planwright-engine");
        allowed("planwright-engine", "planwright-store");
        allowed("planwright-testkit", "planwright-store");
        allowed("planwright-engine", "planwright-planner");
        refused(
            "planwright-planner",
            "planwright-dialect",
            "planner must not use dialect (planwright-dialect)",
        );
        refused(
            "planwright",
            "planwright-store",
            "cli must not use store (planwright-store)",
        );
        refused(
            "planwright-model",
            "planwright-dialect",
            "model must not use dialect (planwright-dialect)",
        );
        refused(
            "planwright-engine",
            "planwright-render",
            "engine must not use render (planwright-render)",
        );
        refused(
            "planwright-dialect",
            "planwright-render",
            "dialect must not use render (planwright-render)",
        );
        refused(
            "planwright-tui",
            "planwright-store",
            "tui must not use store (planwright-store)",
        );
        refused(
            "xtask",
            "planwright-model",
            "xtask must not use model (planwright-model)",
        );
    }

    #[test]
    fn testkit_is_for_tests() {
        refused(
            "planwright",
            "planwright-testkit",
            "cli uses testkit outside of its tests",
        );
        assert_eq!(problems("planwright", "planwright-testkit", Kind::Dev), [""; 0]);
    }

    #[test]
    fn capabilities() {
        allowed("planwright-model", "thiserror");
        allowed("planwright-store", "rusqlite");
        allowed("planwright-server", "tokio");
        allowed("planwright-render", "anstyle");
        refused(
            "planwright-dialect",
            "anstyle",
            "dialect must not use the crate anstyle, only render and cli may",
        );
        allowed("planwright-http", "ureq");
        refused("planwright-model", "serde", "model must not use the crate serde");
        refused(
            "planwright-engine",
            "rusqlite",
            "engine must not use the crate rusqlite, only store may",
        );
        refused(
            "planwright-planner",
            "ureq",
            "planner must not use the crate ureq, only http may",
        );
        refused(
            "planwright",
            "tokio",
            "cli must not use the crate tokio: the core is synchronous",
        );
        assert_eq!(problems("planwright-model", "proptest", Kind::Dev), [""; 0]);
    }

    #[test]
    fn every_package_is_listed() {
        refused(
            "planwright-attic",
            "serde",
            "the package planwright-attic is not listed in xtask/src/check/arrows.rs",
        );
    }
}
