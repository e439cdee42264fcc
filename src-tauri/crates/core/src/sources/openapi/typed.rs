//! Deserialization of OpenAPI objects with the types of `oas3`. Only the members in use are passed on, so malformed
//! other members do no harm.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::text::json;

/// Deserializes an object from these members only. The error names the malformed member.
pub fn deserialize_members<T: DeserializeOwned>(object: &Value, keys: &[&str]) -> Result<T, String> {
    let Value::Object(members) = object else {
        return Err(format!("is {}, not an object", json::kind_name(object)));
    };
    let without = |left_out: Option<&str>| -> Result<T, serde_json::Error> {
        let keys = keys.iter().filter(|key| left_out != Some(**key));
        let picked: Map<String, Value> =
            keys.filter_map(|key| Some(((*key).to_owned(), members.get(*key)?.clone()))).collect();
        serde_json::from_value(Value::Object(picked))
    };
    without(None).map_err(|error| match keys.iter().find(|key| without(Some(key)).is_ok()) {
        Some(key) => format!("has a wrong \"{key}\": {error}"),
        None => format!("cannot be read: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use oas3::spec::{Operation, Parameter};
    use serde_json::json;

    #[test]
    fn an_error_names_the_member_and_what_was_expected() {
        let parameter =
            |part: Value| deserialize_members::<Parameter>(&part, &["name", "in", "required"]).unwrap_err();
        for (part, expected) in [
            (json!({"name": "a"}), "cannot be read: missing field `in`"),
            (
                json!({"name": "a", "in": "query", "required": "yes"}),
                "has a wrong \"required\": invalid type: string \"yes\", expected a boolean",
            ),
            (
                json!({"name": "a", "in": "body"}),
                "cannot be read: unknown variant `body`, expected one of `path`, `query`, `header`, `cookie`",
            ),
            (json!([]), "is a list, not an object"),
        ] {
            assert_eq!(parameter(part), expected);
        }
        let operation = deserialize_members::<Operation>(
            &json!({"operationId": 5, "summary": "s"}),
            &["operationId", "summary"],
        );
        let expected = "has a wrong \"operationId\": invalid type: integer `5`, expected a string";
        assert_eq!(operation.unwrap_err(), expected);
    }

    #[test]
    fn unused_members_are_ignored() {
        let part = json!({"name": "a", "in": "query", "schema": 7, "style": "odd", "examples": []});
        assert!(deserialize_members::<Parameter>(&part, &["name", "in"]).is_ok());
    }
}
