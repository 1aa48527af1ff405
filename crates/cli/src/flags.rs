//! Flags that verbs of several doors have.

use engine::turns::SandboxWish;

/// Whether commands that nobody approved on screen are locked in.
#[derive(clap::ValueEnum, Clone, Copy)]
pub enum Sandbox {
    Auto,
    Off,
}

impl Sandbox {
    pub fn wish(self) -> SandboxWish {
        match self {
            Self::Auto => SandboxWish::Configured,
            Self::Off => SandboxWish::Off,
        }
    }
}
