"""iam-schema baseline: what a lock was at a revision of git, without a checkout."""
# Tests of generator/contract/lock/git.cpp.
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, HOOK = "", pathlib.Path()
LOCK = "contracts/echo.tools.lock.json"


def catalogue(maximum, required=()):
    schema = {"type": "object", "properties": {"repeat": {"type": "integer", "maximum": maximum}, "word": {"type": "string"}},
              "required": list(required), "additionalProperties": False}
    return json.dumps({"iam": 1, "tools": [{"name": "echo", "inputSchema": schema}]})


class Baseline(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="iam baseline ")  # a space, as some users have
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.repository = self.root / "repository"
        (self.repository / "contracts").mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")
        for maximum, tag in [(5, "v1.0.0"), (10, "v1.9.0"), (20, "v1.10.0")]:
            self.commit(catalogue(maximum), tag)
        self.git("tag", "unrelated")

    def git(self, *words, folder=None):
        names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "a"), ("EMAIL", "a@b"))}
        environment = {**os.environ, **names, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        return subprocess.run(["git", "-C", folder or self.repository, *words], env=environment, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self, text, tag=None):
        (self.repository / LOCK).write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", tag or "change")
        if tag:
            self.git("tag", tag)

    def expect(self, code, *words, after=None, folder=None):
        side = self.root / "after.json"
        side.write_text(after or catalogue(30))
        result = subprocess.run([PROGRAM, "baseline", side, LOCK, "--repository", folder or self.repository, *words],
                                cwd=self.root, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def test_a_revision_is_read_without_a_checkout(self):
        (self.repository / LOCK).write_text("what nobody has committed")
        before = self.git("status", "--porcelain=v2", "--branch")
        result = self.expect(1, "--revision", "v1.9.0")
        self.assertIn('was {"maximum":10}, is {"maximum":30} [I26]', result.stdout)
        self.assertIn("v1.9.0:" + LOCK, result.stdout)
        self.assertEqual(self.git("status", "--porcelain=v2", "--branch"), before)
        self.expect(0, "--revision", "HEAD", after=catalogue(20))
        # From a folder inside as well.
        self.expect(1, "--revision", "v1.9.0", folder=self.repository / "contracts")

    def test_a_branch_is_compared_with_where_it_left_the_other_one(self):
        self.git("switch", "--quiet", "--create", "feature")
        self.commit(catalogue(30))
        self.git("switch", "--quiet", "main")
        self.commit(catalogue(40))
        self.git("switch", "--quiet", "feature")
        self.assertIn('was {"maximum":20}, is {"maximum":30}', self.expect(1, "--merge-base", "main").stdout)

    def test_without_words_the_branch_of_origin_is_meant(self):
        self.assertIn("git knows no revision 'origin/HEAD'", self.expect(3).stderr)
        clone = self.root / "clone"
        self.git("clone", "--quiet", self.repository, clone, folder=self.root)
        self.commit(catalogue(50))
        self.assertIn('was {"maximum":20}, is {"maximum":30}', self.expect(1, folder=clone).stdout)

    def test_the_newest_tag_is_the_one_of_the_highest_version(self):
        result = self.expect(1, "--tags", "v*")
        self.assertIn('was {"maximum":20}, is {"maximum":30}', result.stdout)
        self.assertIn("v1.10.0:" + LOCK, result.stdout)
        self.assertIn("no tag of this branch's history matches 'w*'", self.expect(3, "--tags", "w*").stderr)

    def test_an_earlier_release_can_be_broken_where_the_last_one_is_not(self):
        self.commit(catalogue(20, ["word"]), "v2.0.0")
        after = catalogue(20, ["word"])
        self.expect(0, "--tags", "v*", after=after)
        result = self.expect(1, "--tags", "v*", "--transitive", "--format", "json", after=after)
        findings = json.loads(result.stdout)["findings"]
        self.assertEqual([(one["rule"], one["release"]) for one in findings],
                         [("S13", f"v1.10.0:{LOCK}")], "once, for the latest release that it breaks")
        self.assertEqual(findings[0]["witness"], {"accepted": "before", "value": {}})
        # What breaks the last release as well is that finding.
        once = self.expect(1, "--tags", "v*", "--transitive", "--format", "json", after=catalogue(4, ["word"]))
        rules = [one["rule"] for one in json.loads(once.stdout)["findings"]]
        self.assertEqual(rules, ["I25", "S13"])

    def test_a_baseline_that_is_not_there_is_never_fine(self):
        self.assertIn("git knows no revision 'v9'", self.expect(3, "--revision", "v9").stderr)
        self.assertIn("'--all' is no revision", self.expect(2, "--revision=--all").stderr)
        self.git("rm", "--quiet", LOCK)
        self.git("commit", "--quiet", "--message", "gone")
        self.assertIn("there is no file " + LOCK, self.expect(3, "--revision", "HEAD").stderr)
        self.assertRegex(self.expect(3, "--revision", "HEAD", folder=self.root).stderr,
                         "git reads no repository in .*: fatal: not a git repository.*; name another folder with --repository")
        self.git("commit", "--quiet", "--allow-empty", "--message", "none")
        (self.repository / "contracts").mkdir(exist_ok=True)
        self.commit("{")
        self.assertIn("HEAD:" + LOCK, self.expect(3, "--revision", "HEAD").stderr)

    def test_a_clone_without_history_names_the_command_that_gets_it(self):
        clone = self.root / "shallow"
        self.git("clone", "--quiet", "--depth", "1", self.repository.as_uri(), clone, folder=self.root)
        self.assertIn("git fetch --unshallow --tags origin", self.expect(3, "--revision", "v1.0.0", folder=clone).stderr)

        # Tags behind its end would be missing without a word.
        self.git("fetch", "--quiet", "--depth", "1", "origin", "tag", "v1.0.0", folder=clone)
        for words in [("--tags", "v*"), ("--tags", "v*", "--transitive")]:
            self.assertIn("this clone lacks history, so tags may be missing; get it with", self.expect(3, *words, folder=clone).stderr)

    def test_a_clone_without_files_gets_none_from_elsewhere(self):
        self.git("config", "uploadpack.allowFilter", "true")
        clone = self.root / "partial"
        self.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", self.repository.as_uri(), clone, folder=self.root)
        self.assertIn("there is no file " + LOCK, self.expect(3, "--revision", "v1.9.0", folder=clone).stderr)

    def test_a_release_is_newer_than_its_candidates(self):
        self.commit(catalogue(100), "v2.0.0")
        self.git("tag", "v2.0.0-rc1", "v1.0.0")
        self.assertIn("v2.0.0:" + LOCK + " →", self.expect(1, "--tags", "v*").stdout)

    def test_a_branch_with_the_name_of_a_tag_is_none(self):
        self.git("branch", "v1.10.0")
        self.assertIn("v1.10.0:" + LOCK + " →", self.expect(1, "--tags", "v1.10*").stdout)

    def test_an_earlier_release_that_cannot_be_compared_is_never_fine(self):
        self.commit(catalogue(20).replace('"integer"', '"strnig"'), "v1.11.0")
        self.commit(catalogue(20), "v1.12.0")
        result = self.expect(4, "--tags", "v1.1*", "--transitive", after=catalogue(20))
        self.assertIn("not decided (compared with v1.11.0:" + LOCK + ")", result.stdout)
        self.expect(0, "--tags", "v1.1*", after=catalogue(20))

    def test_a_tool_that_only_an_earlier_release_had_is_a_case_of_its_own(self):
        self.commit(catalogue(20).replace('"tools": [', '"tools": [{"name": "old"}, '), "v1.11.0")
        self.commit(catalogue(20), "v1.12.0")
        report = self.expect(1, "--tags", "v1.1*", "--transitive", "--format", "junit", after=catalogue(20)).stdout
        self.assertIn('name="old"', report)
        self.assertIn('failures="1"', report)
        place = json.loads(self.expect(1, "--tags", "v1.1*", "--transitive", "--format", "jsonl", after=catalogue(20)).stdout)
        self.assertEqual((place["rule"], place["file"], place["release"]), ("S13", LOCK, "v1.11.0:" + LOCK))

    def test_texts_of_a_stranger_suspend(self):
        def grants(*words):
            after = catalogue(20).replace('"echo",', '"echo", "description": "Says it.",')
            return json.loads(self.expect(0, "--revision", "HEAD", "--format", "jsonl", *words, after=after).stdout)["grants"]
        self.assertEqual(grants(), "keep")
        self.assertEqual(grants("--trust", "untrusted"), "suspend")

    def test_the_sample_hook_stops_a_commit_that_lets_more_in(self):
        hook = self.repository / ".git/hooks/pre-commit"
        hook.parent.mkdir(exist_ok=True)
        # As a user has it: copied, executable, iam-schema in the PATH.
        hook.write_bytes(HOOK.read_bytes())
        hook.chmod(0o755)
        (self.root / "iam-schema").symlink_to(PROGRAM)
        (self.repository / LOCK).write_text(catalogue(30))
        self.git("add", "--all")
        words = ["git", "-C", str(self.repository), "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--message", "more"]
        environment = {**os.environ, "PATH": f"{self.root}:{os.environ['PATH']}"}
        stopped = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        self.assertNotEqual(stopped.returncode, 0)
        self.assertIn("[I26 consent, suspended]", stopped.stdout + stopped.stderr)
        (self.repository / LOCK).write_text(catalogue(20).replace('"echo",', '"echo", "description": "Says it.",'))
        self.git("add", "--all")
        fine = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(fine.returncode, 0, fine.stderr)
        # A lock that moves is one that nothing is compared with any more.
        self.git("mv", LOCK, "contracts/other.tools.lock.json")
        gone = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(gone.returncode, 1)
        self.assertIn(LOCK + " is gone", gone.stderr)

    def test_one_baseline_at_a_time(self):
        for words in [("--revision", "HEAD", "--tags", "v*"), ("--merge-base", "main", "--tags", "v*"),
                      ("--revision", "HEAD", "--merge-base", "main"), ("--transitive",)]:
            self.expect(2, *words)


if __name__ == "__main__":
    PROGRAM, HOOK = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
