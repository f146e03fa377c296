// Tests of runtime/src/store_postgres/chats/postgres_chats.cpp that other stores of chats do not
// share.
#include "../cut_wire.hpp"
#include "../fixture.hpp"
#include <support/conformance.hpp>

#include <store_postgres/chats/postgres_chats.hpp>

#include <limits>

using namespace iam::test;
using namespace iam::chat;
using iam::Errc;
using iam::store::Mode;
using iam::store_postgres::open_chats_with;
using Cut = CutWire::Cut;

namespace {

RequestSent counting(std::int64_t day, std::int64_t tokens, std::int64_t cost) {
    return {.turn = 1, .generation = 1, .counted = Counted{day, tokens, cost}};
}

}  // namespace

TEST_CASE("steps are appended once, however their commit is cut (P18)") {
    const Cut cut = GENERATE(Cut::before_arrival, Cut::within, Cut::before_answer);
    const Ledger ledger;
    ledger.made();
    CutWire wire{server()};
    const auto chats = must(
        open_chats_with(ledger.place_of(ledger.folder(), wire.folder()), Mode::read_write, {}));
    for (StepNumber number = 0; number < 3; ++number) {
        wire.plan(cut);
        CHECK(chats->append("first", number, {counting(7, 10, 1)}));
    }
    CHECK(wire.cuts() == 3);
    CHECK(must(chats->load("first")).size() == 3);
    CHECK(chats->counted_on(7) == Counted{7, 30, 3});
    wire.plan(cut);
    CHECK(chats->append("first", 1, {counting(7, 10, 1)}).error().code == Errc::conflict);
    wire.plan(cut, 1);  // the chat is held first
    CHECK(chats->remove("first"));
    CHECK(wire.cuts() == 5);
    CHECK(chats->list()->empty());
}

TEST_CASE("an append in doubt does not take the equal steps of another program for its own") {
    const Ledger ledger;
    ledger.made();
    CutWire wire{server()};
    const auto chats = must(
        open_chats_with(ledger.place_of(ledger.folder(), wire.folder()), Mode::read_write, {}));
    const auto other = must(open_chats_with(ledger.place(), Mode::read_write, {}));
    REQUIRE(other->append("first", 0, {TurnBegan{1, 0}}));
    wire.plan(Cut::before_answer);
    CHECK(chats->append("first", 0, {TurnBegan{1, 0}}).error().code == Errc::conflict);
    CHECK(wire.cuts() == 1);
    CHECK(must(other->load("first")).size() == 1);
}

TEST_CASE("the text of a recorded result is in no table (H27)") {
    const Ledger ledger;
    const auto chats = must(open_chats_with(ledger.made(), Mode::read_write, {}));
    REQUIRE(chats->append("first", 0,
                          {CallEnded{.call = "c", .text = "the secret result", .entry = "0.2"},
                           CallEnded{.call = "d", .code = "not_run", .text = "not run"}}));
    auto connection = ledger.connect();
    const auto steps_with = [&](const std::string& text) {
        return must(connection.ask(iam::store_postgres::Statement(
                        "SELECT FROM @chat_steps WHERE step LIKE '%" + text + "%'")))
            .size();
    };
    CHECK(steps_with("the secret result") == 0);
    CHECK(steps_with("not run") == 1);
}

TEST_CASE("the sums of a day end at the greatest and the least number (H25)") {
    const Ledger ledger;
    const auto chats = must(open_chats_with(ledger.made(), Mode::read_write, {}));
    constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t k_least = std::numeric_limits<std::int64_t>::min();
    REQUIRE(chats->append("first", 0, {counting(7, k_most, k_least), counting(7, 1, -1)}));
    CHECK(chats->counted_on(7) == Counted{7, k_most, k_least});
    REQUIRE(chats->append("first", 2, {counting(7, 5, -5)}));
    CHECK(chats->counted_on(7) == Counted{7, k_most, k_least});
    REQUIRE(chats->append("first", 3, {counting(7, -5, 5)}));
    CHECK(chats->counted_on(7) == Counted{7, k_most - 5, k_least + 5});
}

TEST_CASE("chats that add to days in another order do not wait for each other for ever") {
    const Ledger ledger;
    const std::string place = ledger.made();
    CHECK(count_true(4, [&](int i) {
              const auto chats = open_chats_with(place, Mode::read_write, {});
              if (!chats) return false;
              const std::string chat = "chat-" + std::to_string(i);
              for (StepNumber step = 0; step < 40; step += 2) {
                  const std::int64_t first = i % 2 == 0 ? 7 : 8;
                  if (!(*chats)->append(chat, step,
                                        {counting(first, 1, 0), counting(15 - first, 1, 0)}))
                      return false;
              }
              return true;
          }) == 4);
    const auto chats = must(open_chats_with(place, Mode::read_only, {}));
    CHECK(chats->counted_on(7) == Counted{7, 80, 0});
    CHECK(chats->counted_on(8) == Counted{8, 80, 0});
    CHECK(chats->append("chat-0", 40, {counting(7, 1, 0)}).error().code == Errc::unavailable);
}
