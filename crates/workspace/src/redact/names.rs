//! Recognizes environment variables with secrets by their names.

/// Parts of a name, between underscores.
const WORDS: &[&str] = &[
    "TOKEN",
    "SECRET",
    "SECRETS",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "PASS",
    "PWD",
    "KEY",
    "APIKEY",
    "PAT",
    "CREDENTIAL",
    "CREDENTIALS",
    "AUTH",
    "COOKIE",
];
/// Names with these last parts name a file or an account, not the secret itself.
const PLACES: &[&str] = &["FILE", "PATH", "DIR", "SOCK", "ID", "TYPE", "NAME"];
/// The shell's own folders.
const FOLDERS: &[&str] = &["PWD", "OLDPWD"];

/// The values of all variables whose names mark them as secret.
pub fn secrets_in<N: AsRef<str>, V>(variables: impl IntoIterator<Item = (N, V)>) -> Vec<V> {
    let is_secret = |(name, _): &(N, V)| is_secret(name.as_ref());
    variables
        .into_iter()
        .filter(is_secret)
        .map(|(_, value)| value)
        .collect()
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let is_place = PLACES.contains(&name.rsplit('_').next().unwrap_or_default());
    let is_named = name.split('_').any(|part| WORDS.iter().any(|word| is_word(part, word)));
    is_named && !is_place && !FOLDERS.contains(&name.as_str())
}

/// `GITHUBTOKEN` and `DBPASSWORD` count, but `MONKEY` and `COMPASS` do not.
fn is_word(part: &str, word: &str) -> bool {
    part == word || (word.len() > 4 && part.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_recognized_by_name() {
        for name in [
            "GITHUB_TOKEN",
            "githubtoken",
            "AWS_SECRET_ACCESS_KEY",
            "OPENAI_API_KEY",
            "PGPASSWORD",
            "DB_PASS",
            "SIGNING_KEY",
            "NPM_AUTH",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "PATH",
            "PWD",
            "OLDPWD",
            "HOME",
            "SSH_AUTH_SOCK",
            "TOKEN_FILE",
            "AWS_ACCESS_KEY_ID",
            "MONKEY",
            "COMPASS",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
