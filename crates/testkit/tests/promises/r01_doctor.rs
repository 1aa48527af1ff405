//! R1 and R8 for `planwright doctor`: it reports links in the place of planwright's own files, and commands whose
//! outcome is unknown.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};

use crate::r01_leftovers::wait_for;
use crate::turn_scenes::{bare, execute, plan};

fn assert_fault(project: &Project, named: &str) {
    let found = project.doctor();
    assert_eq!(found.code, Some(1), "{named}: {found:?}");
    let json = found.json();
    assert_eq!(json["healthy"], false, "{named}: {found:?}");
    assert!(json["findings"].to_string().contains(named), "{named}: {found:?}");
}

#[test]
fn r08_doctor_reports_links_in_the_place_of_own_files() {
    for has_store in [true, false] {
        for path in [
            ".teddy",
            ".rawko",
            ".planwright/turns/1.open",
            ".planwright/turns/2.done",
        ] {
            let project = bare();
            if has_store {
                project.planwright(&["init", "--goal", "Greet the guests"]).done();
                project.assert_sound();
            }
            let link = project.root().join(path);
            must("a folder", fs::create_dir_all(link.parent().unwrap_or(Path::new("/"))));
            must("a link", symlink(project.scene(), &link));
            assert_fault(&project, &format!("{path} is a link"));
        }
    }
}

#[test]
fn r08_doctor_reports_a_file_in_the_place_of_an_own_folder() {
    let project = bare();
    project.write(".teddy", "");
    assert_fault(&project, ".teddy is not a folder");
}

#[test]
fn r01_doctor_reports_a_command_whose_outcome_is_unknown() {
    let project = bare();
    project.write("slow plan.md", &plan(&execute("touch started; sleep 600")));
    let mut command = project.command(bins::path("teddy"));
    let mut slow = must("teddy", command.args(["execute", "slow plan.md", "-y"]).spawn());
    wait_for(&project.root().join("started"));
    let alive = project.doctor();
    assert_eq!(alive.code, Some(2), "a live execution is healthy: {alive:?}");
    must("a kill", slow.kill());
    must("its end", slow.wait());

    let found = project.planwright(&["doctor"]);
    assert_eq!(found.code, Some(0), "nothing is damaged: {found:?}");
    let what =
        "The execution of slow plan.md was interrupted, and the outcome of `touch started; sleep 600` is unknown.";
    assert!(found.stdout.contains(what), "{found:?}");
    assert!(
        found.stdout.contains("teddy execute 'slow plan.md' --resolve done"),
        "{found:?}"
    );

    project
        .teddy(&["execute", "slow plan.md", "-y", "--resolve", "done"])
        .done();
    let resolved = project.doctor();
    assert_eq!(resolved.code, Some(2), "{resolved:?}");
}
