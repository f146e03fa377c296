"""Prints SARIF logs of iam-gen and iam-schema, one on a line with its name: with findings, notes,
suppressions, and without any.

usage: sarif_logs.py IAM_GEN IAM_SCHEMA ANNOTATIONS_INCLUDE FORMATS_FOLDER
"""
import json
import pathlib
import subprocess
import sys
import tempfile

IAM_GEN, IAM_SCHEMA, ANNOTATIONS, FORMATS = sys.argv[1:]
DAY, LATER = "2026-11-01", "2026-12-31"

HEADERS = {
    "warnings": "/// Adds.\n[[iam::tool({.read_only = true})]] int add(int a, int b);\n",
    "errors": ("struct Handle { void* raw; };\n/// Opens.\n[[iam::tool]] void open(Handle handle);\n"
               "[[iam::tol]] void misspelt();\n[[iam::tool]] void open_again(int a) /* no end\n"),
    "notes": "/// Adds.\n[[iam::tool]] int add(int a);\n/// Adds.\n[[iam::tool]] int add(double a);\n",
    "nothing": "int nobody();\n",
}


def output_of(command: list, folder: str, allowed: tuple[int, ...]) -> subprocess.CompletedProcess:
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in allowed:
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def show(name: str, log: dict) -> None:
    print(json.dumps({"name": name, "log": log}))


def of_iam_gen(folder: str) -> None:
    for name, text in HEADERS.items():
        header = pathlib.Path(folder) / f"{name}.hpp"
        header.write_text(f"#pragma once\n#include <iam/annotations.hpp>\n{text}")
        report = pathlib.Path(folder) / f"{name}.sarif"
        output_of([IAM_GEN, "--target", "desk", "--out-dir", "out", "--project-root", ".", "--diagnostics-format", "sarif",
                   "--diagnostics-file", report, header, "--", "-I", ANNOTATIONS], folder, (0, 1))
        log = json.loads(report.read_text())
        found = len(log["runs"][0]["results"])
        if (found == 0) != (name == "nothing"):
            sys.exit(f"{name}: {found} results")
        show(f"iam-gen, {name}", log)


def ignore_list(finding: dict) -> dict:
    named = {member: finding[member] for member in ("rule", "tool", "pointer", "fingerprint")}
    words = {"reason": "agreed", "owner": "ana", "approved_by": "bob", "created": DAY, "expires": LATER}
    return {"iam": 1, "ignore": [{**named, **words}]}


def of_iam_schema(folder: str) -> None:
    before, after = pathlib.Path(FORMATS) / "before.tools.json", pathlib.Path(FORMATS) / "after.tools.json"
    changes = [IAM_SCHEMA, "diff", before, after, "--today", DAY]
    sarif = ["--format", "sarif"]
    show("iam-schema, changes", json.loads(output_of([*changes, *sarif], folder, (1,)).stdout))
    page = ["--rules-page", "https://example.org/rules.html"]
    show("iam-schema, with a page of rules", json.loads(output_of([*changes, *sarif, *page], folder, (1,)).stdout))
    show("iam-schema, no change", json.loads(output_of([IAM_SCHEMA, "diff", after, after, *sarif], folder, (0,)).stdout))
    findings = json.loads(output_of([*changes, "--format", "json"], folder, (1,)).stdout)["findings"]
    ignored = pathlib.Path(folder) / "ignored.json"
    ignored.write_text(json.dumps(ignore_list(next(finding for finding in findings if finding["pointer"]))))
    log = json.loads(output_of([*changes, *sarif, "--ignore", ignored], folder, (1,)).stdout)
    if not any("suppressions" in result for result in log["runs"][0]["results"]):
        sys.exit("nothing is suppressed")
    show("iam-schema, suppressed", log)


with tempfile.TemporaryDirectory(prefix="iam sarif ") as work:
    of_iam_gen(work)
    of_iam_schema(work)
