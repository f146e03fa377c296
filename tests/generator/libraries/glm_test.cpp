// GLM through the gate of types.
#include "glm.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_glm.iam.hpp>

namespace scene {

glm::vec3 reflect(const glm::vec3& ray, const glm::vec3& normal) {
    return glm::reflect(ray, normal);
}

}  // namespace scene

namespace iam::test {

TEST_CASE("glm: vectors are read and written as objects, what is left out is zero") {
    Registry registry;
    REQUIRE(register_iam_library_glm_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("reflect", R"({"ray":{"x":1,"y":-1}})") == R"({"x":1,"y":1,"z":0})");
    CHECK(caller.call("reflect", R"({"ray":{"z":2},"normal":{"z":1}})") ==
          R"({"x":0,"y":0,"z":-2})");
    CHECK(caller.prepare("reflect", R"({"ray":{"w":2}})").find("/ray/w") != std::string::npos);
}

}  // namespace iam::test
