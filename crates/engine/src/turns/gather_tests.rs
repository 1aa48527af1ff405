use std::fs;

use super::*;
use crate::project::Setting;
use crate::turns::NewSession;

#[test]
fn what_an_agent_is_shown_has_a_limit_and_the_rest_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join(".git")).unwrap();
    fs::create_dir(root.join("data")).unwrap();
    let big = "x".repeat(limits::CONTEXT_FILE_BYTES);
    let fitting = limits::CONTEXT_BYTES / limits::CONTEXT_FILE_BYTES;
    for number in 0..fitting + 3 {
        fs::write(root.join(format!("data/{number:02}.csv")), &big).unwrap();
    }
    fs::write(root.join("data/99.csv"), "small").unwrap();
    let bench = Workbench::open(&Setting::bare(root.canonicalize().unwrap()), Vec::new()).unwrap();
    let wanted = NewSession {
        name: "greet",
        agent: None,
        task: None,
    };
    let place = bench.new_session(&wanted).unwrap().place;
    fs::write(root.join(place.file("turn.context").as_str()), "data\n").unwrap();
    let gathered = bench.gather(None).unwrap();
    assert!(gathered.bytes < limits::CONTEXT_BYTES + 100_000, "{}", gathered.bytes);
    let left_out = gathered.weights.iter().filter(|weight| weight.trouble.is_some());
    assert_eq!(left_out.count(), 4, "every file behind the last that fits");
    let text = fs::read_to_string(root.join(gathered.path.as_str())).unwrap();
    let told = "Not shown: 1,048,576 bytes, and all resources together are shown up to 16,777,216.";
    assert_eq!(text.matches(told).count(), 3);
}
