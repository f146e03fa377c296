// Row TY16: where a call stands is no argument of it.
#include "kit.hpp"
#include <generator/compile/place.hpp>
#include <iam/core/json.hpp>

namespace place {

int next_number() {
    return 7;
}

}  // namespace place

namespace iam::test {

TEST_CASE("TY16 where a call stands comes from the glue, whatever is given around it") {
    const Kit kit;
    CHECK(kit.caller.call("place_told", R"({"text":"a"})") == R"("a line 3")");
    CHECK(kit.caller.call("place_told", R"({"text":"a","day":4})") == R"("a line 4")");
    CHECK(kit.caller.call("place_counted", "{}") == "7");
    CHECK(kit.caller.call("place_counted", R"({"number":8})") == "8");
    CHECK(says(kit.caller.prepare("place_told", R"({"text":"a","where":1})"), "/where: "));
}

}  // namespace iam::test
