"""Runs the `run` steps of a composite action as a runner does: run-action.py ACTION FOLDER INPUT=VALUE…

Steps with `uses` are left out. Ends with the exit code of the first step that fails.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from ruamel.yaml import YAML

path, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
action = YAML(typ="safe").load(path)
inputs = {name: str(entry.get("default", "")) for name, entry in action["inputs"].items()}
for argument in sys.argv[3:]:
    name, value = argument.split("=", 1)
    assert name in inputs, f"the action has no input {name}"
    inputs[name] = value

context = {"github.token": "token", "github.event_name": "pull_request", "github.event.pull_request.number": "7"}
context |= {f"inputs.{name}": value for name, value in inputs.items()}


def expand(text: str) -> str:
    # An expression within an input's default is expanded too: `token`.
    for _ in range(2):
        text = re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: context[match[1]], text)
    return text


def is_true(condition: str) -> bool:
    """Comparisons that are joined by `&&`, which is all that the action has."""
    comparisons = (re.fullmatch(r"([\w.-]+) == '(.*)'", part) for part in condition.split(" && "))
    return all(context[match[1]] == match[2] for match in comparisons)


temp = folder / "temp"
temp.mkdir(parents=True)
files = {name: folder / name.removeprefix("GITHUB_").lower() for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
files["GITHUB_STEP_SUMMARY"] = folder / "summary"
for file in files.values():
    file.touch()
environment = os.environ | {name: str(file) for name, file in files.items()}
environment |= {"RUNNER_TEMP": str(temp), "GITHUB_ACTION_PATH": str(path.parent), "GITHUB_REPOSITORY": "owner/name"}

for step in action["runs"]["steps"]:
    if "uses" in step or ("if" in step and not is_true(step["if"])):
        continue
    added = files["GITHUB_PATH"].read_text().split()
    variables = {name: expand(value) for name, value in step.get("env", {}).items()}
    search = os.pathsep.join([*reversed(added), environment["PATH"]])
    result = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], env=environment | variables | {"PATH": search})
    if result.returncode != 0:
        sys.exit(result.returncode)
