// The cases that every lasting chat::ChatStore passes.
#include <support/conformance.hpp>
#include <support/stores/side_place.hpp>

#include <atomic>
#include <cstdint>
#include <limits>

namespace {

using Catch::Contains;
using iam::Errc;
using iam::Result;
using iam::store::Mode;
using iam::test::code_of;
using iam::test::count_true;
using iam::test::ok;
using namespace iam::chat;

using ChatIds = std::vector<std::string>;

/// Chats that many programs open.
struct SharedChats {
    std::unique_ptr<iam::test::SidePlace> place = iam::test::make_side_place();
    std::unique_ptr<ChatStore> open(Mode mode = Mode::read_write) const {
        return ok(place->chats(mode));
    }
    /// For threads: Catch's macros belong to the first one.
    Result<std::unique_ptr<ChatStore>> open_in_thread() const {
        return place->chats(Mode::read_write);
    }
};

std::vector<Step> shared_words(const std::string& text) {
    return {PersonSaid{.segments = {{{}, text}}}, TurnBegan{.turn = 1, .on = 0}};
}

RequestSent shared_count(std::int64_t day, std::int64_t tokens, std::int64_t cost) {
    return {.turn = 1, .generation = 1, .counted = Counted{day, tokens, cost}};
}

}  // namespace

TEST_CASE("chats: steps are there again when the place is opened anew (H27)") {
    const SharedChats shared;
    REQUIRE(shared.open()->append("first", 0, shared_words("Hello.")));
    for (const Mode mode : {Mode::read_write, Mode::read_only}) {
        const auto chats = shared.open(mode);
        CHECK(chats->load("first") == shared_words("Hello."));
        CHECK(chats->list() == ChatIds{"first"});
        CHECK(chats->load("other")->empty());
    }
}

TEST_CASE("chats: a step whose number is not the next one of its chat adds nothing") {
    const SharedChats shared;
    const auto chats = shared.open();
    REQUIRE(chats->append("first", 0, shared_words("Hello.")));
    for (const StepNumber number :
         {StepNumber{0}, StepNumber{1}, StepNumber{3}, std::numeric_limits<StepNumber>::max()}) {
        const auto added = chats->append("first", number, shared_words("Again."));
        REQUIRE_FALSE(added);
        CHECK(added.error().code == Errc::conflict);
        CHECK_THAT(added.error().message, Contains("has 2 steps") && Contains("load it again"));
    }
    CHECK(code_of(chats->append("other", 2, shared_words("Hello."))) == Errc::conflict);
    CHECK(chats->list() == ChatIds{"first"});
    CHECK(chats->load("first")->size() == 2);
    CHECK(chats->append("first", 2, shared_words("Again.")));
    CHECK(chats->load("first")->size() == 4);
}

TEST_CASE("chats: an append without steps compares the number and makes no chat") {
    const SharedChats shared;
    const auto chats = shared.open();
    CHECK(chats->append("first", 0, {}));
    CHECK(chats->list()->empty());
    CHECK(code_of(chats->append("first", 1, {})) == Errc::conflict);
    REQUIRE(chats->append("first", 0, shared_words("Hello.")));
    CHECK(chats->append("first", 2, {}));
    CHECK(code_of(chats->append("first", 0, {})) == Errc::conflict);
}

TEST_CASE("chats: the text of a recorded result is left to the ledger (H27)") {
    const SharedChats shared;
    const auto chats = shared.open();
    REQUIRE(chats->append("first", 0,
                          {CallEnded{.call = "c", .text = "the secret result", .entry = "0.2"},
                           CallEnded{.call = "d", .code = "not_run", .text = "not run"}}));
    const auto read = ok(chats->load("first"));
    CHECK(std::get<CallEnded>(read.at(0)).text.empty());
    CHECK(std::get<CallEnded>(read.at(0)).entry == "0.2");
    CHECK(std::get<CallEnded>(read.at(1)).text == "not run");
}

TEST_CASE("chats: any text is kept, also one that is no UTF-8 or very long") {
    const SharedChats shared;
    const auto chats = shared.open();
    std::string odd("a\0b'\\\"$1 ", 10);
    odd += "\xF0\x9F\x98\x80";
    const std::string large(std::size_t{4} << 20U, 'x');
    REQUIRE(chats->append("first", 0, shared_words(odd)));
    REQUIRE(chats->append("first", 2, shared_words(large)));
    auto read = ok(chats->load("first"));
    CHECK(std::get<PersonSaid>(read.at(0)).segments.at(0).text == odd);
    CHECK(std::get<PersonSaid>(read.at(2)).segments.at(0).text == large);
    REQUIRE(chats->append("second", 0, shared_words("\xFF")));
    CHECK(ok(chats->load("second")).size() == 2);
}

TEST_CASE("chats: a removed chat is gone, the others stay, and its name may begin anew") {
    const SharedChats shared;
    const auto chats = shared.open();
    REQUIRE(chats->append("second", 0, shared_words("stays")));
    REQUIRE(chats->append("first", 0, shared_words("a private thing")));
    CHECK(chats->list() == ChatIds{"first", "second"});
    CHECK(chats->remove("first"));
    CHECK(code_of(chats->remove("first")) == Errc::not_found);
    CHECK(code_of(chats->remove("../first")) == Errc::not_found);
    CHECK(chats->list() == ChatIds{"second"});
    CHECK(chats->load("first")->empty());
    CHECK(chats->append("first", 0, shared_words("Hello.")));
    CHECK(chats->load("first") == shared_words("Hello."));
}

