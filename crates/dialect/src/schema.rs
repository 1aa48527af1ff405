//! JSON Schemas of the types that files are read into.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

pub(crate) fn of<T: JsonSchema>() -> String {
    // The tools that check front matters, and most editors, know no younger draft.
    let schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<T>();
    let mut value = schema.clone().to_value();
    value.sort_all_objects();
    let sorted = Schema::try_from(value).unwrap_or(schema);
    let mut text =
        serde_json::to_string_pretty(&sorted).unwrap_or_else(|fault| unreachable!("a schema is plain JSON: {fault}"));
    text.push('\n');
    text
}
