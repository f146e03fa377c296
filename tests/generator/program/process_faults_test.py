"""Faults of disks and processes: full, killed at each step, two at once, damaged. Files are whole,
and the next run is right."""
import os
import resource
import shutil
import signal
import subprocess
import sys

from fault_desk import HEAD, OUTPUTS, TOOL, Skip, equal, expect, main, put, two_versions, whole

# Counts what a process does to the disk and, before step IAM_STEP, kills its group (after half of
# what a write should have written) or waits.
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static int steps;
static int is_now(void) {
    const char* step = getenv("IAM_STEP");
    return step && ++steps == atoi(step);
}
static void act(void) {
    const char* pipe = getenv("IAM_PIPES");
    char c = 'x';
    if (!pipe) {
        kill(0, SIGKILL);
        for (;;) pause();
    }
    ssize_t (*really)(int, const void*, size_t) = dlsym(RTLD_NEXT, "write");
    if (really(atoi(pipe), &c, 1) != 1 || read(atoi(pipe) + 1, &c, 1) < 0) _exit(9);
}
#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
ssize_t write(int file, const void* text, size_t size) {
    NEXT(write);
    if (file <= 2) return next(file, text, size);
    if (is_now()) {
        if (!getenv("IAM_PIPES") && size > 1) next(file, text, size / 2);
        act();
    }
    return next(file, text, size);
}
int rename(const char* from, const char* to) { NEXT(rename); if (is_now()) act(); return next(from, to); }
int mkstemp(char* name) { NEXT(mkstemp); if (is_now()) act(); return next(name); }
int mkstemp64(char* name) { NEXT(mkstemp64); if (is_now()) act(); return next(name); }
int fchmod(int file, mode_t mode) { NEXT(fchmod); if (is_now()) act(); return next(file, mode); }
int mkdir(const char* name, mode_t mode) { NEXT(mkdir); if (is_now()) act(); return next(name, mode); }
int remove(const char* name) { NEXT(remove); if (is_now()) act(); return next(name); }
int unlink(const char* name) { NEXT(unlink); if (is_now()) act(); return next(name); }
"""


def test_a_full_disk_leaves_the_old_files_and_no_others(desk):
    old, new = two_versions(desk)
    script = """set -e
