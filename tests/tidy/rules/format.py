"""The formatter has nothing to change."""
import re
import subprocess

from tree import Finding, Tree


class Skipped(Exception):
    """The rule cannot be checked here; the text says why."""


def formatted(tree: Tree) -> list[Finding]:
    script = tree.root / "scripts" / "format.sh"
    run = subprocess.run([str(script), "--check"], capture_output=True, text=True, check=False)
    if run.returncode == 77:
        raise Skipped(run.stderr.strip())
    if run.returncode == 0:
        return []
    found = {}
    for path, line in re.findall(r"^(.+?):(\d+):\d+: error: ", run.stderr, re.MULTILINE):
        found.setdefault(path.removeprefix(f"{tree.root}/"), int(line))
    if not found:
        return [Finding("scripts/format.sh", 1, run.stderr.strip() or "failed without a word")]
    return [Finding(path, line, "is not formatted; run scripts/format.sh") for path, line in found.items()]
