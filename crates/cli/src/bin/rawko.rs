use std::process::ExitCode;

fn main() -> ExitCode {
    cli::unbuilt("rawko")
}
