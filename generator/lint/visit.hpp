// Walks over schemas, and declares the checks shared by profiles.
#pragma once

#include <generator/lint/lint.hpp>

#include <functional>
#include <initializer_list>
#include <set>

namespace iam::gen::lint {

/// One subschema of a tool's input schema.
struct Place {
    const OrderedJson& schema;
    std::string pointer;   // into the tool object
    unsigned level = 0;    // objects and lists around it
    bool is_root = false;  // the input schema itself
};

/// Calls `visit` for the input schema of `tool` and every subschema in it, outer ones first.
void each_schema(const OrderedJson& tool, const std::function<void(const Place&)>& visit);

/// Collects the findings about one tool.
class Findings {
 public:
    Findings(LintProfile profile, std::string tool, std::vector<Finding>& out)
        : profile_(profile), tool_(std::move(tool)), out_(out) {}

    void error(const std::string& pointer, const std::string& rule, std::string message) {
        add(pointer, rule, Level::error, std::move(message));
    }
    void warning(const std::string& pointer, const std::string& rule, std::string message) {
        add(pointer, rule, Level::warning, std::move(message));
    }

 private:
    void add(const std::string& pointer, const std::string& rule, Level level, std::string message);

    LintProfile profile_;
    std::string tool_;
    std::vector<Finding>& out_;
};

/// The pointer of a keyword of the schema.
std::string at(const Place& place, std::string_view keyword);
bool has_type(const OrderedJson& schema, std::string_view type);
/// The names of the optional properties.
std::vector<std::string> optional_properties(const OrderedJson& schema);
std::string name_of(const OrderedJson& tool);

/// Reports a name unless it has 1 to `most` characters of A-Z a-z 0-9 _ -.
void check_plain_name(const OrderedJson& tool, std::size_t most, Findings& findings);
/// Reports an input schema with a type other than object.
void check_root_object(const Place& place, Findings& findings);
/// Reports an object without "additionalProperties": false.
void check_closed(const Place& place, Findings& findings);
/// Reports keywords outside of `known`: `refused` ones as errors, others as warnings.
void check_keywords(const Place& place, const std::set<std::string_view>& known,
                    const std::set<std::string_view>& refused, const std::string& way_out,
                    Findings& findings);
/// Reports more than `most` tools in one request.
void check_count(LintProfile profile, std::size_t count, std::size_t most, const std::string& why,
                 std::vector<Finding>& out);

// One function for each provider, each in a file of its own.
void lint_openai(const std::vector<OrderedJson>& tools, bool strict, std::vector<Finding>& out);
void lint_anthropic(const std::vector<OrderedJson>& tools, bool strict, std::vector<Finding>& out);
void lint_gemini(const std::vector<OrderedJson>& tools, std::vector<Finding>& out);
void lint_ollama(const std::vector<OrderedJson>& tools, std::vector<Finding>& out);

}  // namespace iam::gen::lint
