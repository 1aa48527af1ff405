//! R2: after a power failure at any operation, a group is finished or rolled back. An acknowledged group is finished.

use super::disk::{Disk, DiskStep};
use super::power::{CrashOutcome, DiskRecorder, PowerLoss};
use super::revert::revert_on;
use super::testing::*;
use super::*;

type Verb<'a> = &'a dyn Fn(&TestProject, &mut Disk<'_>) -> Result<Applied, ApplyError>;

fn small() -> Vec<Change> {
    vec![
        edit("a", b"a", b"A"),
        create("new/x/d", b"D"),
        edit("src/b", b"b", b"B"),
        delete("src/c", b"c"),
    ]
}

/// Enough files for one sync of the whole file system.
fn large() -> Vec<Change> {
    let mut changes = small();
    changes.extend((0..16).map(|number| create(&format!("many/{}/{number}", number % 4), b"new")));
    changes
}

fn project() -> TestProject {
    TestProject::new(&[("a", b"a"), ("src/b", b"b"), ("src/c", b"c")])
}

fn lose_power_everywhere(changes: &[Change], prepare: &dyn Fn(&TestProject), verb: Verb<'_>) {
    let project = project();
    prepare(&project);
    let before = project.tree();
    let folder = project.at("");
    let mut recorder = DiskRecorder::new(&folder);
    verb(
        &project,
        &mut Disk::new(&mut |step| {
            recorder.record(&step);
            Ok(())
        }),
    )
    .unwrap();
    recorder.record(&DiskStep::Change);
    let after = project.tree();
    assert_ne!(before, after);
    let (last, losses) = recorder.losses.split_last().unwrap();
    for outcome in CrashOutcome::all() {
        assert_eq!(found_after(last, outcome), after, "acknowledged and lost: {outcome:?}");
        for (step, loss) in losses.iter().enumerate() {
            let found = found_after(loss, outcome);
            assert!(
                found == before || found == after,
                "{} changes, stopped at {step} with {outcome:?}: {found:#?}",
                changes.len()
            );
        }
    }
}

fn found_after(loss: &PowerLoss, outcome: CrashOutcome) -> Tree {
    let project = TestProject::new(&[]);
    loss.write_to(&project.at(""), outcome);
    recover(&project.root, &project.journal()).unwrap();
    assert_eq!(recover(&project.root, &project.journal()).unwrap(), Recovered::Nothing);
    project.tree()
}

#[test]
fn r02_a_group_survives_power_loss_at_any_step() {
    for changes in [small(), large()] {
        let verb = |project: &TestProject, disk: &mut Disk<'_>| {
            apply_on(&project.root, &project.journal(), &changes, Author::Action, disk)
        };
        lose_power_everywhere(&changes, &|_| {}, &verb);
    }
}

#[test]
fn r02_a_reverted_group_survives_power_loss_at_any_step() {
    for changes in [small(), large()] {
        let prepare = |project: &TestProject| project.apply(&changes).map(|_| ()).unwrap();
        let verb = |project: &TestProject, disk: &mut Disk<'_>| {
            revert_on(&project.root, &project.journal(), Author::Action, disk)
        };
        lose_power_everywhere(&changes, &prepare, &verb);
    }
}
