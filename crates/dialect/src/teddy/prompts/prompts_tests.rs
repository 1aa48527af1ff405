use std::borrow::Cow;
use std::collections::BTreeSet;

use model::{RelPath, Resource, Verb};

use super::*;
use crate::teddy::check::{Ending, Entry, TurnView, View, check};
use crate::teddy::{heading, read};

/// The project that the examples are plans for.
struct Sample {
    agents: Vec<String>,
    turn: TurnView,
}

const FILES: [(&str, &str); 3] = [
    ("README.md", "# Sample\n\nExports of any size.\n"),
    (
        "docs/architecture.md",
        "# Architecture\n\nThe exporter collects all rows and writes them.\n",
    ),
    (
        "src/export.py",
        "def export_rows(rows, out):\n    lines = [format_row(row) for row in rows]\n    for line in lines:\n        \
         out.write(line)\n",
    ),
];

impl Sample {
    fn new() -> Self {
        let resource = |(path, _): (&str, &str)| Resource::File(RelPath::new(path).unwrap());
        let context: BTreeSet<_> = FILES.into_iter().map(resource).collect();
        Self {
            agents: AGENTS.map(str::to_owned).to_vec(),
            turn: TurnView {
                shown: context.clone(),
                context,
                ending: Ending::Return,
            },
        }
    }
}

impl View for Sample {
    fn entry(&self, path: &RelPath) -> Entry<'_> {
        let file = FILES.into_iter().find(|(name, _)| *name == path.as_str());
        let is_folder = |(name, _): (&str, &str)| name.starts_with(&format!("{path}/"));
        match file {
            Some((_, text)) => Entry::Text(Cow::Borrowed(text)),
            None if FILES.into_iter().any(is_folder) => Entry::Folder,
            None => Entry::Absent,
        }
    }

    fn memos(&self) -> &[String] {
        &[]
    }

    fn agents(&self) -> Option<&[String]> {
        Some(&self.agents)
    }

    fn turn(&self) -> Option<&TurnView> {
        Some(&self.turn)
    }
}

fn example(agent: &str) -> &'static str {
    let (_, rest) = prompt(agent).unwrap().split_once("<example><![CDATA[\n").unwrap();
    rest.split_once("]]></example>").unwrap().0
}

#[test]
fn every_agent_has_a_prompt() {
    for agent in AGENTS {
        let text = prompt(agent).unwrap();
        assert_eq!(prompt(&agent.to_uppercase()), Some(text));
        assert!(text.contains(&format!("<agent name=\"{agent}\">")));
        assert!(text.contains("<plan_format>"));
    }
    assert_eq!(prompt("Somebody"), None);
    assert_eq!(prompt(DEFAULT_AGENT), prompt("pathfinder"));
}

#[test]
fn examples_are_plans_without_a_slip() {
    for agent in AGENTS {
        let source = example(agent);
        let reading = read(source);
        assert_eq!(reading.diagnostics, [], "{agent}");
        assert_eq!(check(source, &reading, &Sample::new()), [], "{agent}");
        assert_eq!(reading.proposal.header("Agent").unwrap().value, agent);
    }
}

#[test]
fn examples_show_every_action() {
    let proposals = AGENTS.map(|agent| read(example(agent)).proposal);
    let shown: BTreeSet<_> = proposals
        .iter()
        .flat_map(|proposal| &proposal.actions)
        .map(|action| action.value.verb())
        .collect();
    assert_eq!(shown, BTreeSet::from(Verb::ALL));
}

#[test]
fn the_format_names_every_action() {
    for verb in Verb::ALL {
        let line = format!("\n    {verb}: ");
        assert!(include_str!("format.xml").contains(&line), "{verb}");
        assert!(heading::action(&format!("`{verb}`")).is_some());
    }
}

#[test]
fn prompts_are_well_formed() {
    for agent in AGENTS {
        let text = prompt(agent).unwrap();
        let bare: String = text
            .split("<![CDATA[")
            .enumerate()
            .map(|(index, part)| match index {
                0 => part,
                _ => part.split_once("]]>").unwrap().1,
            })
            .collect();
        assert!(!bare.contains('&'), "{agent}");
        let mut open = Vec::new();
        for tag in bare.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap();
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{agent}"),
                None => open.push(tag.split(' ').next().unwrap()),
            }
        }
        assert!(open.is_empty(), "{agent}: {open:?}");
    }
}
