//! Asks about a host before the first page is fetched from it.

use dialect::native::style::{BOLD, paint};
use dialect::native::visible::visible;
use engine::turns::{HostQuestion, UrlSource};

use super::{ask_key, show};

/// A yes is written to the user's configuration.
pub fn ask_host(question: &HostQuestion<'_>) -> bool {
    let host = visible(question.host);
    let source = match question.source {
        UrlSource::Plan => "The plan",
        UrlSource::Context => "The context of the turn",
    };
    show(&format!(
        "{source} wants to fetch {}.\n{host} is not in [fetch] allow; a URL can send data to its host.\n",
        visible(question.url)
    ));
    let key = ask_key(&paint(BOLD, format!("Always allow pages from {host}? (y/n) › ")));
    let is_allowed = matches!(key, Some('y' | 'Y'));
    show(if is_allowed { "y\n" } else { "n\n" });
    if is_allowed {
        show(&match (question.remember)() {
            Ok(path) => format!("Added {host} to {}\n", visible(&path.to_string_lossy())),
            Err(why) => format!("Allowed for this run only: {}\n", visible(&why)),
        });
    }
    is_allowed
}
