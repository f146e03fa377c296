// Member tools, previews and undos.
#include "kit.hpp"

#include <memory>

namespace iam::test {

TEST_CASE("TY44 a member tool works on the object that was lent") {
    Kit kit;
    CHECK(kit.caller.call("insert", R"({"at":0,"text":"abc"})") == R"({"at":0,"length":3})");
    CHECK(kit.document.text() == "abc");
    CHECK(kit.caller.call("text", "{}") == R"("abc")");
    const auto catalogue = kit.registry.snapshot();
    CHECK(catalogue->find({"", "insert"})->bound_class == "office::Document");
    CHECK(catalogue->find({"", "ring"})->bound_class.empty());
}

TEST_CASE("a preview takes some of the parameters and says what would happen") {
    Kit kit;
    CHECK(kit.caller.call("insert", R"({"at":0,"text":"abc"})") == R"({"at":0,"length":3})");
    CHECK(kit.caller.preview("insert", R"({"at":0,"text":"x"})") == "inserts 'x' into 'abc'");
    CHECK(kit.document.text() == "abc");
    CHECK(says(kit.caller.preview("text", "{}"), "tool_failed: "));
}

TEST_CASE("an undo gets the recorded arguments and the recorded result") {
    Kit kit;
    CHECK(kit.caller.call("insert", R"({"at":0,"text":"abc","note":"!"})") ==
          R"({"at":0,"length":4})");
    CHECK(kit.caller.undo("insert", R"({"at":0,"note":"!","text":"abc"})",
                          R"({"at":0,"length":4})") == "done");
    CHECK(kit.document.text().empty());
}

TEST_CASE("an undo reads only what it takes: a secret that was replaced does not matter") {
    const Kit kit;
    const int before = office::rung();
    CHECK(kit.caller.call("ring", R"({"code":"secret","times":3})") == "6");
    CHECK(office::rung() == before + 3);
    CHECK(kit.caller.undo("ring", R"({"code":{"hidden":true},"times":3})", "6") == "done");
    CHECK(office::rung() == before);
}

TEST_CASE("an undo of a record that no longer fits is refused before the function is called") {
    Kit kit;
    CHECK(says(kit.caller.undo("insert", R"({"at":"zero"})", R"({"at":0,"length":1})"),
               "undo_incompatible: "));
    CHECK(says(kit.caller.undo("insert", R"({"at":0})", R"({"at":0})"), "undo_incompatible: "));
    CHECK(says(kit.caller.undo("insert", R"({"at":0})", "not JSON"), "undo_incompatible: "));
    CHECK(says(kit.caller.undo("text", "{}", "\"\""), "undo_not_supported: "));
    CHECK(kit.caller.call("print", R"({"page":"p"})") == "done");
    CHECK(kit.caller.undo("print", R"({"page":"p"})", "") == "done");
    CHECK(kit.printer.printed.empty());
}

TEST_CASE("an undo reads every result that was recorded") {
    const Kit kit;
    const std::string result = kit.caller.call("stamp", "{}");
    CHECK(result == R"("a\u0000b")");
    CHECK(kit.caller.undo("stamp", "{}", result) == "done");
}

TEST_CASE("an object that is asked for at every call may be gone") {
    Registry registry;
    office::Printer printer;
    class shapes::disk disk;
    std::shared_ptr<office::Document> document = std::make_shared<office::Document>();
    REQUIRE(register_iam_test_kit_tools(
        registry, [&document] { return document; }, printer, disk));
    const Caller caller(registry);
    CHECK(caller.call("insert", R"({"at":0,"text":"abc"})") == R"({"at":0,"length":3})");
    document.reset();
    CHECK(says(caller.call("insert", R"({"at":0,"text":"abc"})"),
               "tool_failed: there is no office::Document"));
    CHECK(says(caller.preview("insert", R"({"at":0,"text":"x"})"),
               "tool_failed: there is no office::Document"));
    CHECK(says(caller.undo("insert", R"({"at":0})", R"({"at":0,"length":0})"),
               "tool_failed: there is no office::Document"));
    document = std::make_shared<office::Document>();
    CHECK(caller.call("text", "{}") == R"("")");
}

TEST_CASE("what a function throws goes through the glue untouched: the runtime catches it") {
    const Kit kit;
    CHECK_THROWS_AS(kit.caller.call("insert", R"({"at":9,"text":"abc"})"), iam::tool_error);
}

TEST_CASE("registering twice in one registry is refused") {
    Kit kit;
    CHECK_FALSE(register_iam_test_kit_tools(kit.registry, kit.document, kit.printer, kit.disk));
}

}  // namespace iam::test
