//! What each program would be if there were one binary: a launcher that executes `planloop`. Only `bench` runs it.

use std::os::unix::process::CommandExt;
use std::process::Command;

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let program = arguments.next().unwrap_or_default();
    let error = Command::new(program).args(arguments).exec();
    eprintln!("error: {error}");
}
