// Requests of the other side as plain state: places, order, ids.
#include "rpc/their_requests.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

using namespace iam::rpc;
using Admission = TheirRequests::Admission;

namespace {

struct Table {
    Limits limits{};
    Method method{};
    Method fixed{{}, false, true};
    std::optional<TheirRequests> requests{};

    explicit Table(Limits bounds) : limits(bounds) { requests.emplace(limits); }
    Admission admit(std::int64_t id, std::string params = {}, Channel channel = 0,
                    bool may_cancel = true) {
        Request request{.id = Id::of(id), .params = std::move(params)};
        return requests->admit(
            {.id = Id::of(id), .channel = channel, .method = may_cancel ? &method : &fixed},
            std::move(request));
    }
    /// The id of the request that is started; "" if none is.
    std::string start() {
        auto started = requests->next();
        if (!started) return "";
        serial = started->serial;
        return started->request.id.json();
    }
    std::uint64_t serial = 0;  // of the last one that was started
};

Limits small_limits() {
    Limits limits;
    limits.running_max = 2;
    limits.waiting_max = 1;
    limits.remembered_ids = 2;
    return limits;
}

}  // namespace

TEST_CASE("requests run in their order, as many at once as may") {
    Table table(small_limits());
    CHECK(table.admit(1) == Admission::admitted);
    CHECK(table.admit(2) == Admission::admitted);
    CHECK(table.admit(3) == Admission::admitted);
    CHECK(table.admit(4) == Admission::busy);
    CHECK(table.start() == "1");
    const std::uint64_t first = table.serial;
    CHECK(table.start() == "2");
    CHECK(table.start().empty());
    CHECK(table.requests->running() == 2);
    CHECK(table.requests->waiting() == 1);
    CHECK(table.requests->finish(first).has_value());
    CHECK_FALSE(table.requests->finish(first).has_value());
    CHECK(table.admit(4) == Admission::admitted);
    CHECK(table.start() == "3");
}

TEST_CASE("a request that is set aside leaves its place to another, and still counts in all") {
    Table table(small_limits());
    for (int id = 1; id <= 3; ++id) CHECK(table.admit(id) == Admission::admitted);
    CHECK(table.start() == "1");
    const std::uint64_t first = table.serial;
    CHECK(table.start() == "2");
    CHECK(table.start().empty());
    table.requests->set_at_work(first, false);
    table.requests->set_at_work(first, false);  // a second time is nothing
    CHECK(table.start() == "3");
    CHECK(table.requests->running() == 3);
    CHECK(table.admit(4) == Admission::busy);
    table.requests->set_at_work(first, true);
    CHECK(table.requests->finish(table.serial).has_value());
    CHECK(table.admit(4) == Admission::admitted);
    CHECK(table.start().empty());  // 1 and 2 are at work
}

TEST_CASE("a request that ends while it is set aside leaves one place and no more") {
    Table table(small_limits());
    CHECK(table.admit(1) == Admission::admitted);
    CHECK(table.start() == "1");
    table.requests->set_at_work(table.serial, false);
    CHECK(table.requests->finish(table.serial).has_value());
    table.requests->set_at_work(table.serial, true);
    for (int id = 2; id <= 4; ++id) CHECK(table.admit(id) == Admission::admitted);
    CHECK(table.start() == "2");
    CHECK(table.start() == "3");
    CHECK(table.start().empty());
}

TEST_CASE("the highest number of waiting requests is no limit") {
    Limits limits = small_limits();
    limits.waiting_max = std::numeric_limits<std::size_t>::max();
    Table table(limits);
    for (int id = 1; id <= 10; ++id) CHECK(table.admit(id) == Admission::admitted);
    CHECK(table.requests->waiting() == 10);
}

TEST_CASE("waiting requests hold no more bytes than may, except for one alone") {
    Limits limits;
    limits.waiting_bytes_max = 4;
    Table table(limits);
    CHECK(table.admit(1, "[1,2,3]") == Admission::admitted);
    CHECK(table.start() == "1");
    CHECK(table.admit(2, "[]") == Admission::admitted);
    CHECK(table.admit(3, "[]") == Admission::admitted);
    CHECK(table.admit(4, "[]") == Admission::busy);
    CHECK(table.start() == "2");
    CHECK(table.admit(4, "[]") == Admission::admitted);
}

TEST_CASE("an id is refused while it is in use and as long as it is remembered") {
    Table table(small_limits());
    const auto run = [&](std::int64_t id) {
        REQUIRE(table.admit(id) == Admission::admitted);
        table.start();
        table.requests->finish(table.serial);
    };
    REQUIRE(table.admit(1) == Admission::admitted);
    CHECK(table.admit(1) == Admission::repeated);
    table.start();
    CHECK(table.admit(1) == Admission::repeated);
    table.requests->finish(table.serial);
    CHECK(table.admit(1) == Admission::repeated);
    run(2);
    CHECK(table.admit(1) == Admission::repeated);
    run(3);
    CHECK(table.admit(1) == Admission::admitted);  // two others are remembered
}

TEST_CASE("with no memory of ids only those in use are refused") {
    Limits limits;
    limits.remembered_ids = 0;
    Table table(limits);
    CHECK(table.admit(1) == Admission::admitted);
    CHECK(table.admit(1) == Admission::repeated);
    table.start();
    table.requests->finish(table.serial);
    CHECK(table.admit(1) == Admission::admitted);
}

TEST_CASE("a cancelled request keeps its place and its id until it is finished") {
    Table table(small_limits());
    REQUIRE(table.admit(1) == Admission::admitted);
    table.start();
    REQUIRE(table.requests->cancel(Id::of(std::int64_t{1})).has_value());
    CHECK_FALSE(table.requests->cancel(Id::of(std::int64_t{1})).has_value());
    CHECK(table.requests->running() == 1);
    CHECK(table.admit(1) == Admission::repeated);
    CHECK(table.requests->finish(table.serial)->is_cancelled);
    CHECK(table.requests->running() == 0);
}

TEST_CASE("a waiting request that is cancelled never runs") {
    Limits limits;
    limits.running_max = 1;
    Table table(limits);
    REQUIRE(table.admit(1) == Admission::admitted);
    REQUIRE(table.admit(2, "[1]") == Admission::admitted);
    REQUIRE(table.admit(3) == Admission::admitted);
    table.start();
    CHECK(table.requests->cancel(Id::of(std::int64_t{2})).has_value());
    CHECK(table.requests->waiting() == 1);
    table.requests->finish(table.serial);
    CHECK(table.start() == "3");
}

TEST_CASE("a request of a method that may not be cancelled is not") {
    Table table(small_limits());
    REQUIRE(table.admit(1, {}, 5, false) == Admission::admitted);
    CHECK_FALSE(table.requests->cancel(Id::of(std::int64_t{1})).has_value());
    CHECK(table.requests->cancel_channel(5).size() == 1);
}

TEST_CASE("a channel's end cancels its own requests only") {
    Table table(Limits{});
    REQUIRE(table.admit(1, {}, 1) == Admission::admitted);
    REQUIRE(table.admit(2, {}, 2) == Admission::admitted);
    REQUIRE(table.admit(3, {}, 1) == Admission::admitted);
    table.start();
    const auto cancelled = table.requests->cancel_channel(1);
    REQUIRE(cancelled.size() == 2);
    CHECK(table.requests->cancel_channel(1).empty());
    CHECK(table.start() == "2");
    CHECK(table.requests->clear().size() == 1);
    CHECK(table.requests->running() == 0);
}
