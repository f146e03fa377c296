"""The project's files as the rules see them: which there are, which module each belongs to, and its
text without comments and literals."""
import dataclasses
import functools
import pathlib
import re

# What is ours. Everything else at the root (build folders, editors' files) is not looked at.
FOLDERS = (".ci", "annotations", "bench", "cmake", "docs", "generator", "runtime", "samples", "scripts", "tests")
CPP = (".cpp", ".hpp", ".h", ".def")
TEXT = CPP + (".js", ".mjs", ".py", ".sh", ".cmake", ".in", ".txt", ".json", ".md", ".ics", ".jsonl")
SKIPPED_FOLDERS = {"build", "__pycache__", ".git", "node_modules"}


@dataclasses.dataclass(frozen=True, order=True)
class Finding:
    """A place that breaks a rule, and the way out."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def is_golden(path: str) -> bool:
    """Generated and expected files: their bytes are somebody else's output."""
    name = path.rsplit("/", 1)[-1]
    return path.startswith("tests/generator/cases/") or name.startswith("expected") or ".iam." in name


class Tree:
    """The files below a root; reads each at most once."""

    def __init__(self, root: pathlib.Path):
        self.root = root

    @functools.cached_property
    def files(self) -> list[str]:
        """Paths with '/', relative to the root, sorted."""
        found = [path.name for path in self.root.iterdir() if path.is_file() and is_text(path)]
        for folder in FOLDERS:
            for path in (self.root / folder).rglob("*"):
                relative = path.relative_to(self.root)
                if path.is_file() and is_text(path) and not SKIPPED_FOLDERS.intersection(relative.parts):
                    found.append(relative.as_posix())
        return sorted(found)

    def matching(self, pattern: str) -> list[str]:
        return [path for path in self.files if re.search(pattern, path)]

    def exists(self, path: str) -> bool:
        return (self.root / path).is_file()

    @functools.lru_cache(maxsize=None)
    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8", errors="replace")

    @functools.lru_cache(maxsize=None)
    def code(self, path: str) -> str:
        """C++ with comments and the insides of literals blanked, line by line as before."""
        return blank(self.text(path))


def is_text(path: pathlib.Path) -> bool:
    return path.suffix in TEXT or path.name in ("run", "CMakeLists.txt", ".clang-format", ".clang-tidy")


LITERAL_OR_COMMENT = re.compile(
    r"""
      //(?:\\\n|[^\n])*                                  # a comment to the end of the line, continued by a backslash
    | /\*.*?\*/                                          # a block comment
    | (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"    # a raw string
    | "(?:\\.|[^"\\\n])*"                                # a string
    | (?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'                # a character; not the ' of 10'000
    """,
    re.VERBOSE | re.DOTALL,
)


def blank(text: str) -> str:
    """Replaces comments and literals by blanks; keeps quotes, and every line where it was."""

    def replacement(match: re.Match) -> str:
        found = match.group(0)
        lines = "\n" * found.count("\n")
        return lines or " " if found.startswith("/") else '""' + lines

    return LITERAL_OR_COMMENT.sub(replacement, text)


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)


def includes(text: str) -> list[tuple[int, str, bool]]:
    """Line, name, and whether it was written with quotes."""
    return [(line_of(text, m.start(1)), m.group(2), m.group(1) == '"') for m in INCLUDE.finditer(text)]


def module_of(path: str) -> str:
    """The module a file belongs to: "core", "generator/emit", "generator" (its main),
    "annotations"; "" for programs, samples, tests and benches, which may use everything."""
    for pattern, name in (
        (r"^annotations/", "annotations"),
        (r"^runtime/(?:include/iam|src)/([^/]+)/", None),
        (r"^generator/[^/]+/(?=)", None),
        (r"^generator/[^/]+$", "generator"),
    ):
        match = re.match(pattern, path)
        if match:
            return name or (match.group(1) if match.groups() else match.group(0).rstrip("/"))
    return ""
