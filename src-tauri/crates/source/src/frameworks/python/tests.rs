use crate::testing::{names, patch, refusal, scan_one, skipped};

const SDK: &str = "from mcp.server.fastmcp import FastMCP\nfrom mcp.types import ToolAnnotations\n";
const FASTMCP: &str = "from fastmcp import FastMCP\n";
const LOW_LEVEL: &str = "import mcp.types as types\n";

/// (imports, before, wanted, after)
type Example = (&'static str, &'static str, &'static str, &'static str);

const EXAMPLES: &[Example] = &[
    (
        SDK,
        "@mcp.tool()\ndef get(): ...\n",
        "read-only=true",
        "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef get(): ...\n",
    ),
    // Longer than a line.
    (
        SDK,
        "@mcp.tool()\ndef get(): ...\n",
        "read-only=true destructive=false idempotent=true",
        "@mcp.tool(\n    annotations=ToolAnnotations(\n        readOnlyHint=True,\n        destructiveHint=False,\n        idempotentHint=True,\n    ),\n)\ndef get(): ...\n",
    ),
    (
        SDK,
        "@mcp.tool(\"get\", description=\"Get\")\ndef f(): ...\n",
        "open-world=false title=Get",
        "@mcp.tool(\n    \"get\",\n    title=\"Get\",\n    description=\"Get\",\n    annotations=ToolAnnotations(openWorldHint=False),\n)\ndef f(): ...\n",
    ),
    // Positional title and annotations.
    (
        SDK,
        "@mcp.tool(\"get\", \"Get\", \"Gets\", ToolAnnotations(readOnlyHint=False))\ndef f(): ...\n",
        "read-only=true title=Read",
        "@mcp.tool(\"get\", \"Read\", \"Gets\", ToolAnnotations(readOnlyHint=True))\ndef f(): ...\n",
    ),
    // Partial annotations, a trailing comma, comments.
    (
        SDK,
        "@mcp.tool(\n    name=\"get\",  # the name\n    annotations=ToolAnnotations(\n        title=\"Get\",\n        readOnlyHint=False,  # why\n    ),\n)\nasync def f(): ...\n",
        "read-only=true idempotent=true",
        "@mcp.tool(\n    name=\"get\",  # the name\n    annotations=ToolAnnotations(\n        title=\"Get\",\n        readOnlyHint=True,  # why\n        idempotentHint=True,\n    ),\n)\nasync def f(): ...\n",
    ),
    (
        SDK,
        "@mcp.tool(\n    name=\"get\"  # the name\n)\ndef f(): ...\n",
        "read-only=true",
        "@mcp.tool(\n    name=\"get\",  # the name\n    annotations=ToolAnnotations(readOnlyHint=True)\n)\ndef f(): ...\n",
    ),
    (
        SDK,
        "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, openWorldHint=True))\ndef f(): ...\n",
        "open-world=-",
        "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef f(): ...\n",
    ),
    (
        SDK,
        "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef f(): ...\n",
        "read-only=-",
        "@mcp.tool()\ndef f(): ...\n",
    ),
    // Entries that share a line of their own.
    (
        SDK,
        "@mcp.tool(\n    annotations=ToolAnnotations(\n        readOnlyHint=False, idempotentHint=False, openWorldHint=True\n    ),\n)\ndef f():\n    \"\"\"Takes ['a', 'b', 'c'].\"\"\"\n",
        "destructive=false",
        "@mcp.tool(\n    annotations=ToolAnnotations(\n        readOnlyHint=False,\n        idempotentHint=False,\n        openWorldHint=True,\n        destructiveHint=False,\n    ),\n)\ndef f():\n    \"\"\"Takes ['a', 'b', 'c'].\"\"\"\n",
    ),
    (
        FASTMCP,
        "@mcp.tool\ndef get():\n    \"\"\"Takes ['a', 'b', 'c'].\"\"\"\n",
        "read-only=true",
        "@mcp.tool(annotations={\"readOnlyHint\": True})\ndef get():\n    \"\"\"Takes ['a', 'b', 'c'].\"\"\"\n",
    ),
    (
        SDK,
        "@mcp.tool(annotations=None)\ndef f(): ...\n",
        "read-only=true",
        "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef f(): ...\n",
    ),
    // Stacked decorators, a method, tabs, Windows line ends.
    (
        SDK,
        "class A:\n\tdef f(self):\n\t\t@log\n\t\t@self.mcp.tool(\n\t\t\tname='get',\n\t\t)\n\t\t@cache\n\t\tdef g(): ...\n",
        "read-only=true",
        "class A:\n\tdef f(self):\n\t\t@log\n\t\t@self.mcp.tool(\n\t\t\tname='get',\n\t\t\tannotations=ToolAnnotations(readOnlyHint=True),\n\t\t)\n\t\t@cache\n\t\tdef g(): ...\n",
    ),
    (
        "from mcp.types import ToolAnnotations\r\n",
        "@mcp.tool(\r\n    name='é😀'\r\n)\r\ndef f(): ...\r\n",
        "read-only=true",
        "@mcp.tool(\r\n    name='é😀',\r\n    annotations=ToolAnnotations(readOnlyHint=True)\r\n)\r\ndef f(): ...\r\n",
    ),
    // A shared constant is replaced where it is used.
    (
        SDK,
        "READ = ToolAnnotations(readOnlyHint=True, openWorldHint=False)\n@mcp.tool(name='it', annotations=READ)\ndef f(): ...\n",
        "read-only=false",
        "READ = ToolAnnotations(readOnlyHint=True, openWorldHint=False)\n@mcp.tool(\n    name='it',\n    annotations=ToolAnnotations(readOnlyHint=False, openWorldHint=False),\n)\ndef f(): ...\n",
    ),
    // Names in snake case do not reach a client of version 1.
    (
        SDK,
        "@mcp.tool(annotations=ToolAnnotations(read_only_hint=True))\ndef f(): ...\n",
        "read-only=true",
        "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef f(): ...\n",
    ),
    (
        "from mcp.server import MCPServer\nfrom mcp.types import ToolAnnotations\n",
        "@mcp.tool(annotations=ToolAnnotations(read_only_hint=True))\ndef f(): ...\n",
        "open-world=true",
        "@mcp.tool(\n    annotations=ToolAnnotations(read_only_hint=True, open_world_hint=True),\n)\ndef f(): ...\n",
    ),
    (
        SDK,
        "mcp.add_tool(get, name='get')\n",
        "read-only=true",
        "mcp.add_tool(get, name='get', annotations=ToolAnnotations(readOnlyHint=True))\n",
    ),
    (
        SDK,
        "mcp.tool(name=\"get\")(get)\n",
        "read-only=true",
        "mcp.tool(name=\"get\", annotations=ToolAnnotations(readOnlyHint=True))(get)\n",
    ),
    (
        FASTMCP,
        "@mcp.tool\ndef get(): ...\n",
        "read-only=true",
        "@mcp.tool(annotations={\"readOnlyHint\": True})\ndef get(): ...\n",
    ),
    (
        FASTMCP,
        "@mcp.tool\ndef get(): ...\n",
        "title=Get \"it\"",
        "@mcp.tool(title='Get \"it\"')\ndef get(): ...\n",
    ),
    (FASTMCP, "mcp.tool(get)\n", "read-only=true", "mcp.tool(get, annotations={\"readOnlyHint\": True})\n"),
    (
        FASTMCP,
        "t = Tool.from_function(get, name='x')\n",
        "read-only=true",
        "t = Tool.from_function(get, name='x', annotations={'readOnlyHint': True})\n",
    ),
    (
        FASTMCP,
        "@mcp.tool(annotations={**READ, 'title': 'Get'})\ndef f(): ...\n",
        "read-only=true",
        "@mcp.tool(annotations={**READ, 'title': 'Get', 'readOnlyHint': True})\ndef f(): ...\n",
    ),
    (
        LOW_LEVEL,
        "TOOLS = [\n    types.Tool(\n        name=\"get\",\n        inputSchema={\"type\": \"object\"},\n    ),\n]\n",
        "read-only=true title=Get",
        "TOOLS = [\n    types.Tool(\n        name=\"get\",\n        title=\"Get\",\n        inputSchema={\"type\": \"object\"},\n        annotations=types.ToolAnnotations(readOnlyHint=True),\n    ),\n]\n",
    ),
    (
        "import mcp\n",
        "TOOLS = [\n    {\n        \"name\": \"get\",\n        \"inputSchema\": {}\n    }\n]\n",
        "read-only=true title=Get",
        "TOOLS = [\n    {\n        \"name\": \"get\",\n        \"title\": \"Get\",\n        \"inputSchema\": {},\n        \"annotations\": {\"readOnlyHint\": True}\n    }\n]\n",
    ),
];

