"""What is there is also built: a file that no CMakeLists.txt names is not compiled, not installed,
not run."""
import re

from tree import Finding, Tree


def lists(tree: Tree, cmake: str, relative: str) -> bool:
    text = re.sub(r"#[^\n]*", "", tree.text(cmake))
    return bool(re.search(rf"(?<![\w./-]){re.escape(relative)}(?![\w./-])", text))


def named_above(tree: Tree, path: str, top: str) -> bool:
    """Named, relative to it, by the CMakeLists.txt of its folder or of one above."""
    folder, name = path.rsplit("/", 1)
    relative = name
    while folder.startswith(top):
        cmake = f"{folder}/CMakeLists.txt"
        if tree.exists(cmake) and (lists(tree, cmake, relative) or lists(tree, cmake, "${CMAKE_CURRENT_SOURCE_DIR}/" + relative)):
            return True
        if "/" not in folder:
            break
        folder, last = folder.rsplit("/", 1)
        relative = f"{last}/{relative}"
    return False


def orphan_tests(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(r"^tests/.*_(test|selftest)\.(cpp|py|sh)$"):
        if "/cases/" not in path and not named_above(tree, path, "tests"):
            found.append(Finding(path, 1, "no CMakeLists.txt names this test, so that it never runs"))
    return found


def listed_headers(tree: Tree) -> list[Finding]:
    """A public header that is not in its module's file set is neither installed nor compiled
    alone."""
    found = []
    for path in tree.matching(r"^runtime/include/iam/[^/]+/.*\.hpp$"):
        module, relative = path.removeprefix("runtime/include/iam/").split("/", 1)
        cmake = f"runtime/src/{module}/CMakeLists.txt"
        if not tree.exists(cmake):
            found.append(Finding(path, 1, f"there is no {cmake} that could list this header"))
        elif not lists(tree, cmake, relative):
            found.append(Finding(path, 1, f"{cmake} does not list this header under HEADERS"))
    return found


def listed_sources(tree: Tree) -> list[Finding]:
    return [
        Finding(path, 1, "no CMakeLists.txt names this source, so that it is never compiled")
        for path in tree.matching(r"^(runtime/src|generator)/.*\.cpp$")
        if not named_above(tree, path, path.split("/")[0])
    ]


TEST_CASE = re.compile(r'\b(?:TEST_CASE|SCENARIO|TEMPLATE_TEST_CASE)\s*\(\s*((?:"(?:\\.|[^"\\])*"\s*)+)')
CITED = re.compile(r"`((?:[a-z_]+/)+[^`/\n]+ [^`\n]*|tidy/[a-z_]+)`")


def prefixes(tree: Tree, path: str) -> list[str]:
    """What CTest puts before the names of the tests of a file: the first argument of iam_add_test
    in the nearest CMakeLists.txt."""
    folder = path.rsplit("/", 1)[0]
    while folder:
        cmake = f"{folder}/CMakeLists.txt"
        found = re.findall(r"iam_add_test\(\s*(\w+)", tree.text(cmake)) if tree.exists(cmake) else []
        if found:
            return found
        folder = folder.rpartition("/")[0]
    return []


def test_names(tree: Tree) -> set[str]:
    """What CTest calls the tests: TEST_CASE(\"…\") behind its prefix; for Python's tests the words
    of their names; for those in a browser test(\"…\") behind their folder."""
    names = set()
    for path in tree.matching(r"^tests/.*\.cpp$"):
        for match in TEST_CASE.finditer(tree.text(path)):
            name = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', match.group(1))).replace('\\"', '"')
            names.update(f"{prefix}/{name}" for prefix in prefixes(tree, path))
    for path in tree.matching(r"^tests/.*\.py$"):
        folder = path.split("/")[-2]
        names.update(f"{folder}/{name.replace('_', ' ')}" for name in re.findall(r"def test_(\w+)", tree.text(path)))
    for path in tree.matching(r"^tests/.*_test\.mjs$"):
        # The tests of the console's pages have a folder of their own below console.
        folder = path.removesuffix("/pages/" + path.split("/")[-1]).split("/")[-1 if "/pages/" in path else -2]
        names.update(f"{folder}/{name}" for name in re.findall(r'^test\("([^"]+)"', tree.text(path), re.MULTILINE))
    return names


ATTACKS = {"tests/attacks/mcp.tsv": "XM", "tests/attacks/servers.tsv": "XR"}


def attack_rows(tree: Tree, path: str, names: set[str]) -> list[Finding]:
    """Each attack of a list has an id of its own, and a test whose name begins with it. The list of
    attacks by servers may also name tests without an id."""
    if not tree.exists(path):
        return []
    prefix = ATTACKS[path]
    found = []
    ids = set()
    for number, row in enumerate(tree.text(path).splitlines()[1:], 2):
        attack, _, _, test = (row.split("\t") + [""] * 4)[:4]
        if attack in ids:
            found.append(Finding(path, number, f"{attack} stands twice; take the next number"))
        ids.add(attack)
        begins = re.match(r"X[A-Z]\d\d ", test.partition("/")[2].upper())
        if not attack.startswith(prefix):
            found.append(Finding(path, number, f"the ids of this list begin with {prefix}"))
        elif test not in names:
            found.append(Finding(path, number, f"no test is called '{test}'; name the one that is this attack now"))
        elif prefix == "XM" and (not begins or begins.group().strip() != attack):
            found.append(Finding(path, number, f"the name of '{test}' does not begin with {attack}; give it the id"))
    if prefix == "XR":
        own = {match.group() for name in names if (match := re.match(r"XR\d\d\b", name.partition("/")[2].upper()))}
        found += [Finding(path, 1, f"{attack} of a test has no row; add one") for attack in sorted(own - ids)]
    return found


def cited_tests(tree: Tree) -> list[Finding]:
    """docs/defences.md names the tests of each defence, as `<folder>/<name of the test>`: a promise
    whose test is gone is no promise."""
    path = "docs/defences.md"
    names = test_names(tree)
    found = [finding for attacks in ATTACKS for finding in attack_rows(tree, attacks, names)]
    if not tree.exists(path):
        return found
    cmake = "tests/tidy/CMakeLists.txt"
    if tree.exists(cmake):
        names.update(f"tidy/{word}" for word in re.findall(r"\w+", tree.text(cmake)))
    for number, line in enumerate(tree.text(path).splitlines(), 1):
        for cited in CITED.findall(line):
            if cited not in names:
                found.append(Finding(path, number, f"no test is called '{cited}'; cite the one that shows this defence now"))
    return found
