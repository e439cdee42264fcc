"""Reads a JUnit report as those do that show them: the path in, how many cases, failures and skipped ones out."""

import json
import sys

from junitparser import JUnitXml

report = JUnitXml.fromfile(json.load(sys.stdin))
cases = [case for suite in report for case in suite]
results = [result for case in cases for result in case.result]
kinds = [type(result).__name__ for result in results]
json.dump({"cases": len(cases), "failures": kinds.count("Failure"), "skipped": kinds.count("Skipped")}, sys.stdout)
