//! Parses the search results of a provider.

use model::limits;
use serde_json::Value;

use super::Hit;

const SNIPPET_FIELDS: [&str; 4] = ["content", "snippet", "abstract", "description"];

/// Parses JSON if the text looks like it, otherwise one title per line. The error describes the invalid JSON.
pub(super) fn from_output(text: &str, max: usize) -> Result<Vec<Hit>, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if looks_like_json(text) {
        return from_json(text, max);
    }
    let lines = text.lines().map(|line| clean(line, limits::HIT_TITLE_CHARS));
    let hits = lines.filter(|line| !line.is_empty()).map(|title| Hit {
        title,
        url: None,
        snippet: None,
    });
    Ok(hits.take(max).collect())
}

pub(super) fn from_json(text: &str, max: usize) -> Result<Vec<Hit>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let results = match &value {
        Value::Array(results) => Some(results),
        Value::Object(object) => object.get("results").and_then(Value::as_array),
        _ => None,
    };
    let results = results.ok_or("it has no list of results")?;
    let hits: Vec<_> = results.iter().filter_map(hit).take(max).collect();
    if hits.is_empty() && !results.is_empty() {
        return Err("no result has a title or an address".to_owned());
    }
    Ok(hits)
}

/// A line of text may also start with a bracket.
fn looks_like_json(text: &str) -> bool {
    match text.strip_prefix('[') {
        Some(inside) => inside.trim_start().starts_with(['{', ']']),
        None => text.starts_with('{'),
    }
}

fn hit(value: &Value) -> Option<Hit> {
    let text = |field: &str| value.get(field).and_then(Value::as_str);
    let url = text("url")
        .map(str::trim)
        .filter(|url| is_address(url))
        .map(str::to_owned);
    let title = clean(text("title").unwrap_or_default(), limits::HIT_TITLE_CHARS);
    let title = match title.is_empty() {
        true => url.clone()?,
        false => title,
    };
    let snippet = SNIPPET_FIELDS.iter().find_map(|field| text(field));
    let snippet = snippet.map(|snippet| clean(snippet, limits::HIT_SNIPPET_CHARS));
    Some(Hit {
        title,
        url,
        snippet: snippet.filter(|snippet| !snippet.is_empty()),
    })
}

fn is_address(url: &str) -> bool {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    let is_plain = !url.contains(|c: char| c.is_whitespace() || c.is_control());
    is_web && is_plain && url.len() <= limits::HIT_URL_BYTES
}

/// One line without control characters, of at most `max` characters.
fn clean(text: &str, max: usize) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let hits = from_output(text, 20).unwrap();
        let shown = hits.into_iter().map(|hit| {
            let (url, snippet) = (hit.url.unwrap_or_default(), hit.snippet.unwrap_or_default());
            format!("{}|{url}|{snippet}", hit.title)
        });
        shown.collect()
    }

    #[test]
    fn json_lists_and_objects_are_parsed() {
        let list = r#"[{"title": "A", "url": "https://a/", "content": "x\ny"}, {"title": "B", "snippet": "s"}]"#;
        let expected = ["A|https://a/|x y", "B||s"];
        assert_eq!(shown(list), expected);
        assert_eq!(
            shown(&format!("\n{{\"query\": \"q\", \"results\": {list}, \"more\": 1}}")),
            expected
        );
        assert_eq!(shown("[]"), [""; 0]);
        assert_eq!(shown("{\"results\": []}"), [""; 0]);
    }

    #[test]
    fn lines_are_titles() {
        assert_eq!(shown("[1] One\n\n  Two \u{7} x \r\n"), ["[1] One||", "Two x||"]);
        assert_eq!(shown(""), [""; 0]);
    }

    #[test]
    fn results_without_title_and_address_are_left_out() {
        let text = r#"[{"url": "https://a/"}, {"url": "javascript:x"}, {"title": 3}, 4, {"title": "T", "url": "https://a b"}]"#;
        assert_eq!(shown(text), ["https://a/|https://a/|", "T||"]);
    }

    #[test]
    fn broken_json_is_an_error_and_not_a_list_of_titles() {
        for text in [
            "{",
            "[{\"title\": \"A\"",
            "{\"hits\": []}",
            "{\"results\": {}}",
            "[{\"name\": 1}]",
        ] {
            assert!(from_output(text, 20).is_err(), "{text}");
        }
        assert!(from_json(&"[".repeat(100_000), 20).is_err());
    }

    #[test]
    fn hits_and_their_texts_are_limited() {
        assert_eq!(from_output(&"line\n".repeat(1000), 20).unwrap().len(), 20);
        let long = format!(
            r#"[{{"title": "{}", "url": "https://{}/"}}]"#,
            "é".repeat(5000),
            "x".repeat(5000)
        );
        let hit = from_output(&long, 20).unwrap().remove(0);
        assert_eq!(hit.title.chars().count(), limits::HIT_TITLE_CHARS + 1);
        assert_eq!(hit.url, None);
    }
}
