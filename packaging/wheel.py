"""Writes the wheel of a program: wheel.py PROGRAM LICENCES MACHINE FOLDER"""

import base64
import hashlib
import os
import sys
import time
import zipfile
from pathlib import Path

program, licenses, machine, folder = (Path(argument) for argument in sys.argv[1:])
version = os.environ["VERSION"]
# PEP 600: runs where glibc is at least as new.
tag = f"py3-none-manylinux_{os.environ['GLIBC'].replace('.', '_')}_{machine}"
info = f"hintsmith-{version}.dist-info"
date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
license_files = sorted(licenses.iterdir())

metadata = f"""\
Metadata-Version: 2.4
Name: hintsmith
Version: {version}
Summary: {os.environ["SUMMARY"]}
Home-page: {os.environ["HOMEPAGE"]}
License-Expression: {os.environ["LICENSE"]}
{"".join(f"License-File: {file.name}{chr(10)}" for file in license_files)}Keywords: mcp,annotations,lint,gateway
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Rust
Requires-Python: >=3.8
Description-Content-Type: text/markdown

"""
wheel = f"Wheel-Version: 1.0\nGenerator: hintsmith\nRoot-Is-Purelib: false\nTag: {tag}\n"

# Name, contents, mode.
entries = [
    (f"hintsmith-{version}.data/scripts/hintsmith", program.read_bytes(), 0o755),
    (f"{info}/METADATA", metadata.encode() + Path("README.md").read_bytes(), 0o644),
    (f"{info}/WHEEL", wheel.encode(), 0o644),
    *((f"{info}/licenses/{file.name}", file.read_bytes(), 0o644) for file in license_files),
]


def digest(contents: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()


record = "".join(f"{name},sha256={digest(contents)},{len(contents)}\n" for name, contents, _ in entries)
entries.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))

with zipfile.ZipFile(folder / f"hintsmith-{version}-{tag}.whl", "w") as archive:
    for name, contents, mode in entries:
        entry = zipfile.ZipInfo(name, date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 3  # Unix, so that the mode counts
        entry.external_attr = (0o100000 | mode) << 16
        archive.writestr(entry, contents, compresslevel=9)
