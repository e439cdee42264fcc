use crate::registration::File;
use crate::scan::scan;
use crate::testing::{names, patch, patch_in, refusal};

const SDK: &str = "package a\n\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n\nfunc ptr[T any](v T) *T { return &v }\n\n";
const MCP_GO: &str = "package a\n\nimport \"github.com/mark3labs/mcp-go/mcp\"\n\n";

#[test]
fn tools_of_the_official_sdk_are_edited_as_written() {
    for (before, values, after) in [
        (
            "var t = &mcp.Tool{\n\tName:        \"a\",\n\tDescription: \"A\",\n}\n",
            "read-only=true destructive=false title=A",
            "var t = &mcp.Tool{\n\tName:        \"a\",\n\tTitle:       \"A\",\n\tDescription: \"A\",\n\tAnnotations: &mcp.ToolAnnotations{\n\t\tReadOnlyHint:    true,\n\t\tDestructiveHint: ptr(false),\n\t},\n}\n",
        ),
        (
            "var t = &mcp.Tool{Name: \"a\", Description: \"A\"}\n",
            "open-world=false title=A",
            "var t = &mcp.Tool{Name: \"a\", Title: \"A\", Description: \"A\", Annotations: &mcp.ToolAnnotations{OpenWorldHint: ptr(false)}}\n",
        ),
        // Partial annotations are aligned again; a pointer keeps the function that makes it.
        (
            "var t = &mcp.Tool{\n\tName: \"a\",\n\tAnnotations: &mcp.ToolAnnotations{\n\t\tReadOnlyHint:  true,\n\t\tOpenWorldHint: other(true),\n\t},\n}\n",
            "destructive=false open-world=false",
            "var t = &mcp.Tool{\n\tName: \"a\",\n\tAnnotations: &mcp.ToolAnnotations{\n\t\tReadOnlyHint:    true,\n\t\tOpenWorldHint:   other(false),\n\t\tDestructiveHint: ptr(false),\n\t},\n}\n",
        ),
        (
            "var t = []*mcp.Tool{{Name: \"a\"}, {Name: \"b\"}}\n",
            "read-only=true",
            "var t = []*mcp.Tool{{Name: \"a\", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, {Name: \"b\", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}}\n",
        ),
        (
            "var t = &mcp.Tool{Name: \"a\", Annotations: &mcp.ToolAnnotations{Title: \"A\"}}\n",
            "read-only=true title=B",
            "var t = &mcp.Tool{Name: \"a\", Annotations: &mcp.ToolAnnotations{Title: \"B\", ReadOnlyHint: true}}\n",
        ),
    ] {
        assert_eq!(
            patch("a/main.go", &format!("{SDK}{before}"), values),
            format!("{SDK}{after}"),
            "{before}"
        );
    }
}

#[test]
fn options_of_mcp_go_are_edited_as_written() {
    for (before, values, after) in [
        (
            "var t = mcp.NewTool(\"a\")\n",
            "read-only=true",
            "var t = mcp.NewTool(\"a\", mcp.WithReadOnlyHintAnnotation(true))\n",
        ),
        (
            "var t = mcp.NewTool(\"a\",\n\tmcp.WithDescription(\"A\"), // what\n\tmcp.WithDestructiveHintAnnotation(true),\n\tmcp.WithString(\"city\"),\n)\n",
            "read-only=true destructive=false title=A",
            "var t = mcp.NewTool(\"a\",\n\tmcp.WithDescription(\"A\"), // what\n\tmcp.WithTitleAnnotation(\"A\"),\n\tmcp.WithReadOnlyHintAnnotation(true),\n\tmcp.WithDestructiveHintAnnotation(false),\n\tmcp.WithString(\"city\"),\n)\n",
        ),
        // A function of the project with the same options.
        (
            "var t = MustTool(\"a\", \"A\", handler,\n\tmcp.WithTitleAnnotation(\"A\"),\n)\n",
            "read-only=true title=B",
            "var t = MustTool(\"a\", \"A\", handler,\n\tmcp.WithTitleAnnotation(\"B\"),\n\tmcp.WithReadOnlyHintAnnotation(true),\n)\n",
        ),
        (
            "var t = mcp.NewTool(\"a\", mcp.WithReadOnlyHintAnnotation(true))\n",
            "read-only=-",
            "var t = mcp.NewTool(\"a\")\n",
        ),
        (
            "var t = mcp.NewTool(\"a\", mcp.WithToolAnnotation(mcp.ToolAnnotation{\n\tReadOnlyHint: mcp.ToBoolPtr(true),\n}))\n",
            "read-only=false title=A",
            "var t = mcp.NewTool(\"a\", mcp.WithToolAnnotation(mcp.ToolAnnotation{\n\tReadOnlyHint: mcp.ToBoolPtr(false),\n\tTitle:        \"A\",\n}))\n",
        ),
    ] {
        assert_eq!(
            patch("main.go", &format!("{MCP_GO}{before}"), values),
            format!("{MCP_GO}{after}"),
            "{before}"
        );
    }
}

