use model::limits;

/// Limits the search for closest matches of missing FIND texts. It counts bytes and not time, so that the same plan
/// always gets the same result.
#[derive(Debug, Clone)]
pub struct NearestBudget {
    texts: usize,
    bytes: usize,
}

impl Default for NearestBudget {
    fn default() -> Self {
        Self {
            texts: limits::NEAREST_TEXTS,
            bytes: limits::NEAREST_BYTES,
        }
    }
}

impl NearestBudget {
    /// Spends one search of a file of this size; `false` if the budget is used up.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let left = (self.texts.checked_sub(1), self.bytes.checked_sub(bytes));
        let (Some(texts), Some(bytes)) = left else {
            return false;
        };
        *self = Self { texts, bytes };
        true
    }
}
