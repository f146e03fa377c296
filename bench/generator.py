#!/usr/bin/python3
"""Ratios of one run: iam-gen, and the code that it makes, against clang, moc and code written by
hand for the same headers.

usage: bench/generator.py BUILD_DIR [ROW...]

A release build with the generator is wanted. Rows: one, hundred, untagged, many, moc, glue; all, if
none is named. Times are medians of rounds that take turns; instructions are valgrind's, of the
program itself. What cannot be measured is said so.
"""
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
SOURCE = pathlib.Path(__file__).resolve().parent.parent
CLANG = shutil.which("clang++-19")
MOC = next((path for path in ("/usr/lib/qt6/libexec/moc", shutil.which("moc") or "") if pathlib.Path(path).is_file()), None)
STANDARD = ("algorithm", "chrono", "functional", "map", "memory", "optional", "string", "vector")


def header_text(includes, tools, name=""):
    lines = ["#pragma once", "#include <iam/annotations.hpp>", *(f"#include <{one}>" for one in includes), "",
             f"/// A point.\nstruct Point{name} {{\n    double x; ///< to the right\n    double y; ///< up\n}};", ""]
    for i in range(tools):
        lines.append(f"/// Moves a point.\n/// @param point the point\n/// @param by how far\n[[iam::tool({{.read_only = true}})]] "
                     f"Point{name} move{name}_{i}(Point{name} point, [[iam::range(-10, 10)]] double by, const std::string& why = \"\");\n")
    return "\n".join(lines)


def instructions(command, cwd):
    """Of one run of a command, its children not included; nothing without valgrind."""
    if not shutil.which("valgrind"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command], cwd=cwd, capture_output=True,
                              text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def times(commands, cwd):
    """Median seconds of each command, taking turns."""
    taken = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            begin = time.perf_counter()
            subprocess.run(command, cwd=cwd, check=True, capture_output=True)
            taken[name].append(time.perf_counter() - begin)
    return {name: statistics.median(found) for name, found in taken.items()}


def processor_seconds(command, cwd):
    """Median of what the command and its children keep a processor busy, whatever else the machine
    does."""
    taken = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=cwd, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(taken)


def report(title, what, ours, base, factor=1, unit=1000, digits=0, of="ms"):
    if ours is None or base is None:
        print(f"  {title:34} {what:13} not measured: valgrind is missing")
        return
    print(f"  {title:34} {what:13} {ours * unit:8.{digits}f} {of}   against {'%d × ' % factor if factor > 1 else ''}{base * unit:.{digits}f} {of}   "
          f"ratio {ours / (base * factor):.4f}")


class Folder:
    """Headers, and the commands that read them."""

    def __init__(self, root, build, headers):
        self.root, self.build = pathlib.Path(root), build
        for name, text in headers.items():
            (self.root / name).write_text(text)
        self.headers = list(headers)
        (self.root / "flags.rsp").write_text(f"-std=c++20\n-I{SOURCE}/annotations/include\n-I{root}\n")

    def base(self, header):
        source = self.root / "base.cpp"
        source.write_text(f'#include "{header}"\n')
        return [CLANG, "-fsyntax-only", "-Wno-unknown-attributes", "-std=c++20", f"-I{SOURCE}/annotations/include", f"-I{self.root}", str(source)]

    def counted_base(self, header):
        # In one process: the driver would start -cc1 as a child, which callgrind does not follow.
        words = self.base(header)
        return [words[0], "-fintegrated-cc1", *words[1:]]

    def ours(self, *more):
        return [str(self.build / "generator/iam-gen"), "--target", "shapes", "--out-dir", str(self.root / "out"), "--project-root", str(self.root),
                "--flags-file", str(self.root / "flags.rsp"), *more, *self.headers]

    def warm(self):
        return self.ours("--prefix-dir", str(self.root / "prefix"))

    def warm_up(self):
        for _ in range(2):
            subprocess.run(self.warm(), cwd=self.root, check=True, capture_output=True)
        assert list((self.root / "prefix").glob("*.pch")), "no prefix was made"


def compare(folder, title, bases):
    """Prints the ratios; gives the times and instructions of each command, with those of one
    base."""
    folder.warm_up()
    commands = {"base": folder.base(folder.headers[0]), "cold": folder.ours(), "warm": folder.warm()}
    found = times(commands, folder.root)
    base = instructions(folder.counted_base(folder.headers[0]), folder.root)
    counted = {"base": base, **{name: instructions(commands[name], folder.root) for name in ("cold", "warm")}}
    for name, words in (("cold", title), ("warm", f"{title}, prefix in place")):
        report(words, "time", found[name], found["base"], bases)
        report(words, "instructions", counted[name], base, bases, 1e-6, 0, "M")
    return found, counted


def one(build):
    with tempfile.TemporaryDirectory() as root:
        compare(Folder(root, build, {"points.hpp": header_text(STANDARD, 1)}), "one header", 1)


def hundred(build):
    headers = {f"points{i}.hpp": header_text(("map", "optional", "string", "vector"), 10, str(i)) for i in range(100)}
    with tempfile.TemporaryDirectory() as root:
        folder = Folder(root, build, headers)
        found, counted = compare(folder, "100 headers of 10 tools", 100)
        # All headers of a target are read again, so that it is one run, whichever header it was.
        report("one of them touched", "time", found["warm"], found["base"])
        report("one of them touched", "instructions", counted["warm"], counted["base"], 1, 1e-6, 0, "M")


