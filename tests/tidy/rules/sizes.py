"""No file over 600 lines, no function over 70, no comment beyond column 100.

Functions of C++ are found by matching braces. Comments, literals and preprocessor lines are blanked
first. A brace opens a function when it stands at namespace or class scope and the text since the
last ';', '{' or '}' holds a parameter list and does not start a type, a namespace or a table ("=
{"). Braces inside a function are only counted, so a lambda or a local class belongs to the function
around it. The length runs from the first line of the declaration to the closing brace. Where the
braces of a file do not balance (two branches of an #if that both open one) the rule says so instead
of guessing.
"""
import ast
import re

from tree import Finding, Tree, blank, is_golden, line_of

FILE_LINES_MAX = 600
FUNCTION_LINES_MAX = 70
COMMENT_COLUMNS_MAX = 100

CODE = r"(\.(cpp|hpp|h|def|py|sh|cmake|in)|/run|CMakeLists\.txt)$"
SCOPE = re.compile(r"^\s*(?:(?:export|inline|typedef|template\s*<.*>|static|const|constexpr)\s+)*((namespace|class|struct|union|enum)\b|extern\s*\"\")", re.DOTALL)
TABLE = re.compile(r"(=|\breturn)\s*(?:[\w:<>,\s]*)$")
LAMBDA = re.compile(r"=\s*\[.*\]\s*(\(.*\))?[^;=]*$", re.DOTALL)
TYPE_AT_END = re.compile(r"\b(struct|class|union|enum)\s+[\w:<>,\s]*(:[^()]*)?$")
UNBALANCED = "its braces do not balance, so that the lengths of its functions are not known; keep braces out of #if branches"
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)


def file_length(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(CODE):
        lines = tree.text(path).count("\n")
        if lines > FILE_LINES_MAX and not is_golden(path):
            found.append(Finding(path, lines, f"{lines} lines; split the file at {FILE_LINES_MAX} (aim for 300)"))
    return found


COMMENT_OF_CODE = re.compile(r"(^|\s)//")
COMMENT_OF_SCRIPTS = re.compile(r"^\s*#(?!!)")


def comment_width(tree: Tree) -> list[Finding]:
    """Comments and docstrings that fit beside each other on a screen. Inputs of the generator's
    cases are as their users wrote them."""
    return [
        Finding(path, number, f"a comment reaches to column {len(line)}; break it at {COMMENT_COLUMNS_MAX}")
        for path in tree.matching(r"(\.(cpp|hpp|def|js|mjs|py|sh|cmake|toml|yml)|/run|CMakeLists\.txt)$")
        if not is_golden(path)
        for number, line in lines_with_comments(path, tree.text(path))
        if len(line) > COMMENT_COLUMNS_MAX
    ]


def lines_with_comments(path: str, text: str) -> list[tuple[int, str]]:
    lines = list(enumerate(text.splitlines(), 1))
    if re.search(r"\.(cpp|hpp|def|js|mjs)$", path):
        return [(number, line) for number, line in lines if COMMENT_OF_CODE.search(line) and '"' not in line]
    in_docstrings = docstring_lines(text) if path.endswith(".py") else set()
    return [(number, line) for number, line in lines if number in in_docstrings or COMMENT_OF_SCRIPTS.match(line)]


def docstring_lines(text: str) -> set[int]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    with_docs = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None]
    docs = [node.body[0] for node in with_docs]
    return {number for doc in docs for number in range(doc.lineno, (doc.end_lineno or doc.lineno) + 1)}


def function_length(tree: Tree) -> list[Finding]:
    found = []
    for path in tree.matching(r"\.(cpp|hpp|h|py)$"):
        if is_golden(path):
            continue
        try:
            functions = functions_of_python(tree.text(path)) if path.endswith(".py") else functions_of_cpp(tree.text(path))
        except ValueError as error:
            found.append(Finding(path, 1, str(error)))
            continue
        for name, first, last in functions:
            if last - first + 1 > FUNCTION_LINES_MAX:
                length = last - first + 1
                found.append(Finding(path, first, f"'{name}' has {length} lines; split it at {FUNCTION_LINES_MAX} (aim for 40)"))
    return found


def functions_of_python(text: str) -> list[tuple[str, int, int]]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(node.name, node.lineno, node.end_lineno or node.lineno) for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]


def name_in(head: str) -> str:
    match = re.search(r"([\w:~]+|operator\s*\S+)\s*\(", head)
    return match.group(1) if match else "function"


def opens_scope(head: str) -> bool:
    """A namespace or a type, whose inside is looked at again."""
    # Labels before it, attributes, alignas(…) and requires(…) say nothing about what it is.
    head = re.sub(r"\b(public|private|protected)\s*:(?!:)", " ", head)
    head = re.sub(r"\[\[.*?\]\]|\balignas\s*\([^)]*\)", " ", head, flags=re.DOTALL)
    return bool(SCOPE.match(head) or TYPE_AT_END.search(head))


def opens_function(head: str) -> bool:
    return bool(LAMBDA.search(head)) or ("(" in head and not TABLE.search(head))


class Matcher:
    """Walks over the braces of one file."""

    def __init__(self, text: str):
        self.text = DIRECTIVE.sub(lambda m: "\n" * m.group(0).count("\n"), blank(text))
        self.functions: list[list] = []
        self.in_function = 0  # open braces of the function that we are in
        self.in_table = 0     # the same for an initialiser
        self.in_scopes = 0    # open namespaces and types
        self.parentheses = 0  # open ones outside of functions: default arguments may hold braces
        self.head_start = 0
        self.closed_function = False  # nothing but what we look at now came after a function's end

    def run(self) -> list[tuple[str, int, int]]:
        for match in re.finditer(r"[{}();]", self.text):
            self.step(match.group(0), match.start())
            if self.in_scopes < 0:
                break
        if self.in_scopes or self.in_function or self.in_table:
            raise ValueError(UNBALANCED)
        return [tuple(function) for function in self.functions]

    def step(self, sign: str, at: int) -> None:
        change = {"{": 1, "}": -1}.get(sign, 0)
        if self.in_function:
            self.in_function += change
            if not self.in_function:
                self.functions[-1][2] = line_of(self.text, at)
                self.closed_function = True
                self.head_start = at + 1
        elif self.in_table:
            self.in_table += change
        elif sign in "()":
            self.parentheses += 1 if sign == "(" else -1
        elif self.parentheses > 0:
            self.in_table += change
        else:
            self.at_scope(sign, at)

    def at_scope(self, sign: str, at: int) -> None:
        head = self.text[self.head_start:at]
        if sign == "{":
            self.open(head)
        elif sign == "}":
            self.in_scopes -= 1
        self.closed_function = False
        # An initialiser belongs to the declaration around it, which goes on behind it.
        if not self.in_table:
            self.head_start = at + 1

    def open(self, head: str) -> None:
        # "Foo::Foo() : a_{1}, b_(2) {": what looked like a body was a member's initialiser; the
        # function goes on.
        if self.closed_function and head.strip()[:1] in ("", ","):
            self.in_function = 1
        elif opens_scope(head):
            self.in_scopes += 1
        elif opens_function(head):
            start = self.head_start + len(head) - len(head.lstrip())
            self.functions.append([name_in(head), line_of(self.text, start), 0])
            self.in_function = 1
        else:
            self.in_table = 1


def functions_of_cpp(text: str) -> list[tuple[str, int, int]]:
    """Name, first and last line of every function with a body."""
    return Matcher(text).run()
