//! R12: of many simultaneous executions of one plan, one runs, and the others name it.

use std::process::{Child, Stdio};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, must};
use planwright_testkit::{Tier, tier};

use crate::r04_lock::patiently;
use crate::turn_scenes::{
    EXECUTED, PLAN, assert_refused, assert_whole, bare, create, execute, files, plan, titled, turn, waiting,
};

const CALLERS: usize = 8;

/// A command that writes a line and waits for a file.
const WAITING: &str = "echo ran >> ran.txt\nwhile [ ! -e go ]; do sleep 0.02; done";

fn start(project: &Project, line: &[&str]) -> Child {
    let mut command = project.command(bins::path("teddy"));
    command.args(line).stdout(Stdio::piped()).stderr(Stdio::piped());
    must("teddy", command.spawn())
}

fn start_all(project: &Project, line: &[&str]) -> Vec<Child> {
    (0..CALLERS).map(|_| start(project, line)).collect()
}

fn end(child: Child) -> Ran {
    Ran::of(&must("its end", child.wait_with_output()))
}

fn is_running(child: &mut Child) -> bool {
    must("a caller", child.try_wait()).is_none()
}

/// Lets all executions but the running one come to their end.
fn one_runs(project: &Project, line: &[&str]) {
    let mut callers = start_all(project, line);
    patiently("all callers but one to end", || {
        let running = callers.iter_mut().filter_map(|caller| is_running(caller).then_some(()));
        (running.count() <= 1).then_some(())
    });
    let holder = callers.iter_mut().position(is_running);
    let holder = callers.remove(holder.unwrap_or_else(|| panic!("no execution is running")));
    for caller in callers {
        let ran = end(caller);
        assert_refused(&ran, 3, "held by");
        let output = format!("{}{}", ran.stdout, ran.stderr);
        // A caller at the moment of the start gets less information.
        let names = format!("process {}", holder.id());
        assert!(
            output.contains(&names) || output.contains("held by another process"),
            "{output}"
        );
    }
    project.write("go", "");
    end(holder).done();
    let ran = must("the line", std::fs::read_to_string(project.root().join("ran.txt")));
    assert_eq!(ran, "ran\n");
}

#[test]
fn r12_of_eight_executions_of_a_turn_one_runs_and_the_others_name_it() {
    let project = waiting(&plan(&execute(WAITING)));
    one_runs(&project, &["execute", PLAN, "-y"]);
    assert_whole(&project, "eight at once");
    assert!(turn(&project, "02").exists());
    assert!(!turn(&project, "03").exists());
    let late = project.teddy(&["execute", PLAN, "-y"]);
    assert_refused(&late, 3, EXECUTED);
}

#[test]
fn r12_of_eight_executions_of_a_loose_plan_one_runs_and_the_others_name_it() {
    let project = bare();
    project.write("plan.md", &plan(&execute(WAITING)));
    one_runs(&project, &["execute", "plan.md", "-y"]);
}

#[test]
fn r12_eight_executions_make_one_report() {
    let rounds = match tier() {
        Tier::Quick => 3,
        Tier::Full => 100,
    };
    let scene = waiting(&titled("Greet", "[+] Guests come.", &create("a/hello.txt", "Hello")));
    let start = scene.snapshot();
    let line = ["execute", PLAN, "-y"];
    scene.teddy(&line).done();
    let expected = files(&scene);
    for _ in 0..rounds {
        scene.rewind(&start);
        let ended: Vec<Ran> = start_all(&scene, &line).into_iter().map(end).collect();
        let done = ended.iter().filter(|ran| ran.code == Some(0)).count();
        assert_eq!(done, 1, "{ended:#?}");
        for ran in ended.iter().filter(|ran| ran.code != Some(0)) {
            assert_eq!(ran.code, Some(3), "{ran:?}");
            assert!(
                ["held by", EXECUTED].iter().any(|words| ran.stderr.contains(words)),
                "{ran:?}"
            );
        }
        assert_eq!(files(&scene), expected);
    }
}

#[test]
fn r12_executions_of_different_plans_run_in_parallel() {
    let rounds = match tier() {
        Tier::Quick => 3,
        Tier::Full => 100,
    };
    let project = bare();
    for round in 0..rounds {
        let name = |caller: usize| format!("plan-{round}-{caller}.md");
        for caller in 0..CALLERS {
            project.write(
                &name(caller),
                &plan(&create(&format!("made/{round}-{caller}.txt"), "Hello")),
            );
        }
        let callers: Vec<Child> = (0..CALLERS)
            .map(|caller| start(&project, &["execute", "-y", &name(caller)]))
            .collect();
        for caller in callers {
            end(caller).done();
        }
    }
    let made = must("what was made", std::fs::read_dir(project.root().join("made")));
    assert_eq!(made.count(), rounds * CALLERS);
}
