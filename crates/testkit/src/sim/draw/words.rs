//! A small vocabulary, so that titles and keys collide. Some texts are hard to store.

use model::{Brief, Evidence, Fingerprint, Grounds, Kind, TaskKey, TaskPath, limits};

use super::super::dice::Dice;

pub(super) fn title(dice: &mut Dice) -> String {
    const TITLES: [&str; 9] = [
        "Write tests",
        "Write tests",
        "write tests 3",
        "Fix `login` & 'logout'",
        "",
        "日本語 🦀",
        "7",
        "Set up",
        "nul\0 and\nnewline \"quoted\" \\ \u{202e}",
    ];
    match dice.percent(1) {
        true => "x".repeat(limits::TITLE_CHARS + 1),
        false => dice.one_of(TITLES).to_owned(),
    }
}

pub(super) fn text(dice: &mut Dice) -> String {
    dice.one_of([
        "",
        "do it",
        "line\r\nline",
        "\u{0}\u{7f}\t",
        "{\"json\": [1]}",
        "ünïcödé",
    ])
    .to_owned()
}

pub(super) fn evidence(dice: &mut Dice) -> Vec<Evidence> {
    let proof = |dice: &mut Dice| Evidence {
        command: text(dice),
        exit_code: dice.percent(80).then_some(1),
        digest: Fingerprint("d".to_owned()),
        clip: text(dice),
    };
    (0..dice.below(2)).map(|_| proof(dice)).collect()
}

pub(super) fn grounds(dice: &mut Dice) -> Grounds {
    if dice.percent(60) {
        return Grounds::default();
    }
    Grounds {
        reasoning: text(dice),
        changes: text(dice),
        discoveries: list(dice),
        constraints: list(dice),
        files: list(dice),
    }
}

/// Explicit keys, some of which equal a key that is derived from a title.
pub(super) fn key(dice: &mut Dice) -> TaskKey {
    const KEYS: [&str; 9] = [
        "setup",
        "write-tests",
        "write-tests-3",
        "write-tests-5",
        "task",
        "task-4",
        "a",
        "b-2",
        "42",
    ];
    let text = dice.one_of(KEYS);
    TaskKey::new(text).unwrap_or_else(|_| TaskKey::from_title(text))
}

pub(super) fn brief(dice: &mut Dice) -> Brief {
    Brief {
        title: title(dice),
        body: text(dice),
        kind: dice.percent(60).then(|| dice.one_of(Kind::ALL)),
        agent: None,
        checklist: list(dice),
        hints: list(dice),
        paths: paths(dice),
        acceptance: list(dice),
        filed: None,
    }
}

pub(super) fn list(dice: &mut Dice) -> Vec<String> {
    (0..dice.below(6).saturating_sub(3)).map(|_| text(dice)).collect()
}

pub(super) fn paths(dice: &mut Dice) -> Vec<TaskPath> {
    let mut path = || TaskPath::read(dice.one_of(["src/a.rs", "+src/b.rs", "+docs/", "a b/+c"]));
    let (first, second) = (path(), path());
    match dice.below(4) {
        0 => vec![first],
        1 => vec![first, second],
        _ => Vec::new(),
    }
}
