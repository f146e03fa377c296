"""What may not be written, and what to write instead."""
import dataclasses
import re

from tree import Finding, Tree, is_golden, line_of, module_of

PROJECT_CPP = r"\.(cpp|hpp|h|def)$"


@dataclasses.dataclass(frozen=True)
class Ban:
    pattern: str
    instead: str
    where: str = ""       # only in files whose path matches
    but_not_in: str = ""  # except in files whose path matches


BANS = (
    Ban(r"\bstd::w?regex\b|#\s*include\s*<regex>", "it recurses over its input; use RE2"),
    Ban(r"\bv?sprintf\s*\(", "it knows no bound; use std::to_chars, std::string or snprintf"),
    Ban(r"\b(strcpy|strcat|strtok|gets)\s*\(", "it knows no bound; use std::string"),
    Ban(r"\bato(i|l|ll|f)\s*\(", "it takes anything for a number; use std::from_chars and look at its error"),
    Ban(r"\b(std::system|popen)\s*\(|(?<![\w.:>])system\s*\(", "a shell reads its text as commands; use posix_spawn with an argument list"),
    Ban(r"\b(secure_)?getenv\s*\(", "the environment is read by host and programs, which pass values on",
        where=r"^(annotations|runtime|generator)/", but_not_in=r"^runtime/(src|include/iam)/host/|^generator/(contract/cli/)?main\.cpp$"),
    Ban(r"\.\s*detach\s*\(", "nothing may outlive its owner: join the thread"),
    Ban(r"\b(sleep_for|sleep_until|usleep|nanosleep)\s*\(|(?<![\w.:>])sleep\s*\(", "a test that sleeps is slow or flaky: wait for the event itself",
        where=r"^tests/"),
    Ban(r"\bsystem_clock::now\s*\(|\bgettimeofday\s*\(|(?<![\w.>])(std::)?time\s*\(\s*(nullptr|NULL|0)\s*\)",
        "take an iam::Clock, so that time is an argument", where=r"^(annotations|runtime|generator|tests)/", but_not_in=r"^runtime/src/core/"),
    Ban(r"\bstd::(random_device|mt19937\w*)\b|(?<![\w.:>])s?rand\s*\(", "take an iam::Entropy, so that tests repeat",
        where=r"^(annotations|runtime|generator)/"),
)

# The runtime and generated code are compiled by GCC 12 and clang 14 with libstdc++ 12.
FLOOR = (
    Ban(r"#\s*include\s*<(format|print|expected|source_location|stacktrace|generator|flat_map|mdspan)>", "GCC 12 or clang 14 lacks it"),
    Ban(r"\bstd::(format|vformat|print|println|expected|source_location)\b", "GCC 12 or clang 14 lacks it"),
    Ban(r"\bstd::(views|ranges::views)\b|\bstd::ranges::\w+_view\b", "clang 14 does not compile libstdc++'s views: write the loop"),
)

HOSTS = (r"\b(?:files\.pythonhosted\.org|pypi\.org|registry\.npmjs\.org|crates\.io|(?:deb|security|snapshot)\.debian\.org|archive\.ubuntu\.com"
         r"|proxy\.golang\.org|ghcr\.io|docker\.io|quay\.io|raw\.githubusercontent\.com|repo1\.maven\.org|center\.conan\.io)\b")


def apply(tree: Tree, bans: tuple[Ban, ...], files: list[str]) -> list[Finding]:
    found = []
    for path in files:
        code = tree.code(path)
        for ban in bans:
            if not re.search(ban.where, path) or (ban.but_not_in and re.search(ban.but_not_in, path)):
                continue
            for match in re.finditer(ban.pattern, code):
                found.append(Finding(path, line_of(code, match.start()), f"'{match.group(0).strip()}': {ban.instead}"))
    return found


def banned_calls(tree: Tree) -> list[Finding]:
    found = apply(tree, BANS, [path for path in tree.matching(PROJECT_CPP) if not is_golden(path)])
    # Words for people: an open end is finished or written down where people look, not left in the
    # code.
    for path in tree.matching(r"\.(cpp|hpp|h|def|py|sh|cmake|in)$|CMakeLists\.txt$"):
        if path.startswith("tests/tidy/"):
            continue
        text = tree.text(path)
        for match in re.finditer(r"\bFIXME\b|\bTODO\b(?!\()", text):
            found.append(Finding(path, line_of(text, match.start()), f"'{match.group(0)}': finish it, or write TODO(kind): and a sentence"))
    return found


