// Functions of SQLite, called as tools.
#include "sqlite.hpp"

#include <support/handlers.hpp>

#include <catch2/catch.hpp>
#include <iam_library_sqlite.iam.hpp>

namespace iam::test {

TEST_CASE("sqlite: its own functions are tools once they are declared again with a tag") {
    Registry registry;
    REQUIRE(register_iam_library_sqlite_tools(registry));
    const Caller caller{registry};
    CHECK(caller.call("sqlite3_libversion_number", "{}") == std::to_string(SQLITE_VERSION_NUMBER));
    CHECK(caller.call("sqlite3_release_memory", R"({"bytes":1})") == "0");
    CHECK(caller.prepare("sqlite3_release_memory", R"({"bytes":-1})").find("/bytes") !=
          std::string::npos);
}

}  // namespace iam::test
