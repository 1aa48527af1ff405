use model::Action;

use super::testing::places;
use super::{read, write};

#[test]
fn the_example_of_the_document_is_clean_and_canonical() {
    let source = include_str!("example.md");
    assert_eq!(places(source), [""; 0]);
    let proposal = read(source).proposal;
    assert_eq!(proposal.actions.len(), 5);
    assert_eq!(read(&write(&proposal)).proposal, proposal);
    assert_eq!(write(&proposal), source);
    for action in &proposal.actions {
        let text = super::write_action(&action.value);
        assert_eq!(&source[action.span.clone()], text.trim_end());
    }
    assert!(matches!(proposal.actions[4].value, Action::Invoke(_)));
}
