//! The JSON Schema of a plan file, for editors.

use super::shape::PlanShape;

pub fn plan_schema() -> String {
    crate::schema::of::<PlanShape<'_>>()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use model::{Phase, Standing};
    use serde_json::{Value, json};

    use super::*;
    use crate::rawko::plan_file::{METADATA, PLAN, PLAN_REQUIRED, STEP, STEP_REQUIRED};
    use crate::rawko::step_status_word;

    fn check(schema: &Value, fields: &[&str], required: usize) {
        let properties = schema["properties"].as_object().unwrap();
        let names: BTreeSet<_> = properties.keys().map(String::as_str).collect();
        assert_eq!(names, fields.iter().copied().collect());
        assert_eq!(schema["additionalProperties"], false);
        let needed = schema["required"].as_array().cloned().unwrap_or_default();
        let needed: BTreeSet<_> = needed.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        assert_eq!(
            needed,
            fields[..required].iter().map(|field| (*field).to_owned()).collect()
        );
        for (name, property) in properties {
            assert!(property["description"].is_string(), "{name}: {property}");
        }
    }

    /// What is read by hand must know the same fields as the types.
    #[test]
    fn the_schema_has_the_fields_that_are_read() {
        let schema: Value = serde_json::from_str(&plan_schema()).unwrap();
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
        check(&schema, &PLAN, PLAN_REQUIRED);
        check(&schema["definitions"]["step"], &STEP, STEP_REQUIRED);
        check(&schema["definitions"]["metadata"], &METADATA, 0);
    }

    #[test]
    fn the_schema_knows_the_words_of_the_model() {
        let schema: Value = serde_json::from_str(&plan_schema()).unwrap();
        let words = Phase::ALL.map(Phase::word);
        assert_eq!(schema["properties"]["status"]["enum"], json!(words));
        let words = Standing::ALL.map(step_status_word);
        assert_eq!(
            schema["definitions"]["step"]["properties"]["status"]["enum"],
            json!(words)
        );
    }
}
