// Ids of entries as text: one id, one spelling.
// Tests of runtime/src/ledger/entry.cpp.
#include <iam/ledger/entry.hpp>
#include <iam/ledger/store.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <set>

using namespace iam::ledger;

TEST_CASE("an entry id is written chain.seq and read back") {
    for (const EntryId id : {EntryId{0, 1}, EntryId{0, 12}, EntryId{3, 7},
                             EntryId{std::numeric_limits<std::uint32_t>::max(),
                                     std::numeric_limits<std::uint64_t>::max()}}) {
        const auto read = parse_entry_id(to_string(id));
        REQUIRE(read.has_value());
        CHECK(*read == id);
    }
    CHECK(to_string(EntryId{0, 12}) == "0.12");
}

TEST_CASE("a number alone is an entry of chain 0") {
    CHECK(*parse_entry_id("12") == EntryId{0, 12});
}

TEST_CASE("what is no entry id is refused with an example") {
    for (const std::string text : {"",
                                   ".",
                                   "0.",
                                   ".1",
                                   "0.0",
                                   "0",
                                   "-1",
                                   "+1",
                                   " 1",
                                   "1 ",
                                   "1.2.3",
                                   "01",
                                   "0.01",
                                   "00.1",
                                   "1e2",
                                   "0x1",
                                   "1,2",
                                   "4294967296.1",
                                   "18446744073709551616",
                                   "0.18446744073709551616",
                                   "\xD9\xA1"}) {
        INFO(text);
        const auto id = parse_entry_id(text);
        REQUIRE_FALSE(id.has_value());
        CHECK(id.error().code == iam::Errc::invalid_argument);
        CHECK(id.error().message.find("0.12") != std::string::npos);
    }
}

TEST_CASE("ids order by chain, then by number") {
    CHECK(EntryId{0, 9} < EntryId{0, 10});
    CHECK(EntryId{0, 10} < EntryId{1, 1});
}

TEST_CASE("kinds and undo states have words of their own") {
    std::set<std::string_view> words;
    for (int i = 0; i <= static_cast<int>(EntryKind::note); ++i)
        words.insert(to_string(static_cast<EntryKind>(i)));
    CHECK(words.size() == 21);
    for (const auto state : {UndoState::none, UndoState::pending, UndoState::undone})
        words.insert(to_string(state));
    CHECK(words.size() == 24);
    CHECK(words.count("unknown") == 0);
}
