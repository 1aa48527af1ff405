//! The diagram of `machine` inside of JSON; the XState definition is JSON as it is.

use serde::Serialize;

use crate::native::json::pretty;
use crate::rawko::machine::machine_mermaid;

#[derive(Serialize)]
struct DiagramShape {
    format: &'static str,
    diagram: String,
}

pub fn machine_mermaid_json() -> String {
    pretty(&DiagramShape {
        format: "mermaid",
        diagram: machine_mermaid(),
    })
}
