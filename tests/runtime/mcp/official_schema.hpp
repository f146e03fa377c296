// The official schemas of MCP, where these are (IAM_MCP_SCHEMAS).
#pragma once

#include <iam/core/json.hpp>
#include <iam/schema/schema.hpp>

#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>

namespace iam::test {

/// The schema of one revision.
class Official {
 public:
    explicit Official(Json document) : document_(std::move(document)) {}

    void require_valid(const std::string& definition, const Json& value) {
        INFO(definition << ": " << value.dump());
        auto found = compiled_.find(definition);
        if (found == compiled_.end()) {
            const char* list = document_.contains("$defs") ? "$defs" : "definitions";
            Json root{{"$schema", document_["$schema"]}, {list, document_[list]}};
            root["allOf"] = Json::array({{{"$ref", "#/" + std::string(list) + "/" + definition}}});
            auto schema = schema::Schema::compile(root);
            REQUIRE(schema.has_value());
            found = compiled_.emplace(definition, *std::move(schema)).first;
        }
        const auto accepted = found->second.accepts(value);
        REQUIRE(accepted.has_value());
        CHECK(*accepted);
    }

 private:
    Json document_;
    std::map<std::string, schema::Schema> compiled_{};
};

inline std::filesystem::path official_folder(const char* revision) {
    const char* folder = std::getenv("IAM_MCP_SCHEMAS");
    return std::filesystem::path(folder == nullptr ? "" : folder) / revision;
}

inline std::optional<Json> read_official(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) return std::nullopt;
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    auto document = parse_json(text);
    REQUIRE(document.has_value());
    return *std::move(document);
}

inline bool skips(bool is_missing) {
    if (!is_missing) return false;
    std::puts("skipped: the schemas of MCP are not here");
    SUCCEED("nothing to hold messages against");
    return true;
}

}  // namespace iam::test
