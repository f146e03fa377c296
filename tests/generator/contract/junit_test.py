"""Reports in JUnit's form fit its schema, as xmllint judges them."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

FORMATS = pathlib.Path(__file__).resolve().parent / "formats"
SKIPPED = 77


def fits(text: str) -> tuple[bool, str]:
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as report:
        report.write(text)
        report.flush()
        judged = subprocess.run(["xmllint", "--noout", "--schema", FORMATS / "junit.xsd", report.name], capture_output=True, text=True, check=False)
    return judged.returncode == 0, judged.stderr


def main() -> int:
    if shutil.which("xmllint") is None:
        print("skipped: xmllint is not installed (libxml2-utils)")
        return SKIPPED
    done = subprocess.run([sys.argv[1], "diff", FORMATS / "before.tools.json", FORMATS / "after.tools.json", "--format", "junit"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1 and " type=" in done.stdout, (done.returncode, done.stdout, done.stderr)
    judged, why = fits(done.stdout)
    assert judged, why
    assert not fits(done.stdout.replace(" type=", " kind="))[0], "a report with an unknown attribute fits, too"
    return 0


sys.exit(main())
