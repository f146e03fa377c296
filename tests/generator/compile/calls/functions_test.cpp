// Rows TY41, TY43 to TY45, TY47, TY51 to TY53 and TY26: how functions are called, and what their
// results stand for.
#include "kit.hpp"
#include <generator/compile/functions.hpp>
#include <iam/core/json.hpp>

namespace iam::test {

TEST_CASE("TY41 a parameter may be taken by value, const reference or rvalue reference") {
    const Kit kit;
    CHECK(kit.caller.call("taken", R"({"by_value":{"item":"a"},"by_reference":{"item":"b"},
                                       "by_rvalue":{"item":"c"},"number":4})") == R"("abc4")");
    CHECK(kit.caller.prepare("taken", R"({"by_value":{"item":"a"},"by_reference":{"item":"b"},
                                          "by_rvalue":{},"number":4})") ==
          "/by_rvalue/item: 'item' is missing");
}

TEST_CASE("TY43 a static member function is called without an object") {
    const Kit kit;
    const int before = forms::Counter::count;
    CHECK(kit.caller.call("count_up", R"({"step":2})") == std::to_string(before + 2));
    CHECK(
        says(kit.caller.preview("count_up", R"({"step":1})"), "to " + std::to_string(before + 3)));
    CHECK(kit.caller.undo("count_up", R"({"step":2})", "2") == "done");
    CHECK(forms::Counter::count == before);
    CHECK(kit.registry.snapshot()->find({"", "count_up"})->bound_class.empty());
}

TEST_CASE("TY45 namespaces are no part of a tool's name") {
    const Kit kit;
    CHECK(kit.caller.call("parse_v2_file", "{}") == "2");
}

TEST_CASE("TY47 redeclarations add names and defaults") {
    const Kit kit;
    CHECK(kit.caller.call("declared_twice", R"({"first":1})") == "17");
    CHECK(kit.caller.prepare("declared_twice", R"({"second":1})") == "/first: 'first' is missing");
}

TEST_CASE("TY52 the call and its stop token come from the library, in tools, previews and undos") {
    const Kit kit;
    CHECK(kit.caller.call("asked", R"({"times":3})") == R"("test3")");
    CHECK(kit.caller.preview("asked", R"({"times":3})") == "test asks 3");
    CHECK(kit.caller.undo("asked", R"({"times":3})", R"("test3")") == "done");
    CHECK(says(kit.caller.prepare("asked", R"({"times":3,"who":1})"), "/who: "));
    const Json input = parse_json(kit.registry.snapshot()->find({"", "asked"})->document)
                           .value()["inputSchema"]["properties"];
    CHECK(input.size() == 1);
}

TEST_CASE("TY10 what a view shows is the result, and a null pointer is null") {
    const Kit kit;
    CHECK(kit.caller.call("shelf_books", "{}") == "[1,2]");
    CHECK(kit.caller.call("shelf_label", R"({"there":true})") == R"("shelf")");
    CHECK(kit.caller.call("shelf_label", R"({"there":false})") == "null");
    CHECK(kit.caller.call("shelf_view", "{}") == R"("shelf")");
}

TEST_CASE("TY49 a function template is called with the types that it is instantiated for") {
    const Kit kit;
    CHECK(kit.caller.call("clamped_number", R"({"value":1})") == "2");
    CHECK(kit.caller.call("clamped_number", R"({"value":9.5})") == "8");
    CHECK(says(kit.caller.prepare("clamped_number", R"({"value":1,"low":6})"), "/low: "));
    CHECK(kit.caller.call("pile_up", "{}") == "6");
    CHECK(kit.caller.call("pile_up", R"({"from":4})") == "7");
}

TEST_CASE("TY52 progress comes from the library, in tools and previews") {
    const Kit kit;
    CHECK(kit.caller.call("stepped", R"({"steps":3})") == "3");
    CHECK(kit.caller.preview("stepped", R"({"steps":3})") == "begins");
    CHECK(says(kit.caller.prepare("stepped", R"({"progress":1,"steps":3})"), "/progress: "));
}

