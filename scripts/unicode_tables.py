#!/usr/bin/env python3
"""Writes the Unicode tables of runtime/src/schema/unicode from the Unicode Character Database.

    scripts/unicode_tables.py [--data FOLDER] [--check]

FOLDER is /usr/share/unicode of Debian's package unicode-data unless told otherwise. --check writes
nothing and exits with 1 where a table is not what the data gives.
"""
import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "runtime/src/schema/unicode"
CODE_POINTS = 0x110000
LINE = 120


def rows(path: pathlib.Path) -> list[list[str]]:
    """The fields of every line, without comments."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            found.append([field.strip() for field in line.split(";")])
    return found


def span(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def by_code_point(path: pathlib.Path, default: str) -> list[str]:
    values = [default] * CODE_POINTS
    for fields in rows(path):
        for code in span(fields[0]):
            values[code] = fields[1]
    return values


def unicode_data(data: pathlib.Path, field: int, default: str) -> list[str]:
    """One field of UnicodeData.txt; '<…, First>' and '<…, Last>' enclose a range."""
    values = [default] * CODE_POINTS
    first = 0
    for fields in rows(data / "UnicodeData.txt"):
        code = int(fields[0], 16)
        if fields[1].endswith(", First>"):
            first = code
        start = first if fields[1].endswith(", Last>") else code
        for each in range(start, code + 1):
            values[each] = fields[field]
    return values


def runs(values: list[str], numbers: dict[str, int]) -> list[str]:
    """Where a value begins, in the upper 24 bits, and its number in the lower 8."""
    found = []
    before = None
    for code, value in enumerate(values):
        if value != before:
            found.append(f"0x{code << 8 | numbers[value]:x},")
            before = value
    return found


def filled(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + 1 > LINE:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def table(title: str, version: str, lines: list[str]) -> str:
    head = f"// {title}.\n// Written by scripts/unicode_tables.py from Unicode {version}; do not edit."
    return "\n".join([head, *lines, ""])


def aliases(data: pathlib.Path, name: str) -> list[list[str]]:
    return [fields[1:] for fields in rows(data / "PropertyValueAliases.txt") if fields[0] == name]


def names(macro: str, values: list[list[str]], numbers: dict[str, int]) -> list[str]:
    """One line per spelling."""
    found = []
    for value in values:
        for spelling in sorted(set(value)):
            found.append(f'{macro}("{spelling}", {numbers[value[0]]})')
    return found


def category_tables(data: pathlib.Path, version: str) -> dict[str, str]:
    # In this order everywhere: enum Category of unicode.hpp.
    order = "Cn Cc Cf Co Cs Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs".split()
    numbers = {name: index for index, name in enumerate(order)}
    values = unicode_data(data, 2, "Cn")
    return {"unicode_categories.def": table("General_Category", version, filled(runs(values, numbers)))}


def script_tables(data: pathlib.Path, version: str) -> dict[str, str]:
    values = by_code_point(data / "Scripts.txt", "Unknown")
    known = [alias for alias in aliases(data, "sc") if alias[0] != "Zzzz"]
    known.insert(0, ["Zzzz", "Unknown"])
    numbers = {}
    for index, alias in enumerate(known):
        for spelling in alias:
            numbers[spelling] = index
    return {
        "unicode_scripts.def": table("Script", version, filled(runs(values, numbers))),
        "unicode_script_names.def": table("Values of Script, long and short", version, names("IAM_SCRIPT", known, numbers)),
    }


# RFC 5892 §2.6: code points whose place in the table is not what their properties say.
IDNA_EXCEPTIONS = {
    "pvalid": (0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007),
    "contexto": (0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, *range(0x660, 0x66A), *range(0x6F0, 0x6FA)),
    "disallowed": (0x640, 0x7FA, 0x302E, 0x302F, *range(0x3031, 0x3036), 0x303B),
}


def with_value(path: pathlib.Path, value: str) -> set[int]:
    return {code for fields in rows(path) if fields[1] == value for code in span(fields[0])}


def idna_classes(data: pathlib.Path) -> list[str]:
    """RFC 5892 §3, its conditions in its order; what is unassigned is disallowed."""
    categories = unicode_data(data, 2, "Cn")
    unstable = with_value(data / "DerivedNormalizationProps.txt", "Changes_When_NFKC_Casefolded")
    ignorable = with_value(data / "DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    for name in ("White_Space", "Noncharacter_Code_Point"):
        ignorable |= with_value(data / "PropList.txt", name)
    ignorable |= {*range(0x20D0, 0x2100), *range(0x1D100, 0x1D250)}
    joins = with_value(data / "PropList.txt", "Join_Control")
    for kind in "LVT":
        unstable |= with_value(data / "HangulSyllableType.txt", kind)
    values = ["disallowed"] * CODE_POINTS
    for code, category in enumerate(categories):
        if category == "Cn":
            continue
        if code == 0x2D or 0x30 <= code <= 0x39 or 0x61 <= code <= 0x7A:
            values[code] = "pvalid"
        elif code in joins:
            values[code] = "contextj"
        elif code not in unstable and code not in ignorable and category in ("Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"):
            values[code] = "pvalid"
    for name, codes in IDNA_EXCEPTIONS.items():
        for code in codes:
            values[code] = name
    return values


def idna_tables(data: pathlib.Path, version: str) -> dict[str, str]:
    """Class, Bidi_Class and Joining_Type in one number, which unicode.cpp takes apart; 5 is a
    virama that is transparent, 6 one that is not. Nobody asks about the last two where a code point
    is disallowed."""
    classes = ["disallowed", "pvalid", "contextj", "contexto"]
    bidi = {"L": 1, "R": 2, "AL": 3, "AN": 4, "EN": 5, "ES": 6, "CS": 6, "ET": 6, "ON": 6, "BN": 6, "NSM": 7}
    joining = {"U": 0, "C": 0, "L": 1, "R": 2, "D": 3, "T": 4}
    viramas = {code for code, value in enumerate(unicode_data(data, 3, "0")) if value == "9"}
    bidi_of = unicode_data(data, 4, "L")
    joining_of = by_code_point(data / "extracted/DerivedJoiningType.txt", "U")
    values = []
    for code, name in enumerate(idna_classes(data)):
        joins = joining[joining_of[code]]
        if code in viramas:
            joins = 5 if joins == joining["T"] else 6
        rest = 0 if name == "disallowed" else bidi.get(bidi_of[code], 0) << 2 | joins << 5
        values.append(str(classes.index(name) | rest))
    return {"unicode_idna.def": table("IDNA 2008", version, filled(runs(values, {str(n): n for n in range(256)})))}


def tables(data: pathlib.Path) -> dict[str, str]:
    first = (data / "PropList.txt").read_text(encoding="utf-8").splitlines()[0]
    version = first.removeprefix("# PropList-").removesuffix(".txt")
    return {**category_tables(data, version), **script_tables(data, version), **idna_tables(data, version)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode"))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if not (arguments.data / "UnicodeData.txt").exists():
        print(f"skipped: there is no {arguments.data}/UnicodeData.txt (Debian: apt-get install unicode-data)", file=sys.stderr)
        return 77
    wrong = 0
    for name, text in tables(arguments.data).items():
        path = FOLDER / name
        if arguments.check:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"{name} is not what the data gives; run scripts/unicode_tables.py and read the difference")
                wrong = 1
        else:
            path.write_text(text, encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