TEST_CASE("chats: a held chat is free again when its holder is gone, also in one program") {
    const SharedChats shared;
    const auto chats = shared.open();
    auto held = chats->hold("first");
    REQUIRE(held);
    for (const auto& refused : {chats->hold("first"), shared.open()->hold("first")}) {
        CHECK(code_of(refused) == Errc::conflict);
        CHECK_THAT(refused.error().message, Contains("the chat 'first' is open in process") &&
                                                Contains("end it there, or begin a new chat"));
    }
    CHECK(chats->hold("second"));
    held->reset();
    CHECK(shared.open()->hold("first"));
    CHECK(code_of(chats->hold("../first")) == Errc::invalid_argument);
    CHECK(code_of(chats->hold(std::string(65, 'a'))) == Errc::invalid_argument);
}

TEST_CASE("chats: a hold outlives the store that gave it") {
    const SharedChats shared;
    auto held = shared.open()->hold("first");
    REQUIRE(held);
    CHECK(code_of(shared.open()->hold("first")) == Errc::conflict);
    held->reset();
    CHECK(shared.open()->hold("first"));
}

TEST_CASE("chats: a chat that is open is not removed") {
    const SharedChats shared;
    const auto chats = shared.open();
    REQUIRE(chats->append("first", 0, shared_words("Hello.")));
    const auto held = shared.open()->hold("first");
    CHECK(code_of(chats->remove("first")) == Errc::conflict);
    CHECK(chats->load("first") == shared_words("Hello."));
}

TEST_CASE("chats: the sums of the days are those of all steps, and outlive their chats (H25)") {
    const SharedChats shared;
    constexpr std::int64_t k_day = 20'455;
    const RequestSent sent = shared_count(k_day, 10, 3);
    const Answered answered{.turn = 1, .generation = 1, .counted = Counted{k_day, -4, 7}};
    REQUIRE(shared.open()->append("first", 0, {sent, answered}));
    REQUIRE(shared.open()->append("second", 0, {sent}));
    REQUIRE(shared.open()->append("third", 0,
                                  {shared_count(k_day + 1, 100, 100), shared_count(0, 9, 9)}));
    const auto chats = shared.open();
    CHECK(chats->counted_on(k_day) == Counted{k_day, 16, 13});
    CHECK(chats->counted_on(k_day + 1) == Counted{k_day + 1, 100, 100});
    CHECK(chats->counted_on(k_day + 2) == Counted{k_day + 2, 0, 0});
    REQUIRE(chats->remove("first"));
    CHECK(shared.open()->counted_on(k_day) == Counted{k_day, 16, 13});
}

TEST_CASE("chats: a step that is not stored adds nothing to the sum of its day (H25)") {
    const SharedChats shared;
    const auto chats = shared.open();
    REQUIRE(chats->append("first", 0, {shared_count(7, 10, 3)}));
    CHECK_FALSE(chats->append("first", 0, {shared_count(7, 10, 3)}));
    CHECK(chats->counted_on(7) == Counted{7, 10, 3});
}

TEST_CASE("chats: a step that was changed past the store is corrupt and names its place") {
    const SharedChats shared;
    REQUIRE(shared.open()->append("first", 0, shared_words("Hello.")));
    shared.place->past(shared.place->change_of_step(R"({"step":"turn"})"));
    const auto steps = shared.open()->load("first");
    CHECK(code_of(steps) == Errc::corrupt);
    CHECK_THAT(steps.error().message, Contains("/turn"));
}

TEST_CASE("chats: programs write chats of one place at once") {
    const SharedChats shared;
    constexpr StepNumber k_steps = 20;
    const auto write = [&](int i) {
        const auto chats = shared.open_in_thread();
        if (!chats) return false;
        for (StepNumber step = 0; step < k_steps; ++step)
            if (!(*chats)->append("chat-" + std::to_string(i), step, {shared_count(7, 1, 2)}))
                return false;
        return true;
    };
    CHECK(count_true(4, write) == 4);
    const auto chats = shared.open();
    for (const std::string& chat : ok(chats->list()))
        CHECK(ok(chats->load(chat)).size() == k_steps);
    CHECK(chats->counted_on(7) == Counted{7, 80, 160});
}

TEST_CASE("chats: of programs that append at one number, one does") {
    const SharedChats shared;
    constexpr StepNumber k_steps = 10;
    std::atomic<StepNumber> appended{0};
    const auto write = [&](int i) {
        const auto chats = shared.open_in_thread();
        if (!chats) return false;
        for (StepNumber step = 0; step < k_steps; ++step) {
            const auto added = (*chats)->append("first", step, {TurnBegan{step, StepNumber(i)}});
            if (added) ++appended;
            if (!added && added.error().code != Errc::conflict) return false;
        }
        return true;
    };
    // All may fail at a number that another one has passed, so the last steps may be missing.
    CHECK(count_true(4, write) == 4);
    const auto steps = ok(shared.open()->load("first"));
    CHECK(steps.size() == appended);
    for (StepNumber step = 0; step < steps.size(); ++step)
        CHECK(std::get<TurnBegan>(steps.at(step)).turn == step);
}

TEST_CASE("chats: of threads that hold one chat, one at a time has it") {
    const SharedChats shared;
    std::atomic<int> owners{0};
    std::atomic<int> most{0};
    const auto take = [&](int) {
        const auto chats = shared.open_in_thread();
        if (!chats) return false;
        for (int i = 0; i < 10; ++i) {
            const auto held = (*chats)->hold("first");
            if (!held) continue;
            most = std::max<int>(most, ++owners);
            --owners;
        }
        return true;
    };
    CHECK(count_true(4, take) == 4);
    CHECK(most == 1);
}