#[test]
fn a_pointer_is_made_with_what_the_project_has() {
    const TOOL: &str = "var t = &mcp.Tool{Name: \"a\"}\n";
    const IMPORT: &str = "package a\n\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n\n";
    let pointer = |files: &[(&str, &str)]| {
        let files =
            files.iter().map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() });
        let files: Vec<File> = files.collect();
        let text = patch_in(&scan(&files), &files[0], "open-world=true").unwrap();
        let (_, rest) = text.split_once("OpenWorldHint: ").unwrap();
        rest.replace("}}\n", "")
    };
    let server = format!("{IMPORT}{TOOL}");
    let helper = "boolPtr(true)\n// boolPtr returns a pointer to value.\nfunc boolPtr(value bool) *bool {\n\treturn &value\n}\n";
    assert_eq!(pointer(&[("a/a.go", &server)]), helper);
    assert_eq!(
        pointer(&[("a/a.go", &server), ("a/b.go", "package a\nfunc toPtr(b bool) *bool { return &b }\n")]),
        "toPtr(true)"
    );
    assert_eq!(
        pointer(&[("a/a.go", &server), ("b/b.go", "package b\nfunc toPtr(b bool) *bool { return &b }\n")]),
        helper
    );
    assert_eq!(pointer(&[("a/a.go", &server), ("go.mod", "module a\n\ngo 1.26\n")]), "new(true)");
    assert_eq!(
        pointer(&[("a/a.go", &server), ("a/b.go", &server.replace("\"a\"", "\"b\""))]),
        "&[]bool{true}[0]"
    );
}

#[test]
fn names_and_obstacles_are_reported() {
    let text = format!(
        "{MCP_GO}const prefix = \"db_\"\nvar t = mcp.NewTool(prefix+\"get\")\nvar u = other.NewTool(\"no\")\n"
    );
    assert_eq!(names("main.go", &text), ["db_get"]);
    for (tool, reason) in [
        (
            "var t = mcp.NewTool(\"a\", options...)\n",
            "annotations may come from `options...`, which is spread into the definition",
        ),
        (
            "var t = mcp.NewToolWithRawSchema(\"a\", \"A\", schema)\n",
            "the notation of NewToolWithRawSchema cannot be edited",
        ),
    ] {
        assert_eq!(refusal("main.go", &format!("{MCP_GO}{tool}"), "read-only=true"), reason);
    }
}

#[test]
fn functions_of_the_project_that_take_options_are_found_in_all_files() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let tools = "package tools\n\nimport \"github.com/mark3labs/mcp-go/mcp\"\n\nfunc MustTool[T any](server *S, name, description string, handler T, options ...mcp.ToolOption) Tool {\n\treturn convert(name, options...)\n}\n\nfunc Other(name string, options ...mcp.ToolOption) {}\n";
    let here = format!("{tools}\nvar t = MustTool(s, \"a\", \"A\", handler)\nvar o = Other(\"c\")\n");
    let there = "package other\n\nimport \"x/tools\"\n\nvar t = tools.MustTool(s, \"b\", \"B\", handler)\n";
    let files = [file("tools/tools.go", &here), file("other/other.go", there)];
    let scan = scan(&files);
    let names: Vec<_> = scan.registrations.iter().map(|one| one.name.known()).collect();
    assert_eq!(names, [Some("a"), Some("b")]);
    assert_eq!(
        patch_in(&scan, &files[0], "read-only=true title=A").unwrap(),
        here.replace(
            "\"A\", handler)",
            "\"A\", handler, mcp.WithTitleAnnotation(\"A\"), mcp.WithReadOnlyHintAnnotation(true))"
        )
    );
    assert_eq!(
        patch_in(&scan, &files[1], "read-only=true").unwrap_err(),
        "the notation of options in a file that does not import mcp-go cannot be edited"
    );
}

#[test]
fn structs_of_the_project_are_edited_where_annotations_reach_the_sdk() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let api = "package api\n\ntype ServerTool struct {\n\tTool Tool\n}\n\ntype Tool struct {\n\tName, Description string\n\tAnnotations ToolAnnotations\n}\n\ntype ToolAnnotations struct {\n\tTitle string\n\tReadOnlyHint, DestructiveHint, IdempotentHint *bool\n\tOpenWorldHint bool\n}\n";
    let outlet = |annotations: &str| {
        format!(
            "package main\n\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n\nfunc add(tool api.ServerTool) {{\n\tuse(&mcp.Tool{{Name: tool.Tool.Name{annotations}}})\n}}\n"
        )
    };
    let passing = outlet(", Annotations: &mcp.ToolAnnotations{Title: tool.Tool.Annotations.Title}");
    let before = "package x\n\nimport \"k8s.io/utils/ptr\"\n\nvar tools = []api.ServerTool{\n\t{Tool: api.Tool{Name: \"a\", Description: \"A\"}},\n}\n";
    let run = |outlet: &str| {
        let files = [file("x/x.go", before), file("api/api.go", api), file("main.go", outlet)];
        patch_in(&scan(&files), &files[0], "read-only=true open-world=false title=T")
    };
    assert_eq!(
        run(&passing).unwrap(),
        before.replace(
            "\"A\"}",
            "\"A\", Annotations: api.ToolAnnotations{Title: \"T\", ReadOnlyHint: ptr.To(true), OpenWorldHint: false}}"
        )
    );
    assert_eq!(
        run(&outlet("")).unwrap_err(),
        "main.go:6 registers tools of this kind without their annotations; pass them on there first"
    );
}
