//! Every plan below `spec/slips/` is read as its `expected.txt` says. See the README there.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use model::proposal::{Execute, Proposal};
use model::{Action, Block, MemoChange, Resource, Severity, Spanned};
use planwright_dialect::teddy::{Reading, read};

#[test]
fn every_slip_is_read_as_expected() -> io::Result<()> {
    let slips = slips()?;
    assert!(slips.len() >= 60, "only {} slips", slips.len());
    let mut wrong = String::new();
    for slip in slips {
        let found = told(&read(&slip.plan));
        if found != slip.expected {
            let _ = write!(
                wrong,
                "## {}\nexpected:\n{}\nfound:\n{found}\n",
                slip.name, slip.expected
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    Ok(())
}

struct Slip {
    name: String,
    plan: String,
    expected: String,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the corpus is made of files; the room itself stays pure"
)]
fn slips() -> io::Result<Vec<Slip>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/slips");
    let mut slips = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        slips.push(Slip {
            name: entry.file_name().to_string_lossy().into_owned(),
            plan: std::fs::read_to_string(entry.path().join("plan.md"))?,
            expected: std::fs::read_to_string(entry.path().join("expected.txt"))?,
        });
    }
    slips.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(slips)
}

/// The rules that are broken, each once, and what the plan means.
fn told(reading: &Reading) -> String {
    let mut rules: Vec<String> = Vec::new();
    for fault in &reading.diagnostics {
        let mark = if fault.severity == Severity::Warning { "?" } else { "!" };
        let rule = format!("{mark} {}", fault.rule);
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let mut lines = rules;
    lines.push(String::new());
    lines.extend(meaning(&reading.proposal));
    for broken in &reading.broken {
        let verb = broken.verb.map_or("unknown action", model::Verb::word);
        let path = broken.path.as_ref().map(|path| format!(" {path}")).unwrap_or_default();
        lines.push(format!("broken after {}: {verb}{path}", broken.before));
    }
    lines.join("\n") + "\n"
}

fn meaning(proposal: &Proposal) -> Vec<String> {
    let mut lines = vec![format!("# {}", proposal.title.value)];
    lines.extend(proposal.memos.iter().map(|memo| match &memo.value.change {
        MemoChange::Add(text) => format!("[+] {text}"),
        MemoChange::Remove(text) => format!("[-] {text}"),
    }));
    lines.extend(proposal.actions.iter().map(|action| {
        let said = said(&action.value);
        format!("{} {said}", action.value.verb()).trim_end().to_owned()
    }));
    lines
}

fn said(action: &Action) -> String {
    match action {
        Action::Create(create) => format!("{} {:?}", create.path.value, create.content.value.text()),
        Action::Read(read) => read.resource.value.to_string(),
        Action::Edit(edit) => {
            let pairs = edit.pairs.iter().map(|pair| {
                let (find, replace) = (pair.find.value.bare(), pair.replace.value.bare());
                format!(" {find:?} -> {replace:?}")
            });
            format!("{}{}", edit.path.value, pairs.collect::<String>())
        }
        Action::Execute(execute) => executed(execute),
        Action::Research(research) => research.queries.iter().map(block).collect::<Vec<_>>().join(" "),
        Action::Chat(chat) => format!("{:?}", chat.message.value),
        Action::Invoke(invoke) => {
            let resources = listed(&invoke.resources);
            format!("{}{resources} {:?}", invoke.agent.value, invoke.message.value)
        }
        Action::Conclude(conclude) => format!("{:?}{}", conclude.message.value, listed(&conclude.resources)),
        Action::Prune(prune) => prune.resource.value.to_string(),
    }
}

fn executed(execute: &Execute) -> String {
    let mut said = block(&execute.command);
    if let Some(cwd) = &execute.cwd {
        let _ = write!(said, " in {}", cwd.value);
    }
    for variable in &execute.env {
        let _ = write!(said, " {}={:?}", variable.name.value, variable.value.value);
    }
    if let Some(timeout_s) = &execute.timeout_s {
        let _ = write!(said, " within {}s", timeout_s.value);
    }
    if execute.allow_failure {
        said.push_str(" or fail");
    }
    said
}

fn block(block: &Spanned<Block>) -> String {
    format!("{:?}", block.value.bare())
}

fn listed(resources: &[Spanned<Resource>]) -> String {
    resources
        .iter()
        .map(|resource| format!(" +{}", resource.value))
        .collect()
}
