//! Parses git's configuration files as git does, and knows which settings are harmless.

/// One setting of a configuration file. Section and key are in lower case, as git compares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GitSetting {
    section: Vec<u8>,
    subsection: Option<Vec<u8>>,
    key: Vec<u8>,
    /// `None` where the file has only the key.
    pub value: Option<Vec<u8>>,
}

/// Settings that make git neither run a program nor read another file. All other settings count as dangerous, also
/// those that a later version of git adds. The flag is true for a section with a subsection, such as `[remote "x"]`.
const HARMLESS: &[(&str, bool, &[&str])] = &[
    (
        "core",
        false,
        &[
            "repositoryformatversion",
            "filemode",
            "bare",
            "logallrefupdates",
            "ignorecase",
            "precomposeunicode",
            "symlinks",
            "autocrlf",
            "eol",
            "safecrlf",
            "sparsecheckout",
            "sparsecheckoutcone",
            "untrackedcache",
            "quotepath",
            "abbrev",
            "compression",
        ],
    ),
    ("extensions", false, &["objectformat", "refstorage"]),
    ("user", false, &["name", "email", "useconfigonly"]),
    ("author", false, &["name", "email"]),
    ("committer", false, &["name", "email"]),
    ("init", false, &["defaultbranch"]),
    ("commit", false, &["gpgsign"]),
    ("tag", false, &["gpgsign"]),
    ("gc", false, &["auto", "autodetach"]),
    ("maintenance", false, &["auto"]),
    ("pull", false, &["rebase", "ff"]),
    ("push", false, &["default", "autosetupremote"]),
    ("color", false, &["ui"]),
    ("lfs", false, &["repositoryformatversion"]),
    ("remote", true, &["url", "fetch", "tagopt", "prune"]),
    ("branch", true, &["remote", "merge", "rebase", "description"]),
    ("submodule", false, &["active"]),
    ("submodule", true, &["url", "active", "branch"]),
];

/// Where git fetches from and pushes to.
const ADDRESSES: &[(&str, &str)] = &[("remote", "url"), ("branch", "remote"), ("submodule", "url")];

/// The wanted settings of a file, in order; `None` if git could not parse it either.
pub(super) fn parse(text: &[u8], is_wanted: impl Fn(&GitSetting) -> bool) -> Option<Vec<GitSetting>> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut reader = Reader { rest: text };
    let mut settings = Vec::new();
    let mut section = None;
    while let Some(byte) = reader.next() {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'#' | b';' => while reader.next().is_some_and(|byte| byte != b'\n') {},
            b'[' => section = Some(reader.header()?),
            byte if byte.is_ascii_alphabetic() => {
                let (section, subsection) = section.clone()?;
                let (key, value) = reader.setting(byte)?;
                let setting = GitSetting {
                    section,
                    subsection,
                    key,
                    value,
                };
                settings.extend(Some(setting).filter(&is_wanted));
            }
            _ => return None,
        }
    }
    Some(settings)
}

/// The settings of a file that could make git run a program or read another file.
pub(super) fn dangerous(text: &[u8]) -> Option<Vec<GitSetting>> {
    parse(text, |setting| !setting.is_harmless())
}

/// As [`dangerous`], and the addresses. A command may choose them for a repository that it makes, but must not redirect
/// one of the user's.
pub(super) fn dangerous_or_address(text: &[u8]) -> Option<Vec<GitSetting>> {
    let is_address = |setting: &GitSetting| ADDRESSES.iter().any(|(section, key)| setting.is(section, key));
    parse(text, |setting| !setting.is_harmless() || is_address(setting))
}

impl GitSetting {
    /// Compares section and key, and ignores the subsection.
    pub fn is(&self, section: &str, key: &str) -> bool {
        self.section == section.as_bytes() && self.key == key.as_bytes()
    }

    pub(super) fn names_file(&self) -> bool {
        self.includes() || self.is("core", "hookspath")
    }

    /// A setting of `GIT_CONFIG_KEY_n` and `GIT_CONFIG_VALUE_n`.
    pub fn of_variable(name: &[u8], value: Vec<u8>) -> Option<Self> {
        let first = name.iter().position(|byte| *byte == b'.')?;
        let last = name.iter().rposition(|byte| *byte == b'.')?;
        Some(Self {
            section: name[..first].to_ascii_lowercase(),
            subsection: (first < last).then(|| name[first + 1..last].to_vec()),
            key: name[last + 1..].to_ascii_lowercase(),
            value: Some(value),
        })
    }

    /// Whether it names another file of settings.
    pub fn includes(&self) -> bool {
        self.is("include", "path") || self.is("includeif", "path")
    }

    fn is_harmless(&self) -> bool {
        // `ext::…` runs a program.
        let names_helper = |value: &Vec<u8>| value.windows(2).any(|pair| pair == b"::");
        let is_listed = HARMLESS.iter().any(|(section, has_name, keys)| {
            self.subsection.is_some() == *has_name && keys.iter().any(|key| self.is(section, key))
        });
        is_listed && !self.value.as_ref().is_some_and(names_helper)
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    /// The next byte. Git skips the carriage return of `\r\n`.
    fn next(&mut self) -> Option<u8> {
        if self.rest.starts_with(b"\r\n") {
            self.rest = &self.rest[1..];
        }
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// The rest of `[section]`, `[section.name]` or `[section "name"]`.
    fn header(&mut self) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        let mut section = Vec::new();
        loop {
            match self.next()? {
                b']' => break,
                b' ' | b'\t' | b'\r' => return Some((section, Some(self.name()?))),
                byte if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.') => {
                    section.push(byte.to_ascii_lowercase());
                }
                _ => return None,
            }
        }
        let dot = section.iter().position(|byte| *byte == b'.');
        let name = dot.map(|dot| section.split_off(dot)[1..].to_vec());
        Some((section, name))
    }

