use crate::testing::{names, patch};

const RMCP: &str = "use rmcp::tool;\n";

#[test]
fn attributes_are_edited_as_written() {
    for (before, values, after) in [
        (
            "    #[tool]\n    async fn get(&self) {}\n",
            "read-only=true",
            "    #[tool(annotations(read_only_hint = true))]\n    async fn get(&self) {}\n",
        ),
        (
            "    #[tool]\n    fn f(&self) {}\n",
            "read-only=true destructive=false idempotent=true open-world=true",
            "    #[tool(annotations(\n        read_only_hint = true,\n        destructive_hint = false,\n        idempotent_hint = true,\n        open_world_hint = true\n    ))]\n    fn f(&self) {}\n",
        ),
        (
            "    #[tool(\n        description = \"Gets\"\n    )]\n    fn f(&self) {}\n",
            "read-only=true idempotent=false open-world=true",
            "    #[tool(\n        description = \"Gets\",\n        annotations(read_only_hint = true, idempotent_hint = false, open_world_hint = true)\n    )]\n    fn f(&self) {}\n",
        ),
        (
            "    #[tool(name = \"get\", description = \"Gets\")]\n    #[other]\n    fn f(&self) {}\n",
            "read-only=true title=Get",
            "    #[tool(\n        name = \"get\",\n        title = \"Get\",\n        description = \"Gets\",\n        annotations(read_only_hint = true)\n    )]\n    #[other]\n    fn f(&self) {}\n",
        ),
        (
            "    #[tool(\n        description = \"Gets\", // what\n        annotations(\n            title = \"Get\",\n            read_only_hint = false,\n        ),\n    )]\n    fn f(&self) {}\n",
            "read-only=true open-world=false title=Got",
            "    #[tool(\n        description = \"Gets\", // what\n        annotations(\n            title = \"Got\",\n            read_only_hint = true,\n            open_world_hint = false,\n        ),\n    )]\n    fn f(&self) {}\n",
        ),
        (
            "    #[rmcp::tool(annotations(read_only_hint = true))]\n    fn f(&self) {}\n",
            "read-only=-",
            "    #[rmcp::tool()]\n    fn f(&self) {}\n",
        ),
    ] {
        let text = |part: &str| format!("{RMCP}impl A {{\n{part}}}\n");
        assert_eq!(patch("src/lib.rs", &text(before), values), text(after), "{before}");
    }
}

#[test]
fn only_attributes_of_functions_are_tools() {
    let text = format!(
        "{RMCP}#[tool(tool_box)]\nimpl A {{\n    /// Gets\n    /// it.\n    #[tool(name = \"get\")]\n    fn f(&self, #[tool(param)] x: i32) {{}}\n    #[tool]\n    fn g(&self) {{}}\n    #[tool(name = NAME)]\n    fn h(&self) {{}}\n}}\n"
    );
    assert_eq!(names("src/lib.rs", &text), ["get", "g", "* (`NAME`)"]);
    assert_eq!(
        names("src/lib.rs", "#[tool]\nfn f() {}\n"),
        [""; 0],
        "another crate has an attribute of that name"
    );
}
