// The lock of a ledger's writers is tested in tests/runtime/store_sqlite/write/lock_test.cpp.
#include <iam/store/file_lock.hpp>
#include <support/conformance.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <unistd.h>

#include <chrono>
#include <filesystem>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;

namespace {
constexpr store::LockWords k_words{"the keys are in use by", "the keys were being opened"};
}

TEST_CASE("a lock that is held refuses with the words of its owner and the holder's name") {
    const TempDir folder;
    const auto first = ok(store::FileLock::open(folder / "lock", k_words));
    const auto second = ok(store::FileLock::open(folder / "lock", k_words));
    {
        const auto guard = ok(first.acquire(0ms));
        const Error error = error_in(second.acquire(0ms));
        CHECK(error.code == Errc::unavailable);
        const std::string process = "process " + std::to_string(::getpid());
        CHECK(error.message.rfind("the keys are in use by " + process, 0) == 0);
        CHECK(error.message.find((folder / "lock").string()) != std::string::npos);
    }
    CHECK(second.acquire(0ms));
}

TEST_CASE("a lock whose file was exchanged excludes nobody and is refused") {
    const TempDir folder;
    const auto lock = ok(store::FileLock::open(folder / "lock"));
    std::filesystem::remove(folder / "lock");
    const Error error = error_in(lock.acquire(0ms));
    CHECK(error.code == Errc::unavailable);
    CHECK(error.message == (folder / "lock").string() +
                               " was removed or exchanged while the ledger was open; start the "
                               "program again");
}

TEST_CASE("a lock whose file was exchanged is refused with the words of its owner") {
    const TempDir folder;
    const auto lock = ok(store::FileLock::open(folder / "lock", k_words));
    std::filesystem::remove(folder / "lock");
    CHECK(error_in(lock.acquire(0ms)).message ==
          (folder / "lock").string() +
              " was removed or exchanged while the keys were being opened; start the program "
              "again");
}
