//! JSON Schemas of the front matters, for editors.

use super::front::{PlanFront, TaskFront};
use crate::schema;

/// The JSON Schema of the front matter of `plan.md`.
pub fn plan_schema() -> String {
    schema::of::<PlanFront>()
}

/// The JSON Schema of the front matter of a task file.
pub fn task_schema() -> String {
    schema::of::<TaskFront>()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_plan_schema_is_strict() {
        let schema: Value = serde_json::from_str(&plan_schema()).unwrap();
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["required"], json!(["title"]));
        assert_eq!(schema["properties"]["title"]["minLength"], 1);
        assert!(schema["properties"]["title"]["description"].is_string());
    }

    #[test]
    fn the_task_schema_is_strict() {
        let schema: Value = serde_json::from_str(&task_schema()).unwrap();
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["required"], json!(["id"]));
        let pattern = "^[a-z0-9]+(-[a-z0-9]+)*$";
        assert_eq!(schema["properties"]["id"]["pattern"], pattern);
        assert_eq!(schema["properties"]["depends_on"]["items"]["pattern"], pattern);
        assert_eq!(schema["properties"]["agent"]["type"], "string");
        assert_eq!(schema["properties"]["subtasks"]["items"]["type"], "string");
        for (key, property) in schema["properties"].as_object().unwrap() {
            assert!(property["description"].is_string(), "{key}");
            assert!(property.get("default").is_none_or(|value| !value.is_null()), "{key}");
        }
    }
}
