"""Prints what FastMCP's own client sees of servers: one JSON list in for all of them, one out.

Each entry says `command` (a program to start) or `config` (an `mcp.json` to load), may name tools to `call`, a TOML file to
`read` along, and `legacy` as the `mode` of a client that knows nothing newer than the handshake.
"""

import asyncio
import json
import os
import sys
import tomllib
from pathlib import Path

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.mcp_config import MCPConfig, StdioMCPServer


def loaded(path):
    """The file as FastMCP takes it; only the programs in it are left, as nothing answers at the addresses."""
    config = MCPConfig.from_file(Path(path))
    for server in config.mcpServers.values():
        server.to_transport()  # Only here FastMCP reads what the file says about tools.
    for name, server in list(config.mcpServers.items()):
        if not isinstance(server, StdioMCPServer):
            del config.mcpServers[name]
        elif "PATH" not in server.env:
            server.env["PATH"] = os.environ["PATH"]
    return config


async def seen(entry):
    if "config" in entry:
        source = loaded(entry["config"])
        if not source.mcpServers:
            return {"tools": []}
    else:
        program, *arguments = entry["command"]
        source = StdioTransport(program, arguments, env={**os.environ, **entry.get("env", {})})
    async with Client(source, timeout=20, init_timeout=20, mode=entry.get("mode", "auto")) as client:
        tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in await client.list_tools()]
        calls = {}
        for name in entry.get("call", []):
            result = await client.call_tool_mcp(name, {})
            calls[name] = {"refused": bool(result.is_error), "text": result.content[0].text}
        read = tomllib.loads(Path(entry["read"]).read_text("utf-8")) if "read" in entry else None
        return {"tools": tools, "calls": calls, "read": read}


async def main():
    answers = []
    for entry in json.load(sys.stdin):
        try:
            answers.append(await seen(entry))
        except Exception as error:  # noqa: BLE001 - whatever the target refuses is the answer
            answers.append({"error": f"{type(error).__name__}: {error}"})
    json.dump(answers, sys.stdout)


asyncio.run(main())
