use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guarded(cli::teddy::main, cli::teddy::wants_json)
}
