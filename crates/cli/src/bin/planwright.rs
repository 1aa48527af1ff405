use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guarded(cli::planwright::main, cli::planwright::wants_json)
}
