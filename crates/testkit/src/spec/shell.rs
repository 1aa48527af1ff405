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

/// Output beyond this size is not read; the writer gets a closed pipe.
const OUTPUT_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// How long the output may stay open after the process group has ended.
const CLOSE_GRACE: Duration = Duration::from_secs(2);

/// Runs the command, stores its exit code, and kills its process group from within: a live member cannot mistake a
/// reused group id for its own. The shell's own messages about killed children are not part of the output.
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
    /// The time limit was reached and the process group killed.
    Overran {
        output: String,
    },
    /// A process that left the group still has the output open.
    Detached,
}

/// `environment` is the complete environment. Standard error goes to standard output.
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
    // Close our copies of the pipe's write end, or the reader never sees its end.
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

/// The group id is still valid: if the time limit was reached, the leader has not been waited for.
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
    // The receiver is gone after the time limit, and the result is not needed.
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
