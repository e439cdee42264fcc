//! Merging into a foreign JSON file leaves every other member unchanged.

use hintsmith_core::export::merge::JsonFile;
use serde_json::{Value, json};

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let Ok(file) = JsonFile::parse(text) else { return };
    let Ok(object) = file.root_object() else { return };
    object.set("hintsmith-fuzz", &json!({"a": [1]}));
    let after = file.text();
    // The file may have comments, which only our own parser accepts.
    let (Ok(Value::Object(mut before)), Ok(Value::Object(after))) =
        (serde_json::from_str(text), serde_json::from_str(&after))
    else {
        return;
    };
    before.insert("hintsmith-fuzz".to_owned(), json!({"a": [1]}));
    assert_eq!(after, before);
}
