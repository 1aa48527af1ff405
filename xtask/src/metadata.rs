//! The parts of `cargo metadata` that the checks need.

use std::path::PathBuf;

use serde_json::Value;

use crate::cargo;
use crate::error::XtaskError;

pub struct Metadata {
    pub target: PathBuf,
    pub packages: Vec<Package>,
}

pub struct Package {
    pub name: String,
    pub dependencies: Vec<Dependency>,
    /// Names of integration test targets.
    pub tests: Vec<String>,
}

pub struct Dependency {
    pub name: String,
    pub kind: Kind,
    /// Comes from outside of the workspace.
    pub external: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Normal,
    Build,
    Dev,
}

pub fn load() -> Result<Metadata, XtaskError> {
    let text = cargo::output(&mut cargo::command(&["metadata", "--format-version", "1", "--no-deps"]))?;
    parse(&text)
}

fn parse(text: &str) -> Result<Metadata, XtaskError> {
    let root: Value = serde_json::from_str(text).map_err(XtaskError::Json)?;
    let packages = list(&root, "packages")?.iter().map(package).collect::<Result<_, _>>()?;
    Ok(Metadata {
        target: PathBuf::from(string(&root, "target_directory")?),
        packages,
    })
}

fn package(value: &Value) -> Result<Package, XtaskError> {
    let mut tests = Vec::new();
    for target in list(value, "targets")? {
        if list(target, "kind")?.iter().any(|kind| kind == "test") {
            tests.push(string(target, "name")?);
        }
    }
    let dependencies = list(value, "dependencies")?
        .iter()
        .map(dependency)
        .collect::<Result<_, _>>()?;
    Ok(Package {
        name: string(value, "name")?,
        dependencies,
        tests,
    })
}

fn dependency(value: &Value) -> Result<Dependency, XtaskError> {
    let kind = match value["kind"].as_str() {
        Some("dev") => Kind::Dev,
        Some("build") => Kind::Build,
        _ => Kind::Normal,
    };
    Ok(Dependency {
        name: string(value, "name")?,
        kind,
        external: value["path"].is_null(),
    })
}

fn string(value: &Value, key: &'static str) -> Result<String, XtaskError> {
    value[key]
        .as_str()
        .map(str::to_owned)
        .ok_or(XtaskError::Metadata { missing: key })
}

fn list<'a>(value: &'a Value, key: &'static str) -> Result<&'a Vec<Value>, XtaskError> {
    value[key].as_array().ok_or(XtaskError::Metadata { missing: key })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_cargo_prints() {
        let metadata = parse(
            r#"{"target_directory": "/t", "packages": [{
                "name": "p",
                "targets": [{"name": "p", "kind": ["lib"]}, {"name": "c", "kind": ["test"]}],
                "dependencies": [
                    {"name": "serde", "kind": null, "source": "registry"},
                    {"name": "q", "kind": "dev", "path": "/q"}
                ]}]}"#,
        )
        .unwrap();
        let package = &metadata.packages[0];
        assert_eq!(package.tests, ["c"]);
        let seen: Vec<_> = package
            .dependencies
            .iter()
            .map(|d| (d.name.as_str(), d.kind, d.external))
            .collect();
        assert_eq!(seen, [("serde", Kind::Normal, true), ("q", Kind::Dev, false)]);
    }

    #[test]
    fn a_missing_field_is_named() {
        assert!(matches!(parse("{}"), Err(XtaskError::Metadata { missing: "packages" })));
    }
}
