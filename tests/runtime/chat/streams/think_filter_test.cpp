#include <catch2/catch.hpp>
#include <chat/streams/think_filter.hpp>

#include <string>
#include <string_view>
#include <vector>

using iam::chat::ThinkFilter;

namespace {

struct Parted {
    std::string text{};
    std::string thinking{};
};

Parted part(const std::vector<std::string_view>& pieces) {
    ThinkFilter filter;
    Parted parted;
    const auto text = [&](std::string_view piece) { parted.text += piece; };
    const auto thinking = [&](std::string_view piece) { parted.thinking += piece; };
    for (const std::string_view piece : pieces) filter.add(piece, text, thinking);
    filter.finish(text, thinking);
    return parted;
}

/// "text|thinking", the same in every two and three pieces.
std::string part_every_way(std::string_view all) {
    const Parted whole = part({all});
    for (std::size_t a = 0; a <= all.size(); ++a) {
        for (std::size_t b = a; b <= all.size(); ++b) {
            const Parted cut = part({all.substr(0, a), all.substr(a, b - a), all.substr(b)});
            if (cut.text == whole.text && cut.thinking == whole.thinking) continue;
            CAPTURE(all, a, b);
            REQUIRE(cut.text == whole.text);
            REQUIRE(cut.thinking == whole.thinking);
        }
    }
    return whole.text + "|" + whole.thinking;
}

}  // namespace

TEST_CASE("H20 thinking at the beginning is taken out, wherever it is cut") {
    CHECK(part_every_way("<think>a b</think>c d") == "c d|a b");
    CHECK(part_every_way("\n <think></think>x") == "\n x|");
    CHECK(part_every_way("<think>a</</think>c") == "c|a</");
    CHECK(part_every_way("<think>a<b</</thin</think>c</think>") == "c</think>|a<b</</thin");
}

TEST_CASE("H20 a tag that does not begin the text is text") {
    CHECK(part_every_way("Write <think>x</think>.") == "Write <think>x</think>.|");
    CHECK(part_every_way("<thinker>x") == "<thinker>x|");
    CHECK(part_every_way("<think>a</think><think>b</think>") == "<think>b</think>|a");
}

TEST_CASE("H20 a tag without its end makes the rest thinking, a half tag stays text") {
    CHECK(part_every_way("<think>a</thi") == "|a</thi");
    CHECK(part_every_way("<thin") == "<thin|");
    CHECK(part_every_way("") == "|");
}
