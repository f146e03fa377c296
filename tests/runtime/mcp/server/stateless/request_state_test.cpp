#include "mcp/server/stateless/request_state.hpp"

#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

RequestState some_state() {
    return {.round = "0123456789abcdef",
            .turn = 3,
            .principal = "a",
            .wish = "b",
            .expires = std::chrono::milliseconds(77)};
}

}  // namespace

TEST_CASE("a sealed state is opened by its key, and hides its content") {
    SystemEntropy entropy;
    const StateKey key(entropy);
    const std::string text = key.seal(some_state());
    CHECK(key.open(text) == some_state());
    CHECK(text.find("0123456789abcdef") == std::string::npos);
    CHECK(key.seal(some_state()) != text);
}

TEST_CASE("XM10 a state that was changed, cut, made longer or forged is none") {
    SystemEntropy entropy;
    const StateKey key(entropy);
    const std::string text = key.seal(some_state());
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string changed = text;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        INFO(at);
        CHECK_FALSE(key.open(changed));
        CHECK_FALSE(key.open(text.substr(0, at)));
    }
    CHECK_FALSE(key.open(text + "A"));
    CHECK_FALSE(key.open(text + "-TAMPERED"));
    CHECK_FALSE(key.open(""));
    CHECK_FALSE(key.open("{}"));
    CHECK_FALSE(key.open(std::string(k_request_state_bytes_max + 1, 'A')));
    const StateKey other(entropy);
    CHECK_FALSE(other.open(text));
}
