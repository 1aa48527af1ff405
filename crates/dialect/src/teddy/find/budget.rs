use model::limits;

/// What may be spent on looking for the closest matches of texts that a file lacks. It counts bytes, not time, so that
/// the same plan always gets the same answer.
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
    /// Whether a file of this size may be gone through once more.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let left = (self.texts.checked_sub(1), self.bytes.checked_sub(bytes));
        let (Some(texts), Some(bytes)) = left else {
            return false;
        };
        *self = Self { texts, bytes };
        true
    }
}
