// Replaces named variables in templates.
#include "generator/emit/writer.hpp"

#include <iam/core/assert.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

std::string_view value_of(Variables variables, std::string_view name) {
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const auto& variable) { return variable.first == name; });
    const bool template_variable_is_known = found != variables.end();
    IAM_ASSERT(template_variable_is_known);
    return found->second;
}

// The name in a line of only indentation and $name$; empty for any other line.
std::string_view lone_variable(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.size() < 3 || line.front() != '$' || line.back() != '$') return {};
    const std::string_view name = line.substr(1, line.size() - 2);
    return name.find('$') == name.npos ? name : std::string_view();
}

void append_indented(std::string& out, std::string_view value, std::size_t indentation) {
    if (indentation == 0) {  // most of the text of a file
        out.append(value);
        if (!value.empty() && value.back() != '\n') out += '\n';
        return;
    }
    while (!value.empty()) {
        const std::size_t end = std::min(value.find('\n'), value.size());
        if (end > 0) out.append(indentation, ' ').append(value.substr(0, end));
        out += '\n';
        value.remove_prefix(std::min(end + 1, value.size()));
    }
}

void append_line(std::string& out, std::string_view line, Variables variables) {
    while (!line.empty()) {
        const std::size_t start = std::min(line.find('$'), line.size());
        out.append(line.substr(0, start));
        if (start == line.size()) return;
        const std::size_t end = line.find('$', start + 1);
        const bool template_variable_is_closed = end != line.npos;
        IAM_ASSERT(template_variable_is_closed);
        out.append(value_of(variables, line.substr(start + 1, end - start - 1)));
        line.remove_prefix(end + 1);
    }
}

}  // namespace

std::string fill(Variables variables, std::string_view text) {
    std::size_t bytes = text.size();
    for (const auto& [name, value] : variables) bytes += value.size() + value.size() / 4;
    std::string out;
    out.reserve(bytes);
    if (!text.empty() && text.front() == '\n') text.remove_prefix(1);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (const std::string_view name = lone_variable(line); !name.empty()) {
            append_indented(out, value_of(variables, name), line.find('$'));
        } else {
            append_line(out, line, variables);
            if (end != text.npos) out += '\n';
        }
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return out;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += separator;
        text += parts[i];
    }
    return text;
}

}  // namespace iam::gen
