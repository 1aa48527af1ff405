use super::*;
use crate::native::testing::plain;

fn finding(level: Health, what: &str) -> Finding {
    Finding {
        level,
        what: what.to_owned(),
        detail: None,
        fix: None,
    }
}

#[test]
fn findings_and_a_verdict() {
    let findings = [
        finding(Health::Ok, "the log is whole"),
        finding(Health::Warning, "no backup yet"),
        Finding {
            detail: Some("operation 12 does not hash to its name\nit is by ann".to_owned()),
            fix: Some("planwright restore".to_owned()),
            ..finding(Health::Fault, "the log was changed")
        },
    ];
    assert_eq!(
        plain(&doctor_text(&findings)),
        "\
✓ the log is whole
! no backup yet
✗ the log was changed
  operation 12 does not hash to its name
  it is by ann
  fix: planwright restore

1 fault, 1 warning.
"
    );
    let value: serde_json::Value = serde_json::from_str(&doctor_json(&findings)).unwrap();
    assert_eq!(value["healthy"], false);
    assert_eq!(value["findings"][2]["level"], "fault");
    assert_eq!(value["findings"][2]["fix"], "planwright restore");
}

#[test]
fn every_verdict() {
    let check = |levels: &[Health], expected: &str| {
        let findings: Vec<_> = levels.iter().map(|level| finding(*level, "x")).collect();
        assert_eq!(plain(&verdict(&findings)), expected);
    };
    check(&[], "All is well.");
    check(&[Health::Ok], "All is well.");
    check(&[Health::Warning, Health::Warning], "No fault, 2 warnings.");
    check(&[Health::Fault, Health::Fault], "2 faults.");
}
