//! Asks about a host before the first page is fetched from it.

use dialect::text::visible::visible;
use engine::turns::{HostQuestion, UrlSource};
use render::show::style::{BOLD, paint};
use render::teddy::not_remembered;

use super::{ask_key, show};

/// `y` allows the host and adds it to the user's configuration, `o` allows it for this run, any other key refuses it.
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
    let key = ask_key(&paint(
        BOLD,
        format!("Allow pages from {host}? (y)es, always / (o)nce / (n)ot now › "),
    ));
    let key = key
        .map(|key| key.to_ascii_lowercase())
        .filter(|key| matches!(key, 'y' | 'o'));
    show(&format!("{}\n", key.unwrap_or('n')));
    if key == Some('y') {
        show(&match (question.remember)() {
            Ok(path) => format!("Added {host} to {}\n", visible(&path.to_string_lossy())),
            Err(why) => format!("Allowed for this run only: {}\n", visible(&not_remembered(&why))),
        });
    }
    key.is_some()
}