TEST_CASE("a reconcile is given what its call was, and the key of the call") {
    const Kit kit;
    const std::string posted = R"({"count":1,"item":"pentest.00000000000000000000000000000000"})";
    CHECK(kit.caller.call("posted", R"({"item":"pen"})") == posted);
    CHECK(kit.caller.reconcile("posted", R"({"item":"pen"})") == posted);
    CHECK(kit.caller.reconcile("posted", R"({"item":""})") == "did not happen");
    CHECK(kit.caller.reconcile("posted", R"({"item":1})").starts_with("reconcile_incompatible"));
    CHECK(kit.caller.reconcile("nothing_later", R"({"fails":false})") == "done");
    CHECK(kit.caller.reconcile("nothing_later", R"({"fails":true})") == "did not happen");
    const auto catalogue = kit.registry.snapshot();
    CHECK(catalogue->find({"", "posted"})->has_reconcile);
    CHECK_FALSE(catalogue->find({"", "asked"})->has_reconcile);
    const Json document = parse_json(catalogue->find({"", "posted"})->document).value();
    CHECK(document["_meta"]["iam/contract"]["reconcile"] == true);
    CHECK(document["inputSchema"]["properties"].size() == 1);
}

TEST_CASE("TY52 an overload that is nearer to what a call has is not taken for the tool") {
    const Kit kit;
    CHECK(kit.caller.call("looked", "{}") == "1");
    CHECK(kit.caller.call("waited", "{}") == "1");
}

TEST_CASE("TY26 an error without words is told by its name or its JSON, wherever it comes from") {
    const Kit kit;
    CHECK(kit.caller.call("refused_by_name", R"({"refuses":false})") == "1");
    CHECK(kit.caller.call("refused_by_name", R"({"refuses":true})") == "closed: closed");
    CHECK(kit.caller.call("too_far", R"({"metres":9})") == "9");
    CHECK(kit.caller.call("too_far", R"({"metres":10})") == R"(tool_failed: {"metres":10})");
    CHECK(kit.caller.call("twice", R"({"how":0})") == "0");
    CHECK(kit.caller.call("twice", R"({"how":1})") == "tool_failed: in words");
    CHECK(kit.caller.call("twice", R"({"how":2})") == "closed: closed");
}

TEST_CASE("TY51 the value of a future is waited for") {
    const Kit kit;
    CHECK(kit.caller.call("later", R"({"numbers":[3,1]})") == "[3,1]");
    CHECK(kit.caller.call("nothing_later", R"({"fails":false})") == "done");
    CHECK_THROWS_AS(kit.caller.call("nothing_later", R"({"fails":true})"), tool_error);
    CHECK(kit.caller.undo("nothing_later", R"({"fails":false})", "") == "done");
    CHECK_THROWS_AS(kit.caller.undo("nothing_later", R"({"fails":true})", ""), tool_error);
    CHECK(kit.caller.call("shared_later", "{}") == R"({"count":2,"item":"tea"})");
    CHECK(
        says(kit.caller.prepare("later", R"({"numbers":[true]})"), "/numbers/0: expected integer"));
}

TEST_CASE("TY51 a coroutine is waited for as the program says") {
    const Kit kit;
    CHECK(kit.caller.call("next", R"({"number":6})") == "7");
    CHECK_THROWS_AS(kit.caller.call("next", R"({"number":-1})"), tool_error);
}

TEST_CASE("TY26 an expected gives its value, or its error in words") {
    const Kit kit;
    CHECK(kit.caller.call("ordered", R"({"item":"tea"})") == R"({"count":3,"item":"tea"})");
    CHECK(kit.caller.call("ordered", R"({"item":""})") == "sold_out: sold_out");
    CHECK(kit.caller.call("closed", R"({"refuses":false})") == "done");
    CHECK(kit.caller.call("closed", R"({"refuses":true})") == "tool_failed: it stays open");
    CHECK(kit.caller.call("opened", R"({"code":0})") == "5");
    CHECK(kit.caller.call("opened", R"({"code":2})") == "tool_failed: No such file or directory");
    CHECK(kit.caller.call("counted", R"({"number":4})") == "4");
    CHECK(kit.caller.call("counted", R"({"number":-4})") == "below_zero: count from 0");
}

TEST_CASE("TY26 what another library answers with is taken apart as the program says") {
    const Kit kit;
    CHECK(kit.caller.call("halved_outcome", R"({"number":4})") == "2");
    CHECK(kit.caller.call("halved_outcome", R"({"number":3})") ==
          "tool_failed: odd numbers have no half");
}

TEST_CASE("TY53 what a function throws, at once or later, goes through the glue untouched") {
    const Kit kit;
    CHECK_THROWS_AS(kit.caller.call("thrown", R"({"in_words":true})"), tool_error);
    CHECK_THROWS_WITH(kit.caller.call("thrown", R"({"in_words":false})"), "for nobody");
    CHECK_THROWS_AS(kit.caller.call("thrown_later", "{}"), tool_error);
}

}  // namespace iam::test
