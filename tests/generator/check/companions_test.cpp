// Previews and undos: which tool they belong to and what they may take.
#include "builder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace iam::gen;
using namespace iam::gen::test;

namespace {

Tool alarm() {
    return tool("desk::alarm", {member("hour", integer(), 2), member("label", optional(text()), 3)},
                record("desk::Alarm"), 1);
}

std::vector<std::string> note_places(const Model& m) {
    Model copy = m;
    std::vector<std::string> out;
    for (const Diagnostic& d : check(copy))
        for (const Note& note : d.notes) out.push_back(std::to_string(note.span.line));
    return out;
}

}  // namespace

TEST_CASE("a preview and an undo are bound by the names of their parameters", "[companions]") {
    Model m = model(
        {alarm()},
        {preview("desk::alarm", {member("label", optional(text())), member("hour", integer())}),
         undo("desk::alarm",
              {member("result", record("desk::Alarm")), member("hour", integer())})});
    CHECK(check(m).empty());
    CHECK(m.companions.empty());
    REQUIRE(m.tools[0].preview);
    REQUIRE(m.tools[0].undo);
    CHECK(m.tools[0].preview->arguments == std::vector<int>{1, 0});
    CHECK(m.tools[0].undo->arguments == std::vector<int>{Companion::k_result, 0});
}

TEST_CASE("companions without parameters are fine", "[companions]") {
    Model m = model({alarm()}, {preview("desk::alarm", {}), undo("desk::alarm", {})});
    CHECK(check(m).empty());
    CHECK(m.tools[0].preview->arguments.empty());
}

TEST_CASE("a companion of no tool is reported with a guess, one of a refused tool is not",
          "[companions]") {
    Model m = model({alarm()}, {undo("desk::alrm", {})});
    CHECK(message(m).find("Did you mean 'desk::alarm'?") != std::string::npos);
    CHECK(checked(m) == Found{"6:14 IAM4001"});
    m.refused = {"desk::alrm"};
    CHECK(checked(m).empty());
}

TEST_CASE("a string names the function as seen from the companion, or the tool", "[companions]") {
    for (const char* text : {"\"alarm\"", "\"desk::alarm\""}) {
        Model m = model({alarm()}, {undo(text, {})});
        CHECK(check(m).empty());
        CHECK(m.tools[0].undo);
    }
    Tool short_form = alarm();
    short_form.options.name = "alarm_short";
    short_form.function.span = at(9);
    Model m = model({alarm(), short_form}, {undo("\"alarm_short\"", {})});
    CHECK(check(m).empty());
    CHECK(m.tools[1].undo);
    CHECK_FALSE(m.tools[0].undo);
}

TEST_CASE("the function that a string means in its scope is nearer than a tool of that name",
          "[companions]") {
    Tool near = tool("b::save");
    near.options.name = "b_save";
    Model m = model({tool("a::save", {}, nothing(), 9), near}, {undo("\"save\"", {})});
    m.companions[0].target = "b::save";
    CHECK(check(m).empty());
    CHECK(m.tools[0].name == "b_save");
    CHECK(m.tools[0].undo);
    CHECK_FALSE(m.tools[1].undo);
}

TEST_CASE("overloads are told apart by the tool's name only", "[companions]") {
    Tool other = alarm();
    other.options.name = "other";
    other.function.span = at(9);
    const Model m = model({alarm(), other}, {undo("desk::alarm", {})});
    CHECK(checked(m) == Found{"6:14 IAM4002"});
    CHECK(note_places(m) == std::vector<std::string>{"1", "9"});
    Model by_name = model({alarm(), other}, {undo("\"alarm\"", {})});
    by_name.companions[0].target = "desk::alarm";
    CHECK(check(by_name).empty());
    CHECK(by_name.tools[0].undo);
}

TEST_CASE("a second preview or undo of a tool is reported with the first", "[companions]") {
    Companion second = undo("desk::alarm", {}, 9);
    second.function.cpp = "::desk::undo_two";
    const Model m = model({alarm()}, {undo("desk::alarm", {}), second});
    CHECK(checked(m) == Found{"9:14 IAM4003"});
    CHECK(note_places(m) == std::vector<std::string>{"6"});
}

TEST_CASE("one function has one role", "[companions]") {
    Model both = model({alarm()}, {preview("desk::alarm", {}), undo("desk::alarm", {}, 5)});
    both.companions[1].function = both.companions[0].function;
    const Found found = checked(both);
    CHECK(std::count(found.begin(), found.end(), "5:14 IAM4004") == 1);

    Model tool_too =
        model({alarm(), tool("desk::undo_it", {}, nothing(), 6)}, {undo("desk::alarm", {})});
    CHECK(checked(tool_too) == Found{"6:14 IAM4004"});
}

TEST_CASE("one function may be the undo of several tools", "[companions]") {
    Model m = model({alarm(), tool("desk::other", {}, nothing(), 9)},
                    {undo("desk::alarm", {}), undo("desk::other", {})});
    CHECK(check(m).empty());
    CHECK(m.tools[0].undo);
    CHECK(m.tools[1].undo);
}

