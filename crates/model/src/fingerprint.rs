//! Whether a text is still the one that was seen.

/// Equal for equal texts. Whoever reads a text makes it, and nobody else looks inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(pub String);
