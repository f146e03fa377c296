// The system refuses one of the calls that change files, or all from one on: nobody is told of a
// success that is none.
#include "file_recorder.hpp"
#include "full_run.hpp"
#include "recovery.hpp"
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/records.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace iam::test {
namespace {

constexpr int k_commits = 24;

/// Commits that others tell of by a byte each, as far as the disk goes along. False: one succeeded
/// after it was not known how one ended.
bool commit_all(const std::filesystem::path& folder, int pipe) {
    FakeEntropy entropy(5);
    const auto store = open_recorded(folder, entropy);
    if (!store) return true;
    bool is_unknown = false;
    for (int i = 0; i < k_commits; ++i) {
        ledger::EntryDraft draft = entry_of(ledger::EntryKind::note, std::to_string(i));
        draft.payloads = {payload_of("arguments", std::string(3'000, 'x'))};
        const auto receipt = (*store)->commit(batch_of(std::move(draft)));
        if (receipt && is_unknown) return false;
        if (!receipt && receipt.error().code == Errc::outcome_unknown) is_unknown = true;
        const char number = static_cast<char>(i);
        if (receipt && ::write(pipe, &number, 1) != 1) return false;
    }
    return true;
}

struct FaultyRun {
    std::vector<std::string> committed{};
    bool is_right = false;  ///< by what it saw itself
};

FaultyRun run_with(const std::filesystem::path& folder, const FileFault& fault) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        bool is_right = false;
        try {
            const FileRecorder recorder(folder, {}, fault);
            is_right = commit_all(folder, pipe[1]);
        } catch (...) {
        }
        ::_exit(is_right ? 0 : 1);
    }
    ::close(pipe[1]);
    FaultyRun told;
    for (char number = 0; ::read(pipe[0], &number, 1) == 1;)
        told.committed.push_back(std::to_string(static_cast<int>(number)));
    ::close(pipe[0]);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    told.is_right = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return told;
}

/// A run that nothing disturbs has so many events.
std::size_t count_events() {
    const TempDir folder(fast_folder());
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const FileRecorder recorder(folder.path());
    REQUIRE(commit_all(folder.path(), pipe[1]));
    ::close(pipe[0]);
    ::close(pipe[1]);
    return recorder.events().size();
}

void check_what_is_left(const std::filesystem::path& folder, const FaultyRun& told) {
    CHECK(told.is_right);
    FakeEntropy entropy(6);
    const auto store = ok(open_recorded(folder, entropy));
    CHECK(ok(ledger::verify(*store)).reason.empty());
    for (const std::string& id : told.committed) {
        INFO(id);
        const auto entries = ok(store->entries_of_call(id));
        CHECK((entries.size() == 1 && entries.front().payloads.size() == 1));
    }
    ok(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
}

}  // namespace

TEST_CASE("K5 whichever call on a file the system refuses, no success is told that is none") {
    const std::size_t events = count_events();
    const std::array<FileFault, 8> faults{{{0, EIO, false},
                                           {0, EIO, true},
                                           {0, ENOSPC, false},
                                           {0, ENOSPC, true},
                                           {0, EDQUOT, true},
                                           {0, EROFS, true},
                                           {0, EINTR, false},
                                           {0, 0, false}}};
    std::size_t runs = 0;
    std::size_t disturbed = 0;
    for (FileFault fault : faults) {
        for (std::size_t at = runs % 7; at < events; at += is_full_run() ? 1 : 13) {
            INFO("errno " << fault.error << (fault.lasts ? " from " : " at ") << at);
            fault.at = at;
            const TempDir folder(fast_folder());
            const FaultyRun told = run_with(folder.path(), fault);
            check_what_is_left(folder.path(), told);
            ++runs;
            if (told.committed.size() < k_commits) ++disturbed;
        }
    }
    CHECK(disturbed > runs / 4);
    WARN(runs << " runs over " << events << " events, " << disturbed << " of them disturbed");
}

}  // namespace iam::test
