"""A copy of the stand-alone project with a build folder, and what its builds did."""
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parent / "project"


class Skipped(Exception):
    """Why a case cannot run on this machine."""


@dataclasses.dataclass(frozen=True)
class Toolchain:
    """What the build that installed iam was made with; a consumer of static libraries has to use
    the same."""

    prefix: pathlib.Path
    compiler: str
    flags: str
    build_type: str
    launcher: str


@dataclasses.dataclass(frozen=True)
class Build:
    """One run of the build tool."""

    code: int
    output: str

    @property
    def generated(self) -> list[str]:
        return re.findall(r"Generating tools of (\S+)", self.output)

    @property
    def compiled(self) -> list[str]:
        return sorted(pathlib.Path(name).name.removesuffix(".o") for name in re.findall(r"Building CXX object (\S+)", self.output))

    @property
    def did_nothing(self) -> bool:
        return self.code == 0 and not re.search(r"Generating|Looking|Building|Linking", self.output)


class Project:
    """The folder belongs to the project: source in <folder>/source, build in <folder>/build."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path, generator: str = "Ninja"):
        self.toolchain = toolchain
        self.generator = generator
        self.source = folder / "source"
        self.build_dir = folder / "build"

    @property
    def generated_dir(self) -> pathlib.Path:
        return self.build_dir / "iam-generated" / self.toolchain.build_type

    def reset_sources(self) -> None:
        """The template again. Files that are as they should be keep their times, so that a kept
        build folder has little to do."""
        wanted = {path.relative_to(SOURCE) for path in SOURCE.rglob("*") if path.is_file()}
        if self.source.exists():
            for path in list(self.source.rglob("*")):
                if path.is_file() and path.relative_to(self.source) not in wanted:
                    path.unlink()
        for relative in wanted:
            write_if_changed(self.source / relative, (SOURCE / relative).read_text())

    def configure(self, *arguments: str, environment: dict[str, str] | None = None, **options) -> Build:
        toolchain = self.toolchain
        command = [
            "cmake", "-S", str(self.source), "-B", str(self.build_dir), "-G", self.generator,
            f"-DCMAKE_PREFIX_PATH={toolchain.prefix}", f"-DCMAKE_BUILD_TYPE={toolchain.build_type}",
            f"-DCMAKE_CXX_COMPILER={toolchain.compiler}", f"-DCMAKE_CXX_FLAGS={toolchain.flags}",
            f"-DCMAKE_CXX_COMPILER_LAUNCHER={toolchain.launcher}",
        ]
        return run([*command, *arguments], self.with_cache(environment), **options)

    def with_cache(self, environment: dict[str, str] | None) -> dict[str, str]:
        """What ccache needs to know a source of one project's folder again in another's."""
        return {"CCACHE_BASEDIR": str(self.build_dir.parent), **(environment or {})}

    def build(self, *arguments: str, environment: dict[str, str] | None = None, **options) -> Build:
        return run(["cmake", "--build", str(self.build_dir), *arguments], self.with_cache(environment), **options)

    def ctest(self, *arguments: str) -> Build:
        return run(["ctest", "--test-dir", str(self.build_dir), "--output-on-failure", *arguments])

    def make_current(self, *arguments: str) -> None:
        """The template, configured and built."""
        self.reset_sources()
        succeeds(self.configure("-UNOTEBOOK_*", *arguments))
        succeeds(self.build())


def run(command: list[str], environment: dict[str, str] | None = None, **options) -> Build:
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        env={**os.environ, "CCACHE_NOHASHDIR": "1", **(environment or {})}, **options)
    return Build(done.returncode, done.stdout)


def succeeds(build: Build) -> Build:
    if build.code != 0:
        raise AssertionError(f"exit code {build.code}:\n{build.output}")
    return build


def stops(configured: Build, sentence: str) -> None:
    words = " ".join(configured.output.split())
    assert configured.code != 0 and sentence in words, f"{sentence}:\n{configured.output}"


def write_if_changed(path: pathlib.Path, text: str) -> None:
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def edit(path: pathlib.Path, old: str, new: str) -> None:
    """Replaces what must be there exactly once."""
    text = path.read_text()
    if text.count(old) != 1:
        raise AssertionError(f"'{old}' is {text.count(old)} times in {path}")
    path.write_text(text.replace(old, new))


def touch_later(path: pathlib.Path, build_dir: pathlib.Path) -> None:
    """A time that is newer than all that a build left, whatever the clock's grain: Ninja holds some
    inputs against the time in its log, which is later than the outputs' own."""
    latest = max(other.stat().st_mtime_ns for other in build_dir.rglob("*") if other.is_file())
    now = max(latest, path.stat().st_mtime_ns) + 1_000_000
    os.utime(path, ns=(now, now))


def snapshot(folder: pathlib.Path) -> dict[str, tuple[int, bytes]]:
    """Time and bytes of every generated file of a folder; the flags, stamps and depfiles are the
    build's own."""
    files = sorted(path for path in folder.iterdir() if ".iam." in path.name or path.name.endswith(".tools.json"))
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def fresh_folder(path: pathlib.Path) -> pathlib.Path:
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path
