#include <iam/net/ndjson.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace iam;
using net::NdjsonReader;

namespace {

using Texts = std::vector<std::string>;

struct SeenLines {
    Texts lines{};
    bool is_good = true;
};

SeenLines read_lines(const std::vector<std::string_view>& pieces,
                     NdjsonReader::Limits limits = {}) {
    NdjsonReader reader(limits);
    SeenLines seen;
    const auto take = [&](std::string_view line) { seen.lines.emplace_back(line); };
    for (const std::string_view piece : pieces) {
        seen.is_good = bool(reader.add(piece, take));
        if (!seen.is_good) return seen;
    }
    reader.finish(take);
    return seen;
}

// The same, whole and in every two pieces.
Texts lines_every_way(std::string_view text) {
    const Texts whole = read_lines({text}).lines;
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        CAPTURE(text, cut);
        REQUIRE(read_lines({text.substr(0, cut), text.substr(cut)}).lines == whole);
    }
    return whole;
}

}  // namespace

TEST_CASE("H12 lines end with LF or CR LF, wherever the stream is cut") {
    CHECK(lines_every_way("{\"a\":1}\n[2]\r\n\"\xE2\x82\xAC\"\n") ==
          Texts{"{\"a\":1}", "[2]", "\"\xE2\x82\xAC\""});
}

TEST_CASE("H12 the last line may lack its end") {
    CHECK(lines_every_way("{}\n{\"done\":true}") == Texts{"{}", "{\"done\":true}"});
    CHECK(lines_every_way("") == Texts{});
}

TEST_CASE("H12 blank lines are none") {
    CHECK(lines_every_way("\n\r\n \t\r\n1\n\n") == Texts{"1"});
}

TEST_CASE("H12 a line has a limit, and a reader that has met it takes nothing more") {
    CHECK(read_lines({"0123456789\n", "0123456789\n"}, {10}).lines.size() == 2);
    CHECK_FALSE(read_lines({"01234567890\n"}, {10}).is_good);
    CHECK_FALSE(read_lines({"0123456", "7890"}, {10}).is_good);

    NdjsonReader reader({4});
    const auto never = [](std::string_view) { FAIL("no line may come"); };
    REQUIRE_FALSE(reader.add("12345", never));
    const auto again = reader.add("1\n", never);
    REQUIRE_FALSE(again);
    CHECK(again.error().code == Errc::invalid_argument);
    reader.finish(never);
}
