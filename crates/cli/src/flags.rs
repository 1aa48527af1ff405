//! Flags that verbs of several doors have.

use engine::turns::SandboxWish;

/// Which commands are sandboxed.
#[derive(clap::ValueEnum, Clone, Copy)]
pub enum Sandbox {
    Auto,
    Off,
    Always,
}

impl Sandbox {
    pub fn wish(self) -> SandboxWish {
        match self {
            Self::Auto => SandboxWish::Configured,
            Self::Off => SandboxWish::Off,
            Self::Always => SandboxWish::Always,
        }
    }
}