#[test]
fn examples_are_edited_as_written() {
    for (imports, before, values, after) in EXAMPLES {
        let patched = patch("server.py", &format!("{imports}{before}"), values);
        assert_eq!(patched, format!("{imports}{after}"), "{before}");
    }
}

#[test]
fn an_import_is_added_once_where_it_is_needed() {
    const TOOL: &str = "@mcp.tool()\ndef a(): ...\n@mcp.tool()\ndef b(): ...\n";
    for (before, after) in [
        (
            "from mcp.server.fastmcp import FastMCP\nimport os\n",
            "from mcp.server.fastmcp import FastMCP\nfrom mcp.types import ToolAnnotations\nimport os\n",
        ),
        (
            "\u{feff}\"\"\"Docs.\"\"\"\nfrom __future__ import annotations\nimport os\n# from mcp\n",
            "\u{feff}\"\"\"Docs.\"\"\"\nfrom __future__ import annotations\nimport os\nfrom mcp.types import ToolAnnotations\n# from mcp\n",
        ),
        (
            "from mcp.types import TextContent, Tool\n",
            "from mcp.types import TextContent, Tool, ToolAnnotations\n",
        ),
        (
            "from mcp.types import (\n    TextContent,\n    Tool,\n    Unicode,\n)\n",
            "from mcp.types import (\n    TextContent,\n    Tool,\n    ToolAnnotations,\n    Unicode,\n)\n",
        ),
        (
            "from mcp.types import (\n    Tool\n)\n",
            "from mcp.types import (\n    Tool,\n    ToolAnnotations\n)\n",
        ),
    ] {
        let text = patch("server.py", &format!("{before}{TOOL}"), "read-only=true");
        let tools = "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef a(): ...\n@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\ndef b(): ...\n";
        assert_eq!(text, format!("{after}{tools}"));
    }
}

