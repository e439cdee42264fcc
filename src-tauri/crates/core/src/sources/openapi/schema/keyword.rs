//! Keywords of JSON Schema by the type of their value.

/// Type of a keyword's value.
pub enum KeywordKind {
    Schema,
    SchemaList,
    SchemaMap,
    AnyValue,
    /// Meaningless outside the document.
    Dropped,
}

impl KeywordKind {
    pub fn from_keyword(keyword: &str) -> Self {
        match keyword {
            "additionalItems"
            | "additionalProperties"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => Self::Schema,
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::SchemaList,
            "dependentSchemas" | "patternProperties" | "properties" => Self::SchemaMap,
            "$anchor" | "$defs" | "$dynamicAnchor" | "$dynamicRef" | "$id" | "$recursiveAnchor"
            | "$recursiveRef" | "$ref" | "$schema" | "$vocabulary" | "definitions" | "discriminator"
            | "externalDocs" | "xml" => Self::Dropped,
            _ => Self::AnyValue,
        }
    }
}
