use std::process::ExitCode;

fn main() -> ExitCode {
    cli::answer_to_name()
}
