//! New ids.

use model::{Timestamp, Uid};

pub(crate) fn new_uid(at: Timestamp) -> Uid {
    let random = uuid::Uuid::now_v7().into_bytes();
    let mut tail = [0; 10];
    tail.copy_from_slice(&random[6..]);
    let millis = u64::try_from(at.as_millis()).unwrap_or(0);
    Uid(uuid::Builder::from_unix_timestamp_millis(millis, &tail)
        .into_uuid()
        .into_bytes())
}

/// Four letters and digits that are unlikely to have been handed out before.
pub(crate) fn short_tag() -> String {
    uuid::Uuid::now_v7().simple().to_string()[28..].to_owned()
}
