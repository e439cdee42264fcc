"""Clients of the Python SDK, with the same input and output as client.mjs beside it.

The `mode` of a session is the era the client negotiates: `legacy`, or `auto`, which tries the newer protocol first.
"""

import asyncio
import json
import os
import re
import sys
import traceback
from functools import partial

import anyio
import httpx2
import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client


async def sample(asked, _context, params):
    asked.append({"sampling": len(params.messages)})
    content = types.TextContent(type="text", text="sampled by the test")
    return types.CreateMessageResult(model="none", role="assistant", content=content)


async def elicit(asked, answer, _context, params):
    asked.append({"elicitation": params.message})
    return types.ElicitResult(**answer)


async def roots(_context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///nowhere", name="nowhere")])


async def called(client, name, is_cancelled, given):
    count = 0
    with anyio.CancelScope() as scope:

        async def progress(*_):
            nonlocal count
            count += 1
            if is_cancelled:
                scope.cancel()

        try:
            result = await client.call_tool(name, given, progress_callback=progress)
        except Exception as error:  # noqa: BLE001 - whatever it comes to is the answer
            return {"name": name, "progress": count, "failed": str(error)}
    if scope.cancelled_caught:
        return {"name": name, "progress": count, "failed": "enough"}
    text = "\n".join(item.text for item in result.content if item.type == "text")
    return {"name": name, "progress": count, "text": text, "isError": bool(result.is_error)}


async def seen(session, server):
    asked = []
    answering = {
        "sampling_callback": partial(sample, asked),
        "elicitation_callback": partial(elicit, asked, session.get("elicit", {"action": "decline"})),
        "list_roots_callback": roots,
    }
    async with Client(server, mode=session["mode"], read_timeout_seconds=30, **answering) as client:
        tools = (await client.list_tools()).tools
        calls = []
        for call in session["calls"]:
            name, mark, given = re.fullmatch(r"([^=!]+)(!?)(?:=(.*))?", call, re.S).groups()
            calls.append(await called(client, name, bool(mark), json.loads(given or "{}")))
        shown = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
        return {"tools": shown, "calls": calls, "asked": asked}


async def connected(session):
    command, *arguments = session["target"]
    if command.startswith("http://"):
        headers = {"authorization": f"Bearer {os.environ.get('HINTSMITH_TOKEN')}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            return await seen(session, streamable_http_client(command, http_client=http))
    return await seen(session, StdioServerParameters(command=command, args=arguments, env=dict(os.environ)))


for line in sys.stdin:
    try:
        result = asyncio.run(connected(json.loads(line)))
    except BaseException:  # noqa: BLE001 - groups of exceptions as well
        result = {"error": traceback.format_exc()}
    print(json.dumps(result), flush=True)
