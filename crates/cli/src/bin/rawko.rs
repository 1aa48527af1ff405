use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guarded(
        || cli::unbuilt("rawko"),
        |line| line.iter().any(|word| word == "--json"),
    )
}
