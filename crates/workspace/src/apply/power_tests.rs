//! R2: the power fails at any moment, and whatever was not synced is lost or not. A group is before or after; one that
//! was acknowledged is after.

use super::disk::{Disk, Step};
use super::power::{Luck, Meter, Outage};
use super::revert::revert_on;
use super::testing::*;
use super::*;

type Verb<'a> = &'a dyn Fn(&Scene, &mut Disk<'_>) -> Result<Applied, ApplyError>;

fn small() -> Vec<Change> {
    vec![
        edit("a", b"a", b"A"),
        create("new/x/d", b"D"),
        edit("src/b", b"b", b"B"),
        delete("src/c", b"c"),
    ]
}

/// So many that the whole file system is synced at once.
fn large() -> Vec<Change> {
    let mut changes = small();
    changes.extend((0..16).map(|number| create(&format!("many/{}/{number}", number % 4), b"new")));
    changes
}

fn scene() -> Scene {
    Scene::new(&[("a", b"a"), ("src/b", b"b"), ("src/c", b"c")])
}

fn pull_the_plug_everywhere(changes: &[Change], prepare: &dyn Fn(&Scene), verb: Verb<'_>) {
    let scene = scene();
    prepare(&scene);
    let before = scene.tree();
    let project = scene.at("");
    let mut meter = Meter::new(&project);
    verb(
        &scene,
        &mut Disk::new(&mut |step| {
            meter.see(&step);
            Ok(())
        }),
    )
    .unwrap();
    meter.see(&Step::Change);
    let after = scene.tree();
    assert_ne!(before, after);
    let (last, outages) = meter.outages.split_last().unwrap();
    for luck in Luck::all() {
        assert_eq!(found_after(last, luck), after, "acknowledged and lost: {luck:?}");
        for (step, outage) in outages.iter().enumerate() {
            let found = found_after(outage, luck);
            assert!(
                found == before || found == after,
                "{} changes, stopped at {step} with {luck:?}: {found:#?}",
                changes.len()
            );
        }
    }
}

fn found_after(outage: &Outage, luck: Luck) -> Tree {
    let scene = Scene::new(&[]);
    outage.lay_out(&scene.at(""), luck);
    recover(&scene.root, &scene.journal()).unwrap();
    assert_eq!(recover(&scene.root, &scene.journal()).unwrap(), Recovered::Nothing);
    scene.tree()
}

#[test]
fn r02_a_group_survives_power_loss_at_any_step() {
    for changes in [small(), large()] {
        let verb = |scene: &Scene, disk: &mut Disk<'_>| {
            apply_on(&scene.root, &scene.journal(), &changes, Author::Action, disk)
        };
        pull_the_plug_everywhere(&changes, &|_| {}, &verb);
    }
}

#[test]
fn r02_a_group_that_is_taken_back_survives_power_loss_at_any_step() {
    for changes in [small(), large()] {
        let prepare = |scene: &Scene| scene.apply(&changes).map(|_| ()).unwrap();
        let verb = |scene: &Scene, disk: &mut Disk<'_>| revert_on(&scene.root, &scene.journal(), Author::Action, disk);
        pull_the_plug_everywhere(&changes, &prepare, &verb);
    }
}
