#include "rpc/batch.hpp"

#include "rpc/writer.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

using namespace iam::rpc;

namespace {

const Id k_first = Id::of(std::uint64_t{1});
const Id k_second = Id::of(std::uint64_t{2});
constexpr std::size_t k_plenty = std::numeric_limits<std::size_t>::max();
}  // namespace

TEST_CASE("the answers of a batch are one array, in the order in which they came") {
    Batch batch(7, k_plenty);
    for (const Id& id : {k_first, k_second}) {
        batch.reserve(id);
        batch.open();
    }
    CHECK_FALSE(batch.has_answers());
    batch.add(k_second, "{}", k_plenty, true);
    CHECK_FALSE(batch.close());
    batch.add(k_first, "[]", k_plenty, true);
    CHECK_FALSE(batch.close());
    CHECK(batch.close());  // the reading of the batch has ended, too
    CHECK(batch.has_answers());
    CHECK(batch.take_text() == "[{},[]]");
    CHECK(batch.channel() == 7);
}

TEST_CASE("an answer that waits for others uses its room and the spare bytes, and no more") {
    const std::size_t room = batch_error_room(k_first);
    const std::size_t missing = GENERATE(std::size_t{0}, std::size_t{1});
    Batch batch(0, k_plenty);
    batch.reserve(k_first);
    batch.open();
    const std::string answer = "\"" + std::string(room + 50 - 3, 'x') + "\"";  // and a sign
    batch.add(k_first, answer, 50 - missing, true);
    CHECK((batch.take_text() == "[" + answer + "]") == (missing == 0));
}

TEST_CASE("an answer that waits for nothing needs no spare bytes") {
    Batch batch(0, k_plenty);
    batch.reserve(k_first);
    batch.open();
    CHECK_FALSE(batch.close());  // the reading of the batch
    const std::string answer = "\"" + std::string(1000, 'x') + "\"";
    batch.add(k_first, answer, 0, true);
    CHECK(batch.close());
    CHECK(batch.take_text() == "[" + answer + "]");
}

TEST_CASE("the bytes of a batch never grow beyond its rooms and the spare bytes") {
    Batch batch(0, k_plenty);
    for (const Id& id : {k_first, k_second}) {
        batch.reserve(id);
        batch.open();
    }
    const std::size_t reserved = batch.bytes();
    CHECK(reserved == batch_error_room(k_first) + batch_error_room(k_second));
    batch.add(k_first, std::string(1000, '7'), 0, true);
    CHECK(batch.bytes() <= reserved);
    CHECK(batch.release(k_second) == batch_error_room(k_second));
    CHECK(batch.bytes() <= batch_error_room(k_first));
}
