//! Copies and pastes with the tools of the desktop, or copies to the terminal's clipboard with OSC 52.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The parts of the environment that decide which clipboard is used.
#[derive(Debug, Clone, Default)]
pub struct Desktop {
    /// `PATH`.
    pub programs: OsString,
    pub has_wayland: bool,
    pub has_x11: bool,
    /// The session runs over SSH, so the user's clipboard is on the machine of the terminal.
    pub is_remote: bool,
}

/// Why a text was not copied or pasted.
#[derive(Debug, thiserror::Error)]
pub enum ClipboardError {
    #[error("there is no clipboard that can be {0}")]
    None(&'static str),
    #[error("{tool} failed: {why}")]
    Tool { tool: &'static str, why: String },
    #[error("the text is too long for the terminal's clipboard: {0} bytes")]
    TooLong(usize),
}

struct Tool {
    is_there: fn(&Desktop) -> bool,
    copy: &'static [&'static str],
    paste: &'static [&'static str],
}

const TOOLS: &[Tool] = &[
    Tool {
        is_there: |desktop| desktop.has_wayland,
        copy: &["wl-copy"],
        paste: &["wl-paste", "--no-newline"],
    },
    Tool {
        is_there: |desktop| desktop.has_x11,
        copy: &["xclip", "-selection", "clipboard", "-in"],
        paste: &["xclip", "-selection", "clipboard", "-out"],
    },
    Tool {
        is_there: |desktop| desktop.has_x11,
        copy: &["xsel", "--clipboard", "--input"],
        paste: &["xsel", "--clipboard", "--output"],
    },
    Tool {
        is_there: |_| true,
        copy: &["pbcopy"],
        paste: &["pbpaste"],
    },
    Tool {
        is_there: |_| true,
        copy: &["clip.exe"],
        paste: &["powershell.exe", "-NoProfile", "-Command", "Get-Clipboard -Raw"],
    },
    Tool {
        is_there: |_| true,
        copy: &["termux-clipboard-set"],
        paste: &["termux-clipboard-get"],
    },
];

impl Desktop {
    /// The text of the clipboard.
    pub fn paste(&self) -> Result<String, ClipboardError> {
        let (tool, mut command) = self.tool(|tool| tool.paste).ok_or(ClipboardError::None("read"))?;
        let failed = |why: String| ClipboardError::Tool { tool, why };
        let output = command.output().map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        String::from_utf8(output.stdout).map_err(|_| failed("the clipboard does not contain text".to_owned()))
    }

    /// Copies the text to the clipboard.
    pub fn copy(&self, text: &str) -> Result<(), ClipboardError> {
        if self.is_remote {
            return to_terminal(text);
        }
        let Some((tool, mut command)) = self.tool(|tool| tool.copy) else {
            return to_terminal(text);
        };
        let failed = |error: io::Error| ClipboardError::Tool {
            tool,
            why: error.to_string(),
        };
        // Some tools stay in the background to serve the text, and would keep planwright's output open.
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        let stdin = child.stdin.take();
        let written = stdin.map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
        // If a tool ends early, its exit status says more than the broken pipe.
        match child.wait().map_err(failed)? {
            status if status.success() => written.map_err(failed),
            status => Err(failed(io::Error::other(status.to_string()))),
        }
    }

    fn tool(&self, way: fn(&Tool) -> &'static [&'static str]) -> Option<(&'static str, Command)> {
        let tools = TOOLS.iter().filter(|tool| (tool.is_there)(self)).map(way);
        tools.filter_map(|line| self.command(line)).next()
    }

    fn command(&self, line: &'static [&'static str]) -> Option<(&'static str, Command)> {
        let (name, arguments) = line.split_first()?;
        let mut folders = std::env::split_paths(&self.programs);
        let program: PathBuf = folders.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        Some((name, command))
    }
}

/// Sends the text to the terminal. The terminal does not answer, so success is unknown.
fn to_terminal(text: &str) -> Result<(), ClipboardError> {
    // Terminals cut or drop longer texts.
    const BYTES_MAX: usize = 74_000;
    if text.len() > BYTES_MAX {
        return Err(ClipboardError::TooLong(text.len()));
    }
    let unavailable = |_| ClipboardError::None("written");
    let mut terminal = OpenOptions::new().write(true).open("/dev/tty").map_err(unavailable)?;
    let request = format!("\x1b]52;c;{}\x07", base64(text.as_bytes()));
    terminal.write_all(request.as_bytes()).map_err(unavailable)
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0, |group, byte| group << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[group >> (18 - 6 * place) & 63];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn base64_is_padded() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn a_copied_text_can_be_pasted() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("kept");
        let script = |name: &str, line: String| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        };
        script("wl-copy", format!("exec /bin/cat > '{}'", kept.display()));
        script("wl-paste", format!("exec /bin/cat '{}'", kept.display()));
        let desktop = Desktop {
            programs: folder.path().as_os_str().to_owned(),
            has_wayland: true,
            ..Desktop::default()
        };
        desktop.copy("# Grüße\n").unwrap();
        assert_eq!(desktop.paste().unwrap(), "# Grüße\n");
        std::fs::remove_file(&kept).unwrap();
        assert!(matches!(
            desktop.paste(),
            Err(ClipboardError::Tool { tool: "wl-paste", .. })
        ));
    }

    #[test]
    fn pasting_without_a_desktop_is_an_error() {
        let error = Desktop::default().paste().unwrap_err();
        assert_eq!(error.to_string(), "there is no clipboard that can be read");
    }
}
