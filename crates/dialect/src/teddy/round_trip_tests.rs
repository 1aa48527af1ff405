//! Whatever a proposal holds, its text reads back as the same proposal, and as one without a slip.

use model::proposal::{
    Chat, Conclude, Create, Edit, Execute, Field, Invoke, MemoLine, Pair, Proposal, Prune, Rationale, Read, Research,
    Variable,
};
use model::{Action, Block, MemoChange, RelPath, Resource, Severity, Spanned};
use proptest::prelude::*;

use super::{heading, read, write};

const PIECES: [&str; 40] = [
    "a",
    "Z",
    "9",
    " ",
    "  ",
    "é",
    "日本",
    "`",
    "```",
    "````",
    "*",
    "**",
    "_",
    "#",
    "# ",
    "### `READ`",
    "[",
    "]",
    "](",
    "(",
    ")",
    "<",
    ">",
    "<!--",
    "-",
    "- ",
    "+",
    ":",
    ": ",
    "\"",
    "'",
    "\\",
    "/",
    "%20",
    "%",
    "~~~",
    "&amp;",
    "=",
    "…",
    "\t",
];

/// Words of one line, without white space at its ends.
fn line() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(&PIECES), 1..8);
    let lines = pieces.prop_map(|pieces| pieces.concat().trim().to_owned());
    lines.prop_filter("empty", |line| !line.is_empty())
}

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::unplaced(value)
}

fn text() -> impl Strategy<Value = Option<Spanned<String>>> {
    prop::option::of(line().prop_map(spanned))
}

fn block() -> impl Strategy<Value = Spanned<Block>> {
    let lines = prop::collection::vec(
        prop_oneof![line(), Just(String::new()), Just("   x \r".to_owned())],
        0..5,
    );
    let info = prop_oneof![Just(""), Just("rust"), Just("text a=b")];
    (info, lines).prop_map(|(info, lines)| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        spanned(Block::new(info, text, 0..0))
    })
}

fn full_block() -> impl Strategy<Value = Spanned<Block>> {
    block().prop_filter("empty", |block| !block.value.text().trim().is_empty())
}

fn path() -> impl Strategy<Value = Spanned<RelPath>> {
    let tame = "[a-z]{1,8}(/[a-z (\\[]{1,5}[a-z)\\]])?".prop_map(|path| RelPath::new(&path).ok());
    let wild = line().prop_map(|path| RelPath::new(&path).ok());
    prop_oneof![tame, wild].prop_filter_map("not a path", |path| path.map(spanned))
}

fn resource() -> impl Strategy<Value = Spanned<Resource>> {
    let page = Just(Resource::Url("https://example.com/a%20b?c=d#e".to_owned())).prop_map(spanned);
    prop_oneof![path().prop_map(|path| path.map(Resource::File)), page]
}

fn extras() -> impl Strategy<Value = Vec<Field>> {
    let extra = line().prop_map(|value| Field {
        name: spanned("Review by".to_owned()),
        value: spanned(value),
    });
    prop::collection::vec(extra, 0..2)
}

fn message() -> impl Strategy<Value = Spanned<String>> {
    let lines = prop::sample::select(vec![
        "Done.",
        "",
        "### Options",
        "- one",
        "> quoted",
        "```\ncode\n```",
        "Is it *good*?",
    ]);
    let lines = prop::collection::vec(lines, 0..6);
    lines.prop_map(|lines| spanned(format!("So:\n\n{}", lines.join("\n")).trim().to_owned()))
}

fn variables() -> impl Strategy<Value = Vec<Variable>> {
    prop::collection::btree_map("[A-Z_]{1,5}", prop_oneof![line(), Just(" ".to_owned())], 0..3).prop_map(|map| {
        let variable = |(name, value)| Variable {
            name: spanned(name),
            value: spanned(value),
        };
        map.into_iter().map(variable).collect()
    })
}

fn execute() -> impl Strategy<Value = Action> {
    let texts = (text(), text());
    let options = (
        prop::option::of(path()),
        variables(),
        prop::option::of(1u64..9_000),
        any::<bool>(),
    );
    (texts, options, full_block(), extras()).prop_map(|(texts, options, command, extras)| {
        Action::Execute(Execute {
            description: texts.0,
            expected_outcome: texts.1,
            cwd: options.0,
            env: options.1,
            timeout_s: options.2.map(spanned),
            allow_failure: options.3,
            command,
            extras,
        })
    })
}

