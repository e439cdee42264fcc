//! Every style with every type, from the tables of OpenAPI 3.0.4 and 3.1.1 ("Style Examples").

use serde_json::{Value, json};

use super::{build, operation, path_and_query};
use crate::sources::openapi::OperationTool;

/// A tool with one parameter, `color`.
fn tool(location: &str, extra: Value) -> OperationTool {
    let path = if location == "path" { "/x/{color}" } else { "/x" };
    let schema =
        json!({ "type": ["string", "array", "object", "null"], "properties": { "R": {}, "G": {}, "B": {} } });
    let mut parameter =
        json!({ "name": "color", "in": location, "required": location == "path", "schema": schema });
    for (key, value) in extra.as_object().unwrap() {
        parameter[key] = value.clone();
    }
    operation("get", path, json!({ "parameters": [parameter] }))
}

fn styled(location: &str, style: &str, explode: bool) -> OperationTool {
    tool(location, json!({ "style": style, "explode": explode }))
}

fn values() -> [Value; 4] {
    [json!(""), json!("blue"), json!(["blue", "black", "brown"]), json!({ "R": 100, "G": 200, "B": 150 })]
}

#[test]
fn path_styles() {
    // A path segment cannot be empty, so the first column of the specification is a problem here.
    for (style, explode, expected) in [
        ("matrix", false, [";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"]),
        ("matrix", true, [";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"]),
        ("label", false, [".blue", ".blue,black,brown", ".R,100,G,200,B,150"]),
        ("label", true, [".blue", ".blue.black.brown", ".R=100.G=200.B=150"]),
        ("simple", false, ["blue", "blue,black,brown", "R,100,G,200,B,150"]),
        ("simple", true, ["blue", "blue,black,brown", "R=100,G=200,B=150"]),
    ] {
        let tool = styled("path", style, explode);
        let [empty, values @ ..] = values();
        for (value, expected) in values.into_iter().zip(expected) {
            let found = path_and_query(&tool, json!({ "color": value }));
            assert_eq!(found, Ok(format!("/x/{expected}")), "{style} {explode}");
        }
        for value in [empty, Value::Null, json!([]), json!({}), json!([null])] {
            let problem = path_and_query(&tool, json!({ "color": value })).unwrap_err();
            assert!(problem.starts_with("\"color\" is"), "{style} {explode} {value}: {problem}");
        }
    }
}

