#include "console/events/event_log.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using console::EventLog;

TEST_CASE("a client gets the events behind its last one (W15)") {
    EventLog log("run", 3);
    CHECK(log.newest() == 0);
    CHECK(log.after(0)->empty());
    log.add("question", "1");
    log.add("entry", "2");
    const auto all = log.after(0);
    REQUIRE(all);
    REQUIRE(all->size() == 2);
    CHECK(all->front().id == "run.1");
    CHECK(all->front().type == "question");
    CHECK(all->back().data == "2");
    CHECK(log.after(1)->size() == 1);
    CHECK(log.after(2)->empty());
}

TEST_CASE("a client that was away too long is told so (W15)") {
    EventLog log("run", 3);
    for (int i = 0; i < 5; ++i) log.add("entry", "x");
    CHECK_FALSE(log.after(0));
    CHECK_FALSE(log.after(1));
    CHECK(log.after(2)->size() == 3);
}

TEST_CASE("an id of another run, or of no event, counts as none (W15)") {
    EventLog log("run", 3);
    log.add("entry", "x");
    CHECK(log.number_of("run.1") == 1U);
    CHECK(log.number_of("run.0") == 0U);
    for (const char* id : {"", "run", "run.", "run.2", "run.x", "run.1x", "run.-1", "other.1",
                           "run1", "run.18446744073709551616", " run.1"})
        CHECK_FALSE(log.number_of(id));
}
