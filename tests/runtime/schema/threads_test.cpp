// One compiled schema, many threads.
#include "judge.hpp"

#include <atomic>
#include <thread>

namespace iam::schema {

TEST_CASE("any number of threads may use one schema", "[schema]") {
    const Schema schema = compiled(
        R"({"properties":{"a":{"pattern":"^[a-z]+$"},"b":{"uniqueItems":true}},"unevaluatedProperties":false})");
    const Json good = json(R"({"a":"x","b":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]})");
    const Json bad = json(R"({"a":"X","c":1})");
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([schema, &good, &bad, &wrong] {
            for (int round = 0; round < 200; ++round) {
                if (!schema.accepts(good).value_or(false)) ++wrong;
                const auto report = schema.validate(bad);
                if (!report || sentences(*report).size() != 1) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
}

}  // namespace iam::schema
