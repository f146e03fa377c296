"""The configure step of the library itself, with iam-gen: what it takes for the libraries of clang
19, and what it says where they are not there."""
import pathlib

from project import Build, Toolchain, fresh_folder, run, stops, succeeds

ROOT = pathlib.Path(__file__).resolve().parents[2]
LLVM = pathlib.Path("/usr/lib/llvm-19")
REFUSES_EVERY_VERSION = "set(PACKAGE_VERSION 19.1.7)\nset(PACKAGE_VERSION_COMPATIBLE FALSE)\n"


def configured(toolchain: Toolchain, build: pathlib.Path, *arguments: str) -> Build:
    return run(["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={toolchain.compiler}", f"-DCMAKE_BUILD_TYPE={toolchain.build_type}",
                "-DIAM_BUILD_TESTS=OFF", "-DIAM_BUILD_SAMPLES=OFF", *arguments])


def clang_package(folder: pathlib.Path, text: str) -> pathlib.Path:
    """A folder as that of an LLVM installation, whose package of clang has this text."""
    package = fresh_folder(folder) / "lib" / "cmake" / "clang"
    package.mkdir(parents=True)
    (package / "ClangConfig.cmake").write_text(text)
    (package / "ClangConfigVersion.cmake").write_text(REFUSES_EVERY_VERSION)
    return folder


def test_another_clang_than_19_stops_the_configure_step_until_one_is_named(toolchain: Toolchain, folder: pathlib.Path) -> None:
    build = fresh_folder(folder) / "build"
    older = clang_package(folder / "older", "set(LLVM_VERSION_MAJOR 18)\nset(LLVM_PACKAGE_VERSION 18.1.8)\n")
    refused = configured(toolchain, build, f"-DIAM_LLVM_DIR={older}")
    stops(refused, "iam-gen needs the libraries of clang 19 (found: 18.1.8)")
    stops(refused, "or pass -DIAM_LLVM_DIR=<folder that holds lib/cmake/clang>")
    # The package's own word about versions is not asked: Debian's refuses "19" for 19.1.7.
    named = clang_package(folder / "named", f'include("{LLVM}/lib/cmake/clang/ClangConfig.cmake")\n')
    succeeds(configured(toolchain, build, f"-DIAM_LLVM_DIR={named}"))
    assert f"Clang_DIR:PATH={named}/lib/cmake/clang" in (build / "CMakeCache.txt").read_text()


def test_clang_without_its_own_headers_stops_the_configure_step(toolchain: Toolchain, folder: pathlib.Path) -> None:
    build = fresh_folder(folder) / "build"
    refused = configured(toolchain, build, "-DIAM_CLANG_RESOURCE_DIR=/nowhere")
    stops(refused, "'/nowhere/include/stddef.h' is not there")
    stops(refused, "pass -DIAM_CLANG_RESOURCE_DIR=<output of clang-19 -print-resource-dir>")
    succeeds(configured(toolchain, build, "-UIAM_CLANG_RESOURCE_DIR"))


def test_what_users_link_knows_no_llvm(toolchain: Toolchain, folder: pathlib.Path) -> None:
    targets = list(toolchain.prefix.rglob("iamTargets*.cmake"))
    assert targets, toolchain.prefix
    for path in targets:
        assert "iam::tool" in path.read_text(), path
        for word in ("LLVM", "clang-cpp", "libclang", "llvm-19", "iam_clang"):
            assert word not in path.read_text(), f"{path.name} has {word}"
