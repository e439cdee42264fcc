"""Says what is wrong with documents by their schemas: a list of pairs in, a list of complaints for each out."""

import json
import sys
import tomllib
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator


def documents(path):
    text = path.read_text("utf-8")
    match path.suffix:
        case ".toml":
            return [tomllib.loads(text)]
        case ".yaml":
            return list(yaml.safe_load_all(text))
        case _:
            return [json.loads(text)]


def complaints(pair):
    schema = json.loads(Path(pair["schema"]).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    errors = (error for document in documents(Path(pair["file"])) for error in validator.iter_errors(document))
    return [f"{error.json_path}: {error.message}" for error in errors]


json.dump([complaints(pair) for pair in json.load(sys.stdin)], sys.stdout)
