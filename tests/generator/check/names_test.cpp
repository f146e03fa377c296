// Names and texts of tools.
// Tests of generator/check/{members,words}.cpp.
#include "builder.hpp"

#include <catch2/catch.hpp>

using namespace iam::gen;
using namespace iam::gen::test;

TEST_CASE("function names become snake_case", "[names]") {
    const std::pair<const char*, const char*> cases[] = {
        {"echo", "echo"},
        {"schedule_alarm", "schedule_alarm"},
        {"scheduleAlarm", "schedule_alarm"},
        {"ScheduleAlarm", "schedule_alarm"},
        {"HTTPGet", "http_get"},
        {"parseV2File", "parse_v2_file"},
        {"readURL", "read_url"},
        {"Get_Name", "get_name"},
        {"A", "a"},
        {"toJSON2Text", "to_json2_text"},
        {"_hidden", "_hidden"},
        {"", ""},
    };
    for (const auto& [name, expected] : cases) {
        CAPTURE(name);
        CHECK(snake_case(name) == expected);
    }
}

TEST_CASE("a tool is named after its function, or as its option says", "[names]") {
    Model m = model({tool("desk::openMap"), tool("desk::echo", {}, nothing(), 2)});
    m.tools[1].options.name = "an-Echo_2";
    CHECK(check(m).empty());
    CHECK(m.tools[0].name == "an-Echo_2");  // sorted by name
    CHECK(m.tools[1].name == "open_map");
}

TEST_CASE("TY45 a prefix goes before names that are made of functions' names", "[names]") {
    const auto names = [](const std::string& prefix) {
        Model m =
            model({tool("HiFi::v2::openMap"), tool("echo", {}, nothing(), 2), tool("desk::own")});
        m.tools[0].function.space = "HiFi::soundCheck";
        m.tools[2].function.space = "desk";
        m.tools[2].options.name = "z_own";
        CheckOptions options;
        options.name_prefix = prefix;
        CHECK(check(m, options).empty());
        std::vector<std::string> out;
        for (const Tool& named : m.tools) out.push_back(named.name);
        return out;
    };
    using Names = std::vector<std::string>;
    CHECK(names("") == Names{"echo", "open_map", "z_own"});
    CHECK(names("App-1") == Names{"App-1_echo", "App-1_open_map", "z_own"});
    CHECK(names("namespace") == Names{"echo", "hi_fi_sound_check_open_map", "z_own"});
}

TEST_CASE("names that a model's interface refuses are errors", "[names]") {
    for (const std::string& name :
         {std::string(), std::string("a.b"), std::string("ümlaut"), std::string(65, 'x')}) {
        CAPTURE(name);
        Model m = model({tool("desk::echo")});
        m.tools[0].options.name = name;
        m.tools[0].options.spans["name"] = at(3, 12);
        CHECK(checked(m) == Found{"3:12 IAM6001"});
    }
    Model m = model({tool("desk::echo")});
    m.tools[0].options.name = std::string(64, 'x');
    CHECK(checked(m).empty());
}

TEST_CASE("two tools of one name are reported with both places", "[names]") {
    Model m = model({tool("a::echo"), tool("b::Echo", {}, nothing(), 9)});
    const Diagnostics found = check(m);
    REQUIRE(found.size() == 1);
    CHECK(found[0].id == "IAM6002");
    CHECK(found[0].span.line == 9);
    REQUIRE(found[0].notes.size() == 1);
    CHECK(found[0].notes[0].span.line == 1);
}

TEST_CASE("an option wins over the doc comment, and title or name stand in for both", "[names]") {
    Model m = model({tool("desk::a"), tool("desk::b"), tool("desk::c"), tool("desk::d")});
    m.tools[0].options.description = "From the option.";
    m.tools[1].description = "From the comment.";
    m.tools[2].description.clear();
    m.tools[2].options.title = "A title";
    m.tools[3].description.clear();
    CHECK(found(check(m)) == Found{"1:1 IAM6007", "1:1 IAM6007"});
    CHECK(m.tools[0].description == "From the option.");
    CHECK(m.tools[1].description == "From the comment.");
    CHECK(m.tools[2].description == "A title");
    CHECK(m.tools[2].title == "A title");
    CHECK(m.tools[3].description == "d");
}

TEST_CASE("members are named and described by their attributes where there are any", "[names]") {
    Model m = model({tool("desk::echo", {member("when", text()), member("what", text())})});
    auto& parameters = m.tools[0].function.parameters;
    parameters[0].description = "from the comment";
    parameters[1].description = "from the comment";
    parameters[1].constraints.name = {"subject", at(1)};
    parameters[1].constraints.description = {"from the attribute", at(1)};
    CHECK(check(m).empty());
    CHECK(m.tools[0].function.parameters[0].json_name == "when");
    CHECK(m.tools[0].function.parameters[0].description == "from the comment");
    CHECK(m.tools[0].function.parameters[1].json_name == "subject");
    CHECK(m.tools[0].function.parameters[1].description == "from the attribute");
}

TEST_CASE("names of members are checked for form and for being taken", "[names]") {
    Model m = model(
        {tool("desk::echo", {member("a", text()), member("b", text()), member("c", text())})});
    auto& parameters = m.tools[0].function.parameters;
    parameters[1].constraints.name = {"a", at(2, 5)};
    parameters[2].constraints.name = {"", at(3, 5)};
    CHECK(checked(m) == Found{"2:5 IAM5015", "3:5 IAM5014"});
    parameters[1].constraints.name = {std::string(64, 'x'), at(2, 5)};
    CHECK(checked(m) == Found{"3:5 IAM5014"});
    parameters[1].constraints.name = {"has space", at(2, 5)};
    parameters[2].constraints.name = {std::string(65, 'x'), at(3, 5)};
    CHECK(checked(m) == Found{"2:5 IAM5014", "3:5 IAM5014"});
}
