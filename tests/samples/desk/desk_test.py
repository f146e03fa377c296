#!/usr/bin/env python3
"""The tools of the desk through its own command line, their files read back by parsers that are not
ours: desk_test.py --build FOLDER --sample FOLDER CASE (77: python3-icalendar is missing)."""
import argparse
import datetime
import email
import email.policy
import json
import pathlib
import re
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from desk import Desk  # noqa: E402

try:
    import icalendar
except ImportError:
    print("skipped: there is no icalendar for this Python; install python3-icalendar")
    sys.exit(77)

UTC = datetime.timezone.utc
# Everything that a line-based format could take for its own.
HOSTILE = "a,b;c\\d \"e\" : ü€😀\r\nEND:VEVENT\r\nBEGIN:VALARM\nACTION:EMAIL\r\nATTENDEE:mailto:evil@example.com"


def calendar_of(path: str) -> icalendar.Calendar:
    raw = pathlib.Path(path).read_bytes()
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r"), "every line ends in CR LF"
    assert all(len(line) <= 75 for line in raw.split(b"\r\n")), "a line is longer than 75 bytes"
    return icalendar.Calendar.from_ical(raw)


def only_event(path: str) -> icalendar.Event:
    calendar = calendar_of(path)
    assert [part.name for part in calendar.subcomponents] == ["VEVENT"], calendar
    return calendar.subcomponents[0]


