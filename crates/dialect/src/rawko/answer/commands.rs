//! The command lines that answers suggest. They stand together so that the door can test that each of them works.

use crate::native::style::{COMMAND, paint};

pub fn create() -> String {
    "rawko plan create --task \"WHAT\"".to_owned()
}

pub fn create_from(path: &str) -> String {
    format!("rawko plan create --task \"WHAT\" --from {path}")
}

pub fn show() -> String {
    "rawko plan show".to_owned()
}

pub fn next() -> String {
    "rawko next".to_owned()
}

pub fn run() -> String {
    "rawko run".to_owned()
}

pub fn start(step: u32) -> String {
    format!("rawko step start {step}")
}

pub fn complete(step: u32) -> String {
    format!("rawko step complete {step} --output \"WHAT CAME OF IT\"")
}

pub fn skip(step: u32) -> String {
    format!("rawko step skip {step} --cascade")
}

pub fn replan() -> String {
    "rawko replan".to_owned()
}

pub(super) fn painted(command: &str) -> String {
    paint(COMMAND, command)
}
