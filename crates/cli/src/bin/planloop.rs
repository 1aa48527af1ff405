use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guarded(cli::planloop::main, cli::planloop::wants_json)
}
