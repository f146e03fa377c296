"""The pages that users read, held against the sources."""
import pathlib
import re

from project import Toolchain

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/manual.md", "docs/consent.md",
         "docs/diagnostics.md", "docs/prompt-copy.md", "docs/builds.md", "docs/contracts.md", "docs/contract-rules.md", "docs/mcp.md", "docs/servers.md", "docs/state.md", "docs/proofs.md", "docs/scale.md", "docs/chat.md", "docs/injection.md", "docs/profiles.md", "docs/tasks.md", "docs/console.md", "docs/console-sheet.md",
         "docs/defences.md", "docs/decisions/README.md", "tests/README.md", "bench/README.md")


def test_links_of_the_pages_lead_somewhere(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for page in PAGES:
        # In code, brackets before parentheses are a lambda.
        prose = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
            assert target.startswith("http") or (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


def test_the_manual_has_every_attribute_and_exit_code(toolchain: Toolchain, folder: pathlib.Path) -> None:
    manual = (ROOT / "docs" / "manual.md").read_text()
    spellings = re.findall(r"^IAM_SPELLING\((\w+), \w+, \"((?:\\.|[^\"])*)\"", (ROOT / "annotations" / "spellings.def").read_text(), re.MULTILINE)
    assert len(spellings) > 10
    for _name, usage in spellings:
        usage = usage.replace('\\"', '"')
        wanted = f"| `[[iam::{usage}]]` |"
        assert wanted in manual, f"{wanted} is not in docs/manual.md"
    codes = re.findall(r'^ *"? *(\d+)  (.+?)(?:\\n)?";?$', (ROOT / "runtime/src/host/session/exit_codes.cpp").read_text(), re.MULTILINE)
    assert len(codes) == len(re.findall(r"^\| \d+ \|", manual, re.MULTILINE)), codes
    for code, meaning in codes:
        assert f"| {code} | {meaning} |" in manual, f"exit code {code} is '{meaning}' in the program"


def test_the_manual_has_every_option_of_a_tool(toolchain: Toolchain, folder: pathlib.Path) -> None:
    facts = (ROOT / "runtime/include/iam/contract/facts.def").read_text()
    options = ["name", "title", "description"]
    options += re.findall(r"^IAM_(?:STATED_FACT|OPTION|SWITCH|HINT)\((\w+), ", facts, re.MULTILINE)
    assert len(options) > 15
    manual = (ROOT / "docs" / "manual.md").read_text()
    table = manual.partition("| Option | Meaning | Default |")[2].split("\n\n", 1)[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == options, "docs/manual.md lists other options, or in another order"


def test_the_manual_has_every_code_of_a_call(toolchain: Toolchain, folder: pathlib.Path) -> None:
    manual = (ROOT / "docs" / "manual.md").read_text()
    codes = re.findall(r'inline constexpr std::string_view \w+ =\s+"(\w+)";', (ROOT / "runtime/include/iam/tool/call.hpp").read_text())
    assert len(codes) > 20
    table = manual.split("| Code | Meaning |", 1)[1].split("\n\n", 1)[0]
    assert re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE) == codes, "docs/manual.md lists other codes, or in another order"


def test_the_manual_has_every_point_where_portable_schemas_are_wider(toolchain: Toolchain, folder: pathlib.Path) -> None:
    manual = (ROOT / "docs" / "manual.md").read_text()
    source = (ROOT / "runtime/src/contract/digests/portable_points.def").read_text()
    points = re.findall(r'^IAM_PORTABLE_POINT\((\w+), "(.*?)", "(.*?)",\s+"(.*?)"\)', source, re.MULTILINE)
    table = manual.split("| Point | `full` says | `portable` says | Why |", 1)[1].split("\n\n", 1)[0]
    assert len(points) == source.count("\nIAM_PORTABLE_POINT(") > 3
    assert [f"| `{name}` | {full} | {portable} | {why} |" for name, full, portable, why in points] == table.splitlines()[2:]