def compiler_floor(tree: Tree) -> list[Finding]:
    return apply(tree, FLOOR, tree.matching(r"^(annotations|runtime)/.*\.(cpp|hpp|h)$"))


JSON_NAME = re.compile(r"\b(?:iam::)?(?:Ordered)?Json(?:\s+const)?\s*[&*]?\s*(?:const\s+)?(\w+)\s*(?=[=;,){(])")


def json_equality(tree: Tree) -> list[Finding]:
    """nlohmann's == calls UINT64_MAX and -1 equal. Found: == and != between two names that this
    file declares as Json (or members and elements of such); a comparison with a literal is exact
    enough for a test and is left alone."""
    found = []
    for path in tree.matching(r"\.(cpp|hpp)$"):
        code = tree.code(path)
        names = set(JSON_NAME.findall(code)) - {"operator"}
        if is_golden(path) or not names:
            continue
        either = "|".join(sorted(map(re.escape, names)))
        value = rf"(?<![\w.>:])(?:{either})(?:\[[^\]\n]*\])*(?![\w.\[(]|->|::)"
        for match in re.finditer(rf"{value}\s*[!=]=\s*\*?{value}", code):
            found.append(Finding(path, line_of(code, match.start()), f"'{match.group(0)}': use json_equal, nlohmann's == confuses large and negative numbers"))
    return found


# What a signal handler may reach has to be there before anybody is, and so has the memory of a
# program.
GLOBALS = {"runtime/src/host/terminal/interrupt_watch.cpp": "wake_descriptor", "generator/memory.cpp": "pool"}
# Nothing inside of a namespace is indented, everything inside of a class or function is.
NO_VARIABLE = r"(?:using|typedef|template|struct|class|enum|union|namespace|return|extern|friend|const|constexpr|static|thread_local|case|default|public|private|protected|goto|else|do|concept|operator)\b"
AT_NAMESPACE_SCOPE = re.compile(rf"^((?!{NO_VARIABLE}|inline\s+(?:const|constexpr|namespace|static)\b)(?:inline\s+)?(?:constinit\s+)?(?!const\b)[A-Za-z_][\w:]*(?:<[^;(){{}}]*>)?[\s*&]+(?!const\b)[A-Za-z_]\w*(?:\[[^\]\n]*\])?\s*[;={{])", re.MULTILINE)


def global_state(tree: Tree) -> list[Finding]:
    """Variables of namespaces, static and thread-local ones that can change. Constants are
    constexpr or const; what has a parameter list is a function."""
    found = []
    pattern = re.compile(r"^[ \t]*((?:inline\s+)?(?:static\s+thread_local|thread_local(?:\s+static)?|static(?:\s+inline)?)\s+(?!const\b|constexpr\b|constinit\s+const\b|inline\s+const|thread_local)[^;(){}=]+[;={])", re.MULTILINE)
    for path in tree.matching(r"^(annotations|runtime|generator)/.*" + PROJECT_CPP):
        code = tree.code(path)
        for match in [*pattern.finditer(code), *AT_NAMESPACE_SCOPE.finditer(code)]:
            declaration = " ".join(match.group(1).split()).rstrip("{=;").strip()
            if declaration.endswith(GLOBALS.get(path, " ")):
                continue
            found.append(Finding(path, line_of(code, match.start(1)), f"'{declaration}' is mutable state of the whole program; let main build it and pass it on"))
    return found


def foreign_places(tree: Tree) -> list[Finding]:
    """Paths of one machine and hosts of package registries."""
    found = []
    for path in tree.files:
        if path.startswith("tests/"):
            continue
        text = tree.text(path)
        # A page for readers may speak of /tmp; a source may not rely on it.
        folders = "work|home" if path.endswith(".md") else "work|home|tmp"
        for match in re.finditer(rf"(?<![\w.}})\-])/(?:{folders})/[\w.]", text):
            found.append(Finding(path, line_of(text, match.start()), f"'{match.group(0)}…' is a path of one machine; take it as an argument"))
        for match in re.finditer(HOSTS, text):
            found.append(Finding(path, line_of(text, match.start()), f"'{match.group(0)}' is a registry's host; name the package instead"))
    return found
