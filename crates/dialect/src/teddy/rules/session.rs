//! Rules about the context files of a session, and about what a person chooses in a review.

use crate::rules::rules;

rules! {
    CONTEXT_LINE: Error "context-line",
        "A line of a context file names a file of the project or a web page.",
        "planwright shows only these to an agent. A leading `/` is a warning.";
    CHOICE: Error "choice",
        "A change that a person makes in a review is possible and stays inside the project.",
        "The same checks apply to a changed plan as to the plan of the agent.";
}
