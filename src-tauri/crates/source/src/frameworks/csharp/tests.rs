use crate::testing::{names, patch};

#[test]
fn attributes_are_edited_as_written() {
    for (before, values, after) in [
        (
            "    [McpServerTool, Description(\"Gets\")]\n",
            "read-only=true title=Get",
            "    [McpServerTool(Title = \"Get\", ReadOnly = true), Description(\"Gets\")]\n",
        ),
        (
            "    [McpServerTool(Name = \"get\")]\n",
            "read-only=true title=Get",
            "    [McpServerTool(Name = \"get\", Title = \"Get\", ReadOnly = true)]\n",
        ),
        (
            "    [McpServerTool(\n        Name = \"get\", // what\n        ReadOnly = false\n    )]\n",
            "read-only=true open-world=false",
            "    [McpServerTool(\n        Name = \"get\", // what\n        ReadOnly = true,\n        OpenWorld = false\n    )]\n",
        ),
        ("    [McpServerTool(ReadOnly = true)]\n", "read-only=-", "    [McpServerTool()]\n"),
    ] {
        let text = |attribute: &str| {
            format!(
                "class A {{\n{attribute}    [Other(1)]\n    public static async Task<string> Get(string city) => $\"{{city}}\";\n}}\n"
            )
        };
        assert_eq!(patch("A.cs", &text(before), values), text(after), "{before}");
    }
}

#[test]
fn names_come_from_attributes_and_methods() {
    let text = "class A {\n\
        [McpServerTool(Name = \"get\")] string F() => \"\";\n\
        [McpServerTool] public async Task<List<string>> GetHTTPStatusAsync(int a) { }\n\
        [McpServerTool(Name = NAME)] public (int, int) G() { }\n\
        // [McpServerTool] void No() {}\n\
        List<McpServerTool> All() => [McpServerTool.Create(F), G];\n\
        var s = \"[McpServerTool]\";\n}\n";
    assert_eq!(names("A.cs", text), ["get", "get_http_status", "* (`NAME`)"]);
}
