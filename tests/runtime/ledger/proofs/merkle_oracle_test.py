"""Holds 100,000 random trees against RFC 6962 §2.1, written here from its text.

Usage: merkle_oracle_test.py PROGRAM CASE. PROGRAM is merkle_cases, which answers on one line for
each line of cases: name, size, earlier size, index.
"""
import hashlib
import random
import subprocess
import sys
import tempfile

TREES = 100_000


def split(n: int) -> int:
    """The largest power of two smaller than n."""
    return 1 << ((n - 1).bit_length() - 1)


class Tree:
    """D[0:size] of the RFC, with every MTH of a range computed once."""

    def __init__(self, name: str, size: int) -> None:
        self.leaves = [hashlib.sha256(b"\0" + f"{name}:{i}".encode()).digest() for i in range(size)]
        self.known: dict[tuple[int, int], bytes] = {}

    def mth(self, begin: int, end: int) -> bytes:
        if begin == end:
            return hashlib.sha256().digest()
        if end - begin == 1:
            return self.leaves[begin]
        found = self.known.get((begin, end))
        if found is None:
            k = begin + split(end - begin)
            found = hashlib.sha256(b"\1" + self.mth(begin, k) + self.mth(k, end)).digest()
            self.known[begin, end] = found
        return found

    def path(self, m: int, begin: int, end: int) -> list[bytes]:
        if end - begin == 1:
            return []
        k = split(end - begin)
        if m < k:
            return self.path(m, begin, begin + k) + [self.mth(begin + k, end)]
        return self.path(m - k, begin + k, end) + [self.mth(begin, begin + k)]

    def subproof(self, m: int, begin: int, end: int, whole: bool) -> list[bytes]:
        if m == end - begin:
            return [] if whole else [self.mth(begin, end)]
        k = split(end - begin)
        if m <= k:
            return self.subproof(m, begin, begin + k, whole) + [self.mth(begin + k, end)]
        return self.subproof(m - k, begin + k, end, False) + [self.mth(begin, begin + k)]


def expected(name: str, size: int, earlier: int, index: int) -> str:
    tree = Tree(name, size)
    consistency = tree.subproof(earlier, 0, size, True) if earlier else []
    return " ".join((tree.mth(0, earlier).hex(), tree.mth(0, size).hex(),
                     "-" + b"".join(tree.path(index, 0, size)).hex(),
                     "-" + b"".join(consistency).hex(), "1"))


def cases() -> list[tuple[str, int, int, int]]:
    choose = random.Random(6962)
    made = []
    for number in range(TREES):
        # Few trees are large enough for a second level of tiles.
        most = 90 if number % 100 else 1_200
        size = round(most ** choose.random())
        made.append((str(number), size, choose.randint(0, size), choose.randrange(size)))
    return made


def test_a_hundred_thousand_random_trees_are_those_of_the_rfc(program: str) -> None:
    asked = cases()
    with tempfile.TemporaryFile("w+") as file:
        file.writelines(" ".join(map(str, case)) + "\n" for case in asked)
        file.seek(0)
        done = subprocess.run([program], stdin=file, capture_output=True, text=True, check=True)
    answers = done.stdout.splitlines()
    assert len(answers) == TREES, f"{len(answers)} answers to {TREES} trees"
    for case, answer in zip(asked, answers):
        assert answer == expected(*case), f"{case}:\n{answer}\nexpected\n{expected(*case)}"


if __name__ == "__main__":
    globals()["test_" + sys.argv[2].replace(" ", "_")](sys.argv[1])
