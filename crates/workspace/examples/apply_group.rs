//! Applies, reverts or recovers a group of 20 changes, for a test that kills it; or times a large group.
//!
//! `apply_group (apply | fill | revert | recover) PROJECT JOURNAL`, `apply_group time FOLDER FILES`

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use planwright_workspace::{Author, Change, Digest, RelPath, Root, apply, recover, revert};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["time", folder, files] => time(Path::new(folder), files),
        [verb, project, journal] => run(verb, Path::new(project), Path::new(journal)),
        _ => Err("what shall I do?".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(verb: &str, project: &Path, journal: &Path) -> Outcome {
    let root = Root::open(project)?;
    match verb {
        "apply" => apply(&root, journal, &group()?, Author::Action).map(|_| ())?,
        "fill" => apply(&root, journal, &large_group()?, Author::Action).map(|_| ())?,
        "revert" => revert(&root, journal, Author::Action).map(|_| ())?,
        _ => recover(&root, journal).map(|_| ())?,
    }
    println!("done");
    Ok(())
}

/// Creates, edits and deletes. The files `old/N` contain their number.
fn group() -> Result<Vec<Change>, Box<dyn std::error::Error>> {
    let change = |number: usize| {
        let old = number.to_string();
        let (path, before) = (RelPath::new(&format!("old/{number}")), Digest::of(old.as_bytes()));
        Ok(match number % 3 {
            0 => Change::Create {
                path: RelPath::new(&format!("new/{}/{number}", number % 2))?,
                content: old.into_bytes(),
            },
            1 => Change::Edit {
                path: path?,
                before,
                content: old.repeat(2).into_bytes(),
            },
            _ => Change::Delete { path: path?, before },
        })
    };
    (0..20).map(change).collect()
}

/// More bytes than fit on a small disk.
fn large_group() -> Result<Vec<Change>, Box<dyn std::error::Error>> {
    let change = |number: usize| {
        Ok(Change::Edit {
            path: RelPath::new(&format!("old/{number}"))?,
            before: Digest::of(number.to_string().as_bytes()),
            content: vec![b'x'; 100 * 1024],
        })
    };
    (0..20).map(change).collect()
}

/// Compares one group with the same number of files that are each written, synced and renamed.
fn time(folder: &Path, files: &str) -> Outcome {
    let count: usize = files.parse()?;
    let content = b"fn main() {}\n".repeat(100);
    let mut ratios = Vec::new();
    for round in 0..5 {
        let (plain, group) = (
            folder.join(format!("plain{round}")),
            folder.join(format!("group{round}")),
        );
        let plain = time_plain(&plain, count, &content)?;
        let (group, syncs) = time_group(&group, count, &content)?;
        let ratio = group.as_secs_f64() / plain.as_secs_f64();
        println!("{count} files: plain {plain:?}, group {group:?}, {syncs} syncs, ratio {ratio:.2}");
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    println!("median ratio {:.2}", ratios[ratios.len() / 2]);
    Ok(())
}

fn time_plain(folder: &Path, count: usize, content: &[u8]) -> std::io::Result<Duration> {
    fs::create_dir_all(folder)?;
    let start = Instant::now();
    for number in 0..count {
        let draft = folder.join("draft");
        let mut file = File::create(&draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&draft, folder.join(number.to_string()))?;
    }
    File::open(folder)?.sync_all()?;
    Ok(start.elapsed())
}

fn time_group(folder: &Path, count: usize, content: &[u8]) -> Result<(Duration, usize), Box<dyn std::error::Error>> {
    fs::create_dir_all(folder.join(".planwright"))?;
    let root = Root::open(folder)?;
    let mut changes = Vec::new();
    for number in 0..count {
        changes.push(Change::Create {
            path: RelPath::new(&format!("d{}/{number}", number % 10))?,
            content: content.to_vec(),
        });
    }
    let start = Instant::now();
    let applied = apply(&root, &folder.join(".planwright/group"), &changes, Author::Action)?;
    Ok((start.elapsed(), applied.syncs))
}
