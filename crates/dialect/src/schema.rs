//! JSON Schemas of the types that files are read into.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

pub(crate) fn of<T: JsonSchema>() -> String {
    // The tools that check front matters, and most editors, know no younger draft.
    let schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<T>();
    let mut text =
        serde_json::to_string_pretty(&schema).unwrap_or_else(|fault| unreachable!("a schema is plain JSON: {fault}"));
    text.push('\n');
    text
}
