// Checks the names and texts of tools. Models call tools by name and read the texts.
#include <generator/check/check.hpp>
#include <generator/check/steps.hpp>

#include <map>
#include <utility>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr std::size_t k_tool_name_max = 64;

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

std::optional<std::string> name_problem(const std::string& name) {
    if (name.empty()) return "it is empty";
    if (name.size() > k_tool_name_max)
        return "it has " + std::to_string(name.size()) + " characters";
    for (const char c : name) {
        const bool allowed =
            is_lower(c) || is_upper(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (allowed) continue;
        if (static_cast<unsigned char>(c) >= 0x80) return "it has characters outside ASCII";
        return "it has a '" + std::string(1, c) + "'";
    }
    return std::nullopt;
}

/// The prefix with the _ behind it. For a function outside of namespaces, the prefix of
/// k_of_namespace is empty.
std::string prefix_of(const Function& function, const std::string& wanted) {
    if (wanted != CheckOptions::k_of_namespace) return wanted.empty() ? wanted : wanted + '_';
    std::string out;
    std::string_view left = function.space;
    while (!left.empty()) {
        const std::size_t colons = left.find("::");
        out += snake_case(left.substr(0, colons)) + '_';
        left = colons == std::string_view::npos ? std::string_view() : left.substr(colons + 2);
    }
    return out;
}

void name_tool(Tool& tool, const CheckOptions& options, Diagnostics& out) {
    if (tool.is_instantiated && !tool.options.name && !tool.options.incomplete) {
        out.push_back(diagnose(function_template, tool.function.span,
                               "'" + tool.function.name +
                                   "' is made of a template, whose name says nothing of its types; "
                                   "give the tag of the template a .name = \"…\""));
        tool.name = tool.function.name;
        return;
    }
    tool.name = tool.options.name ? *tool.options.name
                                  : prefix_of(tool.function, options.name_prefix) +
                                        snake_case(last_name(tool.function.name));
    const auto problem = name_problem(tool.name);
    if (!problem) return;
    out.push_back(diagnose(tool_name, option_span(tool, "name"),
                           "'" + tool.name + "' is no name for a tool: " + *problem +
                               ", and models' interfaces take 1 to 64 of the characters A-Z a-z "
                               "0-9 _ -; choose another with "
                               ".name = \"…\""));
}

void describe_tool(Tool& tool, Diagnostics& out) {
    if (tool.options.title) tool.title = *tool.options.title;
    if (tool.options.description) tool.description = *tool.options.description;
    if (!tool.description.empty()) return;
    tool.description = tool.title.empty() ? tool.name : tool.title;
    if (tool.options.incomplete) return;
    out.push_back(diagnose(
        no_description, option_span(tool, "description"),
        "the tool '" + tool.name + "' has no description, and the model would read '" +
            tool.description +
            "' in its place; say in a doc comment above it what it does and when to call it"));
}

/// Instantiations of one template take their names from one place, so each is shown at itself.
SourceSpan name_span(const Tool& tool, bool is_shared) {
    return is_shared ? tool.function.span : option_span(tool, "name");
}

void check_names_twice(const Model& model, Diagnostics& out) {
    std::map<std::string, const Tool*> seen;
    for (const Tool& tool : model.tools) {
        const auto [place, fresh] = seen.emplace(tool.name, &tool);
        if (fresh) continue;
        const Tool& first = *place->second;
        const bool share_tag = tool.is_instantiated && first.is_instantiated;
        const std::string way_out =
            share_tag
                ? "write a plain function with a tag of its own that calls the one or the other"
                : "give one of the two another with .name = \"…\"";
        out.push_back(
            diagnose(tool_name_twice, name_span(tool, share_tag),
                     "the name '" + tool.name + "' of tool '" + tool.function.name +
                         "' is taken; " + way_out,
                     {{"'" + first.function.name + "' has it", name_span(first, share_tag)}}));
    }
}

}  // namespace

std::string snake_case(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!is_upper(c)) {
            out += c;
            continue;
        }
        const bool after_capital = i > 0 && is_upper(name[i - 1]);
        const bool before_lower = i + 1 < name.size() && is_lower(name[i + 1]);
        const bool starts_word = !after_capital || before_lower;
        if (starts_word && !out.empty() && out.back() != '_') out += '_';
        out += static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

void check_tool_names(Model& model, const CheckOptions& options, Diagnostics& out) {
    for (Tool& tool : model.tools) {
        name_tool(tool, options, out);
        describe_tool(tool, out);
    }
    check_names_twice(model, out);
}

}  // namespace iam::gen
