#include "mcp/server/authorization/key_cache.hpp"

#include "mcp/token_issuer.hpp"
#include <support/fake_clock.hpp>

#include <chrono>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

/// A cache whose fetches are answered by the test.
struct Fetching {
    FakeClock clock{};
    std::vector<KeyCache::Text> open{};
    int fetches = 0;
    int answers = 0;
    int errors = 0;
    std::shared_ptr<KeyCache> cache =
        std::make_shared<KeyCache>(KeyCache::Parts{.clock = clock,
                                                   .fetch =
                                                       [this](KeyCache::Text text) {
                                                           ++fetches;
                                                           open.push_back(std::move(text));
                                                       },
                                                   .max_age = minutes(10),
                                                   .again = minutes(1)});

    KeyCache::Done count() {
        return [this](const Result<KeyCache::Keys>& keys) { ++(keys ? answers : errors); };
    }
    void answer(const Result<std::string>& text) {
        std::vector<KeyCache::Text> now;
        now.swap(open);
        for (const KeyCache::Text& one : now) one(text);
    }
    void answer() { answer(TestIssuer::keys().dump()); }
};

}  // namespace

TEST_CASE("keys are fetched once for all that wait, and kept until they are old") {
    Fetching keys;
    keys.cache->get(keys.count());
    keys.cache->get(keys.count());
    keys.cache->newer(keys.count());
    CHECK(keys.fetches == 1);
    CHECK(keys.answers == 0);
    keys.answer();
    CHECK(keys.answers == 3);
    keys.clock.advance(minutes(10) - seconds(1));
    keys.cache->get(keys.count());
    CHECK(keys.answers == 4);
    CHECK(keys.fetches == 1);
    keys.clock.advance(seconds(1));
    keys.cache->get(keys.count());
    CHECK(keys.fetches == 2);
    CHECK(keys.answers == 4);
    keys.answer();
    CHECK(keys.answers == 5);
}

TEST_CASE("XM35 unknown keys have the keys fetched again once a minute at most") {
    Fetching keys;
    keys.cache->get(keys.count());
    keys.answer();
    for (int i = 0; i < 1000; ++i) keys.cache->newer(keys.count());
    CHECK(keys.fetches == 1);
    keys.clock.advance(minutes(1));
    for (int i = 0; i < 1000; ++i) keys.cache->newer(keys.count());
    CHECK(keys.fetches == 2);
    keys.answer();
    CHECK(keys.answers == 2001);
    CHECK(keys.errors == 0);
}

TEST_CASE("XM35 a fetch that fails is an error for all that wait, and is not repeated at once") {
    Fetching keys;
    keys.cache->get(keys.count());
    keys.answer(fail(Errc::unavailable, "the server is away"));
    CHECK(keys.errors == 1);
    keys.cache->get(keys.count());
    CHECK(keys.errors == 2);
    CHECK(keys.fetches == 1);
    keys.clock.advance(seconds(5));
    keys.cache->get(keys.count());
    CHECK(keys.fetches == 2);
    keys.answer("no set of keys");
    CHECK(keys.errors == 3);
    CHECK(keys.answers == 0);
}

TEST_CASE("keys that are too old count for nothing") {
    Fetching keys;
    keys.cache->get(keys.count());
    keys.answer();
    keys.clock.advance(minutes(10));
    keys.cache->get(keys.count());
    keys.answer(fail(Errc::unavailable, "the server is away"));
    CHECK(keys.answers == 1);
    CHECK(keys.errors == 1);
}

TEST_CASE("an answer that comes after the cache has gone is ignored") {
    Fetching keys;
    keys.cache->get(keys.count());
    keys.cache.reset();
    keys.answer();
    CHECK(keys.answers + keys.errors == 0);
}
