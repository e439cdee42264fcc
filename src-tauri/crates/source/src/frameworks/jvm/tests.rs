use crate::testing::{names, refusal};

#[test]
fn tools_of_java_and_kotlin_are_found() {
    for (path, text, found) in [
        (
            "A.java",
            "@McpTool(name = \"get\", description = \"(\")\nString f(@McpToolParam(x = 1) String a) {}\n@McpTool\n@Other(1)\npublic List<A> list(int a) {}\n",
            vec!["get", "list"],
        ),
        (
            "A.java",
            "import io.quarkiverse.mcp.server.Tool;\n@Tool(description = \"d\") String get(String a) {}\n",
            vec!["get"],
        ),
        ("A.java", "@Tool(name = \"get\") String get(String a) {}\n", vec![]),
        (
            "A.java",
            "import io.modelcontextprotocol.spec.McpSchema;\nvar a = McpSchema.Tool.builder().title(f(1)).name(\"get\").build();\nvar b = new McpSchema.Tool(\"list\", \"d\", s);\n",
            vec!["get", "list"],
        ),
        (
            "A.kt",
            "import io.modelcontextprotocol.kotlin.sdk.server.Server\nserver.addTool(name = \"get\", description = \"d\") { request -> }\nserver.addTool(NAME, \"d\") {}\n",
            vec!["get", "* (a variable)"],
        ),
    ] {
        assert_eq!(names(path, text), found, "{text}");
    }
    let text = "@McpTool(name = \"get\") String f() {}\n";
    assert_eq!(refusal("A.java", text, "read-only=true"), "the notation of Spring AI cannot be edited");
}
