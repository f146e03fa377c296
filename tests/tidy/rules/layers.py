"""Dependencies point one way: who may include and link whom."""
import re

from tree import Finding, Tree, includes, line_of, module_of

# What a module may use beside itself and annotations. An absent module is a finding: give it a row
# here.
ALLOWED: dict[str, set[str]] = {
    "annotations": set(),
    "core": set(),
    # The library's own texts in each language; values in, text out.
    "words": set(),
    # JSON-RPC over any channel of messages: no transport, no method.
    "rpc": {"core"},
    # HTTP and server-sent events; what is said over them is others' business.
    "net": {"core"},
    # Starts programs that end with this one; it knows nothing of what they say.
    "process": {"core"},
    "schema": {"core"},
    "contract": {"core", "schema"},
    "tool": {"core", "schema", "contract"},
    "consent": {"core", "words", "schema", "contract", "tool"},
    "ledger": {"core", "words", "contract", "tool", "consent"},
    # What a person is asked, as values and as text: for terminals, pages, forms and windows.
    "question": {"core", "words", "contract", "tool", "consent", "ledger"},
    "store": {"core", "contract", "tool", "consent", "ledger", "chat"},
    "store_sqlite": {"core", "contract", "tool", "consent", "ledger", "store", "chat"},
    "store_postgres": {"core", "contract", "tool", "consent", "ledger", "store", "chat"},
    # Names the back end of command lines that name none, and chooses among the stores by the place.
    "default_store": {"store", "store_sqlite", "store_postgres"},
    "gate": {"core", "words", "schema", "contract", "tool", "consent", "ledger"},
    # The shapes of model APIs stay in chat; it calls tools through the one gate and knows no store.
    "chat": {"core", "net", "process", "schema", "contract", "tool", "consent", "ledger", "gate"},
    # Sends and takes messages; whom a person trusts is decided by the gate behind it.
    "mcp": {"core", "words", "net", "process", "rpc", "schema", "contract", "tool", "consent", "ledger", "question", "gate"},
    # Pages and their API for the person at this machine. It answers by the gate's Consent alone.
    "console": {"core", "words", "net", "contract", "tool", "consent", "ledger", "question", "gate"},
    # host takes a back end as a value. It knows the memory store, for commands without a state.
    "host": {"core", "words", "schema", "contract", "tool", "consent", "ledger", "question", "store", "default_store", "gate", "chat", "net", "mcp", "console"},
    # The program iam: a command line without tools of its own.
    "program": {"host"},
    # The facts of a tool are listed once: in iam/contract/facts.def.
    "generator/model": {"core", "contract"},
    # Digests and the canonical form have one definition, and it is the runtime's.
    # Formats, patterns and exact numbers as well: what is judged at build time is what the decoder
    # will judge.
    "generator/check": {"generator/model", "core", "schema", "contract", "tool"},
    "generator/emit": {"generator/model", "core", "contract"},
    "generator/frontend": {"generator/model", "generator/io", "core", "contract"},
    "generator/io": {"generator/model"},
    "generator/report": {"generator/model", "core"},
    "generator/lint": {"core", "schema"},
    # Reports about contracts and the program iam-schema: no clang.
    # It reads what a program's ledger has of the tools, as the program that it is; nothing executes
    # a tool.
    "generator/contract": {
        "generator/model", "generator/io", "generator/lint", "generator/report", "core", "schema", "contract", "tool", "consent", "ledger", "store_sqlite",
    },
    # The commands of iam-gen.
    "generator/cli": {
        "generator/model", "generator/check", "generator/emit", "generator/frontend", "generator/io", "generator/report",
        "generator/contract", "generator/lint", "core",
    },
    "generator": {"generator/cli"},
}

# Libraries that stay in one place: pattern of the include, who may, why.
ONLY_IN = (
    (r"^(clang|llvm)(-c)?/", {"generator/frontend"}, "only generator/frontend knows clang"),
    (r"^sqlite3", {"store_sqlite"}, "only store_sqlite knows SQLite"),
    (r"^libpq", {"store_postgres"}, "only store_postgres knows PostgreSQL"),
    (r"^unicode/", {"question"}, "only question knows ICU"),
    (r"^md4c", {"console"}, "only console knows md4c"),
    (r"^CLI/", {"host", "generator/cli", "generator/contract"}, "command lines belong to host and to programs"),
    (r"^boost/", {"net"}, "only net knows Boost"),
)

# Emitting is pure: text goes to generator/io.
NO_FILES = {"generator/emit", "generator/check", "generator/model", "generator/report", "generator/lint"}
FILE_HEADERS = {"fstream", "filesystem", "cstdio", "fcntl.h", "unistd.h"}


def included_module(tree: Tree, path: str, name: str, quoted: bool) -> str:
    """The module of an include as written; "" for what is not ours."""
    if name == "iam/annotations.hpp" or name.endswith("spellings.def"):
        return "annotations"
    match = re.match(r"iam/([^/]+)/", name)
    if match:
        return match.group(1)
    match = re.match(r"(generator/[^/]+)/", name)
    if match:
        return match.group(1)
    if quoted:
        folder = path.rsplit("/", 1)[0]
        for root in (folder, "runtime/src", "runtime/include", "."):
            candidate = normal(f"{root}/{name}")
            if tree.exists(candidate):
                return module_of(candidate)
    return ""


def normal(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in (".", ""):
            parts.append(part)
    return "/".join(parts)


def include_arrows(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(r"\.(cpp|hpp|h|def)$"):
        module = module_of(path)
        if not module:
            continue
        if module not in ALLOWED:
            found.append(Finding(path, 1, f"module '{module}' has no row in tests/tidy/rules/layers.py; add what it may use"))
            continue
        for line, name, quoted in includes(tree.text(path)):
            problem = judge(tree, path, module, name, quoted)
            if problem:
                found.append(Finding(path, line, problem))
    return found


def judge(tree: Tree, path: str, module: str, name: str, quoted: bool) -> str:
    for pattern, owners, why in ONLY_IN:
        if not quoted and re.search(pattern, name) and module not in owners:
            return f"'{module}' includes <{name}>: {why}"
    if module == "annotations" and "/" in name and not name.startswith("iam/"):
        return f"annotations include <{name}>, but may use the standard library only"
    if module in NO_FILES and name in FILE_HEADERS:
        return f"'{module}' includes <{name}>, but writes text, not files: files belong to generator/io"
    owner = module_of(f"runtime/src/{name}")
    if owner not in ("", module) and tree.exists(f"runtime/src/{name}"):
        return f"'{module}' includes {name}, a private header of '{owner}'; use or extend what stands in runtime/include/iam/{owner}"
    target = included_module(tree, path, name, quoted)
    if target in ("", "annotations", module) or target in ALLOWED[module]:
        return ""
    usable = ", ".join(sorted(ALLOWED[module])) or "nothing"
    return f"'{module}' includes <{name}> of '{target}' against the arrows; it may use: {usable}"


def link_arrows(tree: Tree) -> list[Finding]:
    """The same arrows in the CMakeLists.txt of the runtime's modules: a link carries include paths
    with it."""
    found = []
    for path in tree.matching(r"^runtime/src/[^/]+/CMakeLists\.txt$"):
        module = path.split("/")[2]
        text = re.sub(r"#[^\n]*", "", tree.text(path))
        for match in re.finditer(r"\biam(::|_)(\w+)\b", text):
            target = match.group(2)
            if target not in ALLOWED or target == module or target in ALLOWED.get(module, set()) | {"annotations"}:
                continue
            found.append(Finding(path, line_of(text, match.start()), f"'{module}' links iam::{target} against the arrows"))
    return found