mount -t tmpfs -o size=64k,nr_inodes=64 tmpfs full
for room in 0 1 2 3 4 5 6 7 8 9 10; do
  rm -rf full/*; cp -p old/* full/
  [ $room = 0 ] || dd if=/dev/zero of=full/room bs=4096 count=$room status=none
  dd if=/dev/zero of=full/filler bs=4096 count=100 status=none 2>/dev/null || true
  rm -f full/room
  code=0; "$@" 2> said.$room || code=$?
  rm -f full/filler; mkdir after.$room; cp -p full/* after.$room/; echo $code > code.$room
done
"""
    (desk.root / "full").mkdir()
    command = [part.replace("out/", "full/") if part != "out" else "full" for part in desk.command(("list.hpp",))]
    for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
        if shutil.which("unshare") and subprocess.run([*unshare, "mount", "-t", "tmpfs", "tmpfs", "full"], cwd=desk.root, capture_output=True,
                                                      check=False).returncode == 0:
            break
    else:
        raise Skip("no file system can be mounted here")
    subprocess.run([*unshare, "sh", "-c", script, "sh", *command], cwd=desk.root, check=True, capture_output=True)
    refused = 0
    for room in range(11):
        code, said = int((desk.root / f"code.{room}").read_text()), (desk.root / f"said.{room}").read_text()
        after = {path.name: path.read_bytes().replace(b"full/", b"out/") for path in (desk.root / f"after.{room}").iterdir()}
        equal(sorted(after), sorted(old), "nothing else is left")
        if code == 0:
            equal(after, new)
            continue
        refused += 1
        expect("No space left on device; check the folder's permissions and the space on its disk" in said, said)
        outputs = {name: after[name] for name in OUTPUTS}
        expect(outputs in ({name: files[name] for name in OUTPUTS} for files in (old, new)), f"a mixture with {room} pages of room")
        equal(after["desk.stamp"], b"")
    expect(refused >= 3, "too much room for a full disk")


def test_a_limit_of_size_leaves_the_old_files(desk):
    old, new = two_versions(desk)
    for size in (0, 1, 1000, 2000):
        for ignored in (True, False):
            put(desk, old)
            def limit(size=size, ignored=ignored):
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            done = subprocess.run(desk.command(("list.hpp",)), cwd=desk.root, stderr=subprocess.PIPE, preexec_fn=limit, restore_signals=False,
                                  check=False, text=True)
            equal(done.returncode, 1)
            expect(("File too large" if ignored else "File size limit exceeded") in done.stderr, done.stderr)
            equal(whole(desk, old, new), old)
    equal(desk.run().returncode, 0)
    equal(desk.files(), new)


def shim(desk):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Skip("no C compiler is there")
    source = desk.write("shim.c", SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "shim.so", source, "-ldl"], cwd=desk.root, check=True)
    return {**os.environ, "LD_PRELOAD": str(desk.root / "shim.so")}


def killed_at_each_step(desk, *more, prepare, check):
    """How many steps a run has."""
    environment = shim(desk)
    step = 0
    while True:
        step += 1
        expect(step < 500, "a run that does not end")
        prepare()
        done = subprocess.run(desk.command(("list.hpp",), *more), cwd=desk.root, stderr=subprocess.PIPE, start_new_session=True, check=False,
                              env={**environment, "IAM_STEP": str(step)})
        check(step)
        if done.returncode == 0:
            return step - 1
        equal(done.returncode, -signal.SIGKILL, done.stderr)


def test_killed_at_any_step_a_run_leaves_whole_files_and_the_next_one_is_right(desk):
    old, new = two_versions(desk)
    seen = set()

    def check(step):
        now = whole(desk, old, new)
        seen.add(tuple(now[name] == new[name] for name in OUTPUTS))
        left = [name for name in desk.names() if name not in new]
        for name in left:
            expect(name.rpartition(".")[0] in new, f"{name} after step {step}")
        equal(desk.run().returncode, 0)
        equal(desk.files(), new, f"after step {step}")
    steps = killed_at_each_step(desk, prepare=lambda: put(desk, old), check=check)
    expect(steps > 10 and len(seen) > 2, f"{steps} steps, {seen}")


def test_killed_at_any_step_of_its_first_run_a_build_is_right_at_the_next(desk):
    _, new = two_versions(desk)

    def check(step):
        whole(desk, {}, new)
        equal(desk.run().returncode, 0)
        equal(desk.files(), new, f"after step {step}")
    killed_at_each_step(desk, prepare=lambda: shutil.rmtree(desk.root / "out", ignore_errors=True), check=check)


def test_killed_at_any_step_of_precompiling_the_next_runs_are_right(desk):
    _, new = two_versions(desk)
    for runs in range(2):
        def prepare(runs=runs):
            for folder in ("out", "kept"):
                shutil.rmtree(desk.root / folder, ignore_errors=True)
            for _ in range(runs):
                equal(desk.run("--prefix-dir", "kept").returncode, 0)

        def check(step, runs=runs):
            for _ in range(3):
                done = desk.run("--prefix-dir", "kept")
                equal((done.returncode, done.stderr), (0, ""))
                equal({name: desk.files()[name] for name in OUTPUTS}, {name: new[name] for name in OUTPUTS}, f"after step {step} of run {runs}")
            equal(len(list((desk.root / "kept").glob("*.pch"))), 1)
        killed_at_each_step(desk, "--prefix-dir", "kept", prepare=prepare, check=check)


def test_who_kills_the_generator_ends_its_work(desk):
    desk.write("list.hpp", HEAD + TOOL)
    running, reached, go = paused(desk, shim(desk), 1)
    equal(os.read(reached, 1), b"x")
    running.kill()
    running.wait()
    # The end of the work closes its end of the pipe.
    equal(os.read(reached, 1), b"")
    os.close(reached)
    os.close(go)
    equal([name for name in desk.names() if name in OUTPUTS], [])


def paused(desk, environment, step, *more):
    """A run that says when it has come to a step, and waits for a word to go on."""
    reached, said = os.pipe()
    told, go = os.pipe()
    # Neighbours, as the shim wants them.
    os.dup2(said, 100)
    os.dup2(told, 101)
    running = subprocess.Popen(desk.command(("list.hpp",), *more), cwd=desk.root, stderr=subprocess.PIPE, pass_fds=(100, 101),
                               env={**environment, "IAM_STEP": str(step), "IAM_PIPES": "100"})
    for descriptor in (said, told, 100, 101):
        os.close(descriptor)
    return running, reached, go


def overlapping(desk, *more, prepare, check):
    """A whole run within another one, at each step of it."""
    environment = shim(desk)
    step = 0
    while True:
        step += 1
        expect(step < 500, "a run that does not end")
        prepare()
        running, reached, go = paused(desk, environment, step, *more)
        is_paused = os.read(reached, 1) == b"x"
        if is_paused:
            done = desk.run(*more)
            equal((done.returncode, done.stderr), (0, ""), f"the inner run at step {step}")
            os.write(go, b"x")
        equal((running.wait(), running.stderr.read()), (0, b""), f"the outer run at step {step}")
        running.stderr.close()
        os.close(reached)
        os.close(go)
        check(step)
        if not is_paused:
            return step - 1


def test_two_runs_at_once_on_one_folder_write_what_one_writes(desk):
    old, new = two_versions(desk)

    def check(step):
        equal(desk.files(), new, f"at step {step}")
        equal(desk.names(), sorted(new))
    steps = overlapping(desk, prepare=lambda: put(desk, old), check=check)
    expect(steps > 10, steps)
    overlapping(desk, prepare=lambda: shutil.rmtree(desk.root / "out", ignore_errors=True), check=check)


def test_two_runs_at_once_that_precompile_write_what_one_writes(desk):
    _, new = two_versions(desk)
    for runs in range(3):
        def prepare(runs=runs):
            for folder in ("out", "kept"):
                shutil.rmtree(desk.root / folder, ignore_errors=True)
            for _ in range(runs):
                equal(desk.run("--prefix-dir", "kept").returncode, 0)

        def check(step, runs=runs):
            equal({name: desk.files()[name] for name in OUTPUTS}, {name: new[name] for name in OUTPUTS}, f"at step {step} of run {runs}")
            done = desk.run("--prefix-dir", "kept")
            equal((done.returncode, done.stderr), (0, ""))
            equal([path.name for path in (desk.root / "kept").glob("*.tmp")], [])
        overlapping(desk, "--prefix-dir", "kept", prepare=prepare, check=check)


def test_damaged_precompiled_files_are_made_again_or_done_without(desk):
    _, new = two_versions(desk)
    kept = desk.root / "kept"

    def warm():
        for folder in ("out", "kept"):
            shutil.rmtree(desk.root / folder, ignore_errors=True)
        for _ in range(2):
            equal(desk.run("--prefix-dir", "kept").returncode, 0)
        return sorted(path.name for path in kept.iterdir())
    names = warm()
    equal(len(names), 2)
    damages = {
        "empty": lambda path, data: path.write_bytes(b""),
        "cut": lambda path, data: path.write_bytes(data[:-len(data) // 3]),
        "zeros": lambda path, data: path.write_bytes(b"\0" * len(data)),
        "another version": lambda path, data: path.write_bytes(data.replace(b"iam-gen prefix 1", b"iam-gen prefix 0").replace(b"clang version", b"clang vertion")),
        "other flags": lambda path, data: path.write_bytes(data.replace(b"key ", b"key 0")),
        "a folder": lambda path, data: (path.unlink(), path.mkdir()),
        "a full folder": lambda path, data: (path.unlink(), path.mkdir(), (path / "x").write_text("")),
        "a pipe": lambda path, data: (path.unlink(), os.mkfifo(path)),
        "a link to nowhere": lambda path, data: (path.unlink(), path.symlink_to("nowhere/at/all")),
        "a link to itself": lambda path, data: (path.unlink(), path.symlink_to(path.name)),
    }
    for name in names:
        for what, damage in damages.items():
            warm()
            damage(kept / name, (kept / name).read_bytes())
            for again in range(3):
                shutil.rmtree(desk.root / "out")
                done = desk.run("--prefix-dir", "kept")
                equal((done.returncode, done.stderr), (0, ""), f"{what} in place of {name}, run {again}")
                equal({each: desk.files()[each] for each in OUTPUTS}, {each: new[each] for each in OUTPUTS}, f"{what} in place of {name}")


def test_what_a_killed_precompilation_left_goes_with_the_next_one_after_an_hour(desk):
    desk.write("list.hpp", HEAD + TOOL)
    equal(desk.run("--prefix-dir", "kept").returncode, 0)
    kept = desk.root / "kept"
    for name in ("desk.0123-aaaa.pch.tmp", "desk.0123.pch", "other.0123-aaaa.pch.tmp", "desk.more.0123-aaaa.pch.tmp", "desk.0123-bbbb.pch.tmp"):
        (kept / name).write_text("")
        if "bbbb" not in name:
            os.utime(kept / name, ns=(10**18, 10**18))
    equal(desk.run("--prefix-dir", "kept").returncode, 0)
    left = sorted(path.name for path in kept.iterdir() if "0123" in path.name)
    equal(left, ["desk.0123-bbbb.pch.tmp", "desk.more.0123-aaaa.pch.tmp", "other.0123-aaaa.pch.tmp"])


if __name__ == "__main__":
    sys.exit(main(globals(), __doc__))
