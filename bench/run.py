#!/usr/bin/python3
"""Ratios of one run: a whole call against its parts. bench/generator.py does the same for iam-gen.

usage: bench/run.py BUILD_DIR

A release build is wanted: cmake --preset release && cmake --build --preset release --target bench;
then build/release. call_steps counts the instructions of a call on the processor itself; valgrind
counts those of its own processor, and allocations. What cannot be measured is said so.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def instructions(command):
    """Instructions of one run of a command, its children not included."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
            capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def per_call(counter, case, few=200, many=1200):
    """The start of the program cancels out between two runs of different length."""
    return (instructions([counter, case, str(many)]) - instructions([counter, case, str(few)])) / (many - few)


def allocations_per_call(counter, case, few=200, many=1200):
    def count(times):
        done = subprocess.run(["valgrind", "--tool=memcheck", counter, case, str(times)],
                              capture_output=True, text=True, check=True)
        return int(re.search(r"total heap usage: ([\d,]+) allocs", done.stderr).group(1).replace(",", ""))
    return (count(many) - count(few)) / (many - few)


def steps_per_call(stepper, case, times=5):
    if not pathlib.Path(stepper).exists():
        raise NotMeasured("instructions are stepped on x86-64 only")
    done = subprocess.run([stepper, case, str(times)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotMeasured(done.stderr.strip())
    return float(done.stdout)


class NotMeasured(Exception):
    """Why not."""


CASES = ("bare", "parse", "read", "hash", "call", "unrecorded")
GRANTED = ("granted_few", "granted_many")
MISSING = "not measured: valgrind is missing"


# Of a call without a ledger, what looks the tool up, decodes (twice), decides and calls; and what
# of these does something else.
PARTS = ("gate::find_called_tool(", "gate::read_standing(", "gate::decide_now(", "GeneratedHandler::prepare(", "GeneratedHandler::call(")
LIMITS = "gate::check_limits("
TEXT = "iam::encode_record("  # in prepare(): the canonical text of the arguments


def calls_of_functions(counter, case, times=2000):
    """Instructions of each function in each call of one case, whatever it calls included:
    [(function, its caller or "", instructions)]."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=*call_once*", f"--callgrind-out-file={folder}/out", counter, case,
                        str(times)], capture_output=True, text=True, check=True)
        text = subprocess.run(["callgrind_annotate", "--tree=calling", "--inclusive=yes", "--threshold=100", "--show-percs=no", f"{folder}/out"],
                              capture_output=True, text=True, check=True).stdout
    found, caller = [], ""
    for count, sign, function in re.findall(r"^ *([\d,]+) +([*>]) +[^:\n]*:(.*)$", text, re.MULTILINE):
        if sign == "*":
            caller = function
        found.append((function, "" if sign == "*" else caller, int(count.replace(",", "")) / times))
    return found


def print_parts(counter, p, read):
    found = calls_of_functions(counter, "unrecorded")

    def of(name, caller=""):
        counts = [count for function, by, count in found if name in function and (caller in by if caller else not by)]
        if not counts:
            raise NotMeasured(f"{name}…) is not among the functions that were called")
        return max(counts)

    parts = sum(map(of, PARTS)) - of(LIMITS) - read
    text = of(TEXT, "glue::prepare")
    print(f"  four parts    looking up, decoding, deciding, calling, without reading {parts:.0f} = {parts / p:.2f} P   "
          f"without the canonical text of the arguments {parts - text:.0f} = {(parts - text) / p:.2f} P")


def print_row(title, unit, figures):
    """What each case takes, then what a call takes in units of P, whole and without the parts that
    others set."""
    p, call, read, hashes, unrecorded = (figures[case] for case in ("parse", "call", "read", "hash", "unrecorded"))
    print(f"  {title:13} " + "   ".join(f"{'P' if case == 'parse' else case} {figures[case]:.0f}" for case in CASES) + f" {unit}")
    print(f"  {'':13} call / P = {call / p:.2f}   without reading = {(call - read) / p:.2f}   "
          f"unrecorded, without reading = {(unrecorded - read) / p:.2f}   "
          f"SHA-256 alone = {hashes / p:.2f}   without either = {(call - read - hashes) / p:.2f}   call / bare = {call / figures['bare']:.0f}")


def print_granted(title, unit, figures):
    few, many = (figures[case] for case in GRANTED)
    print(f"  {title:13} granted, 10 rules and records {few:.0f}   1,000 and 10,000 {many:.0f} {unit}   many / few = {many / few:.2f}")


def calls(build):
    done = subprocess.run([build / "bench/call_bench", "--benchmark_format=json", "--benchmark_repetitions=9",
                           "--benchmark_enable_random_interleaving=true", "--benchmark_report_aggregates_only=true"],
                          capture_output=True, text=True, check=True)
    medians = {row["run_name"]: row["cpu_time"] for row in json.loads(done.stdout)["benchmarks"]
               if row["aggregate_name"] == "median"}
    print("One call, 5 arguments, policy allow, chained memory ledger (P = nlohmann::json::parse of the call text)")
    print_row("time", "ns", medians)
    print_granted("time", "ns", medians)
    try:
        stepper = str(build / "bench/call_steps")
        print_row("instructions", "", {case: steps_per_call(stepper, case) for case in CASES})
        print_granted("instructions", "", {case: steps_per_call(stepper, case) for case in GRANTED})
    except NotMeasured as why:
        print(f"  instructions  not measured: {why}")
    if not shutil.which("valgrind"):
        print(f"  by valgrind   {MISSING}\n  allocations   {MISSING}")
        return
    counter = str(build / "bench/call_count")
    by_valgrind = {case: per_call(counter, case) for case in CASES}
    print_row("by valgrind", "", by_valgrind)
    try:
        print_parts(counter, by_valgrind["parse"], by_valgrind["read"])
    except NotMeasured as why:
        print(f"  four parts    not measured: {why}")
    print(f"  allocations   P {allocations_per_call(counter, 'parse'):.0f}   "
          f"call {allocations_per_call(counter, 'call'):.0f}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    if not (build / "bench/call_bench").exists():
        sys.exit(f"{build} holds no benchmarks; build them first: "
                 "cmake --preset release && cmake --build --preset release --target bench")
    calls(build)


main()
