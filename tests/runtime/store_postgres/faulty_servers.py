"""Servers, disks and poolers for tests of faults, and waiting for a condition."""
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
import throwaway_postgres as cluster  # noqa: E402

LOOKS_MAX = 200_000
# Also in CI: the server is there, and the machine lacks a right or a pooler.
SKIPPED = 77


class Skipped(Exception):
    pass


def until(condition):
    for _ in range(LOOKS_MAX):
        if condition():
            return
    raise AssertionError("the condition never held")


def wait_for_line(file, first, is_it, writer):
    """Waits for a line of the file, from number `first` on. Fails once the writer has ended."""
    words = ["tail", "-n", f"+{first}", "-s", "0.1", f"--pid={writer}", "-F", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as tail:
        for line in tail.stdout:
            if is_it(line):
                tail.kill()
                return
    raise AssertionError(f"{file} never had the line")


class OtherServer:
    """A further server of the case, which ends with it."""

    def __init__(self):
        self.server = cluster.Cluster()

    def __enter__(self):
        return self.server

    def __exit__(self, *_):
        self.server.stop()
        self.server.remove()


def configure(server, *lines):
    with open(f"{server.data}/postgresql.auto.conf", "a", encoding="utf-8") as conf:
        conf.writelines(f"{line}\n" for line in lines)


def log_of(server):
    return pathlib.Path(server.folder, "log")


class SmallDisk:
    """A disk of so many megabytes that only this process and its children see."""

    def __init__(self, megabytes):
        self.folder = tempfile.mkdtemp(prefix="iamdisk", dir="/tmp")
        self.filler = pathlib.Path(self.folder, "filler")
        new_mounts = 0x20000  # CLONE_NEWNS of <sched.h>
        commands = (["mount", "--make-rprivate", "/"],
                    ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=777", "tmpfs", self.folder])
        if ctypes.CDLL(None).unshare(new_mounts) != 0 or any(subprocess.run(one, check=False).returncode for one in commands):
            os.rmdir(self.folder)
            raise Skipped("this user may not mount a small disk")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.folder], check=True)
        os.rmdir(self.folder)

    def fill(self):
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    def make_room(self):
        self.filler.unlink()


def bring_back(server):
    """Starts the server again unless it has recovered by itself."""
    if server.run("pg_isready", "-h", server.folder, check=False).returncode == 0:
        return True
    if not pathlib.Path(server.data, "postmaster.pid").exists():
        server.run("pg_ctl", "-w", "-D", server.data, "-l", f"{server.folder}/log", "start", check=False)
    return False


class Pooler:
    """pgbouncer in transaction mode, with two connections to the server for all of its clients."""

    def __init__(self, server):
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            raise Skipped("this machine has no pooler (package pgbouncer)")
        self.folder = tempfile.mkdtemp(prefix="iampool", dir="/tmp")
        os.chown(self.folder, cluster.as_other_user()[1], -1)
        file = pathlib.Path(self.folder, "pgbouncer.ini")
        file.write_text("[databases]\n" f"postgres = host={server.folder} port=5432 user=iam\n"
                        "[pgbouncer]\n" f"unix_socket_dir = {self.folder}\nlisten_port = 5432\nlisten_addr =\n"
                        "auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 1000\n",
                        encoding="utf-8")
        self.process = subprocess.Popen([*server.prefix, program, "-q", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: pathlib.Path(self.folder, ".s.PGSQL.5432").exists())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def files_with(world, part):
    """The files of the server and of a host with the bytes, by the first folder of their path."""
    world.ask("CHECKPOINT")
    found = set()
    for folder in (pathlib.Path(world.server.data), world.folder / "a"):
        for file in folder.rglob("*"):
            if file.is_file() and part in file.read_bytes():
                found.add(file.relative_to(folder).parts[0])
    return found
