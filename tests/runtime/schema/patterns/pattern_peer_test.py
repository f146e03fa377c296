#!/usr/bin/env python3
"""Patterns against node's RegExp with the flag u: pattern_peer_test.py PROGRAM [COUNT] (77: there
is no node).

The patterns are made at random from pieces of the grammar, with a fixed seed, and some of them are
damaged. Both sides must refuse the same ones, and search alike in all texts.
"""
import json
import random
import shutil
import subprocess
import sys

NODE = """
const lines = require('fs').readFileSync(0, 'utf8').split('\\n').filter((line) => line);
const answers = lines.map((line) => {
  const {pattern, texts} = JSON.parse(line);
  let expression;
  try { expression = new RegExp(pattern, 'u'); } catch (error) { return 'wrong'; }
  return texts.map((text) => expression.test(text) ? '1' : '0').join('');
});
console.log(answers.join('\\n'));
"""
# Characters that every version of Unicode since 6 classes alike.
LETTERS = list("ab0_-. \n\r\t\u00e9\u00c9\u00a0\u0378\u0660\u2028\u3042\ufeff\U0001f600") + ["aa", "ab", "\u00e9a"]
ATOMS = [
    "a", "b", "0", "_", "-", "é", "😀", ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\t", "\\cJ", "\\0", "\\x61", "\\u0061",
    "\\u{1F600}", "\\uD83D\\uDE00", "\\uD83D", "\\uDE00", "\\.", "\\/", "\\p{L}", "\\P{L}", "\\p{Lu}", "\\p{Script=Hiragana}",
    "\\P{sc=Latn}", "\\p{Nd}", "\\p{Cn}", "\\P{Cn}", "\\p{C}", "\\p{Any}", "\\p{ASCII}", "\\p{Assigned}", "\\p{LC}", "\\p{Zs}", "[]", "[^]",
]
IN_CLASS = [
    "a", "b", "0", "-", "a-b", "0-9", "é", "^", "\\d", "\\W", "\\s", "\\n", "\\b", "\\-", "\\]", "\\x61", "\\u{61}-\\u{62}", "\\p{L}", "\\P{Lu}",
    "\\p{Cn}", "\\uD83D", "\\uD83D\\uDE00", "\\0-\\x20", ".", "(", "|", "$",
]
ASSERTIONS = ["^", "$", "\\b", "\\B"]
COUNTS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{1,}", "{0,2}", "{1,3}?", "{2,}?"]
DAMAGE = list("()[]{}*+?|\\^$-,.:<=!") + ["(?", "(?i)", "\\1", "\\k<a>", "\\p{X}", "\\u{", "{,2}", "(?=a)", "(?<a>", "\\c", "[z-a]", "\\B*"]


def class_text(rng: random.Random) -> str:
    return "[" + rng.choice(["", "", "^"]) + "".join(rng.choice(IN_CLASS) for _ in range(rng.randint(0, 3))) + "]"


def group(rng: random.Random, depth: int) -> str:
    return rng.choice(["(", "(?:"]) + disjunction(rng, depth - 1) + ")"


def term(rng: random.Random, depth: int) -> str:
    kind = rng.random()
    if kind < 0.2:
        return rng.choice(ASSERTIONS)
    if kind < 0.4 and depth > 0:
        atom = group(rng, depth)
    elif kind < 0.6:
        atom = class_text(rng)
    else:
        atom = rng.choice(ATOMS)
    return atom + (rng.choice(COUNTS) if rng.random() < 0.4 else "")


def disjunction(rng: random.Random, depth: int) -> str:
    alternatives = ("".join(term(rng, depth) for _ in range(rng.randint(0, 3))) for _ in range(rng.choice([1, 1, 1, 2, 3])))
    return "|".join(alternatives)


def question(rng: random.Random) -> dict:
    pattern = disjunction(rng, 3)
    if rng.random() < 0.25:
        at = rng.randint(0, len(pattern))
        pattern = pattern[:at] + rng.choice(DAMAGE) + pattern[at + rng.randint(0, 1):]
    texts = ["", *("".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 5))) for _ in range(8))]
    return {"pattern": pattern, "texts": texts}


def answers(command: list[str], questions: str) -> list[str]:
    return subprocess.run(command, input=questions, capture_output=True, text=True, check=True, encoding="utf-8").stdout.splitlines()


def main() -> int:
    node = shutil.which("node")
    if not node:
        print("skipped: there is no node to compare with")
        return 77
    rng = random.Random(20230601)
    questions = [question(rng) for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 20_000)]
    text = "".join(json.dumps(each) + "\n" for each in questions)
    theirs = answers([node, "-e", NODE], text)
    ours = answers([sys.argv[1]], text)
    assert len(theirs) == len(ours) == len(questions), (len(theirs), len(ours))
    searched = [pair for pair in zip(questions, ours, theirs) if pair[1] not in ("wrong", "untranslatable")]
    differ = [(asked, our, their) for asked, our, their in zip(questions, ours, theirs) if our not in (their, "untranslatable") or (our == "untranslatable" and their == "wrong")]
    for asked, our, their in differ[:20]:
        print(f"{json.dumps(asked, ensure_ascii=False)}\n    ours {our}, node's {their}")
    print(f"{len(questions)} patterns, {len(searched)} of them searched for: {len(differ)} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
