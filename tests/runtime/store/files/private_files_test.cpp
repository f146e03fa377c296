#include <iam/store/private_files.hpp>
#include <support/conformance.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <utility>

using namespace iam;
using namespace iam::test;

namespace {

unsigned private_mode_of(const std::filesystem::path& path) {
    struct stat facts {};
    REQUIRE(::lstat(path.c_str(), &facts) == 0);
    return facts.st_mode & 07777U;
}

}  // namespace

TEST_CASE("a file that is made is private, whatever mode the umask leaves it") {
    const TempDir folder;
    const mode_t before = ::umask(GENERATE(mode_t{0}, mode_t{0277}));
    const auto made = store::open_private_file(folder / "file", O_RDWR | O_CREAT);
    ::umask(before);
    CHECK(made);
    CHECK(private_mode_of(folder / "file") == 0600U);
}

TEST_CASE("a link and a folder are no private files") {
    const TempDir folder;
    std::ofstream(folder / "file") << "text";
    std::filesystem::create_symlink(folder / "file", folder / "link");
    CHECK(error_in(store::open_private_file(folder / "link", O_RDONLY)).code == Errc::unavailable);
    CHECK(error_in(store::open_private_file(folder.path(), O_RDONLY)).code == Errc::unavailable);
}

TEST_CASE("an error of the system names the path, the reason and the way out") {
    const Error error = store::system_error("write", "/some/file", ENOSPC, "free space");
    CHECK(error.code == Errc::unavailable);
    CHECK(error.message == "cannot write /some/file: No space left on device; free space");
}

TEST_CASE("a file that was exchanged is not the one that was opened") {
    const TempDir folder;
    const auto opened = ok(store::open_private_file(folder / "file", O_RDWR | O_CREAT));
    const auto identity = ok(store::identity_of(opened, folder / "file"));
    CHECK(store::check_identity(folder / "file", identity));
    std::ofstream(folder / "other") << "text";
    std::filesystem::rename(folder / "other", folder / "file");
    CHECK(error_in(store::check_identity(folder / "file", identity)).code == Errc::unavailable);
    std::filesystem::remove(folder / "file");
    CHECK(error_in(store::check_identity(folder / "file", identity)).code == Errc::unavailable);
}

TEST_CASE("a descriptor belongs to one owner, who closes it") {
    const TempDir folder;
    auto first = ok(store::open_private_file(folder / "file", O_RDWR | O_CREAT));
    const int number = first.get();
    store::FileDescriptor second(std::move(first));
    CHECK(second.get() == number);
    second.reset();
    CHECK_FALSE(second);
    CHECK(::fcntl(number, F_GETFD) == -1);
    CHECK(store::sync_folder(folder.path()));
    CHECK_FALSE(store::sync_folder(folder / "missing"));
}
