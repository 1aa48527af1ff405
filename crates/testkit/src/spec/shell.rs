//! Runs one command line with a time limit, and leaves no process behind.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

/// More than this is a flood; the writer then meets a closed pipe.
const OUTPUT_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// How long the output may stay open after the whole process group is gone.
const CLOSE_GRACE: Duration = Duration::from_secs(2);

/// Runs the command, notes its exit code, and ends its process group from within:
/// a live member cannot mistake a reused group id for its own. Its own remarks on a killed child are no output.
const LEADER: &str = r#"exec 3>&2 2>/dev/null
(exec 2>&3 3>&-; exec "$1" -c "$2")
echo "$?" >"$3"
kill -s KILL 0"#;

#[derive(Debug, PartialEq)]
pub enum Answer {
    Ended {
        output: String,
        code: i32,
    },
    /// The limit was reached and the process group killed.
    Overran {
        output: String,
    },
    /// A process that left the group still holds the output.
    Detached,
}

/// `environment` is the whole environment; standard error goes where standard output goes.
pub fn run(script: &str, folder: &Path, environment: &[(String, String)], limit: Duration) -> io::Result<Answer> {
    let (reader, writer) = io::pipe()?;
    let status = NamedTempFile::new()?;
    let mut command = Command::new("sh");
    command.args(["-c", LEADER, "sh", shell(), script]).arg(status.path());
    command
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)));
    command.current_dir(folder).process_group(0);
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let mut leader = command.spawn()?;
    // Our own copies of the pipe's end must close, or the reader waits for ever.
    drop(command);

    let output = background(move || read(reader));
    let group = leader.id();
    let ended = background(move || leader.wait());
    let in_time = match ended.recv_timeout(limit) {
        Ok(status) => status.map(|_| true)?,
        Err(_) => {
            kill(group)?;
            false
        }
    };
    let Ok(output) = output.recv_timeout(CLOSE_GRACE) else {
        return Ok(Answer::Detached);
    };
    let output = output?;
    if !in_time {
        return Ok(Answer::Overran { output });
    }
    let code = std::fs::read_to_string(status.path())?;
    let code = code
        .trim()
        .parse()
        .map_err(|_| io::Error::other("the command ended its own process group"))?;
    Ok(Answer::Ended { output, code })
}

/// The group's leader has not been waited for, or the limit would not have been reached; so the id is still ours.
fn kill(group: u32) -> io::Result<()> {
    let target = format!("-{group}");
    Command::new("sh")
        .args(["-c", r#"kill -s KILL -- "$1""#, "sh", &target])
        .status()
        .map(drop)
}

fn read(reader: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = mpsc::channel();
    // Nobody listens after the limit; the result is then of no use.
    thread::spawn(move || drop(sender.send(work())));
    receiver
}

fn shell() -> &'static str {
    static SHELL: OnceLock<&str> = OnceLock::new();
    SHELL.get_or_init(|| {
        let bash = Command::new("bash")
            .args(["-c", "exit 0"])
            .stderr(Stdio::null())
            .status();
        if bash.is_ok_and(|status| status.success()) {
            "bash"
        } else {
            "sh"
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn answer(script: &str, limit: Duration) -> Answer {
        let path = std::env::var("PATH").unwrap();
        run(script, Path::new("."), &[("PATH".to_owned(), path)], limit).unwrap()
    }

    fn check(script: &str, output: &str, code: i32) {
        let expect = Answer::Ended {
            output: output.to_owned(),
            code,
        };
        assert_eq!(answer(script, Duration::from_secs(20)), expect);
    }

    #[test]
    fn merges_outputs_in_order() {
        check("echo a; echo b >&2; echo c; exit 3", "a\nb\nc\n", 3);
        check("kill -TERM $$", "", 143);
        check("cat", "", 0);
        check("env | grep -c ^HOME", "0\n", 1);
    }

    #[test]
    fn a_background_child_ends_with_its_command() {
        let start = Instant::now();
        check("sleep 30 & echo started", "started\n", 0);
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn an_overrun_ends_at_the_limit() {
        let start = Instant::now();
        let expect = Answer::Overran {
            output: "before\n".to_owned(),
        };
        assert_eq!(
            answer("echo before; sleep 30 & sleep 30", Duration::from_millis(300)),
            expect
        );
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
