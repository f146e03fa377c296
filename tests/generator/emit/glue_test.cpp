// Generated C++: what it must say, and some of it in full.
// Tests of generator/emit/{codec_names,emit,tool_glue}.cpp.
#include "models.hpp"
#include <generator/emit/emit.hpp>
#include <support/golden.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

namespace iam::gen::test {
namespace {

std::string file(const Model& model, const std::string& name) {
    for (const OutputFile& output : emit(model))
        if (output.name == name) return output.text;
    FAIL("no file " << name);
    return {};
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Companion companion(const std::string& name, std::vector<Member> parameters,
                    std::vector<int> arguments) {
    Companion result;
    result.function.cpp = "::desk::" + name;
    result.function.name = "desk::" + name;
    result.function.parameters = std::move(parameters);
    result.arguments = std::move(arguments);
    return result;
}

/// A free function with a preview and an undo, an aggregate, an enumeration and a pattern.
Model alarms() {
    Member label = member("label", optional(string()));
    label.constraints.pattern = Stated<std::string>{"^[a-z]+$", {}};
    const Type alarm = named(TypeKind::record, "desk::Alarm");
    Model made = model({with_range(member("hour", integer()), number(0), number(23)),
                        with_default(member("minute", integer()), "0"), label},
                       alarm);
    add_enum(made, "desk::Level", {{"soft", ""}, {"loud", ""}});
    add_record(
        made, "desk::Alarm",
        {member("id", integer()), member("level", named(TypeKind::enumeration, "desk::Level"))});
    Tool& tool = made.tools[0];
    tool.name = "schedule_alarm";
    tool.function.cpp = "::desk::schedule_alarm";
    tool.options.idempotent = true;
    tool.preview = companion("preview_alarm", {member("hour", integer())}, {0});
    tool.undo = companion("cancel_alarm", {member("result", alarm), member("hour", integer())},
                          {Companion::k_result, 0});
    return made;
}

/// A member tool with a computed default.
Model documents() {
    Model made = model({member("text", string()), computed(member("at", integer()))}, string());
    made.tools[0].function.cpp = "::desk::Document::insert";
    made.tools[0].function.class_cpp = "::desk::Document";
    return made;
}

}  // namespace

TEST_CASE("a free function with everything looks like this") {
    for (const OutputFile& output : emit(alarms()))
        iam::test::check_golden(std::string(IAM_TEST_GOLDEN) + "/alarms/" + output.name + ".txt",
                                output.text);
}

TEST_CASE("a member tool looks like this") {
    for (const OutputFile& output : emit(documents()))
        iam::test::check_golden(std::string(IAM_TEST_GOLDEN) + "/documents/" + output.name + ".txt",
                                output.text);
}

TEST_CASE("every header has its file, with tools or without") {
    Model made = alarms();
    made.headers.push_back({"/anywhere/src/empty.hpp", "src/empty.hpp", "empty"});
    std::vector<std::string> names;
    for (const OutputFile& output : emit(made)) names.push_back(output.name);
    CHECK(names == std::vector<std::string>{"acts.iam.cpp", "empty.iam.cpp", "desk.iam.hpp",
                                            "desk.iam.register.cpp", "desk.tools.json"});
    CHECK(says(file(made, "empty.iam.cpp"), "It has no tools."));
    CHECK_FALSE(says(file(made, "desk.iam.register.cpp"), "desk_empty"));
}

TEST_CASE("the same model gives the same bytes, wherever its headers lie") {
    Model elsewhere = alarms();
    elsewhere.headers[0].path = "/another/place/acts.hpp";
    elsewhere.tools[0].function.span.file = "/another/place/acts.hpp";
    const std::vector<OutputFile> a = emit(alarms());
    const std::vector<OutputFile> b = emit(elsewhere);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(a[i].text == b[i].text);
        CHECK_FALSE(says(a[i].text, "/anywhere"));
    }
}

TEST_CASE("of many tools in many headers each file is what it is of its header's tools alone") {
    constexpr std::size_t k_headers = 9;
    constexpr std::size_t k_tools_of_each = 5;
    Model all = alarms();
    const Tool tool = all.tools[0];
    all.headers.clear();
    all.tools.clear();
    for (std::size_t i = 0; i < k_headers; ++i) {
        const std::string stem = "header" + std::to_string(i);
        all.headers.push_back({"/anywhere/" + stem + ".hpp", stem + ".hpp", stem});
    }
    for (std::size_t i = 0; i < k_headers * k_tools_of_each; ++i) {
        all.tools.push_back(tool);
        all.tools.back().name = "tool" + std::to_string(i);
        all.tools.back().header = i % k_headers;
    }
    const std::vector<OutputFile> files = emit(all);
    REQUIRE(files.size() == k_headers + 3);
    for (std::size_t i = 0; i < k_headers; ++i) {
        Model one = all;
        one.tools.clear();
        for (const Tool& each : all.tools)
            if (each.header == i) one.tools.push_back(each);
        CHECK(files[i].name == all.headers[i].stem + ".iam.cpp");
        CHECK(files[i].text == emit(one)[i].text);
        for (const Tool& each : one.tools)
            CHECK(says(files.back().text, "\"name\": \"" + each.name + "\""));
    }
}

TEST_CASE("generated code checks the version of the interface and catches nothing") {
    for (const OutputFile& output : emit(alarms())) {
        if (output.name.find(".cpp") == std::string::npos) continue;
        CHECK(says(output.text, "static_assert(IAM_GLUE_VERSION == 1, \"run iam-gen again\");"));
        CHECK_FALSE(says(output.text, "try "));
        CHECK_FALSE(says(output.text, "catch"));
        CHECK(output.text.rfind("// Made by iam-gen ", 0) == 0);
    }
}

TEST_CASE("names of the target become identifiers") {
    Model made = alarms();
    made.target = "my-app.tools";
    CHECK(says(file(made, "my-app.tools.iam.hpp"),
               "register_my_app_tools_tools(iam::Registry& registry)"));
    CHECK(says(file(made, "my-app.tools.iam.register.cpp"),
               "registry.name_application(\"my-app.tools\");"));
    CHECK(says(file(made, "acts.iam.cpp"), "namespace iam_glue_12_my_app_tools_acts {"));
}

TEST_CASE("headers whose names are one identifier do not clash") {
    Model made = alarms();
    made.headers[0].stem = "a-b";
    made.headers.push_back({"/anywhere/src/a_b.hpp", "src/a_b.hpp", "a_b"});
    made.tools.push_back(made.tools[0]);
    made.tools[1].name = "other";
    made.tools[1].header = 1;
    CHECK(says(file(made, "a-b.iam.cpp"), "namespace iam_glue_4_desk_a_b {"));
    CHECK(says(file(made, "a_b.iam.cpp"), "namespace iam_glue_4_desk_a_b2 {"));
    CHECK(says(file(made, "desk.iam.register.cpp"),
               "IAM_CHECK(iam_glue_4_desk_a_b2::add_tools(registry));"));
}

TEST_CASE("targets and headers whose names come to the same joined do not clash") {
    Model one = alarms();
    one.target = "a";
    one.headers[0].stem = "b_c";
    Model other = alarms();
    other.target = "a_b";
    other.headers[0].stem = "c";
    CHECK(says(file(one, "b_c.iam.cpp"), "namespace iam_glue_1_a_b_c {"));
    CHECK(says(file(other, "c.iam.cpp"), "namespace iam_glue_3_a_b_c {"));
}

TEST_CASE("equal names of types and tools in one file do not clash") {
    Model made = model({member("a", named(TypeKind::record, "x::Act")),
                        member("b", named(TypeKind::record, "y::Act"))});
    add_record(made, "x::Act", {member("v", integer())});
    add_record(made, "y::Act", {member("v", integer())});
    made.tools.push_back(made.tools[0]);
    made.tools[1].name = "Act";
    const std::string text = file(made, "acts.iam.cpp");
    for (const char* name :
         {"struct ActCodec ", "struct ActCodec2 ", "struct ActTool ", "struct ActTool2 "})
        CHECK(says(text, name));
}

TEST_CASE("a codec stands behind those that it uses") {
    Model made = model({member("a", vector(named(TypeKind::record, "desk::Outer")))});
    add_record(made, "desk::Outer",
               {member("inner", optional(named(TypeKind::record, "desk::Inner")))});
    add_record(made, "desk::Inner", {member("v", integer())});
    const std::string text = file(made, "acts.iam.cpp");
    CHECK(text.find("struct InnerCodec") < text.find("struct OuterCodec"));
    CHECK(says(text,
               "iam::defaulted<iam::OptionalCodec<InnerCodec, ::desk::Inner>>(\"inner\", "
               "&::desk::Outer::inner)"));
}

TEST_CASE("a companion that takes a computed parameter asks for it where it cannot leave it out") {
    Model made = documents();
    made.tools[0].preview =
        companion("preview_insert", {member("at", integer()), member("text", string())}, {1, 0});
    const std::string text = file(made, "acts.iam.cpp");
    CHECK(says(text, "return tl::unexpected(iam::glue::no_value(\"at\"));"));
    made.tools[0].preview = companion(
        "preview_insert", {member("text", string()), computed(member("at", integer()))}, {0, 1});
    CHECK(says(file(made, "acts.iam.cpp"),
               "return ::desk::preview_insert(std::move(arguments.text));"));
}

TEST_CASE("classes of member tools are parameters, sorted, each once") {
    Model made = documents();
    made.tools.push_back(made.tools[0]);
    made.tools[1].name = "print";
    made.tools[1].function.class_cpp = "::desk::Console";
    made.tools[1].function.cpp = "::desk::Console::print";
    made.tools.push_back(made.tools[1]);
    made.tools[2].name = "beep";
    CHECK(says(file(made, "desk.iam.hpp"),
               "iam::Registry& registry, iam::Instance<::desk::Console> desk_console_object, "
               "iam::Instance<::desk::Document> desk_document_object);"));
    CHECK(says(file(made, "desk.iam.register.cpp"),
               "add_tools(registry, desk_console_object, desk_document_object)"));
}

}  // namespace iam::gen::test
