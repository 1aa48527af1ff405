//! The session that a call named. A command that is suggested to the caller names it again: without it, the latest session
//! or the one that the caller stands in would be meant.

use crate::agentctl::shell_quoted;

#[derive(Debug, Clone, Copy, Default)]
pub struct Named<'a>(pub Option<&'a str>);

impl Named<'_> {
    pub fn on(&self, command: &str) -> String {
        match self.0 {
            None => command.to_owned(),
            Some(session) if is_plain(session) => format!("{command} --session {session}"),
            Some(session) => format!("{command} --session {}", shell_quoted(session)),
        }
    }
}

fn is_plain(session: &str) -> bool {
    let is_one = |byte: u8| byte.is_ascii_alphanumeric() || b"./_-".contains(&byte);
    !session.is_empty() && session.bytes().all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_that_was_named_is_named_again() {
        assert_eq!(Named(None).on("teddy plan"), "teddy plan");
        let named = Named(Some("20261115-greet"));
        assert_eq!(named.on("teddy plan"), "teddy plan --session 20261115-greet");
        let odd = Named(Some("it's; mine"));
        assert_eq!(odd.on("teddy plan"), r"teddy plan --session 'it'\''s; mine'");
    }
}