def line_breaks(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def test_an_alarm_rings_every_weekday_at_its_local_time(desk: Desk, proposals: pathlib.Path) -> None:
    said = desk.call("schedule_weekday_alarm", hour=6, minute=5, label="Wake up, early; really")["result"]
    assert said["time"] == "06:05", said
    event = only_event(said["file"])
    rule = event["RRULE"]
    assert rule["FREQ"] == ["WEEKLY"] and rule["BYDAY"] == ["MO", "TU", "WE", "TH", "FR"] and set(rule) == {"FREQ", "BYDAY"}, rule
    start = event["DTSTART"].dt
    assert (start.hour, start.minute, start.second, start.tzinfo) == (6, 5, 0, None), start
    assert start.weekday() < 5
    assert str(event["SUMMARY"]) == "Wake up, early; really"
    alarm = event.subcomponents[0]
    assert len(event.subcomponents) == 1 and alarm["ACTION"] == "DISPLAY" and alarm["TRIGGER"].dt == datetime.timedelta(0)


def test_an_event_keeps_its_instants_whatever_their_offset(desk: Desk, proposals: pathlib.Path) -> None:
    for start, end in (("2031-03-30T10:00:00+02:00", "2031-03-30T04:30:00-05:00"), ("2031-12-31T23:30:00Z", "2032-01-01T00:30:00.750+00:30"),
                       ("2032-02-29T00:00:00+05:45", "2032-02-29T23:59:59+05:45")):
        event = only_event(desk.call("create_calendar_event", title="Team Sync", start=start, end=end, location="Main Office")["result"]["file"])
        for property_name, text in (("DTSTART", start), ("DTEND", end)):
            wanted = datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(microsecond=0)
            assert event[property_name].dt == wanted, (property_name, event[property_name].dt, wanted)
        assert str(event["SUMMARY"]) == "Team Sync" and str(event["LOCATION"]) == "Main Office"


def test_an_event_that_ends_before_it_starts_fails_with_the_functions_own_code(desk: Desk, proposals: pathlib.Path) -> None:
    said = desk.refusal(1, "create_calendar_event", title="x", start="2031-01-01T10:00:00Z", end="2031-01-01T10:00:00+02:00")
    assert said["code"] == "end_before_start", said
    assert desk.files() == []


def test_labels_stay_one_value_of_a_calendar_file(desk: Desk, proposals: pathlib.Path) -> None:
    event = only_event(desk.call("create_calendar_event", title=HOSTILE, start="2031-01-01T10:00:00Z", end="2031-01-01T11:00:00Z",
                                 location=HOSTILE + "x" * 20)["result"]["file"])
    assert sorted(event) == ["DTEND", "DTSTAMP", "DTSTART", "LOCATION", "SUMMARY", "UID"], sorted(event)
    assert str(event["SUMMARY"]) == line_breaks(HOSTILE), str(event["SUMMARY"])
    assert str(event["LOCATION"]) == line_breaks(HOSTILE) + "x" * 20
    # A backslash before an n is no line break; icalendar 4 reads it as one, so this looks at the
    # bytes.
    raw = pathlib.Path(desk.call("schedule_weekday_alarm", hour=7, label="a\\nb")["result"]["file"]).read_bytes()
    assert b"SUMMARY:a\\\\nb\r\n" in raw, raw
    alarm = only_event(desk.call("schedule_weekday_alarm", hour=7, label=HOSTILE)["result"]["file"])
    assert str(alarm["SUMMARY"]) == line_breaks(HOSTILE)
    assert [part.name for part in alarm.subcomponents] == ["VALARM"] and "ATTENDEE" not in alarm.subcomponents[0]


def message_of(path: str) -> email.message.EmailMessage:
    message = email.message_from_bytes(pathlib.Path(path).read_bytes(), policy=email.policy.default)
    assert not message.defects, message.defects
    return message


def test_a_draft_has_its_recipients_subject_and_text(desk: Desk, proposals: pathlib.Path) -> None:
    to = [f"person{number}@example.com" for number in range(20)]
    for subject in ("Hello", "Grüße aus dem Büro: " + "ß€😀" * 30, " blanks at both ends ", "=?UTF-8?Q?not_encoded?=", ""):
        message = message_of(desk.call("compose_email_draft", to=to, subject=subject, body="Hello from the demo.\nÜber\n")["result"]["file"])
        assert [address.addr_spec for address in message["To"].addresses] == to
        assert message["Subject"] == subject, (message["Subject"], subject)
        assert message.get_content() == "Hello from the demo.\nÜber\n"
        assert message["X-Unsent"] == "1"


def test_text_of_a_draft_never_becomes_a_header(desk: Desk, proposals: pathlib.Path) -> None:
    evil = "Hello\r\nBcc: evil@example.com\r\n\r\nnot the body"
    message = message_of(desk.call("compose_email_draft", to=["team@example.com"], subject=evil, body="\r\n.\r\nBcc: evil@example.com")["result"]["file"])
    assert "Bcc" not in message and message.get_all("To") == ["team@example.com"]
    assert sorted(message.keys()) == sorted(["Date", "Message-ID", "To", "Subject", "X-Unsent", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"])
    assert "Bcc: evil@example.com" in message.get_content()
    before = desk.files()
    for address in ("a@example.com\r\nBcc: evil@example.com", "a@example.com, b@example.com", "A <a@example.com>", "a", "@", "a@b@c"):
        assert desk.refusal(1, "compose_email_draft", to=[address], subject="x", body="x")["code"] == "bad_address", address
    assert desk.files() == before


def test_a_destination_stays_one_value_of_the_link(desk: Desk, proposals: pathlib.Path) -> None:
    destination = "Café & Bar?travelmode=walking#top/../%2e'\"$(id);`id`\n東京"
    said = desk.call("open_map_directions", destination=destination, mode="transit")["result"]
    link = urllib.parse.urlsplit(said["url"])
    assert (link.scheme, link.netloc, link.fragment) == ("https", "www.google.com", "")
    assert urllib.parse.parse_qs(link.query, strict_parsing=True) == {"api": ["1"], "destination": [destination], "travelmode": ["transit"]}
    assert said["opened"] is False, "there is no desktop here"


def test_the_link_goes_to_the_desktop_opener_as_one_argument(desk: Desk, proposals: pathlib.Path) -> None:
    opener = desk.home / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$#" "$1" > {desk.home}/opened\n')
    opener.chmod(0o755)
    said = json.loads(desk.succeeds("call", "open_map_directions", '{"destination": "Tokyo; $(id)"}', "--json", DISPLAY=":0",
                                    PATH=f"{opener.parent}:/usr/bin:/bin"))["result"]
    assert said["opened"] is True, said
    assert (desk.home / "opened").read_text().splitlines() == ["1", said["url"]]


MEETING = {"title": "Team Sync", "start": "2031-01-01T10:00:00Z", "end": "2031-01-01T11:00:00Z", "location": "Main Office"}
# One call of each tool.
CALLS = {
    "schedule_weekday_alarm": {"hour": 6, "label": "Wake up"},
    "create_calendar_event": MEETING,
    "open_map_directions": {"destination": "Tokyo"},
    "compose_email_draft": {"to": ["team@example.com"], "subject": "x", "body": "x"},
    "echo": {"message": "x"},
}


def refused_undo(desk: Desk, call: dict) -> dict:
    refused = desk.run("undo", call["entry"], "--json")
    assert refused.returncode != 0, refused
    return json.loads(refused.stdout)


def test_the_tools_have_low_medium_and_high_risk(desk: Desk, proposals: pathlib.Path) -> None:
    tiers = [re.search(r"^(\w+) .*\b(Low|Medium|High) risk\b", line) for line in desk.succeeds("tools").splitlines()]
    assert {tier[1]: tier[2] for tier in tiers} == {
        "echo": "Low", "schedule_weekday_alarm": "Medium", "create_calendar_event": "Medium", "compose_email_draft": "High",
        "open_map_directions": "High"}, tiers


def test_each_tool_does_as_its_hints_say(desk: Desk, proposals: pathlib.Path) -> None:
    """Holds the hints against the files and the links that two equal calls of each tool leave."""
    opener = desk.home / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> {desk.home}/opened\n')
    opener.chmod(0o755)
    desktop = {"DISPLAY": ":0", "PATH": f"{opener.parent}:/usr/bin:/bin"}
    opened = desk.home / "opened"
    tools = json.loads(desk.succeeds("tools", "--json"))["tools"]
    assert sorted(tool["name"] for tool in tools) == sorted(CALLS)
    for tool in tools:
        name, hints = tool["name"], tool["annotations"]
        assert sorted(hints) == ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"], (name, hints)
        seen = []
        for _ in range(3):
            seen.append((desk.contents(), opened.read_text() if opened.exists() else ""))
            desk.succeeds("call", name, json.dumps(CALLS[name]), **desktop)
        before, first, second = seen
        assert hints["readOnlyHint"] == (before == first), (name, before, first)
        assert hints["idempotentHint"] == (first == second), (name, first, second)
        assert hints["openWorldHint"] == (before[1] != first[1]), (name, before[1], first[1])
        kept = {path: text for path, text in first[0].items() if path in before[0]}
        assert hints["destructiveHint"] == (kept != before[0]), (name, before[0], first[0])


def test_an_alarm_or_event_that_is_there_already_stays_the_only_one(desk: Desk, proposals: pathlib.Path) -> None:
    for tool, other in (("schedule_weekday_alarm", {"hour": 6, "minute": 1, "label": "Wake up"}), ("schedule_weekday_alarm", {"hour": 6}),
                        ("create_calendar_event", {**MEETING, "title": "Other"}), ("create_calendar_event", {**MEETING, "end": "2031-01-01T12:00:00Z"}),
                        ("create_calendar_event", {**MEETING, "location": None})):
        other = {name: value for name, value in other.items() if value is not None}
        results = [desk.call(tool, **arguments)["result"] for arguments in (CALLS[tool], other, CALLS[tool], other)]
        assert results[0]["file"] == results[2]["file"] != results[1]["file"] == results[3]["file"], results
        assert [result["created"] for result in results[2:]] == [False, False], results
    assert len(desk.files()) == 7, desk.files()


def test_long_texts_are_found_again_behind_their_folds(desk: Desk, proposals: pathlib.Path) -> None:
    for label in (HOSTILE, "ü" * 150, "T060000", "DTSTART:20260101T060000"):
        results = [desk.call("schedule_weekday_alarm", hour=hour, label=label)["result"] for hour in (7, 6, 7)]
        assert [result["created"] for result in results] == [True, True, False], (label, results)


def test_a_preview_says_that_a_call_would_change_nothing(desk: Desk, proposals: pathlib.Path) -> None:
    for tool in ("schedule_weekday_alarm", "create_calendar_event"):
        arguments = json.dumps(CALLS[tool])
        assert "changes nothing" not in desk.succeeds("preview", tool, arguments)
        assert not (desk.home / "data" / "desk" / "calendar").exists() or tool != "schedule_weekday_alarm", "the preview made a folder"
        desk.succeeds("call", tool, arguments)
        assert "changes nothing" in desk.succeeds("preview", tool, arguments)


def test_equal_calls_at_once_make_one_alarm_or_event(desk: Desk, proposals: pathlib.Path) -> None:
    other = {"schedule_weekday_alarm": {"hour": 7}, "create_calendar_event": {**MEETING, "title": "Other"}}
    for tool, kind in (("schedule_weekday_alarm", "alarm"), ("create_calendar_event", "event")):
        file = pathlib.Path(desk.call(tool, **other[tool])["result"]["file"])
        # Many entries make the search long, so the calls meet in it.
        for number in range(2, 501):
            file.with_name(f"{kind}-{number}.ics").write_bytes(file.read_bytes())
        file.with_name(f".{kind}.last").write_text("500")
        results = [call["result"] for call in desk.call_at_once(8, tool, **CALLS[tool])]
        assert sorted(result["created"] for result in results) == [False] * 7 + [True], results
        assert {result["file"] for result in results} == {str(file.with_name(f"{kind}-501.ics"))}, results
        only_event(results[0]["file"])
    assert len(desk.files()) == 2 * 501, desk.files()


def test_drafts_at_once_get_a_number_each(desk: Desk, proposals: pathlib.Path) -> None:
    results = [call["result"] for call in desk.call_at_once(8, "compose_email_draft", **CALLS["compose_email_draft"])]
    assert sorted(result["id"] for result in results) == list(range(1, 9)), results
    assert desk.files() == [f"drafts/draft-{number}.eml" for number in range(1, 9)]
    for result in results:
        assert message_of(result["file"])["Message-ID"].startswith(f"<draft-{result['id']}."), result


def test_an_entry_that_cannot_be_read_is_no_reason_for_a_second_one(desk: Desk, proposals: pathlib.Path) -> None:
    for tool, name in (("schedule_weekday_alarm", "alarm-1.ics"), ("create_calendar_event", "event-1.ics")):
        file = pathlib.Path(desk.call(tool, **CALLS[tool])["result"]["file"])
        kept = file.read_bytes()
        file.unlink()
        # Root reads every file, but neither a folder nor a link that leads to itself.
        for spoil, mend in ((file.mkdir, file.rmdir), (lambda: file.symlink_to(file), file.unlink)):
            spoil()
            said = desk.refusal(1, tool, **CALLS[tool])
            assert said["code"] == "file_error" and f"Cannot read {file}" in said["message"], said
            preview = desk.run("preview", tool, json.dumps(CALLS[tool]))
            assert preview.returncode != 0 and f"Cannot read {file}" in preview.stdout + preview.stderr, preview
            assert [path.name for path in file.parent.iterdir() if path.name.startswith(file.name.split("-")[0])] == [name]
            mend()
        file.write_bytes(kept)
        assert desk.call(tool, **CALLS[tool])["result"]["created"] is False


def test_a_folder_that_cannot_be_read_is_not_taken_for_an_empty_one(desk: Desk, proposals: pathlib.Path) -> None:
    folder = desk.home / "data" / "desk" / "calendar"
    folder.parent.mkdir(parents=True)
    folder.write_text("a file in the folder's place")
    for tool in ("schedule_weekday_alarm", "create_calendar_event"):
        preview = desk.run("preview", tool, json.dumps(CALLS[tool]))
        assert preview.returncode != 0 and f"Cannot read {folder}" in preview.stdout + preview.stderr, preview


def test_the_call_that_made_an_entry_is_undone_after_the_equal_calls_that_rely_on_it(desk: Desk, proposals: pathlib.Path) -> None:
    for tool in ("schedule_weekday_alarm", "create_calendar_event"):
        first, second, third = (desk.call(tool, **CALLS[tool]) for _ in range(3))
        files = desk.files()
        said = refused_undo(desk, first)
        assert said["code"] == "undo_depends" and said["later"] == [third["entry"], second["entry"]], said
        # The later calls made nothing, so their undos remove nothing.
        for call in (third, second):
            desk.succeeds("undo", call["entry"])
            assert desk.files() == files
        desk.succeeds("undo", first["entry"])
        assert desk.files() == []


def test_undo_removes_what_each_tool_has_written(desk: Desk, proposals: pathlib.Path) -> None:
    calls = [
        desk.call("schedule_weekday_alarm", hour=6),
        desk.call("create_calendar_event", title="x", start="2031-01-01T10:00:00Z", end="2031-01-01T11:00:00Z"),
        desk.call("compose_email_draft", to=["team@example.com"], subject="x", body="x"),
    ]
    assert desk.files() == ["calendar/alarm-1.ics", "calendar/event-1.ics", "drafts/draft-1.eml"]
    for call in calls:
        desk.succeeds("undo", call["entry"])
        assert desk.run("undo", call["entry"]).returncode == 1, "a second undo"
    assert desk.files() == []
    # A link that was opened and a message that was said back have nothing to undo.
    for tool in ("open_map_directions", "echo"):
        assert desk.run("undo", desk.call(tool, **CALLS[tool])["entry"]).returncode == 1, tool


def test_a_file_that_somebody_changed_is_not_removed(desk: Desk, proposals: pathlib.Path) -> None:
    for tool, key in (("schedule_weekday_alarm", "alarm/1"), ("create_calendar_event", "event/1"), ("compose_email_draft", "draft/1")):
        call = desk.call(tool, **CALLS[tool])
        file = pathlib.Path(call["result"]["file"])
        before = file.read_bytes()
        file.write_bytes(before + b"and a line of my own\r\n")
        said = refused_undo(desk, call)
        assert said["code"] == "undo_conflict" and key in said["message"], said
        assert file.read_bytes() == before + b"and a line of my own\r\n"
        file.write_bytes(before)
        desk.succeeds("undo", call["entry"])
        assert desk.files() == []


def test_an_echo_says_the_message_as_often_as_asked_and_keeps_nothing(desk: Desk, proposals: pathlib.Path) -> None:
    assert desk.call("echo", message="hello", repeat=2)["result"] == {"text": "hello hello"}
    assert not (desk.home / "data").exists()


def test_undo_of_the_first_of_two_equal_drafts_leaves_the_second(desk: Desk, proposals: pathlib.Path) -> None:
    first, second = (desk.call("compose_email_draft", **CALLS["compose_email_draft"]) for _ in range(2))
    assert second["result"]["id"] == 2
    desk.succeeds("undo", first["entry"])
    assert desk.files() == ["drafts/draft-2.eml"]
    # A number that was given once is never given again, or the next undo could take the wrong file.
    assert desk.call("compose_email_draft", **CALLS["compose_email_draft"])["result"]["id"] == 3


def test_proposals_of_every_provider_are_played_and_the_made_up_date_is_refused(desk: Desk, proposals: pathlib.Path) -> None:
    for number, provider in enumerate(("openai", "anthropic", "gemini", "ollama"), 1):
        file = proposals / f"{provider}.json"
        assert "no model was asked" in json.loads(file.read_text())["hand_written"]
        done = desk.run("call", "--from", provider, str(file), "--json")
        assert done.returncode == 3, f"{provider}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        # In the provider's own shape: the refusal names the place and the expected form, and the
        # other calls are done.
        assert "invalid_arguments" in done.stdout and "/start" in done.stdout and "/end" in done.stdout and "date-time" in done.stdout, done.stdout
        # All of them propose the same alarm, which is set once; each draft is another one.
        assert desk.files() == ["calendar/alarm-1.ics"] + [f"drafts/draft-{i}.eml" for i in range(1, number + 1)], provider


def test_nobody_is_asked_about_the_made_up_date(desk: Desk, proposals: pathlib.Path) -> None:
    desk.succeeds("policy", "set", "create_calendar_event", "confirm")
    said = desk.refusal(3, "create_calendar_event", title="Team Sync", start="<tomorrow's date>T10:00:00", end="<tomorrow's date>T11:00:00")
    assert said["code"] == "invalid_arguments", said
    assert sorted(error["pointer"] for error in said["errors"]) == ["/end", "/start"], said
    assert json.loads(desk.succeeds("approvals", "list", "--json") or "[]") in ([], {"approvals": []})


def test_a_valid_date_a_year_late_is_for_the_person_to_see(desk: Desk, proposals: pathlib.Path) -> None:
    desk.succeeds("policy", "set", "create_calendar_event", "confirm")
    late = (datetime.date.today() + datetime.timedelta(days=366)).isoformat()
    text = (proposals / "year_late.json").read_text().replace("@TOMORROW_BUT_A_YEAR_LATE@", late)
    file = desk.home / "year_late.json"
    file.write_text(text)
    call = json.loads(text)["content"][0]
    shown = desk.succeeds("preview", call["name"], json.dumps(call["input"]))
    assert "is the year right?" in shown and late in shown, shown
    assert desk.run("call", "--from", "anthropic", str(file)).returncode == 5, "nobody was there to decide"
    assert desk.files() == []


def test_the_state_is_named_after_the_target_whatever_the_program_is_called(desk: Desk, proposals: pathlib.Path) -> None:
    renamed = desk.home / "renamed"
    renamed.symlink_to(desk.program)
    Desk(renamed, desk.home).call("echo", message="x")
    assert sorted(path.name for path in (desk.home / "state").iterdir()) == ["desk"]


def test_the_undo_command_that_a_call_prints_takes_it_back(desk: Desk, proposals: pathlib.Path) -> None:
    called = desk.run("call", "schedule_weekday_alarm", '{"hour": 6}')
    entry = next(line.removeprefix("entry ") for line in called.stdout.splitlines() if line.startswith("entry "))
    command = next(line.removeprefix("undo with: ") for line in called.stdout.splitlines() if line.startswith("undo with: "))
    assert command.split()[-2:] == ["undo", entry], command
    desk.succeeds(*command.split()[1:])
    assert desk.files() == []


def main() -> int:
    cases = {name.removeprefix("test_"): case for name, case in globals().items() if name.startswith("test_")}
    parser = argparse.ArgumentParser(description="One case of the desk's tests.")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build's folder of the desk")
    parser.add_argument("--sample", type=pathlib.Path, required=True, help="its sources")
    parser.add_argument("case", choices=sorted(cases), metavar="CASE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        cases[arguments.case](Desk(arguments.build.resolve() / "desk", pathlib.Path(home)).allow_everything(), arguments.sample / "proposals")
    return 0


if __name__ == "__main__":
    sys.exit(main())
