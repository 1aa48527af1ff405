//! YAML as our files may use it, and nothing more of it. Only this module and the reader below [`crate::data`] know the
//! YAML library.

mod file;

use model::limits;
use serde::Serialize;

use crate::data::yaml::{Bounds, Document};

pub(crate) use file::{Held, List, Pair, list, pairs, quoted, scalar};
pub(crate) use serde_saphyr::FlowSeq;

/// Bytes of a front matter: enough for the longest checklist, and too few to cost time.
pub(crate) const BYTES_MAX: usize = 64 * limits::LIST_ENTRIES;
/// Values and keys: every list of a task at its longest.
const NODES_MAX: usize = 2 * limits::LIST_ENTRIES + 64;
/// A list in a mapping is two deep, and some more is worth an exact message.
const DEPTH_MAX: usize = 8;

/// For front matters and other small files.
pub(crate) fn parse(text: &str) -> Document {
    const SMALL: Bounds = Bounds {
        nodes: NODES_MAX,
        keys: NODES_MAX,
        depth: DEPTH_MAX,
        is_text,
    };
    crate::data::yaml::parse(text, &SMALL)
}

/// One line per text, so that no text can end the front matter.
pub(crate) fn write(front: &impl Serialize) -> String {
    let options = serde_saphyr::ser_options! {
        compact_list_indent: false,
        prefer_block_scalars: false,
    };
    serde_saphyr::to_string_with_options(front, options)
        .unwrap_or_else(|fault| unreachable!("our front matters are texts and lists of texts: {fault}"))
}

/// Whether the library takes a plain scalar for text.
fn is_text(scalar: &str) -> bool {
    serde_saphyr::from_str_with_options::<String>(scalar, options()).is_ok()
}

fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 4 * NODES_MAX,
            max_aliases: 0,
            max_anchors: 0,
            max_depth: DEPTH_MAX,
            flow_nesting_limit: DEPTH_MAX,
            max_documents: 1,
            max_nodes: NODES_MAX,
            max_total_scalar_bytes: BYTES_MAX,
            max_merge_keys: 0,
        },
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::Error,
        merge_keys: serde_saphyr::MergeKeyPolicy::Error,
        strict_booleans: true,
        no_schema: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    }
}