#[test]
fn query_styles() {
    for (style, explode, expected) in [
        ("form", false, ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"]),
        ("form", true, ["color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"]),
        (
            "spaceDelimited",
            false,
            ["color=", "color=blue", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
        ),
        (
            "pipeDelimited",
            false,
            ["color=", "color=blue", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
        ),
        (
            "spaceDelimited",
            true,
            ["color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
        ),
        (
            "deepObject",
            true,
            [
                "color=",
                "color=blue",
                "color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown",
                "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
            ],
        ),
    ] {
        let tool = styled("query", style, explode);
        for (value, expected) in values().into_iter().zip(expected) {
            let found = path_and_query(&tool, json!({ "color": value }));
            assert_eq!(found, Ok(format!("/x?{expected}")), "{style} {explode}");
        }
        for nothing in
            [json!({}), json!({ "color": null }), json!({ "color": [] }), json!({ "color": { "R": null } })]
        {
            assert_eq!(path_and_query(&tool, nothing), Ok("/x".to_owned()), "{style} {explode}");
        }
    }
}

#[test]
fn header_and_cookie_styles() {
    for (location, explode, expected) in [
        ("header", false, ["", "blue", "blue,black,brown", "R,100,G,200,B,150"]),
        ("header", true, ["", "blue", "blue,black,brown", "R=100,G=200,B=150"]),
        ("cookie", false, ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"]),
        (
            "cookie",
            true,
            ["color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"],
        ),
    ] {
        let tool = tool(location, json!({ "explode": explode }));
        for (value, expected) in values().into_iter().zip(expected) {
            let request = build(&tool, json!({ "color": value })).unwrap();
            let found = match location {
                "header" => request.headers[0].value.clone(),
                _ => request.cookie_header().unwrap(),
            };
            assert_eq!(found.expose(), expected, "{location} {explode}");
        }
        let request = build(&tool, json!({ "color": null })).unwrap();
        assert_eq!((request.headers.len(), request.cookies.len()), (0, 0));
    }
}

#[test]
fn defaults_depend_on_the_location() {
    let list = json!({ "color": ["a", "b"] });
    assert_eq!(path_and_query(&tool("path", json!({})), list.clone()), Ok("/x/a,b".to_owned()));
    assert_eq!(path_and_query(&tool("query", json!({})), list.clone()), Ok("/x?color=a&color=b".to_owned()));
    let delimited = tool("query", json!({ "style": "pipeDelimited" }));
    assert_eq!(path_and_query(&delimited, list), Ok("/x?color=a%7Cb".to_owned()));
}

#[test]
fn deep_objects_nest() {
    let tool = styled("query", "deepObject", true);
    for (value, expected) in [
        (json!({ "a": { "b": 1, "c": null } }), "color[a][b]=1"),
        (json!({ "tags": ["x", null, "y"] }), "color[tags][]=x&color[tags][]=y"),
        (json!([{ "p": 1, "q": 2 }, { "p": 3 }]), "color[0][p]=1&color[0][q]=2&color[1][p]=3"),
        (json!([["a"], "b"]), "color[0][]=a&color[1]=b"),
    ] {
        let expected = expected.replace('[', "%5B").replace(']', "%5D");
        assert_eq!(path_and_query(&tool, json!({ "color": value })), Ok(format!("/x?{expected}")));
    }
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    assert_eq!(
        path_and_query(&tool, json!({ "color": deep })).unwrap_err(),
        "\"color\" is nested too deeply"
    );
}

#[test]
fn reserved_and_empty_values_follow_their_flags() {
    let value = json!({ "color": "a/b?c:@!$'()*,;[]&=+#% é" });
    let reserved = tool("query", json!({ "allowReserved": true }));
    let encoded = "/x?color=a/b?c:@!$%27()*,%3B%5B%5D%26%3D%2B%23%25%20%C3%A9";
    assert_eq!(path_and_query(&reserved, value.clone()), Ok(encoded.to_owned()));
    let plain = "/x?color=a%2Fb%3Fc%3A%40%21%24%27%28%29%2A%2C%3B%5B%5D%26%3D%2B%23%25%20%C3%A9";
    assert_eq!(path_and_query(&tool("query", json!({})), value), Ok(plain.to_owned()));
    let list = tool("query", json!({ "allowReserved": true, "explode": false }));
    assert_eq!(
        path_and_query(&list, json!({ "color": ["a,b", "c/d"] })),
        Ok("/x?color=a%2Cb,c/d".to_owned())
    );

    let empty = tool("query", json!({ "allowEmptyValue": true, "required": true }));
    for value in [json!(null), json!(""), json!([])] {
        assert_eq!(path_and_query(&empty, json!({ "color": value })), Ok("/x?color=".to_owned()));
    }
    assert!(path_and_query(&empty, json!({})).is_err());
}

#[test]
fn content_is_json_text() {
    let json_in = |location: &str| {
        let path = if location == "path" { "/x/{f}" } else { "/x" };
        operation(
            "get",
            path,
            json!({ "parameters": [{ "name": "f", "in": location, "required": true,
                "content": { "application/json": { "schema": { "type": "object" } } } }] }),
        )
    };
    let value = json!({ "f": { "a": ["é", 1], "b": null } });
    let encoded = "%7B%22a%22%3A%5B%22%C3%A9%22%2C1%5D%2C%22b%22%3Anull%7D";
    assert_eq!(path_and_query(&json_in("query"), value.clone()), Ok(format!("/x?f={encoded}")));
    assert_eq!(path_and_query(&json_in("path"), value.clone()), Ok(format!("/x/{encoded}")));
    let header = build(&json_in("header"), value.clone()).unwrap();
    assert_eq!(header.headers[0].value.expose(), r#"{"a":["\u00e9",1],"b":null}"#);
    let cookie = build(&json_in("cookie"), value).unwrap();
    assert_eq!(cookie.cookie_header().unwrap().expose(), format!("f={encoded}"));
}

#[test]
fn separators_that_cannot_be_escaped_are_a_problem() {
    for (tool, value) in [
        (styled("query", "spaceDelimited", false), json!(["a b", "c"])),
        (styled("query", "pipeDelimited", false), json!({ "R": "a|b" })),
        (styled("path", "label", true), json!(["a.b", "c"])),
        (tool("header", json!({})), json!(["a,b", "c"])),
        (tool("header", json!({ "explode": true })), json!({ "R=1": "c" })),
        (styled("query", "deepObject", true), json!({ "a][b": 1 })),
    ] {
        let problem = path_and_query(&tool, json!({ "color": value })).unwrap_err();
        assert!(problem.contains("separates"), "{value}: {problem}");
    }
}
