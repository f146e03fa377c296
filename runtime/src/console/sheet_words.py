#!/usr/bin/python3
"""Prints the words of the permission sheet as a JavaScript module, from the catalogue in
runtime/src/words.

usage: sheet_words.py [--check FILE]
--check compares FILE with that text in place of printing it. Exit codes: 0 they are the same,
1 they differ or the catalogue lacks a text, 2 the usage is wrong.
"""
import json
import pathlib
import re
import sys

# The ids of iam/words/ids.hpp that the sheet shows.
IDS = """
title from allow_once allow_always deny_once deny_always risk_low risk_medium risk_high
compiled_in another_program trusted_program other_than_trusted this_program
proposed_by by_person by_program by_mcp_client by_named_mcp_client by_model by_named_model by_model_of
by_named_model_of asked_because recent_runs recent_runs_at_least changes lookalikes lookalikes_more
will will_as_claimed will_read will_change may_change will_destroy will_keep may_destroy
repeat_is_harmless repeat_does_again repeat_may_do_again reaches_beyond stays_inside may_reach_beyond
can_undo can_undo_for can_make_up can_make_up_for cannot_undo
preview preview_failed preview_none preview_by_application preview_by_server warning
arguments arguments_in_part hidden_characters always_stores always_refused allowing_refused
detail detail_session detail_agent detail_decided_by detail_place detail_approval detail_description
settled_elsewhere further_what further_ends further_refused
by_default_policy by_compiled_policy by_stored_policy by_rule by_permission by_grant by_approval
by_host_assertion by_interceptor by_freeze by_nobody refused_destructive
sheet_close sheet_waits sheet_open sheet_back sheet_scroll sheet_changed sheet_insecure sheet_inputs
sheet_taint sheet_more sheet_how_many sheet_reason
""".split()

RUNTIME = pathlib.Path(__file__).resolve().parents[2]
LOCALE = re.compile(r'ROW\((\w+), +"([\w-]+)"\)')
TEXT = re.compile(r'\{Id::(\w+), ("(?:[^"\\]|\\.)*")\},')


def texts_of(locale: str) -> dict[str, str]:
    source = (RUNTIME / "src/words" / f"{locale}.cpp").read_text(encoding="utf-8")
    # The literals of the catalogue have only the escapes that JSON has too.
    return {match.group(1): json.loads(match.group(2)) for match in TEXT.finditer(source)}


def module() -> str:
    out = ["// The words of the permission sheet in each language. sheet_words.py writes this file from the",
           "// catalogue in runtime/src/words; change a text there.", "", "export const words = {"]
    for locale, tag in LOCALE.findall((RUNTIME / "include/iam/words/locale.hpp").read_text(encoding="utf-8")):
        texts = texts_of(locale)
        missing = [name for name in IDS if name not in texts]
        if missing:
            sys.exit(f"sheet_words: {locale}.cpp has no text {', '.join(missing)}; write it there, or take the id out of IDS.")
        out.append(f"    {json.dumps(tag)}: {{")
        out += [f"        {name}: {json.dumps(texts[name], ensure_ascii=False)}," for name in IDS]
        out.append("    },")
    return "\n".join([*out, "};", ""])


def main(arguments: list[str]) -> int:
    text = module()
    if not arguments:
        sys.stdout.write(text)
        return 0
    if len(arguments) != 2 or arguments[0] != "--check":
        print(__doc__, file=sys.stderr)
        return 2
    if pathlib.Path(arguments[1]).read_text(encoding="utf-8") == text:
        return 0
    print(f"{arguments[1]} is not made of the catalogue as it is now; run {pathlib.Path(__file__).name} > {arguments[1]}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
