// Tests of runtime/src/store_postgres/side/holds.cpp: the leases of owners.
#include "../fixture.hpp"
#include <support/conformance.hpp>

#include <store_postgres/chats/postgres_chats.hpp>
#include <store_postgres/side/holds.hpp>
#include <unistd.h>

#include <thread>

using namespace iam::test;
using namespace iam::store_postgres;
using iam::Errc;

namespace {

/// Settings under which no thread renews a lease during the case.
SideOptions unrenewed() {
    SideOptions options;
    options.renewal = std::chrono::hours{1};
    return options;
}

/// Settings under which a lease is renewed all the time.
SideOptions soon_renewed() {
    SideOptions options;
    options.renewal = std::chrono::milliseconds{5};
    return options;
}

/// Owners of one kind at a ledger.
struct Owners {
    Ledger ledger{};
    std::string place = ledger.made();

    std::shared_ptr<Holds> program(const SideOptions& options = unrenewed()) const {
        return std::make_shared<Holds>(
            must(SideConnection::open(place, iam::store::Mode::read_write, options)), "task");
    }
    std::int64_t ask(const std::string& sql) const {
        auto connection = ledger.connect();
        return must(connection.ask(Statement(sql))).integer(0, 0);
    }
    /// Asks until the answer is 1.
    bool becomes_true(const std::string& sql) const {
        auto connection = ledger.connect();
        for (int i = 0; i < 20'000; ++i)
            if (must(connection.ask(Statement(sql))).integer(0, 0) == 1) return true;
        return false;
    }
    void end_leases() const {
        ledger.past("UPDATE @holds SET held_until = clock_timestamp() - interval '1 ms'");
    }
};

const HoldSentence k_hold_words{"the task 'x' runs in", "wait for its end", "task"};

}  // namespace

TEST_CASE("a lease names its owner and the time until it ends") {
    const Owners owners;
    const auto first = owners.program();
    const auto held = must(first->take("x", k_hold_words));
    const iam::Error error = error_of(owners.program()->take("x", k_hold_words));
    CHECK(error.code == Errc::conflict);
    CHECK(
        contains(error.message, "runs in process " + std::to_string(::getpid()) + " on the host"));
    CHECK(
        contains(error.message, "; wait for its end. If that program has died, the task is free"));
    const std::int64_t left =
        owners.ask("SELECT extract(epoch FROM held_until - clock_timestamp())::bigint FROM @holds");
    CHECK(left > 20);
    CHECK(left <= 30);
}

TEST_CASE("the lease of a program that died goes to the next one at its end") {
    const Owners owners;
    const auto dead = owners.program();
    auto held = must(dead->take("x", k_hold_words));
    const auto next = owners.program();
    CHECK(error_of(next->take("x", k_hold_words)).code == Errc::conflict);
    owners.end_leases();
    const auto taken = must(next->take("x", k_hold_words));
    CHECK(error_of(dead->take("x", k_hold_words)).code == Errc::conflict);
    // The first owner is not dead after all. What it gives back is not the next one's.
    held.reset();
    CHECK(error_of(dead->take("x", k_hold_words)).code == Errc::conflict);
}

TEST_CASE("of programs that want an ended lease at once, one gets it") {
    const Owners owners;
    const auto dead = owners.program();
    const auto held = must(dead->take("x", k_hold_words));
    for (int round = 0; round < 5; ++round) {
        owners.end_leases();
        std::vector<std::shared_ptr<void>> all(4);
        CHECK(count_true(4, [&](int i) {
                  const auto connection =
                      SideConnection::open(owners.place, iam::store::Mode::read_write, unrenewed());
                  if (!connection) return false;
                  auto taken =
                      std::make_shared<Holds>(*connection, "task")->take("x", k_hold_words);
                  if (taken) all[static_cast<std::size_t>(i)] = *taken;
                  return taken.has_value();
              }) == 1);
        owners.ledger.past(
            "INSERT INTO @holds VALUES ('task', 'x', 'dead', '', now()) "
            "ON CONFLICT DO NOTHING");
    }
}

TEST_CASE("a thread renews a lease as long as its object lives") {
    const Owners owners;
    const auto program = owners.program(soon_renewed());
    auto held = must(program->take("x", k_hold_words));
    owners.end_leases();
    CHECK(owners.becomes_true("SELECT held_until > clock_timestamp() FROM @holds"));
    // A row that is gone is made again.
    owners.ledger.past("DELETE FROM @holds");
    CHECK(owners.becomes_true("SELECT count(*) FROM @holds"));
    held.reset();
    CHECK(owners.ask("SELECT count(*) FROM @holds") == 0);
}

TEST_CASE("a renewal does not take back the lease of another program") {
    const Owners owners;
    const auto program = owners.program(soon_renewed());
    const auto lost = must(program->take("x", k_hold_words));
    owners.ledger.past("UPDATE @holds SET token = 'another', held_until = 'infinity'");
    const auto kept = must(program->take("y", k_hold_words));
    // Both are renewed together.
    owners.ledger.past("UPDATE @holds SET held_until = clock_timestamp() WHERE name = 'y'");
    CHECK(
        owners.becomes_true("SELECT held_until > clock_timestamp() FROM @holds WHERE name = 'y'"));
    CHECK(owners.ask("SELECT count(*) FROM @holds WHERE token = 'another'") == 1);
}

TEST_CASE("a lease is given back over a new connection if the old one broke") {
    const Owners owners;
    const auto program = owners.program();
    auto held = must(program->take("x", k_hold_words));
    owners.ledger.past(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "backend_type = 'client backend'");
    held.reset();
    CHECK(owners.ask("SELECT count(*) FROM @holds") == 0);
}

TEST_CASE("a chat and a task may have one name, and the words of an owner are shown as text") {
    const Owners owners;
    const auto program = owners.program();
    const auto held = must(program->take("x", k_hold_words));
    const auto chats = must(open_chats_with(owners.place, iam::store::Mode::read_write, {}));
    CHECK(chats->hold("x"));
    owners.ledger.past("UPDATE @holds SET owner = convert_to(repeat(E'\\n', 1000), 'UTF8')");
    const std::string message = error_of(owners.program()->take("x", k_hold_words)).message;
    CHECK(contains(message, "runs in ???"));
    CHECK(message.size() < 500);
}