fn file_action() -> impl Strategy<Value = Action> {
    let pair = (full_block(), block()).prop_filter("nothing to find", |(find, _)| !find.value.bare().is_empty());
    let pair = pair.prop_map(|(find, replace)| Pair { find, replace });
    let create = (path(), text(), block(), extras()).prop_map(|(path, description, content, extras)| {
        Action::Create(Create {
            path,
            description,
            content,
            extras,
        })
    });
    let pairs = prop::collection::vec(pair, 1..3);
    let edit = (path(), text(), pairs, extras()).prop_map(|(path, description, pairs, extras)| {
        Action::Edit(Edit {
            path,
            description,
            pairs,
            extras,
        })
    });
    prop_oneof![create, edit]
}

fn context_action() -> impl Strategy<Value = Action> {
    let read = (resource(), text(), extras()).prop_map(|(resource, description, extras)| {
        Action::Read(Read {
            resource,
            description,
            extras,
        })
    });
    let prune = (resource(), text(), extras()).prop_map(|(resource, description, extras)| {
        Action::Prune(Prune {
            resource,
            description,
            extras,
        })
    });
    let queries = prop::collection::vec(full_block(), 1..3);
    let research = (text(), queries, extras()).prop_map(|(description, queries, extras)| {
        Action::Research(Research {
            description,
            queries,
            extras,
        })
    });
    prop_oneof![read, prune, research]
}

fn handoff() -> impl Strategy<Value = Action> {
    let resources = || prop::collection::vec(resource(), 0..3);
    let invoke = ("[A-Z][a-z]{1,8}", resources(), message(), extras());
    let invoke = invoke.prop_map(|(agent, resources, message, extras)| {
        Action::Invoke(Invoke {
            agent: spanned(agent),
            resources,
            message,
            extras,
        })
    });
    let conclude = (resources(), message(), extras()).prop_map(|(resources, message, extras)| {
        Action::Conclude(Conclude {
            resources,
            message,
            extras,
        })
    });
    prop_oneof![invoke, conclude]
}

fn memo() -> impl Strategy<Value = Spanned<MemoLine>> {
    let text = || line().prop_map(|line| line.replace('#', "x"));
    (any::<bool>(), text(), prop::option::of(text())).prop_map(|(adds, text, comment)| {
        let change = if adds { MemoChange::Add } else { MemoChange::Remove };
        spanned(MemoLine {
            change: change(text),
            comment,
        })
    })
}

fn rationale() -> Rationale {
    let proposal = read(include_str!("example.md")).proposal;
    proposal.rationale
}

fn header() -> impl Strategy<Value = Vec<Field>> {
    let field = |name: &str, value| Field {
        name: spanned(name.to_owned()),
        value: spanned(value),
    };
    (line(), line(), line()).prop_map(move |(status, kind, agent)| {
        vec![field("Status", status), field("Plan Type", kind), field("Agent", agent)]
    })
}

fn proposal() -> impl Strategy<Value = Proposal> {
    let title = line().prop_filter("not a title", |title| {
        heading::action(title).is_none() && heading::section(title).is_none() && !title.ends_with('#')
    });
    let chat = message().prop_map(|message| Action::Chat(Chat { message }));
    let action = prop_oneof![execute(), file_action(), context_action(), chat];
    let actions = (prop::collection::vec(action, 1..5), prop::option::of(handoff()));
    let actions = actions.prop_map(|(actions, handoff)| actions.into_iter().chain(handoff).map(spanned).collect());
    (title, header(), prop::collection::vec(memo(), 0..3), actions).prop_map(|(title, header, memos, actions)| {
        Proposal {
            title: spanned(title),
            header,
            rationale: rationale(),
            memos,
            actions,
        }
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(proposal in proposal()) {
        let written = write(&proposal);
        let reading = read(&written);
        prop_assert_eq!(&reading.proposal, &proposal, "{}", written);
        let errors = reading.diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
        prop_assert_eq!(errors.count(), 0, "{:?}", reading.diagnostics);
        // Missing descriptions, unknown fields and long waits are the proposal's, not the writer's.
        const GIVEN: [&str; 5] = [
            "field-recommended",
            "field-unknown",
            "action-in-block",
            "link-form",
            "timeout-long",
        ];
        let slips = reading.diagnostics.iter().filter(|fault| !GIVEN.contains(&fault.rule.name));
        prop_assert_eq!(slips.count(), 0, "{:?}\n{}", reading.diagnostics, written);
    }
}
