// A second process for the tests: child COMMAND FOLDER [NUMBER]. Says what it did, one line each,
// and waits for a line where a test must be able to act in between.
#include <iam/store/file_lock.hpp>
#include <iam/store_sqlite/sqlite_chats.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <support/records.hpp>

#include <grp.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <iostream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using namespace iam;
using namespace iam::test;

namespace {

void wait_for_go() {
    std::string line;
    std::getline(std::cin, line);
}

void say(const std::string& line) {
    std::cout << line << std::endl;
}

int refused(const Error& error) {
    say(std::string(to_string(error.code)) + ": " + error.message);
    return 1;
}

/// Notes, one commit each; says "ready" and waits first.
int append(ledger::Store& store, int count) {
    say("ready");
    wait_for_go();
    for (int i = 0; i < count; ++i) {
        const auto receipt = store.commit(batch_of(entry_of(ledger::EntryKind::note)));
        if (!receipt) return refused(receipt.error());
        say(to_string(receipt->entries.front()));
    }
    return 0;
}

/// So many threads spend grant "g"; says how many could.
int race(ledger::Store& store, int count) {
    say("ready");
    wait_for_go();
    std::atomic<int> ready{0};
    std::atomic<int> wins{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([&] {
            ++ready;
            while (ready < count) std::this_thread::yield();
            const auto receipt =
                store.commit(batch_of(ledger::ExpectGrant{"g", 1}, spend(store, "g"),
                                      entry_of(ledger::EntryKind::intent)));
            if (receipt) ++wins;
        });
    }
    for (std::thread& thread : threads) thread.join();
    say(std::to_string(wins));
    return 0;
}

/// An intent, and then nothing for ever.
int intent(ledger::Store& store) {
    const auto receipt =
        store.commit(batch_of(spend(store, "g"), entry_of(ledger::EntryKind::intent, "killed")));
    if (!receipt) return refused(receipt.error());
    say(to_string(receipt->entries.front()));
    wait_for_go();
    return 0;
}

int wait_for_change(ledger::Store& store) {
    const auto seen = store.version();
    if (!seen) return refused(seen.error());
    say("ready");
    const auto changed = store.wait_for_change(*seen, std::chrono::minutes{5}, {});
    if (!changed) return refused(changed.error());
    say(*changed ? "changed" : "not changed");
    return 0;
}

int count_entries(ledger::Store& store) {
    ledger::Query query;
    query.limit = std::numeric_limits<std::size_t>::max();
    const auto entries = store.entries(query);
    if (!entries) return refused(entries.error());
    say(std::to_string(entries->size()));
    return 0;
}

int hold_lock(const std::string& folder) {
    const auto lock = store::FileLock::open(folder + "/ledger.db.lock");
    if (!lock) return refused(lock.error());
    const auto guard = lock->acquire(std::chrono::milliseconds{0});
    if (!guard) return refused(guard.error());
    say("holding");
    wait_for_go();
    return 0;
}

/// Has the chat "first" open.
int hold_chat(const std::string& folder) {
    const auto chats = store_sqlite::open_chats(folder, store_sqlite::Mode::read_write);
    if (!chats) return refused(chats.error());
    const auto held = (*chats)->hold("first");
    if (!held) return refused(held.error());
    say("holding");
    wait_for_go();
    return 0;
}

/// Permissions mean nothing to root.
bool become_ordinary() {
    constexpr uid_t k_nobody = 65534;
    if (::geteuid() != 0) return true;
    return ::setgroups(0, nullptr) == 0 && ::setgid(k_nobody) == 0 && ::setuid(k_nobody) == 0;
}

int run(const std::string& command, const std::string& folder, int number) {
    if (command == "hold") return hold_lock(folder);
    if (command == "hold-chat") return hold_chat(folder);
    const bool reads = command == "count" || command == "wait";
    const bool ordinary = command == "count" || command == "ordinary-append";
    if (ordinary && !become_ordinary()) return 77;
    SystemEntropy entropy;
    const auto store = store_sqlite::open(
        folder, reads ? store_sqlite::Mode::read_only : store_sqlite::Mode::read_write, entropy);
    if (!store) return refused(store.error());
    if (command == "append" || command == "ordinary-append") return append(**store, number);
    if (command == "race") return race(**store, number);
    if (command == "intent") return intent(**store);
    if (command == "wait") return wait_for_change(**store);
    if (command == "count") return count_entries(**store);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 2) return 2;
    int number = 0;
    if (arguments.size() > 2) {
        const std::string& text = arguments[2];
        std::from_chars(text.data(), text.data() + text.size(), number);
    }
    return run(arguments[0], arguments[1], number);
}
