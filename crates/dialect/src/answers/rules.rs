//! Rules for the answers of language models.

use crate::rules::rules;

rules! {
    JSON: Error "answer-json",
        "An answer holds JSON that can be read.",
        "planwright asks the model again, with the position of the error.";
    SHAPE: Error "answer-shape",
        "The JSON of an answer has the requested fields.",
        "planwright does not search other objects for the requested fields.";
    LIMIT: Error "answer-limit",
        "An answer keeps within the limit of a payload.",
        "The store accepts no larger value.";
    MENDED: Warning "answer-mended",
        "The JSON of an answer has no comments and no needless commas.",
        "planwright leaves them out, because models often write them.";
    SEVERAL: Warning "answer-several",
        "An answer holds one JSON value of the requested form.",
        "planwright uses the last one, because models often write a draft first.";
}
