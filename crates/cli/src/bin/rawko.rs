use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guarded(cli::rawko::main, cli::rawko::wants_json)
}
