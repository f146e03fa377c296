"""Where things stand: folders that can be overlooked, tests that are found by the path of their
source, documents whose files exist."""
import re

from tree import Finding, Tree, is_golden

FOLDER_FILES_MAX = 25

# A test of several sources, or of one with another name, names them at its head:
# "// Tests of generator/emit/{glue,schema}.cpp".
POINTER = re.compile(r"Tests of (.*?)(?:\. |\.?$|\.?(?=Tests of))")
MARK = re.compile(r"\n(?://|#)?[ \t]*")
HEAD_LINES = 12
# Every run of iam-gen allocates through it; it has no behaviour of its own.
UNTESTED = {"generator/memory.cpp"}
PATH = re.compile(r"[a-z0-9_./{},-]+\.cpp")
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "tests/README.md")
QUOTED_FILE = re.compile(r"`([A-Za-z0-9_./-]+\.(?:cpp|hpp|def|py|sh|cmake))`")


def folder_size(tree: Tree) -> list[Finding]:
    """A folder of sources that can be read at a glance."""
    counts: dict[str, int] = {}
    for path in tree.matching(r"^(annotations|runtime|generator|samples|tests|bench|scripts)/.*\.(cpp|hpp|def|py|sh)$"):
        if not is_golden(path):
            folder = path.rsplit("/", 1)[0]
            counts[folder] = counts.get(folder, 0) + 1
    return [
        Finding(folder, 1, f"{count} sources; give them rooms of at most {FOLDER_FILES_MAX}, named after what their files have in common")
        for folder, count in sorted(counts.items())
        if count > FOLDER_FILES_MAX
    ]


def expanded(text: str) -> list[str]:
    """ "a/{b,c}.cpp" as "a/b.cpp" and "a/c.cpp"."""
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    return [text[: match.start()] + word.strip() + text[match.end() :] for word in match.group(1).split(",")]


def pointed_at(tree: Tree) -> dict[str, list[str]]:
    """The sources that heads of tests name, each with its tests."""
    found: dict[str, list[str]] = {}
    for path in tree.matching(r"^tests/.*\.(cpp|py)$"):
        head = MARK.sub(" ", "\n".join(tree.text(path).splitlines()[:HEAD_LINES]))
        for match in POINTER.finditer(head):
            for written in PATH.findall(match.group(1)):
                for source in expanded(written):
                    found.setdefault(source, []).append(path)
    return found


def mirrors(source: str) -> list[str]:
    stem = re.sub(r"^runtime/src/", "runtime/", source).removesuffix(".cpp")
    return [f"tests/{stem}_test.cpp", f"tests/{stem}_test.py"]


def mirrored_tests(tree: Tree) -> list[Finding]:
    """The test of a source is found by the path of the source."""
    pointers = pointed_at(tree)
    found = [
        Finding(tests[0], 1, f"there is no {source}; name the file that holds it now")
        for source, tests in sorted(pointers.items())
        if not tree.exists(source)
    ]
    for source in tree.matching(r"^(runtime/src|generator)/.*\.cpp$"):
        if source in UNTESTED or source in pointers or any(tree.exists(test) for test in mirrors(source)):
            continue
        found.append(Finding(source, 1, f"no test is found by its path: write {mirrors(source)[0]}, or name it at the head of the test that holds it: \"// Tests of {source}\""))
    return found


def named_files(tree: Tree) -> list[Finding]:
    """The files that documents for maintainers name exist, by their whole path or the end of it."""
    ends = {path[at:] for path in tree.files for at in [0, *(match.end() for match in re.finditer("/", path))]}
    return [
        Finding(document, number, f"there is no {path}; name the file that has taken its place")
        for document in DOCUMENTS
        if tree.exists(document)
        for number, line in enumerate(tree.text(document).splitlines(), 1)
        for path in QUOTED_FILE.findall(line)
        if path not in ends
    ]