def untagged(build):
    headers = {f"plain{i}.hpp": "#pragma once\n#include <vector>\n" + "".join(f"/// Says {j}.\nint plain{i}_{j}(const std::vector<int>& of);\n" for j in range(40))
               for i in range(1000)}
    with tempfile.TemporaryDirectory() as root:
        folder = Folder(root, build, headers)
        subprocess.run(folder.ours(), cwd=root, check=True, capture_output=True)
        commands = {"start": [str(build / "generator/iam-gen"), "--version"], "all": folder.ours()}
        found = times(commands, root)
        busy = {name: processor_seconds(command, root) for name, command in commands.items()}
        for what, seconds in (("time", found), ("processor", busy)):
            print(f"  1,000 headers without a tag        {what:13} {seconds['all'] * 1000:.1f} ms, of which the program takes {seconds['start'] * 1000:.1f} ms to start")


def enumeration(count):
    names = ",\n".join(f"    e{i}" for i in range(count))
    return ("#pragma once\n#include <iam/annotations.hpp>\n\n/// Everything.\nenum class Big {\n" + names + "\n};\n\n"
            "/// Says one.\n/// @param which which one\n[[iam::tool({.read_only = true})]] bool say(Big which);\n")


def many(build):
    busy = {}
    for count in (4_000, 16_000):
        with tempfile.TemporaryDirectory() as root:
            folder = Folder(root, build, {"big.hpp": enumeration(count)})
            busy[count] = processor_seconds(folder.ours(), root)
            base = processor_seconds(folder.base("big.hpp"), root)
            report(f"{count:,} enumerators", "processor", busy[count], base)
    report("16,000 enumerators for 4,000", "processor", busy[16_000], busy[4_000], 4)


def moc(build):
    if MOC is None:
        print("  moc: not measured: it is not installed (qt6-base-dev-tools, qt6-base-dev)")
        return
    invokable = "".join(f"    Q_INVOKABLE double move{i}(double x, double by, const QString& why = QString());\n" for i in range(10))
    with tempfile.TemporaryDirectory() as root:
        folder = Folder(root, build, {"points.hpp": header_text(("string",), 10)})
        qt = folder.root / "mover.hpp"
        qt.write_text(f"#pragma once\n#include <QObject>\n#include <QString>\nclass Mover : public QObject {{\n    Q_OBJECT\n public:\n{invokable}}};\n")
        # The folders that AUTOMOC passes: those of the target, Qt's, and the compiler's own.
        implicit = subprocess.run(["g++", "-E", "-Wp,-v", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True).stderr
        own = [f"-I{line.strip()}" for line in implicit.splitlines() if line.startswith(" /")]
        qt_folder = f"/usr/include/{subprocess.run(['gcc', '-print-multiarch'], capture_output=True, text=True, check=True).stdout.strip()}/qt6"
        command = [MOC, "-DQT_CORE_LIB", f"-I{root}", f"-I{qt_folder}/QtCore", f"-I{qt_folder}", *own, "-o", str(folder.root / "moc.cpp"), str(qt)]
        folder.warm_up()
        found = times({"moc": command, "warm": folder.warm()}, root)
        report("moc, ten methods against ten tools", "time", found["warm"], found["moc"])
        report("moc, ten methods against ten tools", "instructions", instructions(folder.warm(), root), instructions(command, root), 1, 1e-6, 0, "M")


HAND = """#include "points.hpp"
#include <nlohmann/json.hpp>
#include <functional>
#include <map>
#include <string>
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Point, x, y)
using Call = std::function<nlohmann::json(const nlohmann::json&)>;
"""
HAND_TOOL = """
struct Arguments{i} {{ Point point; double by; std::string why; }};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Arguments{i}, point, by, why)
static nlohmann::json call{i}(const nlohmann::json& given) {{
    const auto read = given.get<Arguments{i}>();
    if (read.by < -10 || read.by > 10) throw std::invalid_argument("by: -10 to 10");
    return move_{i}(read.point, read.by, read.why);
}}
"""


def hand_written(tools):
    calls = "".join(HAND_TOOL.format(i=i) for i in range(tools))
    return HAND + calls + "void register_by_hand(std::map<std::string, Call>& to) {\n" + "".join(f'    to["move_{i}"] = call{i};\n' for i in range(tools)) + "}\n"


def object_size(path):
    """Bytes of code and data."""
    done = subprocess.run(["size", str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout.splitlines()[1].split()[3])


def glue(build):
    with tempfile.TemporaryDirectory() as root:
        for count in (1, 10, 40):
            folder = Folder(root, build, {"points.hpp": header_text(("string",), count)})
            subprocess.run(folder.ours(), cwd=root, check=True, capture_output=True)
            (folder.root / "hand.cpp").write_text(hand_written(count))
            flags = ["g++", "-std=c++20", "-O2", "-Wno-attributes", f"-I{SOURCE}/annotations/include", f"-I{SOURCE}/runtime/include", f"-I{root}", "-c"]
            commands = {"ours": [*flags, "out/points.iam.cpp", "-o", "ours.o"], "hand": [*flags, "hand.cpp", "-o", "hand.o"]}
            found = times(commands, root)
            report(f"glue of {count} tools", "compile time", found["ours"], found["hand"])
            report(f"glue of {count} tools", "object", object_size(folder.root / "ours.o"), object_size(folder.root / "hand.o"), 1, 1e-3, 1, "kB")


ROWS = {"one": one, "hundred": hundred, "untagged": untagged, "many": many, "moc": moc, "glue": glue}


def main():
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(ROWS):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    if not (build / "generator/iam-gen").exists():
        sys.exit(f"{build} holds no iam-gen; build it first: cmake --preset release && cmake --build --preset release --target iam_gen")
    if CLANG is None:
        sys.exit("clang++-19 is missing, which is what everything is measured against")
    print("iam-gen (base = clang++-19 -fsyntax-only on one of the headers)")
    for name in sys.argv[2:] or ROWS:
        ROWS[name](build)


main()
