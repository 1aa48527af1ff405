//! The picture of the house, compared with what Cargo.toml files say: who may depend on whom, and which crates
//! from outside are a capability that only some rooms have.

use super::findings::Findings;
use crate::metadata::{Dependency, Kind, Package};

struct Room {
    package: &'static str,
    name: &'static str,
    may_use: &'static [&'static str],
}

const fn room(package: &'static str, name: &'static str, may_use: &'static [&'static str]) -> Room {
    Room { package, name, may_use }
}

const ROOMS: &[Room] = &[
    room("planwright-model", "model", &[]),
    room("planwright-http", "http", &[]),
    room("planwright-dialect", "dialect", &["model"]),
    room("planwright-store", "store", &["model"]),
    room("planwright-workspace", "workspace", &["model", "http"]),
    room("planwright-planner", "planner", &["model", "http"]),
    room(
        "planwright-engine",
        "engine",
        &["model", "dialect", "store", "workspace", "planner"],
    ),
    room("planwright-render", "render", &["model", "dialect", "engine"]),
    room("planwright-tui", "tui", &["model", "dialect", "engine", "render"]),
    room("planwright-server", "server", &["model", "engine", "render"]),
    room(
        "planwright",
        "cli",
        &["model", "dialect", "engine", "render", "tui", "server"],
    ),
    room(
        TESTKIT,
        "testkit",
        &["model", "dialect", "store", "workspace", "engine", "render", "tui"],
    ),
    room("xtask", "xtask", &[]),
];

const TESTKIT: &str = "planwright-testkit";

/// All that the model may take from outside.
const MODEL_CRATES: &[&str] = &["thiserror"];

/// Crates that are the capability of a few rooms alone.
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
const SYNC_ROOMS: &[&str] = &[
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
        let Some(room) = ROOMS.iter().find(|room| room.package == package.name) else {
            findings.fault(format!("the package {} is no room of the house", package.name));
            continue;
        };
        for dependency in &package.dependencies {
            let fault = if dependency.external {
                capability(room, dependency)
            } else {
                arrow(room, dependency)
            };
            if let Some(fault) = fault {
                findings.fault(fault);
            }
        }
    }
}

fn arrow(from: &Room, dependency: &Dependency) -> Option<String> {
    if dependency.name == TESTKIT {
        let shipped = dependency.kind != Kind::Dev;
        return shipped.then(|| format!("{} uses testkit outside of its tests", from.name));
    }
    let to = ROOMS
        .iter()
        .find(|room| room.package == dependency.name)
        .map_or("?", |room| room.name);
    (!from.may_use.contains(&to)).then(|| format!("{} must not use {to} ({})", from.name, dependency.name))
}

fn capability(room: &Room, dependency: &Dependency) -> Option<String> {
    let name = dependency.name.as_str();
    if room.name == "model" && dependency.kind != Kind::Dev && !MODEL_CRATES.contains(&name) {
        return Some(format!("model must not use the crate {name}"));
    }
    if let Some((_, owners)) = OWNED
        .iter()
        .find(|(owned, owners)| *owned == name && !owners.contains(&room.name))
    {
        let owners = owners.join(" and ");
        return Some(format!(
            "{} must not use the crate {name}, only {owners} may",
            room.name
        ));
    }
    let breaks_sync = ASYNC_CRATES.contains(&name) && SYNC_ROOMS.contains(&room.name);
    breaks_sync.then(|| format!("{} must not use the crate {name}: the core is synchronous", room.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(package: &str, dependency: &str, kind: Kind) -> Vec<String> {
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
        findings.faults
    }

    #[track_caller]
    fn allowed(package: &str, dependency: &str) {
        assert_eq!(faults(package, dependency, Kind::Normal), [""; 0]);
    }

    #[track_caller]
    fn refused(package: &str, dependency: &str, expect: &str) {
        assert_eq!(faults(package, dependency, Kind::Normal), [expect]);
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
        assert_eq!(faults("planwright", "planwright-testkit", Kind::Dev), [""; 0]);
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
        assert_eq!(faults("planwright-model", "proptest", Kind::Dev), [""; 0]);
    }

    #[test]
    fn every_package_is_a_room() {
        refused(
            "planwright-attic",
            "serde",
            "the package planwright-attic is no room of the house",
        );
    }
}