    fn name(&mut self) -> Option<Vec<u8>> {
        let mut name = Vec::new();
        let mut byte = b' ';
        while matches!(byte, b' ' | b'\t' | b'\r') {
            byte = self.next()?;
        }
        if byte != b'"' {
            return None;
        }
        loop {
            match self.next()? {
                b'\n' => return None,
                b'"' => break,
                b'\\' => name.push(self.next().filter(|byte| *byte != b'\n')?),
                byte => name.push(byte),
            }
        }
        (self.next()? == b']').then_some(name)
    }

    fn setting(&mut self, first: u8) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        let mut key = vec![first.to_ascii_lowercase()];
        let mut byte = self.next();
        while let Some(part) = byte.filter(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
            key.push(part.to_ascii_lowercase());
            byte = self.next();
        }
        while matches!(byte, Some(b' ' | b'\t')) {
            byte = self.next();
        }
        match byte {
            None | Some(b'\n') => Some((key, None)),
            Some(b'=') => Some((key, Some(self.value()?))),
            Some(_) => None,
        }
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        let mut value = Vec::new();
        let (mut is_quoted, mut is_comment) = (false, false);
        // The length without trailing blanks.
        let mut trimmed = 0;
        loop {
            match self.next().unwrap_or(b'\n') {
                b'\n' if is_quoted => return None,
                b'\n' => break,
                0 => return None,
                _ if is_comment => {}
                byte @ (b' ' | b'\t' | b'\r') if !is_quoted => {
                    if !value.is_empty() {
                        value.push(byte);
                    }
                    continue;
                }
                b'#' | b';' if !is_quoted => is_comment = true,
                b'\\' => match self.next().unwrap_or(b'\n') {
                    b'\n' => {}
                    b't' => value.push(b'\t'),
                    b'b' => value.push(8),
                    b'n' => value.push(b'\n'),
                    byte @ (b'\\' | b'"') => value.push(byte),
                    _ => return None,
                },
                b'"' => is_quoted = !is_quoted,
                byte => value.push(byte),
            }
            if !is_comment {
                trimmed = value.len();
            }
        }
        value.truncate(trimmed);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<Vec<String>> {
        let text_of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let show = |setting: &GitSetting| {
            let name = setting.subsection.as_deref().map(|name| format!(".{}", text_of(name)));
            let value = setting.value.as_deref().map(|value| format!("={}", text_of(value)));
            format!(
                "{}{}.{}{}",
                text_of(&setting.section),
                name.unwrap_or_default(),
                text_of(&setting.key),
                value.unwrap_or_default()
            )
        };
        Some(parse(text.as_bytes(), |_| true)?.iter().map(show).collect())
    }

    #[test]
    fn settings_are_read_as_git_reads_them() {
        for (text, expected) in [
            ("[core]\n\tBare = false\n", vec!["core.bare=false"]),
            ("\u{feff}[CORE] FsMonitor=x # y\r\n", vec!["core.fsmonitor=x"]),
            ("[a \"B \\\"c\\\\\"]\nkey\n", vec!["a.B \"c\\.key"]),
            ("[remote.Origin]\nurl = a b  ; c", vec!["remote.origin.url=a b"]),
            ("[a]k = \" x ; \" y \\\n  z\n", vec!["a.k= x ;  y   z"]),
            ("[a]\nk = a\\tb\\n\\\"\n", vec!["a.k=a\tb\n\""]),
            ("; only\n# comments\n", vec![]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(shown(text), Some(expected), "{text:?}");
        }
        for text in [
            "key = 1\n",
            "[a]\nk = \"x\n",
            "[a\n",
            "[a]\nk = \\x\n",
            "[a]\n= 1\n",
            "[a]\nk = a\0b\n",
        ] {
            assert_eq!(shown(text), None, "{text:?}");
        }
    }

    #[test]
    fn only_known_settings_are_harmless() {
        let harmless =
            "[core]\nrepositoryformatversion = 0\nfilemode = true\n[remote \"o\"]\nurl = ../a\n[user]\nname = A\n";
        assert_eq!(dangerous(harmless.as_bytes()), Some(Vec::new()));
        for text in [
            "[core]\nFSMonitor = ./x\n",
            "[Include]\npath = x\n",
            "[remote \"o\"]\nurl = ext::sh -c x\n",
            "[remote \"o\"]\nvcs = x\n",
            "[submodule \"a\"]\nupdate = !x\n",
            "[alias]\nstatus = !x\n",
            "[core.x]\nbare = 1\n",
            "[filter \"x\"]\nclean = x\n",
        ] {
            assert_eq!(dangerous(text.as_bytes()).map(|found| found.len()), Some(1), "{text:?}");
        }
    }
}