#[test]
fn names_come_from_arguments_constants_and_functions() {
    let text = "from mcp.server.fastmcp import FastMCP\nimport mcp.types as types\n\
        P = 'db_'\n\
        @mcp.tool\ndef bare(): ...\n\
        @mcp.tool(name=f'{P}get')\ndef f(): ...\n\
        @mcp.tool(name=make())\ndef g(): ...\n\
        @agent.tool\ndef other(): ...\n\
        for function in ALL:\n    mcp.tool()(function)\n\
        TOOLS = [types.Tool(name=t.name, inputSchema=t.schema) for t in ALL]\n";
    assert_eq!(
        names("server.py", text),
        [
            "bare",
            "db_get",
            "* (`make()`)",
            "* (`function`, once per item of a list)",
            "* (`t.name`, once per item of a list)"
        ]
    );
}

#[test]
fn a_class_names_the_tool_that_it_makes() {
    let class = "import mcp.types as types\nclass Get(Handler):\n    name = 'get'\n    def tool(self): return types.Tool(name=self.name, inputSchema={})\n";
    assert_eq!(names("server.py", class), ["get"]);
    let constructed =
        class.replace("    name = 'get'\n", "    def __init__(self): super().__init__('get')\n");
    assert_eq!(names("server.py", &constructed), ["get"]);
    let extended = format!("{class}class GetAll(Get):\n    name = 'get_all'\n");
    assert_eq!(names("server.py", &extended), ["* (`self.name`)"]);
}

#[test]
fn sites_that_do_not_say_enough_are_refused() {
    for (tool, reason) in [
        (
            "@mcp.tool(**OPTIONS)\ndef f(): ...\n",
            "annotations may come from `OPTIONS`, which is spread into the definition",
        ),
        (
            "@mcp.tool(annotations=make())\ndef f(): ...\n",
            "annotations come from `make()`, whose value the source does not say",
        ),
        (
            "@mcp.tool(annotations=ToolAnnotations(**MORE))\ndef f(): ...\n",
            "annotations may come from `MORE`, which is spread into the definition",
        ),
        (
            "@mcp.tool(name=make())\ndef f(): ...\n",
            "the name is computed (`make()`), so one edit would change several tools",
        ),
        ("@mcp.tool()\ndef f(): ...\nclass\n", "the file does not parse"),
    ] {
        assert_eq!(refusal("server.py", &format!("{SDK}{tool}"), "read-only=true"), reason);
    }
    let text =
        format!("{SDK}@mcp.tool(annotations=ToolAnnotations(readOnlyHint=IS_READ_ONLY))\ndef f(): ...\n");
    assert_eq!(
        skipped("server.py", &text, "read-only=true"),
        ["readOnlyHint: its value is `readOnlyHint=IS_READ_ONLY`"]
    );
}

#[test]
fn the_source_is_also_a_catalog() {
    let text = format!(
        "{SDK}@mcp.tool(title='Get')\ndef get(city: str, days=3, *, ctx: Context):\n    \"\"\"Gets\n    it.\"\"\"\n"
    );
    let found = &scan_one("server.py", &text).registrations[0];
    assert_eq!(found.description.as_deref(), Some("Gets\nit."));
    assert_eq!(found.parameters, ["city", "days"]);
    assert_eq!(found.title.known().map(String::as_str), Some("Get"));
    assert_eq!((found.position.line, found.position.column), (3, 1));
}
