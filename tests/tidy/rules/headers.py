"""How headers guard themselves, who includes whom first, how files are called."""
import re

from tree import Finding, Tree, includes, is_golden

# Inputs of the generator are the headers of its users, who have their own habits.
OURS = r"^(annotations|runtime|generator|samples|tests|bench)/.*\.hpp$"


def header_guards(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(OURS):
        if is_golden(path):
            continue
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", tree.text(path), flags=re.DOTALL)
        first = next((line.strip() for line in code.splitlines() if line.strip()), "")
        if first != "#pragma once":
            found.append(Finding(path, 1, "the first line of code must be '#pragma once'"))
    return found


def own_header(tree: Tree, path: str) -> str:
    """The header that declares what a source defines, as its include names it; "" where there is
    none."""
    stem = path.removesuffix(".cpp")
    public = re.sub(r"^runtime/src/", "runtime/include/iam/", stem) + ".hpp"
    # Public headers stand in the folder of their module, or in a room of the same name.
    without_room = re.sub(r"^(runtime/include/iam/[^/]+/)[^/]+/", r"\1", public)
    for candidate in (public, stem + ".hpp", without_room):
        if tree.exists(candidate):
            return candidate
    return ""


def own_header_first(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(r"^(runtime/src|generator|samples)/.*\.cpp$"):
        header = own_header(tree, path)
        if is_golden(path) or not header:
            continue
        written = includes(tree.text(path))
        first = written[0][1] if written else ""
        if not first or not f"/{header}".endswith("/" + first.removeprefix("./")):
            line = written[0][0] if written else 1
            found.append(Finding(path, line, f"the first include must be its own header, {header}, so that it is seen to stand alone: write it with quotes and run scripts/format.sh"))
    return found


def file_names(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(r"\.(cpp|hpp|py|sh|def)$"):
        name = path.rsplit("/", 1)[-1]
        if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", name):
            found.append(Finding(path, 1, "files are named in snake_case"))
    return found
