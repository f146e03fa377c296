// Every limit: what lies at it is taken, what lies beyond is an error that names it.
// Tests of runtime/src/schema/evaluate/evaluator.cpp and runtime/src/schema/schema.cpp.
#include "judge.hpp"

namespace iam::schema {
namespace {

std::string compile_error(std::string_view schema, const CompileOptions& options) {
    const auto compiled_schema = Schema::compile(json(schema), options);
    return compiled_schema ? std::string() : compiled_schema.error().message;
}

std::string judge_error(const Schema& schema, const Json& value, const EvaluationLimits& limits) {
    const auto answer = schema.accepts(value, limits);
    return answer ? std::string() : answer.error().message;
}

}  // namespace

TEST_CASE("subschemas are counted over all documents", "[schema]") {
    CompileOptions options;
    options.limits.subschemas_max = 3;
    CHECK(compile_error(R"({"properties":{"a":{},"b":true}})", options).empty());
    CHECK_THAT(compile_error(R"({"properties":{"a":{},"b":true,"c":{}}})", options),
               Catch::Contains("more than 3 subschemas (CompileLimits::subschemas_max)"));
    Documents documents;
    documents.emplace("https://example.org/x", json(R"({"items":{}})"));
    options.documents = &documents;
    CHECK(compile_error(R"({"$ref":"https://example.org/x"})", options).empty());
    CHECK_THAT(compile_error(R"({"items":{"$ref":"https://example.org/x"}})", options),
               Catch::Contains("subschemas_max"));
}

TEST_CASE("values and bytes of a document are counted before it is looked at", "[schema]") {
    CompileOptions options;
    options.limits.nodes_max = 4;
    CHECK(compile_error(R"({"enum":[1,2]})", options).empty());
    CHECK_THAT(compile_error(R"({"enum":[1,2,3]})", options),
               Catch::Contains("more than 4 values (CompileLimits::nodes_max)"));
    options.limits = CompileLimits{};
    options.limits.bytes_max = 10;
    CHECK(compile_error(R"({"const":"12345"})", options).empty());
    CHECK_THAT(compile_error(R"({"const":"123456"})", options),
               Catch::Contains("more than 10 bytes of text (CompileLimits::bytes_max)"));
}

TEST_CASE("documents that references lead to are counted", "[schema]") {
    Documents documents;
    documents.emplace("https://example.org/a", json(R"({"$ref":"b"})"));
    documents.emplace("https://example.org/b", json("true"));
    CompileOptions options;
    options.documents = &documents;
    options.limits.documents_max = 2;
    CHECK(compile_error(R"({"$ref":"https://example.org/a"})", options).empty());
    options.limits.documents_max = 1;
    CHECK_THAT(
        compile_error(R"({"$ref":"https://example.org/a"})", options),
        Catch::Contains(
            "more than 1 documents (CompileLimits::documents_max); 'https://example.org/b'"));
}

TEST_CASE("different patterns are counted, equal ones once", "[schema]") {
    CompileOptions options;
    options.limits.patterns_max = 2;
    CHECK(compile_error(R"({"allOf":[{"pattern":"a"},{"pattern":"a"},{"pattern":"b"}]})", options)
              .empty());
    CHECK_THAT(
        compile_error(
            R"({"allOf":[{"pattern":"a"},{"pattern":"c"},{"patternProperties":{"b":true}}]})",
            options),
        Catch::Contains("more than 2 different patterns (CompileLimits::patterns_max)"));
}

TEST_CASE("several schemas share the room for their patterns", "[schema]") {
    CompileOptions options;
    std::size_t room = 1'000'000;
    options.pattern_room = &room;
    CHECK(compile_error(R"({"pattern":"^a{100}$"})", options).empty());
    const std::size_t size = 1'000'000 - room;
    CHECK(size > 100);
    room = size;
    CHECK(compile_error(R"({"allOf":[{"pattern":"^a{100}$"},{"pattern":"^a{100}$"}]})", options)
              .empty());
    CHECK(room == 0);
    CHECK_THAT(compile_error(R"({"pattern":"a"})", options),
               Catch::Contains("no room for its pattern") &&
                   Catch::Contains("CompileOptions::pattern_room"));
    CHECK(compile_error(R"({"type":"string"})", options).empty());
    // A refused schema has used up room as well.
    room = size - 1;
    CHECK_FALSE(compile_error(R"({"pattern":"^a{100}$"})", options).empty());
    CHECK(room == 0);
    room = 10'000;
    CHECK_FALSE(compile_error(R"({"pattern":"^a{100}$","type":7})", options).empty());
}

TEST_CASE("steps are counted", "[schema]") {
    const Schema schema = compiled(R"({"items":{"type":"integer"}})");
    const Json value = json("[1,2,3]");
    EvaluationLimits limits;
    limits.steps_max = 7;  // one for items, and two for each element
    CHECK(judge_error(schema, value, limits).empty());
    limits.steps_max = 6;
    CHECK_THAT(judge_error(schema, value, limits),
               Catch::Contains("more than 6 steps (EvaluationLimits::steps_max)"));
    CHECK_FALSE(schema.validate(value, Detail::basic, limits));
}

TEST_CASE("a search costs the text times the program", "[schema]") {
    const Schema schema = compiled(R"({"pattern":"^([a-z]{1,50}-){1,50}$"})");
    EvaluationLimits limits;
    limits.steps_max = 1'000;
    CHECK(judge_error(schema, json("\"ab-\""), limits).empty());
    CHECK_THAT(judge_error(schema, Json(std::string(1'000, 'a')), limits),
               Catch::Contains("steps_max"));
}

TEST_CASE("subschemas inside each other are counted", "[schema]") {
    const Schema schema = compiled(R"({"type":"array","items":{"$ref":"#"}})");
    EvaluationLimits limits;
    limits.depth_max = 5;  // the root, and two for each level
    CHECK(judge_error(schema, json("[[[]]]"), limits).empty());
    CHECK_THAT(
        judge_error(schema, json("[[[[]]]]"), limits),
        Catch::Contains("more than 5 subschemas inside each other (EvaluationLimits::depth_max)"));
}

TEST_CASE("errors are counted, and a report says that there are more", "[schema]") {
    const Schema schema = compiled(R"({"items":{"type":"integer"}})");
    EvaluationLimits limits;
    limits.errors_max = 2;
    const auto whole = schema.validate(json(R"(["a",1,"b"])"), Detail::basic, limits);
    REQUIRE(whole);
    CHECK(whole->errors.size() == 2);
    CHECK_FALSE(whole->truncated);
    for (const Detail detail : {Detail::basic, Detail::detailed}) {
        const auto cut = schema.validate(json(R"(["a","b","c"])"), detail, limits);
        REQUIRE(cut);
        CHECK(sentences(*cut).size() == 2);
        CHECK(cut->truncated);
    }
}

TEST_CASE("errors of a branch that does not count take no place of others", "[schema]") {
    const Schema schema = compiled(
        R"({"items":{"anyOf":[{"type":"string","minLength":5},{"type":"integer"},{"type":"null"}]}})");
    EvaluationLimits limits;
    limits.errors_max = 6;
    const auto report = schema.validate(json("[1,2,3,null,null,true]"), Detail::basic, limits);
    REQUIRE(report);
    CHECK(report->errors.size() == 4);
    CHECK_FALSE(report->truncated);
}

}  // namespace iam::schema
