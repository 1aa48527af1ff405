use std::process::ExitCode;

fn main() -> ExitCode {
    cli::guarded(cli::agentctl::main, cli::agentctl::wants_json)
}
