//! The command lines that answers suggest.

use crate::show::style::{COMMAND, paint};

pub const CREATE: &str = "rawko plan create --task \"WHAT\"";
pub const SHOW: &str = "rawko plan show";
pub const NEXT: &str = "rawko next";
pub const RUN: &str = "rawko run";
pub const ADD: &str = "rawko step add --description \"WHAT\"";
pub const REPLAN: &str = "rawko replan";

pub fn import(path: &str) -> String {
    format!("rawko plan import {path}")
}

pub fn discard(path: &str) -> String {
    format!("rawko plan discard {path}")
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

pub(super) fn painted(command: &str) -> String {
    paint(COMMAND, command)
}
