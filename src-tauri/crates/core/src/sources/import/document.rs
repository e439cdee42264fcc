//! Parsing of JSON with comments, TOML and YAML into one value type. Errors have a position and never quote the text,
//! which may hold secrets.

use jsonc_parser::ParseOptions;
use jsonc_parser::errors::ParseErrorKind;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::ImportError;

/// Parses JSON, also with comments and trailing commas. An empty file is null.
pub fn parse_jsonc(text: &str) -> Result<Value, ImportError> {
    parse_jsonc_as(text)
}

/// [`parse_jsonc`] for any type.
pub fn parse_jsonc_as<T: DeserializeOwned>(text: &str) -> Result<T, ImportError> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    jsonc_parser::parse_to_serde_value(strip_bom(text), &options).map_err(|error| {
        let message = match error.kind() {
            ParseErrorKind::Custom(_) => "a value cannot be parsed".to_owned(),
            kind => lower_first(&kind.to_string()),
        };
        syntax_error("JSON", message, Some((error.line_display(), error.column_display())))
    })
}

pub fn parse_toml(text: &str) -> Result<Value, ImportError> {
    let text = strip_bom(text);
    toml::from_str(text).map_err(|error| {
        let position = error.span().and_then(|span| text.get(..span.start)).map(|before| {
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        });
        syntax_error("TOML", lower_first(error.message()), position)
    })
}

/// Parses YAML. The library limits the expansion of aliases.
pub fn parse_yaml(text: &str) -> Result<Value, ImportError> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_depth: crate::text::yaml::MAX_DEPTH },
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(strip_bom(text), options).map_err(|error| {
        let position = error.location().filter(|position| position.line() > 0);
        let position = position.map(|position| (position.line() as usize, position.column() as usize));
        syntax_error("YAML", "it cannot be parsed".to_owned(), position)
    })
}

/// Returns the object at a path of keys.
pub fn object_at<'a>(
    document: &'a Value,
    keys: &[&'static str],
) -> Result<Option<&'a Map<String, Value>>, ImportError> {
    let mut value = document;
    for &key in keys {
        match value.get(key) {
            None | Some(Value::Null) => return Ok(None),
            Some(inner @ Value::Object(_)) => value = inner,
            Some(_) => return Err(ImportError::NotAnObject { key }),
        }
    }
    Ok(value.as_object())
}

fn syntax_error(format: &'static str, message: String, position: Option<(usize, usize)>) -> ImportError {
    let number = |number: usize| u32::try_from(number).ok();
    ImportError::Syntax {
        format,
        message,
        line: position.and_then(|(line, _)| number(line)),
        column: position.and_then(|(_, column)| number(column)),
    }
}

fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn lower_first(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut letters = line.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn comments_and_trailing_commas_are_read_and_nothing_looser() {
        let text = "\u{feff}// one\n{ \"a\": [1, /* two */ 2,], \"b\": \"// no comment\", }\n";
        assert_eq!(parse_jsonc(text).unwrap(), json!({"a": [1, 2], "b": "// no comment"}));
        assert_eq!(parse_jsonc(" \n").unwrap(), Value::Null);
        for loose in ["{a: 1}", "{'a': 1}", "[1 2]", "[0x1]", "{} {}", "{"] {
            assert!(matches!(parse_jsonc(loose), Err(ImportError::Syntax { line: Some(1), .. })), "{loose}");
        }
    }

    #[test]
    fn an_alias_bomb_is_refused() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let before = format!("*a{}", level - 1);
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", [before.as_str(); 10].join(", ")));
        }
        assert!(matches!(parse_yaml(&bomb), Err(ImportError::Syntax { .. })));
    }

    #[test]
    fn hostile_depth_is_an_error_in_every_format() {
        let lists = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
        assert!(matches!(parse_jsonc(&lists), Err(ImportError::Syntax { .. })));
        assert!(matches!(parse_yaml(&lists), Err(ImportError::Syntax { .. })));
        assert!(matches!(parse_toml(&format!("a = {lists}")), Err(ImportError::Syntax { .. })));
    }

    #[test]
    fn an_error_has_a_position() {
        assert!(matches!(
            parse_toml("a = 1\n\"é\" = x\n"),
            Err(ImportError::Syntax { line: Some(2), column: Some(7), .. })
        ));
        assert!(matches!(parse_yaml("a: 1\nb: [\n"), Err(ImportError::Syntax { line: Some(_), .. })));
    }
}
