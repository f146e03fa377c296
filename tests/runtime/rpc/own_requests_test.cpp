// Own requests as plain state: deadlines and signs of life.
#include "rpc/own_requests.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <optional>

using namespace iam::rpc;
using std::chrono::milliseconds;

namespace {

const Id k_one = Id::of(std::int64_t{1});
const Id k_two = Id::of(std::int64_t{2});

CallOptions with_progress(int timeout_ms, int total_ms) {
    CallOptions options;
    options.timeout = milliseconds(timeout_ms);
    options.timeout_total = milliseconds(total_ms);
    options.on_progress = [](const Progress&) {};
    return options;
}

}  // namespace

TEST_CASE("a request is due when its time is over, not before") {
    OwnRequests requests;
    CHECK_FALSE(requests.next_due().has_value());
    requests.add(k_one, own_request({}, with_progress(10, 0), milliseconds(100)));
    requests.add(k_two, own_request({}, with_progress(30, 0), milliseconds(100)));
    CHECK(requests.next_due() == milliseconds(110));
    CHECK(requests.take_due(milliseconds(109)).empty());
    const auto due = requests.take_due(milliseconds(110));
    REQUIRE(due.size() == 1);
    CHECK(due[0].id == k_one);
    CHECK(requests.next_due() == milliseconds(130));
    CHECK_FALSE(requests.take(k_one).has_value());
}

TEST_CASE("progress prolongs a request up to its whole time") {
    OwnRequests requests;
    requests.add(k_one, own_request({}, with_progress(10, 25), milliseconds(100)));
    CHECK(requests.note_progress(k_one, {1, {}, {}}, milliseconds(109)) != nullptr);
    CHECK(requests.next_due() == milliseconds(119));
    CHECK(requests.note_progress(k_one, {2, {}, {}}, milliseconds(118)) != nullptr);
    CHECK(requests.next_due() == milliseconds(125));
}

TEST_CASE("without a longer whole time progress prolongs nothing") {
    OwnRequests requests;
    requests.add(k_one, own_request({}, with_progress(10, 0), milliseconds(100)));
    CHECK(requests.note_progress(k_one, {1, {}, {}}, milliseconds(109)) != nullptr);
    CHECK(requests.next_due() == milliseconds(110));
}

TEST_CASE("progress that nobody asked for or that does not grow is none") {
    OwnRequests requests;
    CallOptions silent = with_progress(10, 100);
    silent.on_progress = {};
    requests.add(k_one, own_request({}, silent, milliseconds(100)));
    requests.add(k_two, own_request({}, with_progress(10, 100), milliseconds(100)));
    CHECK(requests.note_progress(k_one, {1, {}, {}}, milliseconds(105)) == nullptr);
    CHECK(requests.note_progress(k_two, {1, {}, {}}, milliseconds(105)) != nullptr);
    CHECK(requests.note_progress(k_two, {1, {}, {}}, milliseconds(106)) == nullptr);
    CHECK(requests.note_progress(k_two, {0.5, {}, {}}, milliseconds(106)) == nullptr);
    CHECK(requests.note_progress(k_two, {std::numeric_limits<double>::infinity(), {}, {}},
                                 milliseconds(106)) == nullptr);
    CHECK(requests.take_due(milliseconds(110)).size() == 1);
}

TEST_CASE("the longest time-out does not overflow") {
    OwnRequests requests;
    CallOptions options = with_progress(1, 0);
    options.timeout = milliseconds::max();
    requests.add(k_one, own_request({}, options, milliseconds(100)));
    CHECK(requests.next_due() == milliseconds::max());
    CHECK(requests.clear().size() == 1);
    CHECK(requests.size() == 0);
}
