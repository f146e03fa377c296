"""Exports read by Python's csv and json: whoever reads them need not know us."""

import argparse
import csv
import hashlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def exported(options, form):
    with tempfile.TemporaryDirectory() as folder:
        start = [options.desk, "--state", folder + "/state"]
        for _ in range(3):
            subprocess.run(start + ["call", "quick", "{}"], check=True, capture_output=True)
        done = subprocess.run(start + ["audit", "export", "--format", form], check=True, capture_output=True)
        return done.stdout.decode("utf-8")


def test_csv_is_a_table_to_python(options):
    for name, values in (("facts.csv", False), ("values.csv", True)):
        text = (options.folder / name).read_bytes().decode("utf-8")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
        assert [row["id"] for row in rows] == ["0.1", "0.2", "0.3", "0.4"]
        assert rows[0]["user"] == 'ann "the" boss' and rows[0]["workspace"] == "a,b"
        assert rows[0]["call"].startswith("'=") and rows[0]["reason"].startswith("'@")
        assert rows[3]["kind"] == "unreadable"
        assert all(None not in row and None not in row.values() for row in rows)
        if values:
            assert json.loads(rows[1]["values"]) == {"arguments": {"to": "marker"}}
    rows = list(csv.DictReader(io.StringIO(exported(options, "csv"), newline=""), strict=True))
    assert [row["kind"] for row in rows] == ["intent", "outcome"] * 3


def test_lines_of_json_can_be_verified_without_us(options):
    lines = [json.loads(line) for line in exported(options, "jsonl").splitlines()]
    previous = bytes(32)
    for line in lines:
        assert bytes.fromhex(line["previous"]) == previous
        text = canonical(line["entry"]).encode("utf-8")
        previous = hashlib.sha256(b"iam/entry/1\0" + previous + text).digest()
        assert line["hash"] == previous.hex(), line["id"]
    assert len(lines) == 6


def test_log_records_have_the_form_of_opentelemetry(options):
    for line in (options.folder / "values.otel.jsonl").read_text("utf-8").splitlines():
        (resource,) = json.loads(line)["resourceLogs"]
        (scope,) = resource["scopeLogs"]
        (record,) = scope["logRecords"]
        assert scope["scope"]["name"] == "iam.ledger"
        assert record["timeUnixNano"].isdigit() and record["severityNumber"] in (9, 13, 17)
        names = [attribute["key"] for attribute in record["attributes"]]
        assert len(names) == len(set(names)) and "iam.entry.hash" in names
        for attribute in record["attributes"]:
            ((kind, value),) = attribute["value"].items()
            assert isinstance(value, bool if kind == "boolValue" else str)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--desk", required=True)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    parser.add_argument("case")
    options = parser.parse_args()
    globals()["test_" + options.case.replace(" ", "_")](options)


if __name__ == "__main__":
    sys.exit(main())
