// A process ends before any one of its calls that change files, also while it starts after such an
// end.
#include "file_recorder.hpp"
#include "full_run.hpp"
#include "recovery.hpp"
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <random>

namespace iam::test {
namespace {

/// What a child told before its end.
struct Told {
    std::size_t commits = 0;
    bool ended_by_itself = false;
};

using Body = std::function<void(const Witness&)>;

[[noreturn]] void live(const std::filesystem::path& folder, std::size_t end_before,
                       const Body& body, int pipe) {
    Witness witness;
    witness.on_commit = [pipe](ledger::Store&) { static_cast<void>(::write(pipe, "c", 1) < 0); };
    // The end of a process takes nothing of them.
    witness.on_lazy_commit = witness.on_commit;
    try {
        const FileRecorder recorder(folder, end_before);
        body(witness);
    } catch (...) {
        ::_exit(1);
    }
    ::_exit(0);
}

Told run_until(const std::filesystem::path& folder, std::size_t end_before, const Body& body) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) live(folder, end_before, body, pipe[1]);
    ::close(pipe[1]);
    Told told;
    for (char word = 0; ::read(pipe[0], &word, 1) == 1;) ++told.commits;
    ::close(pipe[0]);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    told.ended_by_itself = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    REQUIRE((told.ended_by_itself || was_killed));
    return told;
}

Told run_program_until(const std::filesystem::path& folder, std::size_t end_before) {
    return run_until(folder, end_before,
                     [&folder](const Witness& witness) { run_recorded_program(folder, witness); });
}

/// A start and all that there is to tidy up.
Told start_until(const std::filesystem::path& folder, std::size_t end_before) {
    return run_until(folder, end_before, [&folder](const Witness&) {
        FakeEntropy entropy(8);
        const auto store = ok(open_recorded(folder, entropy));
        REQUIRE(store->forget_erased().has_value());
    });
}

struct Reference {
    std::vector<Snapshot> states{};
    std::size_t events = 0;
};

Reference reference() {
    Reference reference;
    const TempDir folder(fast_folder());
    const FileRecorder recorder(folder.path());
    const auto note_state = [&](ledger::Store& store) {
        reference.states.push_back(ok(snapshot_of(store)));
    };
    Witness witness;
    witness.on_open = [&](ledger::Store& store) {
        if (reference.states.empty()) note_state(store);
    };
    witness.on_commit = note_state;
    witness.on_lazy_commit = note_state;
    run_recorded_program(folder.path(), witness);
    reference.events = recorder.events().size();
    return reference;
}

void check(const std::filesystem::path& folder, const Told& told, const Reference& reference) {
    const std::size_t state = ok(recover(folder, reference.states));
    CHECK(state >= told.commits);
    CHECK(state <= told.commits + 1);
}

}  // namespace

TEST_CASE("K3 a process that ends before any of its file calls loses nothing acknowledged") {
    const Reference good = reference();
    std::size_t ends = 0;
    for (std::size_t i = 0; i < good.events; i += is_full_run() ? 1 : 17) {
        INFO("event " << i);
        const TempDir folder(fast_folder());
        const Told told = run_program_until(folder.path(), i);
        CHECK_FALSE(told.ended_by_itself);
        check(folder.path(), told, good);
        ++ends;
    }
    CHECK(ends > 20);
    WARN(ends << " ends of " << good.events);
}

TEST_CASE("K6 starts that end in their middle, up to three in a row, change nothing") {
    const Reference good = reference();
    std::mt19937 random(6);
    int ends_in_starts = 0;
    for (int i = 0; i < (is_full_run() ? 1'000 : 40); ++i) {
        const TempDir folder(fast_folder());
        const Told told = run_program_until(folder.path(), random() % good.events);
        for (int depth = 1; depth <= 3; ++depth)
            if (!start_until(folder.path(), random() % 30).ended_by_itself) ++ends_in_starts;
        check(folder.path(), told, good);
    }
    CHECK(ends_in_starts > 40);
    WARN("seed 6: " << ends_in_starts << " ends in starts");
}

}  // namespace iam::test
