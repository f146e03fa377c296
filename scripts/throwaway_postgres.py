"""Runs a command beside a PostgreSQL server of its own, in a temporary folder.

    throwaway_postgres.py -- COMMAND [ARGUMENT]...

The command finds the server by IAM_TEST_POSTGRES, the folder of its socket, and its programs by
IAM_TEST_POSTGRES_PROGRAMS. The server listens on no network, and its user is "iam". It ends with
the command. Exit codes: those of the command, 77 if this machine has no PostgreSQL server (1 where
CI=true).
"""
import argparse
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

# Whoever tests everything must not leave these tests out unseen.
SKIPPED = 1 if os.environ.get("CI") == "true" else 77


def programs():
    """The folder of the newest server's programs, or None."""
    found = [path for path in glob.glob("/usr/lib/postgresql/*/bin") if os.path.exists(f"{path}/initdb")]
    if found:
        return max(found, key=lambda path: int(path.split("/")[-2]))
    initdb = shutil.which("initdb")
    return os.path.dirname(os.path.realpath(initdb)) if initdb else None


def as_other_user():
    """The words before a command that run it as a user whom PostgreSQL accepts."""
    if os.geteuid() != 0:
        return [], os.geteuid()
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"], user.pw_uid
    return None, None


class Cluster:
    """A server in a folder with a short name: the path of a socket has at most 107 bytes."""

    def __init__(self):
        self.programs = programs()
        self.prefix, uid = as_other_user()
        self.folder = tempfile.mkdtemp(prefix="iampg", dir="/tmp")
        os.chown(self.folder, uid, -1)
        self.data = f"{self.folder}/data"

    def run(self, program, *arguments, check=True):
        words = [*self.prefix, f"{self.programs}/{program}", *arguments]
        return subprocess.run(words, check=check, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)

    def make(self, *options):
        self.run("initdb", "-A", "trust", "--locale=C", "-E", "UTF8", "-U", "iam", "-D", self.data, *options)
        with open(f"{self.data}/postgresql.auto.conf", "a", encoding="utf-8") as conf:
            conf.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n")

    def make_standby_of(self, primary):
        self.run("pg_basebackup", "-h", primary.folder, "-U", "iam", "-D", self.data, "-R", "-X", "stream", "-c", "fast")
        with open(f"{self.data}/postgresql.auto.conf", "a", encoding="utf-8") as conf:
            conf.write(f"unix_socket_directories = '{self.folder}'\n")

    def promote(self):
        self.run("pg_ctl", "-w", "-D", self.data, "promote")

    def start(self):
        # Its output must not be ours: it would hold our pipes open.
        self.run("pg_ctl", "-w", "-D", self.data, "-l", f"{self.folder}/log", "start")

    def stop(self):
        self.run("pg_ctl", "-w", "-D", self.data, "-m", "immediate", "stop", check=False)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def stop_on_signals():
    def leave(number, _frame):
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, leave)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if programs() is None or as_other_user()[0] is None:
        print("skipped: this machine has no PostgreSQL server (package postgresql-15)")
        return SKIPPED
    stop_on_signals()
    cluster = Cluster()
    try:
        cluster.make()
        cluster.start()
        environment = {**os.environ, "IAM_TEST_POSTGRES": cluster.folder, "IAM_TEST_POSTGRES_PROGRAMS": cluster.programs}
        return subprocess.run(options.command, check=False, env=environment).returncode
    except subprocess.CalledProcessError as problem:
        print(problem.stdout, file=sys.stderr)
        raise
    finally:
        cluster.stop()
        cluster.remove()


if __name__ == "__main__":
    sys.exit(main())
