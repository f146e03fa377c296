"""A project that tests of faults break in one way after another, and what they ask of it."""
import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile

# Small stand-ins, so that a run takes milliseconds: what matters is where they lie.
ANNOTATIONS = "#pragma once\n#include <vector>\nnamespace iam { struct OpenSide {}; OpenSide none(); struct ToolOptions; }\n"
VECTOR = "#pragma once\nnamespace std { template <class T> class vector {}; constexpr int base = 1; }\n"
HEAD = "#pragma once\n#include <iam/annotations.hpp>\n"
TAG = "[[iam::tool({.read_only = true})]]"
TOOL = f"/// Adds.\n/// @param a first\n{TAG} int add(int a = 1);\n"
OUTPUTS = ["desk.iam.hpp", "desk.iam.register.cpp", "desk.tools.json", "list.iam.cpp"]
MB = 1 << 20


class Skip(Exception):
    pass


class Desk:
    """A project in a folder of its own."""

    def __init__(self, arguments, root):
        self.iam_gen, self.root = arguments.iam_gen, root
        self.write("own/iam/annotations.hpp", ANNOTATIONS)
        self.write("lib/include/c++/1/vector", VECTOR)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.unlink()
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        # As files are that nobody is changing just now.
        os.utime(path, ns=(10**18 + len(text), 10**18 + len(text)))
        return path

    def command(self, headers, *more, out="out", flags=()):
        return [self.iam_gen, "--target", "desk", "--out-dir", out, "--project-root", ".", "--stamp", f"{out}/desk.stamp", "--depfile",
                f"{out}/desk.d", *more, *headers, "--", "-nostdinc", "-nostdinc++", "-isystem", "lib/include/c++/1", "-Iown", *flags]

    def run(self, *more, headers=("list.hpp",), out="out", flags=(), **keywords):
        """The process when it has ended, within a minute of work and without a dump."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        return subprocess.run(self.command(headers, *more, out=out, flags=flags), cwd=self.root, capture_output=True, text=True, errors="replace",
                              check=False, stdin=subprocess.DEVNULL, preexec_fn=limits, timeout=300, **keywords)

    def files(self, out="out"):
        folder = self.root / out
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in [*OUTPUTS, "desk.stamp", "desk.d"]} if folder.is_dir() else {}

    def names(self, out="out"):
        folder = self.root / out
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []

    def tools(self, out="out"):
        return {tool["name"]: tool for tool in json.loads((self.root / out / "desk.tools.json").read_text())["tools"]}

    def refused(self, text, *sentences, **keywords):
        """The header is refused with these sentences, and nothing is written."""
        if text is not None:
            self.write("list.hpp", text)
        done = self.run(**keywords)
        equal(done.returncode, 1, done.stderr[:2000])
        for sentence in sentences:
            expect(sentence in done.stderr, f"{sentence!r} is not in {done.stderr[:2000]!r}")
        equal(self.names(), [])
        return done

    def accepted(self, text, *names, **keywords):
        """The header gives these tools, silently but for warnings about documentation."""
        self.write("list.hpp", text)
        done = self.run(*(word for id in ("IAM6006", "IAM6007", "IAM6010", "IAM6015") for word in ("--silence", id)), **keywords)
        equal((done.returncode, done.stderr[:2000]), (0, ""))
        equal(sorted(self.tools()), sorted(names))
        return self.tools()


def expect(holds, why):
    if not holds:
        raise AssertionError(why)


def equal(left, right, why=""):
    expect(left == right, f"{left!r} is not {right!r} {why}")


def two_versions(desk):
    """Outputs of an old and of a new header; the old ones are in out, and the new header waits to
    be read."""
    old = HEAD + TOOL
    new = HEAD + "struct More {\n    /// How many.\n    int x = 0;\n};\n" + TOOL + TOOL.replace("add(int a = 1", "subtract(More a").replace("Adds", "Subtracts")
    desk.write("list.hpp", new)
    equal(desk.run(out="new").returncode, 0)
    desk.write("list.hpp", old)
    equal(desk.run(out="old").returncode, 0)
    desk.write("list.hpp", new)
    # The stamp and the list of files go by the name of their folder.
    for out in ("new", "old"):
        for name in ("desk.stamp", "desk.d"):
            (desk.root / out / name).write_text((desk.root / out / name).read_text().replace(f"{out}/", "out/"))
    return desk.files("old"), desk.files("new")


def put(desk, files):
    shutil.rmtree(desk.root / "out", ignore_errors=True)
    (desk.root / "out").mkdir()
    for name, text in files.items():
        (desk.root / "out" / name).write_bytes(text)
        os.utime(desk.root / "out" / name, ns=(10**18, 10**18))


def whole(desk, old, new):
    """Every file is the old or the new one, and the stamp is new only where everything is."""
    now = desk.files()
    for name, text in now.items():
        expect(text in (old.get(name), new[name]), f"{name} is {text[:300]!r}")
    stamp = desk.root / "out" / "desk.stamp"
    if stamp.exists() and stamp.stat().st_mtime_ns != 10**18:
        equal(now, new, "with a new stamp")
    return now


def main(cases, about):
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("cases", nargs="*", help="words of names of cases; all without one")
    arguments = parser.parse_args()
    arguments.iam_gen = str(pathlib.Path(arguments.iam_gen).resolve())
    skipped = False
    for name, case in list(cases.items()):
        if not name.startswith("test_") or (arguments.cases and name.removeprefix("test_") not in arguments.cases):
            continue
        with tempfile.TemporaryDirectory(prefix="iam-faults-") as folder:
            try:
                case(Desk(arguments, pathlib.Path(folder)))
            except Skip as why:
                print(f"skipped: {why}")
                skipped = True
    return 77 if skipped else 0
