"""Validates a CycloneDX document against its schema: validate-sbom.py FILE"""

import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(Path(sys.argv[1]).read_text())
if problem is not None:
    sys.exit(str(problem)[:2000])