TEST_CASE("a parameter that the tool does not have is reported with a guess", "[companions]") {
    const Model m = model({alarm()}, {preview("desk::alarm", {member("huor", integer(), 5)})});
    CHECK(checked(m) == Found{"5:20 IAM4005"});
    CHECK(message(m).find("Did you mean 'hour'?") != std::string::npos);
    const Model n = model({alarm()}, {undo("desk::alarm", {member("reslt", integer(), 5)})});
    CHECK(message(n).find("Did you mean 'result'?") != std::string::npos);
}

TEST_CASE("types must agree, those of the result too", "[companions]") {
    const Model m = model({alarm()}, {undo("desk::alarm", {member("hour", int64(), 5)})});
    CHECK(checked(m) == Found{"5:20 IAM4006"});
    CHECK(message(m) ==
          "undo of 'desk::alarm' must take 'hour' as 'int', and takes 'long'; use the same type "
          "(const and & may "
          "differ)");
    CHECK(note_places(m) == std::vector<std::string>{"2"});
    CHECK(checked(model({alarm()}, {undo("desk::alarm", {member("result", integer(), 5)})})) ==
          Found{"5:20 IAM4006"});
    CHECK(checked(model({alarm()}, {undo("desk::alarm", {member("hour", Type{}, 5)})})).empty());
}

TEST_CASE("a preview returns iam::Preview", "[companions]") {
    Model m = model({alarm()}, {preview("desk::alarm", {})});
    m.companions[0].function.result = text();
    CHECK(checked(m) == Found{"5:1 IAM4007"});
    CHECK(message(m).find("returns 'std::string'") != std::string::npos);
    m.companions[0].function.result = nothing();
    CHECK(message(m).find("returns nothing") != std::string::npos);
}

TEST_CASE("an undo returns nothing", "[companions]") {
    Model m = model({alarm()}, {undo("desk::alarm", {})});
    m.companions[0].function.result = boolean();
    CHECK(checked(m) == Found{"6:1 IAM4011"});
}

TEST_CASE("'result' is refused where there is none or where it is not clear", "[companions]") {
    CHECK(checked(model({alarm()},
                        {preview("desk::alarm", {member("result", record("desk::Alarm"), 5)})})) ==
          Found{"5:20 IAM4008"});
    CHECK(checked(model({tool("desk::beep")},
                        {undo("desk::beep", {member("result", integer(), 5)})})) ==
          Found{"5:20 IAM4008"});
    const Tool unclear = tool("desk::add", {member("result", integer(), 2)}, integer());
    CHECK(checked(model({unclear}, {undo("desk::add", {member("result", integer(), 5)})})) ==
          Found{"5:20 IAM4008"});
    CHECK(checked(model({unclear}, {preview("desk::add", {member("result", integer(), 5)})}))
              .empty());
}

TEST_CASE("a member needs its tool's class, a free function serves every tool", "[companions]") {
    Tool save = tool("desk::Document::save");
    save.function.class_cpp = "::desk::Document";
    Companion member_undo = undo("desk::Document::save", {});
    CHECK(checked(model({save}, {member_undo})).empty());
    member_undo.function.class_cpp = "::desk::Document";
    CHECK(checked(model({save}, {member_undo})).empty());
    member_undo.function.class_cpp = "::desk::Other";
    CHECK(checked(model({save}, {member_undo})) == Found{"6:1 IAM4009"});
    Companion of_free = undo("desk::alarm", {});
    of_free.function.class_cpp = "::desk::Other";
    CHECK(checked(model({alarm()}, {of_free})) == Found{"6:1 IAM4009"});
}

TEST_CASE("an undo cannot take a secret, however deep it lies", "[companions]") {
    Tool login = tool("desk::login", {member("user", text(), 2), member("password", text(), 3)});
    login.function.parameters[1].constraints.secret = at(3);
    CHECK(checked(model({login}, {undo("desk::login", {member("user", text(), 5)})})).empty());
    CHECK(
        checked(model({login}, {preview("desk::login", {member("password", text(), 5)})})).empty());
    const Model m = model({login}, {undo("desk::login", {member("password", text(), 5)})});
    CHECK(checked(m) == Found{"5:20 IAM4010"});
    CHECK(note_places(m) == std::vector<std::string>{"3"});

    Member key = member("key", text());
    key.constraints.secret = at(2);
    Model nested =
        model({tool("desk::make", {}, vector(record("desk::Session")))},
              {undo("desk::make", {member("result", vector(record("desk::Session")), 5)})});
    nested.records["desk::Session"] = {.cpp = "::desk::Session",
                                       .name = "desk::Session",
                                       .description = "",
                                       .fields = {key},
                                       .tag = {},
                                       .is_recursive = false,
                                       .span = at(2)};
    CHECK(checked(nested) == Found{"5:20 IAM4010"});
}

TEST_CASE("everything that is wrong with a companion is reported in one run", "[companions]") {
    Model m = model({alarm()},
                    {undo("desk::alarm", {member("hour", int64(), 5), member("x", text(), 6)}, 4)});
    m.companions[0].function.result = boolean();
    CHECK(checked(m) == Found{"4:1 IAM4011", "5:20 IAM4006", "6:20 IAM4005"});
}
