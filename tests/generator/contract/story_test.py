"""Twelve commits of samples/desk, each one kind of change, with the verdict that its reviewer
wants: story/story.json. Every state is generated from its headers, locked, committed, and held
against the one before it; docs/contract-story.md is what comes out."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
GENERATOR, SCHEMA, ROOT = "", "", pathlib.Path()
HEADERS = ["alarms.hpp", "calendar.hpp", "echo.hpp", "mail.hpp", "maps.hpp"]
LOCK = "desk.tools.lock.json"

HEAD = """# A story of twelve commits

What a reviewer of the sample `desk` would have seen, had these been its commits: the lines that changed, and what `iam-schema baseline` said of the new lock,
held against the one that the commit before it had. The test `generator_contract/story` plays it with git and writes this page.
"""


class Desk:
    """A repository with the headers of the sample and their lock."""

    def __init__(self, folder):
        self.root = folder / "desk"
        self.made = folder / "made"
        self.flags = folder / "flags"
        self.root.mkdir()
        self.flags.write_text(f"-std=c++20\n-I{ROOT / 'annotations/include'}\n-I{ROOT / 'runtime/include'}\n-I{self.root}\n")
        for name in HEADERS:
            (self.root / name).write_text((ROOT / "samples/desk" / name).read_text())
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("desk")

    def git(self, *words):
        names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "a"), ("EMAIL", "a@b"))}
        environment = {**os.environ, **names, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        return subprocess.run(["git", "-C", self.root, *words], env=environment, check=True, capture_output=True, text=True).stdout

    def commit(self, message):
        run([GENERATOR, "--target", "desk", "--out-dir", self.made, "--project-root", self.root, "--build-root", self.made,
             "--flags-file", self.flags, "--stamp", self.made / "stamp", *(self.root / name for name in HEADERS)])
        run([SCHEMA, "lock", self.made / "desk.tools.json", self.root / LOCK])
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def edit(self, name, old, new):
        path = self.root / name
        text = path.read_text()
        assert old in text, f"{name} has no '{old}'"
        path.write_text(text.replace(old, new))

    def lines(self):
        """What the last commit changed in the headers."""
        diff = self.git("show", "--format=", "--unified=0", "--no-color", "--", *HEADERS)
        return "".join(line + "\n" for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---"))

    def verdict(self, *words):
        return subprocess.run([SCHEMA, "baseline", self.made / "desk.tools.json", LOCK, "--repository", self.root, "--revision", "HEAD~1", *words],
                              cwd=self.made, capture_output=True, text=True, check=False)


def run(words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def section(number, step, lines, words):
    """Without the line about what was compared, which names a folder of this machine."""
    said = "".join(line + "\n" for line in words.splitlines() if "→" not in line)
    return (f"\n## {number}. {step['commit']}\n\n```diff\n{lines}```\n\n```\n{said or 'no change' + chr(10)}```\n\nNext version: {step['next']}. "
            f"Exit code: {step['exit']}. {step['why']}\n")


class Story(unittest.TestCase):
    maxDiff = None

    def test_each_commit_has_the_verdict_that_its_reviewer_wants(self):
        story = json.loads((HERE / "story/story.json").read_text())
        self.assertEqual(len(story), 12)
        page = HEAD
        with tempfile.TemporaryDirectory(prefix="iam story ") as folder:
            desk = Desk(pathlib.Path(folder))
            for number, step in enumerate(story, 1):
                for edit in step["edits"]:
                    desk.edit(*edit)
                desk.commit(step["commit"])
                report = desk.verdict("--format", "json")
                document = json.loads(report.stdout)
                with self.subTest(step["commit"]):
                    self.assertEqual([f"{one['tool']} {one['rule']}" for one in document["findings"]], step["found"])
                    self.assertEqual((report.returncode, document["next_version"]), (step["exit"], step["next"]))
                page += section(number, step, desk.lines(), desk.verdict().stdout)
        path = ROOT / "docs/contract-story.md"
        if os.environ.get("IAM_UPDATE_GOLDEN") == "1":
            path.write_text(page)
        self.assertEqual(page, path.read_text(), "IAM_UPDATE_GOLDEN=1 rewrites docs/contract-story.md")


if __name__ == "__main__":
    GENERATOR, SCHEMA, ROOT = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1])
