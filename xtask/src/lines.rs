//! `cargo xtask lines`: how many lines of product code each crate and each of its modules has.
//!
//! Modules and items behind `#[cfg(test)]` are not product code, whatever their files are called. Comments and blank
//! lines count.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::error::XtaskError;
use crate::project::{self, Source};

/// Crates that no user runs.
const NOT_PRODUCT: &str = "testkit";

pub fn run() -> Result<ExitCode, XtaskError> {
    let mut crates: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for source in project::sources()? {
        let Some((name, root)) = crate_root(&source.path) else {
            continue;
        };
        let mut files = Vec::new();
        collect(Path::new(&source.path), &mut files);
        let modules = crates.entry(name.to_owned()).or_default();
        for (path, product) in files {
            *modules.entry(module(&path, root)).or_default() += product.lines;
        }
    }
    let total: usize = crates.values().flat_map(BTreeMap::values).sum();
    for (name, modules) in &crates {
        println!("{:>7}  {name}", modules.values().sum::<usize>());
        for (module, lines) in modules {
            println!("         {lines:>6}  {module}");
        }
    }
    println!("{total:>7}  in all");
    Ok(ExitCode::SUCCESS)
}

/// The crate's name and source folder if the path is the root file of one of its targets.
pub fn crate_root(path: &str) -> Option<(&str, &str)> {
    let (name, file) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let is_root = file == "lib.rs" || file.strip_prefix("bin/").is_some_and(|name| name.ends_with(".rs"));
    let folder = &path[..path.len() - file.len()];
    (is_root && name != NOT_PRODUCT).then_some((name, folder))
}

/// The first component below the crate's source folder.
fn module(path: &Path, root: &str) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let first = below
        .components()
        .next()
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    first.unwrap_or_default().trim_end_matches(".rs").to_owned()
}

/// The files of a crate without their test code. `root` is the crate's root file.
pub fn product_sources(root: &str) -> Vec<Source> {
    let mut files = Vec::new();
    collect(Path::new(root), &mut files);
    let source = |(path, product): (PathBuf, Product)| Source {
        path: path.to_string_lossy().into_owned(),
        text: product.text,
    };
    files.into_iter().map(source).collect()
}

/// Adds the file and its product modules.
fn collect(path: &Path, files: &mut Vec<(PathBuf, Product)>) {
    let Some(text) = path.to_str().and_then(project::read) else {
        return;
    };
    let mut product = product(&text);
    let modules = std::mem::take(&mut product.modules);
    files.push((path.to_owned(), product));
    let beside = path.parent().unwrap_or(path);
    let is_folder_root = path.file_stem().is_some_and(|stem| stem == "lib") || beside.ends_with("src/bin");
    let below = if is_folder_root {
        beside.to_owned()
    } else {
        path.with_extension("")
    };
    for declared in modules {
        let file = match declared.path {
            Some(given) => beside.join(given),
            None => below.join(&declared.name).with_extension("rs"),
        };
        collect(&file, files);
    }
}

#[derive(Default)]
struct Product {
    lines: usize,
    /// With an empty line for each line of test code, so that line numbers stay.
    text: String,
    modules: Vec<Declared>,
}

/// `mod name;`
struct Declared {
    name: String,
    path: Option<String>,
}

/// Relies on rustfmt: an item ends with the first line that closes it at its own indentation.
fn product(text: &str) -> Product {
    let mut product = Product::default();
    let mut path = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim();
        if code == "#[cfg(test)]" {
            let indentation = &line[..line.len() - line.trim_start().len()];
            let skipped = skip_item(&mut lines, indentation);
            product.text.extend(std::iter::repeat_n('\n', 1 + skipped));
            continue;
        }
        product.lines += 1;
        product.text.extend([line, "\n"]);
        if let Some(given) = code
            .strip_prefix("#[path = \"")
            .and_then(|rest| rest.strip_suffix("\"]"))
        {
            path = Some(given.to_owned());
        } else if let Some(name) = declared_module(code) {
            product.modules.push(Declared {
                name: name.to_owned(),
                path: path.take(),
            });
        }
    }
    product
}

fn declared_module(code: &str) -> Option<&str> {
    let item = code.strip_suffix(';')?;
    let (visibility, name) = item.split_once("mod ")?;
    let is_module = visibility.is_empty() || visibility.starts_with("pub") && visibility.ends_with(' ');
    (is_module && !name.contains(' ')).then_some(name)
}

/// Returns how many lines the item has.
fn skip_item<'a>(lines: &mut impl Iterator<Item = &'a str>, indentation: &str) -> usize {
    let mut is_raw_text = false;
    let mut skipped = 0;
    for line in lines {
        skipped += 1;
        let was_raw_text = is_raw_text;
        if was_raw_text {
            is_raw_text = !line.contains("\"#");
        } else if let Some((_, rest)) = line.split_once("r#\"") {
            is_raw_text = !rest.contains("\"#");
        }
        let Some(code) = line.strip_prefix(indentation).filter(|_| !was_raw_text) else {
            continue;
        };
        let is_attribute = code.starts_with("#[");
        if !code.starts_with(' ') && !is_attribute && (code.starts_with('}') || code.ends_with([';', '}', ','])) {
            break;
        }
    }
    skipped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, lines: usize, modules: &[&str]) {
        let product = product(text);
        let names: Vec<&str> = product.modules.iter().map(|module| module.name.as_str()).collect();
        assert_eq!((product.lines, names.as_slice()), (lines, modules));
        assert_eq!(product.text.lines().count(), text.lines().count());
    }

    #[test]
    fn test_items_are_not_counted() {
        check("mod a;\n#[cfg(test)]\nmod b;\npub(crate) mod c;\n", 2, &["a", "c"]);
        check(
            "#[cfg(test)]\n#[path = \"x_tests.rs\"]\nmod tests;\nfn a() {}\n",
            1,
            &[],
        );
        check("fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {\n    }\n}\n", 1, &[]);
        check(
            "impl A {\n    #[cfg(test)]\n    fn b(\n        c: u8,\n    ) {\n        d();\n    }\n}\n",
            2,
            &[],
        );
    }

    #[test]
    fn braces_in_a_raw_text_do_not_end_an_item() {
        check(
            "#[cfg(test)]\nmod tests {\n    const A: &str = r#\"{\n}\n\"#;\n}\nfn a() {}\n",
            1,
            &[],
        );
    }
}
