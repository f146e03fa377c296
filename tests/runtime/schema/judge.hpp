// Schemas and values as texts, for tables of what fits.
#pragma once

#include <iam/core/json.hpp>
#include <iam/schema/schema.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {

inline Json json(std::string_view text) {
    auto value = parse_json(text);
    INFO(text);
    REQUIRE(value);
    return *std::move(value);
}

inline Schema compiled(std::string_view text, const CompileOptions& options = {}) {
    auto schema = Schema::compile(json(text), options);
    INFO(text);
    INFO((schema ? std::string() : schema.error().message));
    REQUIRE(schema);
    return *std::move(schema);
}

inline std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

/// The error of a schema that does not compile.
inline Error refused(std::string_view text, const CompileOptions& options = {}) {
    const auto schema = Schema::compile(json(text), options);
    INFO(text);
    REQUIRE_FALSE(schema);
    return schema.error();
}

/// The sentences about a value.
inline std::vector<std::string> said(std::string_view schema, std::string_view value) {
    const auto report = compiled(schema).validate(json(value));
    REQUIRE(report);
    return sentences(*report);
}

struct Row {
    std::string_view schema;
    std::vector<std::string_view> valid;
    std::vector<std::string_view> invalid;
};

/// Both questions must have one answer: whether, and why not, in both forms.
inline void check(const std::vector<Row>& rows, const CompileOptions& options = {}) {
    const auto judge = [](const Schema& schema, std::string_view text, bool expected) {
        INFO("value: " << text);
        const Json value = json(text);
        const auto flag = schema.accepts(value);
        REQUIRE(flag);
        CHECK(*flag == expected);
        for (const Detail detail : {Detail::basic, Detail::detailed}) {
            const auto report = schema.validate(value, detail);
            REQUIRE(report);
            CHECK(report->valid == expected);
            CHECK(report->errors.empty() == expected);
        }
    };
    for (const Row& row : rows) {
        INFO("schema: " << row.schema);
        const Schema schema = compiled(row.schema, options);
        for (const std::string_view value : row.valid) judge(schema, value, true);
        for (const std::string_view value : row.invalid) judge(schema, value, false);
    }
}

}  // namespace iam::schema
