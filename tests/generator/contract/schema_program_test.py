"""The program iam-schema: arguments, exit codes, what it prints and what it writes."""
# Tests of generator/contract/cli/{command_line,commands,input,main}.cpp.
# Tests of generator/contract/refusals.cpp and generator/contract/formats/explain.cpp.
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DOCS = "", pathlib.Path()


def catalogue(maximum=10, line=3, **more):
    schema = {"type": "object", "properties": {"repeat": {"type": "integer", "maximum": maximum}}}
    source = {"file": "src/echo.hpp", "line": line}
    return {"iam": 1, "tools": [{"name": "echo", "inputSchema": schema, "_meta": {"iam/contract": {"source": source}}, **more}]}


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="iam schema ")  # a space, as some users have
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.old = self.write("old.json", catalogue())
        self.new = self.write("new.json", catalogue(20, line=7))

    def write(self, name, document):
        path = self.root / name
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return path

    def run_program(self, *words, text=None):
        return subprocess.run([PROGRAM, *map(str, words)], cwd=self.root, capture_output=True, text=True, input=text)

    def expect(self, code, *words, **keywords):
        result = self.run_program(*words, **keywords)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def test_help_and_version_need_nothing_else(self):
        self.assertIn("70", self.expect(0, "--help").stdout)
        self.assertRegex(self.expect(0, "--version").stdout, r"^iam-schema \d+\.\d+\.\d+\n$")

    def test_wrong_usage_has_a_code_of_its_own(self):
        for words, sentence in [
                ([], "subcommand"), (["diff", "a.json"], "AFTER"), (["diff", self.old, self.new, "--format", "xml"], "text, one-line"),
                (["diff", self.old, self.new, "--fail-on", "unknown"], "--fail-on"), (["explain", "I99"], "there is no rule 'I99'"),
                (["explain", "I26", "--page"], "--page"), (["diff", self.old, self.new, "--trust", "me"], "--trust"),
                (["rules", "--format", "xml"], "--format"), (["diff", "-", "-"], "only one side"), (["witness", "-", "-"], "only one side"),
                (["lock", self.new, ""], "a file has a name"), (["check", self.new], "MANIFEST"),
                (["baseline", self.new, "x", "--revision=-x"], "'-x' is no revision")]:
            with self.subTest(sentence):
                self.assertIn(sentence, self.expect(2, *words).stderr)

    def test_a_missing_or_unreadable_side_is_never_fine(self):
        broken = self.write("broken.json", "{")
        other = self.write("other.json", {"tools": []})
        self.assertIn("no.json: cannot be read", self.expect(3, "diff", "no.json", self.new).stderr)
        empty = self.root / "empty"
        empty.mkdir()
        self.assertIn("holds no *.tools.json and no *.tools.lock.json", self.expect(3, "diff", self.old, empty).stderr)
        self.write("empty/x.tools.json", "{")
        self.assertIn("x.tools.json", self.expect(3, "diff", self.old, empty).stderr)
        self.assertIn("broken.json", self.expect(3, "diff", self.old, broken).stderr)
        missing = self.expect(3, "check", self.new, "no.lock.json", "--accept-with", "make accept")
        self.assertIn("no.lock.json: cannot be read; write it with: make accept", missing.stderr)
        self.assertIn('"iam": 1', self.expect(3, "check", self.new, other).stderr)
        self.assertIn("build the target first", self.expect(3, "check", "no.json", self.old).stderr)
        page = self.write("page.json", {"jsonrpc": "2.0", "id": 1, "result": {"tools": [], "nextCursor": "2"}})
        self.assertIn("/nextCursor: this is one page", self.expect(3, "diff", page, page).stderr)

    def test_a_lock_that_was_just_written_holds(self):
        self.expect(0, "lock", self.new, "sub/new.lock.json")
        self.assertNotIn("echo.hpp", (self.root / "sub/new.lock.json").read_text())
        self.assertIn("no change", self.expect(0, "check", self.new, "sub/new.lock.json").stdout)
        moved = self.write("moved.json", catalogue(20, line=90))
        self.expect(0, "check", moved, "sub/new.lock.json")
        self.assertIn("cannot be read", self.expect(3, "lock", "no.json", "x.lock.json").stderr)

    def test_a_difference_from_the_lock_names_tool_place_and_command(self):
        self.expect(0, "lock", self.old, "echo.lock.json")
        result = self.expect(1, "check", self.new, "echo.lock.json", "--accept-with", "make accept")
        self.assertIn("src/echo.hpp:7: warning: echo: /inputSchema/properties/repeat: maximum raised or removed", result.stdout)
        self.assertIn('only after: {"repeat":11}', result.stdout)
        self.assertIn("[S11]", result.stdout)
        self.assertIn("To accept all of it:  make accept", result.stderr)
        by_hand = self.expect(1, "check", self.new, "echo.lock.json")
        self.assertIn("iam-schema lock", by_hand.stderr)

    def test_several_targets_have_one_lock(self):
        other = self.write("other.json", {"iam": 1, "tools": [{"name": "forget"}]})
        self.expect(0, "lock", self.old, other, "both.lock.json")
        self.expect(0, "check", other, self.old, "both.lock.json", "--format", "one-line")
        changed = self.expect(1, "check", self.new, other, "both.lock.json")
        self.assertIn("[I26]", changed.stdout)
        self.assertIn(f"iam-schema lock {self.new} {other} both.lock.json", changed.stderr)
        self.assertIn("[T01]", self.expect(1, "check", self.old, "both.lock.json").stdout)
        self.assertIn("have two tools 'echo' that differ", self.expect(3, "lock", self.old, self.new, "no.lock.json").stderr)
        self.assertFalse((self.root / "no.lock.json").exists())
        self.assertIn("no.json: cannot be read", self.expect(3, "check", self.old, "no.json", "both.lock.json").stderr)

    def test_a_lock_without_a_harmless_change_is_stale_all_the_same(self):
        self.expect(0, "lock", self.old, "echo.lock.json")
        described = self.write("described.json", catalogue(description="Says it."))
        result = self.expect(3, "check", described, "echo.lock.json")
        self.assertIn("[D01]", result.stdout)
        self.assertIn("[S11]", result.stdout)

    def test_exit_codes_follow_what_was_found(self):
        self.expect(0, "diff", self.old, self.old)
        self.expect(1, "diff", self.old, self.new)
        self.expect(0, "diff", self.old, self.new, "--fail-on", "breaking")
        self.expect(1, "diff", self.new, self.old, "--fail-on", "breaking")
        described = self.write("described.json", catalogue(description="Says it."))
        self.expect(0, "diff", self.old, described)
        self.expect(1, "diff", self.old, described, "--fail-on", "behaviour")
        added = self.write("added.json", {"iam": 1, "tools": []})
        self.expect(0, "diff", added, self.old)
        self.expect(1, "diff", added, self.old, "--fail-on", "compatible")
        odd = self.write("odd.json", catalogue(cost=3))
        self.expect(4, "diff", self.old, odd, "--fail-on", "breaking")

    def test_a_side_can_come_from_the_standard_input(self):
        self.assertIn("[I26]", self.expect(1, "diff", "-", self.new, text=self.old.read_text()).stdout)
        self.assertIn("[I26]", self.expect(1, "diff", self.old, "-", text=self.new.read_text()).stdout)

    def test_a_side_can_be_a_folder_of_locks(self):
        for name in ("accepted", "built"):
            (self.root / name).mkdir()
        self.write("accepted/a.tools.lock.json", catalogue())
        self.write("accepted/b.tools.lock.json", {"iam": 1, "tools": [{"name": "forget"}]})
        self.write("accepted/notes.json", "no catalogue")
        self.write("built/a.tools.json", catalogue(20))
        result = self.expect(1, "diff", "accepted", "built")
        self.assertIn("[I26]", result.stdout)
        self.assertIn("[T01]", result.stdout)
        self.assertIn("[T02]", self.expect(0, "diff", self.old, "accepted").stdout)

    def test_a_provider_can_be_one_that_must_take_the_tools(self):
        closed = self.write("closed.json", {"iam": 1, "tools": [{"name": "echo", "inputSchema": {
            "type": "object", "properties": {}, "required": [], "additionalProperties": False}}]})
        self.assertNotIn("S09", self.run_program("diff", closed, self.old).stdout)
        self.assertIn("[openai-strict/", self.expect(1, "diff", closed, self.old, "--profile", "ollama", "--profile", "openai-strict").stdout)
        self.assertIn("known are openai", self.expect(2, "diff", closed, self.old, "--profile", "opanai").stderr)

    def test_sarif_leads_to_the_page_of_rules(self):
        def rule(*words):
            log = json.loads(self.expect(1, "diff", self.old, self.new, "--format", "sarif", *words).stdout)
            self.assertEqual(log["runs"][0]["results"][0]["baselineState"], "new")
            return log["runs"][0]["tool"]["driver"]["rules"][0]
        self.assertEqual(rule("--rules-page", "https://example.org/rules")["helpUri"], "https://example.org/rules#I26")
        self.assertNotIn("helpUri", rule())
        self.assertTrue('<a id="I26"></a>' in self.expect(0, "explain", "--page").stdout)

    def test_a_server_s_texts_suspend_unless_it_is_trusted(self):
        def answer(text):
            return {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "echo", "description": text}]}}
        old, new = self.write("a.json", answer("Says it.")), self.write("b.json", answer("Says more."))
        def grants(*more):
            return json.loads(self.expect(0, "diff", old, new, "--format", "json", *more).stdout)["findings"][0]["grants"]
        self.assertEqual(grants(), "suspend")
        self.assertEqual(grants("--trust", "first-party"), "keep")
        ours = self.write("ours.json", catalogue(description="Says it.")), self.write("more.json", catalogue(description="Says more."))
        self.assertEqual(json.loads(self.expect(0, "diff", *ours, "--format", "json").stdout)["findings"][0]["grants"], "keep")

    def test_a_report_goes_to_a_file_and_words_to_people(self):
        result = self.expect(1, "diff", self.old, self.new, "--format", "sarif", "--output", "out/x.sarif")
        self.assertIn("maximum raised", result.stdout)
        log = json.loads((self.root / "out/x.sarif").read_text())
        place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place, {"artifactLocation": {"uri": "src/echo.hpp"}, "region": {"startLine": 7}})
        self.assertIn("cannot", self.expect(3, "diff", self.old, self.new, "--output", "/dev/null/x").stderr)

    def test_a_finding_that_somebody_answers_for_fails_nothing_until_its_day(self):
        finding = json.loads(self.run_program("diff", self.old, self.new, "--format", "jsonl").stdout)
        entry = {name: finding[name] for name in ("rule", "tool", "pointer", "fingerprint")}
        entry |= {"reason": "agreed", "owner": "ana", "approved_by": "bob", "created": "2026-11-01", "expires": "2026-12-31"}
        ignored = self.write("ignore.json", {"iam": 1, "ignore": [entry]})
        words = ["diff", self.old, self.new, "--ignore", ignored, "--today"]
        self.assertIn("ignored until 2026-12-31, ana and bob: agreed", self.expect(0, *words, "2026-12-31").stdout)
        self.assertIn("[S17]", self.expect(1, *words, "2027-01-01").stdout)
        self.assertIn("is no day", self.expect(2, *words, "tomorrow").stderr)
        unused = self.expect(0, "diff", self.old, self.old, "--ignore", ignored, "--today", "2026-12-01")
        self.assertIn("[S18]", unused.stdout)
        alone = self.write("alone.json", {"iam": 1, "ignore": [{**entry, "approved_by": "ana"}]})
        self.assertIn("/ignore/0/approved_by: whoever approves", self.expect(2, "diff", self.old, self.new, "--ignore", alone).stderr)
        self.assertIn("no.json: cannot be read", self.expect(2, "diff", self.old, self.new, "--ignore", "no.json").stderr)

    def test_a_project_says_how_loud_rules_are(self):
        described = self.write("described.json", catalogue(description="Says it."))
        levels = self.write("levels.json", {"iam": 1, "levels": [{"rule": "D01", "level": "error"}]})
        self.expect(0, "diff", self.old, described)
        self.assertIn("error: echo: /description", self.expect(1, "diff", self.old, described, "--levels", levels).stdout)
        wrong = self.write("wrong.json", {"iam": 1, "levels": [{"rule": "D01"}]})
        self.assertIn("wrong.json: /levels/0/level:", self.expect(2, "diff", self.old, described, "--levels", wrong).stderr)

        # Notices about the list of ignored findings have levels as well, and what somebody answers
        # for fails nothing.
        entry = {"rule": "D01", "tool": "echo", "pointer": "/description", "fingerprint": "0", "reason": "r", "owner": "ana",
                 "created": "2026-11-01", "expires": "2026-12-31"}
        unused = self.write("unused.json", {"iam": 1, "ignore": [entry]})
        words = ["diff", self.old, self.old, "--ignore", unused, "--today", "2026-12-01"]
        self.expect(0, *words)
        self.assertIn("error: echo: /description: nothing to ignore", self.expect(1, *words, "--levels", self.write(
            "notices.json", {"iam": 1, "levels": [{"rule": "S18", "level": "error"}]})).stdout)
        finding = json.loads(self.run_program("diff", self.old, described, "--format", "jsonl").stdout)
        used = self.write("used.json", {"iam": 1, "ignore": [{**entry, "fingerprint": finding["fingerprint"]}]})
        self.expect(0, "diff", self.old, described, "--levels", levels, "--ignore", used, "--today", "2026-12-01")

    def test_an_entry_that_would_never_expire_is_refused(self):
        entry = {"rule": "I26", "tool": "echo", "pointer": "/inputSchema/properties/repeat", "fingerprint": "0", "reason": "r", "owner": "ana",
                 "approved_by": "bob", "created": "2099-01-01", "expires": "2099-03-01"}
        ignored = self.write("ignore.json", {"iam": 1, "ignore": [entry]})
        words = ["diff", self.old, self.new, "--ignore", ignored, "--today"]
        self.assertIn("/ignore/0/created: an entry is created today at the latest", self.expect(2, *words, "2026-11-22").stderr)
        self.expect(1, *words, "2099-01-01")

    def test_half_a_report_is_none(self):
        with open("/dev/full", "w") as full:
            for words in (["diff", self.old, self.old], ["witness", self.old, self.new], ["rules"]):
                result = subprocess.run([PROGRAM, *map(str, words)], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
                self.assertEqual(result.returncode, 3)
                self.assertIn("cannot be written", result.stderr)

    def test_what_a_stranger_writes_does_not_look_like_a_line_of_ours(self):
        name = "a\n::stop-commands::x\nb.json → c.json: no change"
        def one(maximum):
            schema = {"type": "object", "properties": {"x\n::y": {"type": "integer", "maximum": maximum}}}
            return {"tools": [{"name": name, "description": f"d{maximum}\n::z", "inputSchema": schema}]}
        old, new = self.write("a.json", one(1)), self.write("b.json", one(2))
        def lines(form):
            return self.expect(1, "diff", old, new, "--format", form).stdout.splitlines()
        for form in ("text", "one-line", "markdown", "tap", "junit"):
            with self.subTest(form):
                self.assertFalse([line for line in lines(form) if line.startswith(("::", "b.json →"))])
        self.assertEqual(len(lines("github")), 2)

    def test_a_server_s_places_and_claims_are_not_ours(self):
        def answer(maximum):
            return {"jsonrpc": "2.0", "id": 1, "result": catalogue(maximum)}
        old, new = self.write("a.json", answer(1)), self.write("b.json", answer(2))
        finding = json.loads(self.expect(1, "diff", old, new, "--format", "jsonl").stdout)
        self.assertEqual(finding["file"], str(new))
        described = self.write("c.json", {"jsonrpc": "2.0", "id": 1, "result": catalogue(1, description="More.")})
        self.assertEqual(json.loads(self.expect(0, "diff", old, described, "--format", "jsonl").stdout)["grants"], "suspend")

    def test_witnesses_can_be_asked_for(self):
        every = json.loads(self.expect(0, "witness", self.old, self.new).stdout)
        self.assertEqual(every, {"tool": "echo", "rule": "I26", "accepted": "after", "value": {"repeat": 11}})
        print_ = json.loads(self.run_program("diff", self.old, self.new, "--format", "jsonl").stdout)["fingerprint"]
        self.expect(0, "witness", self.old, self.new, print_[:12])
        self.expect(0, "witness", self.old, self.new, "I26")
        self.assertEqual(self.expect(1, "witness", self.old, self.new, "I23").stdout, "")
        self.assertEqual(self.expect(1, "witness", self.old, self.old).stdout, "")
        self.expect(3, "witness", self.old, "no.json")

    def test_rules_are_explained_and_listed(self):
        self.assertIn("A maximum is what keeps an amount small", self.expect(0, "explain", "I26").stdout)
        self.assertEqual(self.expect(0, "explain", "I26", "I23").stdout.count("Example:"), 2)
        listed = self.expect(0, "explain").stdout
        self.assertEqual(listed, self.expect(0, "rules").stdout)
        rules = json.loads(self.expect(0, "rules", "--format", "json").stdout)["rules"]
        self.assertEqual(len(rules), len(listed.splitlines()))
        self.assertEqual(next(rule for rule in rules if rule["id"] == "I26")["grants"], "suspend")

    def test_the_page_of_rules_is_what_the_program_prints(self):
        page = self.expect(0, "explain", "--page").stdout
        path = DOCS / "contract-rules.md"
        if os.environ.get("IAM_UPDATE_GOLDEN") == "1":
            path.write_text(page)
        self.assertEqual(page, path.read_text(), "IAM_UPDATE_GOLDEN=1 rewrites docs/contract-rules.md")

    def test_a_terminal_gets_colours(self):
        leader, follower = pty.openpty()
        self.addCleanup(os.close, leader)
        environment = {**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm"}
        subprocess.run([PROGRAM, "diff", str(self.old), str(self.new)], stdout=follower, env=environment, check=False)
        os.close(follower)
        self.assertIn(b"\x1b[1;35mwarning:", os.read(leader, 65536))


if __name__ == "__main__":
    PROGRAM, DOCS = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
