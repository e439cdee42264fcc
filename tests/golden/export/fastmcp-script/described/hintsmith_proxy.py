"""Offers the tools of MCP servers with corrected titles, hints and descriptions. Written by Hintsmith."""

import json
import os
import re
import sys

from fastmcp.server import create_proxy
from fastmcp.server.transforms import Transform
from mcp.types import ToolAnnotations

DATA = json.loads(r'''
{
  "needed": [
    "GITHUB_TOKEN"
  ],
  "config": {
    "mcpServers": {
      "github": {
        "command": "github-mcp-server",
        "args": [
          "stdio"
        ],
        "env": {
          "GITHUB_TOKEN": "${GITHUB_TOKEN}",
          "LOG": "warn"
        }
      }
    }
  },
  "tools": {
    "list_issues": {
      "title": "List Issues",
      "description": "Finds \"open\" issues.",
      "annotations": {
        "title": "List Issues"
      }
    },
    "create_issue": {
      "description": "Finds \"open\" issues.\n\n### Additional Tool Notes\n\n\u2022 **team**: Ask which \"team\" it is for.\nThen go on: it\u0027s fine.",
      "annotations": {
        "readOnlyHint": false,
        "idempotentHint": false
      }
    },
    "delete_repository": {
      "title": "Delete Repository",
      "annotations": {
        "title": "Delete Repository",
        "readOnlyHint": false
      }
    }
  }
}
''')


def filled(value):
    """The value with ${NAME} replaced by the variable of that name, where there is one."""
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)\}", lambda found: os.environ.get(found[1], found[0]), value)
    if isinstance(value, list):
        return [filled(item) for item in value]
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    return value


def corrected(tool):
    """The tool as it is offered; None where it is not."""
    if "offered" in DATA and tool.name not in DATA["offered"]:
        return None
    said = DATA["tools"].get(tool.name)
    if said is None:
        return tool
    known = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    update = {key: said[key] for key in ("title", "description") if key in said}
    update["annotations"] = ToolAnnotations.model_validate(known | said.get("annotations", {}))
    if "parameters" in said:
        schema = json.loads(json.dumps(tool.parameters))
        for name, text in said["parameters"].items():
            parameter = schema.get("properties", {}).get(name)
            if isinstance(parameter, dict):
                parameter["description"] = text
        update["parameters"] = schema
    return tool.model_copy(update=update)


class Corrected(Transform):
    async def list_tools(self, tools):
        return [tool for tool in map(corrected, tools) if tool is not None]

    async def get_tool(self, name, call_next, *, version=None):
        tool = await call_next(name, version=version)
        return None if tool is None else corrected(tool)


if __name__ == "__main__":
    missing = [name for name in DATA["needed"] if name not in os.environ]
    if missing:
        sys.exit("set these variables first: " + ", ".join(missing))
    # Whatever protocol the client speaks, each server is asked for its own: many do not know the newest.
    proxy = create_proxy(filled(DATA["config"]), mode="auto", name="hintsmith")
    proxy.add_transform(Corrected())
    proxy.run(show_banner=False)
