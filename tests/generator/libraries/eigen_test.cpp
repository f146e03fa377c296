// Eigen through the gate of types: three numbers, no more and no less.
#include "eigen.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_eigen.iam.hpp>

namespace geometry {

Eigen::Vector3d cross(const Eigen::Vector3d& left, const Eigen::Vector3d& right) {
    return left.cross(right);
}

Eigen::Matrix2d inverse(const Eigen::Matrix2d& matrix) {
    if (matrix.determinant() == 0) throw iam::tool_error("singular", "It has no inverse.");
    return matrix.inverse();
}

}  // namespace geometry

namespace iam::test {

TEST_CASE("eigen: its vectors and matrices are read and written as arrays") {
    Registry registry;
    REQUIRE(register_iam_library_eigen_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("cross", R"({"left":[1,0,0],"right":[0,1,0]})") == "[0,0,1]");
    CHECK(caller.prepare("cross", R"({"left":[1,0],"right":[0,1,"z"]})").find("/left") !=
          std::string::npos);
    CHECK(caller.call("inverse", R"({"matrix":[[2,0],[0,4]]})") == "[[0.5,0],[0,0.25]]");
    CHECK_THROWS_AS(caller.call("inverse", R"({"matrix":[[1,2],[2,4]]})"), iam::tool_error);
}

}  // namespace iam::test
