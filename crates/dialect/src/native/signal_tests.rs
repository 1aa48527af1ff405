use super::*;
use crate::native::testing::{AT, agent, minutes_ago, plain, signal};

fn cleared() -> Signal {
    Signal {
        state: SignalState::Closed {
            by: agent("ann"),
            at: minutes_ago(1),
        },
        ..signal("ci_red", Level::Blocker, "CI is red.")
    }
}

fn text(signal: &Signal, changed: bool) -> String {
    plain(&signal_text(&SignalView {
        address: Address::NONE,
        signal,
        changed,
        version: OpVersion(4),
    }))
}

#[test]
fn an_open_signal_says_how_to_clear_it() {
    let signal = signal("ci_red", Level::Blocker, "CI is red.");
    assert_eq!(
        text(&signal, true),
        "\
Signal ci_red is open.
  blocker, about task 2
  CI is red.
  https://ci.example/7
Clear it with planwright signal ci_red --close.
"
    );
    assert!(text(&signal, false).starts_with("Signal ci_red was open already.\n"));
}

#[test]
fn a_cleared_signal_says_no_more() {
    assert_eq!(text(&cleared(), true), "Signal ci_red is cleared.\n");
    assert_eq!(text(&cleared(), false), "Signal ci_red was cleared already.\n");
}

#[test]
fn json_says_whether_anything_changed() {
    let json = signal_json(&SignalView {
        address: Address::NONE,
        signal: &cleared(),
        changed: false,
        version: OpVersion(4),
    });
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["signal"]["state"], "closed");
    assert_eq!(value["signal"]["by"], "ann");
    assert_eq!(value["changed"], false);
    assert_eq!(value["version"], 4);
}

#[test]
fn a_list_is_aligned_and_clipped() {
    let signals = [
        signal("ci_red", Level::Blocker, &"Too many words. ".repeat(9)),
        Signal {
            task: None,
            link: None,
            ..signal("slow", Level::Info, "It is slow.")
        },
    ];
    assert_eq!(
        plain(&signals_text(&signals, AT, 60)),
        "\
blocker  ci_red  task 2  Too many words. Too many word…  4 min ago  https://ci.example/7
info     slow            It is slow.                     4 min ago
"
    );
    assert_eq!(plain(&signals_text(&[], AT, 60)), "No signal is open.\n");
    let value: serde_json::Value = serde_json::from_str(&signals_json(&[], OpVersion(4))).unwrap();
    assert_eq!(value, serde_json::json!({"signals": [], "version": 4}));
}
