"""Says which Python files have an error in them: paths in, complaints out. Nothing is run and nothing is written."""

import json
import sys
from pathlib import Path

complaints = []
for path in json.load(sys.stdin):
    try:
        compile(Path(path).read_text("utf-8"), path, "exec")
    except SyntaxError as error:
        complaints.append(f"{path}: {error}")
json.dump(complaints, sys.stdout)
